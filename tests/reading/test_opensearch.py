"""The search of the address bar: the description that browsers read, and the suggestions they ask for."""

from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest

from tests.reading.read_pages import read

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pocket_database")]
SPACE = "{http://a9.com/-/spec/opensearch/1.1/}"
SUGGESTIONS = "application/x-suggestions+json"


def described(client, host="testserver"):
    """The addresses that the description of a host names, by their type."""
    response = client.get("/opensearch.xml", headers={"host": host})
    assert response["Content-Type"].startswith("application/opensearchdescription+xml")
    root = ElementTree.fromstring(response.content)
    assert root.tag == f"{SPACE}OpenSearchDescription"
    assert 0 < len(root.findtext(f"{SPACE}ShortName")) <= 16
    assert root.findtext(f"{SPACE}Description")
    return {url.get("type"): url.get("template") for url in root.iter(f"{SPACE}Url")}


def asked(client, template, words):
    """The answer at the address that a browser makes of a template."""
    return client.get(template.replace("{searchTerms}", words), follow=True)


def test_every_page_names_the_description(client):
    for address in ("/", "/cr/2006-10-01/409.1b/", "/search/?q=cost"):
        (link,) = read(client, address).find_all("link", rel="search")
        assert client.get(link["href"])["Content-Type"].startswith(link["type"])


def test_addresses_are_of_the_host_that_was_asked(client, settings):
    settings.ALLOWED_HOSTS = ["rules.example"]
    assert {urlsplit(url).netloc for url in described(client, "rules.example").values()} == {"rules.example"}


def test_a_search_from_the_address_bar_leads_to_the_rule(client):
    response = asked(client, described(client)["text/html"], "409.1b")
    assert response.redirect_chain[-1][0].startswith("/cr/")
    assert "409.1b" in response.content.decode()


def test_suggestions_come_in_the_form_that_browsers_read(client):
    response = asked(client, described(client)[SUGGESTIONS], "409.1")
    assert response["Content-Type"] == SUGGESTIONS
    typed, completions, descriptions, addresses = response.json()
    assert typed == "409.1"
    assert completions[0].startswith("409.1@cr/")
    assert len(completions) == len(set(completions)) == len(descriptions) == len(addresses)
    assert all(descriptions)


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["409.1", "A.4.2", "402.8", "abil"])
def test_every_suggestion_leads_to_a_page(client, typed):
    _, completions, _, addresses = asked(client, described(client)[SUGGESTIONS], typed).json()
    assert completions
    for address in addresses:
        assert urlsplit(address).netloc == "testserver"
        assert client.get(address, follow=True).status_code == 200


@pytest.mark.slow
def test_a_search_for_a_completed_number_leads_where_its_address_does(client):
    template = described(client)
    _, completions, _, addresses = asked(client, template[SUGGESTIONS], "402.8").json()
    assert completions
    for completion, address in zip(completions, addresses, strict=True):
        there = asked(client, template["text/html"], completion).redirect_chain[-1][0]
        assert unquote(there.partition("?")[0].partition("#")[0]) == urlsplit(address).path


@pytest.mark.parametrize("typed", ["", "%00", "%28" * 500, "zzzz"])
def test_nothing_is_suggested_for_nothing(client, typed):
    assert asked(client, described(client)[SUGGESTIONS], typed).json()[1:] == [[], [], []]
