"""Addresses: how they may be written, where they lead, and what is said when they lead nowhere."""

import pytest

from rulesite.rulebook.models import Library
from tests import factories as make
from tests.reading.read_pages import faults, links, read, words
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
@made_once
def library():
    """Two editions of the Comprehensive Rules, and one of lettered rulings."""
    Library.objects.create(name="a test")
    old = make.edition("2006-10-01")
    make.version(old, "404", title="Triggered Abilities")
    make.version(old, "404.1", "They watch.")
    make.version(old, "404.2a", "Indeed.")
    new = make.edition("2009-05-01")
    make.version(new, "404", title="Triggered Abilities")
    make.version(new, "404.1", "They watch closely.")
    rulings = make.edition("2002-10-15", "dangelo", numbering=make.Scheme.LETTERED)
    make.version(rulings, "A", title="Abilities")
    make.version(rulings, "A.4", title="Triggered")
    make.version(rulings, "A.4.20", "Of leaving.")
    make.version(rulings, "A.4.Ruling.2", "A ruling.")


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("/cr/2006-10-01/404.2a", "/cr/2006-10-01/404.2a/"),
        ("/cr/2006-10-01/404.2A/", "/cr/2006-10-01/404.2a/"),
        ("/CR/2006-10-01/404.1/", "/cr/2006-10-01/404.1/"),
        ("/CR/2006-10-01/", "/cr/2006-10-01/"),
        ("/CR/", "/cr/"),
        ("/dangelo/2002-10-15/a.4.20/", "/dangelo/2002-10-15/A.4.20/"),
        ("/dangelo/2002-10-15/a.4.ruling.2/", "/dangelo/2002-10-15/A.4.Ruling.2/"),
        ("/dangelo/a.4.20/", "/dangelo/A.4.20/"),
        ("/cr/404.1", "/cr/404.1/"),
    ],
)
def test_an_address_written_otherwise_leads_to_the_one_way_we_write_it(client, typed, written):
    response = client.get(typed)
    assert (response.status_code, response["Location"]) == (301, written)
    assert client.get(written).status_code == 200


def test_a_redirect_keeps_the_query(client):
    assert client.get("/cr/2006-10-01/404.2A/?asked=x")["Location"] == "/cr/2006-10-01/404.2a/?asked=x"


def test_a_number_without_an_edition_shows_the_newest_that_used_it(client):
    page = read(client, "/cr/404.1/")
    assert "They watch closely." in words(page.find(class_="current"))
    assert "2 editions have the number" in words(page.find(class_="notice"))
    assert "another meaning before" in words(page.find(class_="notice"))
    assert words(page.select_one(".current .words")) == "They watch closely."


def test_a_number_that_only_an_older_edition_used_is_found_there(client):
    page = read(client, "/cr/404.2a/")
    assert "Indeed." in words(page.find(class_="current"))
    assert "2006-10-01" in words(page.find(class_="notice"))


def test_a_renumbered_rule_says_what_it_is_now(client):
    thread = make.Rule.objects.first()
    now = make.edition("2026-06-19")
    make.version(now, "603", title="Handling")
    make.version(now, "603.1", "They watch still.", rule=thread)
    old = make.edition("2008-02-01")
    make.version(old, "499", title="Old")
    make.version(old, "499.1", "They watched.", rule=thread)
    notice = read(client, "/cr/499.1/").find(class_="notice")
    assert "is now 603.1 (2026-06-19)" in words(notice)


def test_a_number_that_another_edition_has_says_where(client):
    page = read(client, "/cr/2009-05-01/404.2a/", 404)
    assert "There is no 404.2a" in words(page)
    shown = links(page.find(class_="instead"))
    assert "/cr/2006-10-01/404.2a/" in shown.values()
    assert faults(page) == []


def test_a_number_that_never_was_says_so(client):
    assert "No edition of the CR document held here uses the number 999.9" in words(read(client, "/cr/999.9/", 404))
    assert "/dangelo/2002-10-15/A.4.20/" in links(read(client, "/cr/A.4.20/", 404).main).values()


def test_what_is_no_number_offers_a_search(client):
    shown = links(read(client, "/cr/haste/", 404).main)
    assert shown["Search for “haste”"].startswith("/search/?q=haste")


def test_an_edition_that_is_not_held_lists_those_that_are(client):
    shown = links(read(client, "/cr/2007-07-13/", 404).main)
    assert shown["CR 2009-05-01"] == "/cr/2009-05-01/"


@pytest.mark.parametrize(
    "path", ["/nothing/", "/cr/1999-04-34/", "/sources/999/", "/rules/999/", "/pages/none/", "/cr/%3Cb%3E/"]
)
def test_other_addresses_that_lead_nowhere_have_a_page_too(client, path):
    page = read(client, path, 404)
    assert faults(page) == []
    assert "b" not in [bold.get_text() for bold in page.find_all("b")]


def test_robots_and_favicon_are_served(client):
    assert "Disallow: /admin/" in client.get("/robots.txt").content.decode()
    assert client.get("/favicon.ico")["Location"].endswith("favicon.svg")


def test_a_fault_of_ours_has_a_page_that_needs_no_database(client, monkeypatch, django_assert_num_queries):
    from rulesite.reading.views import errors

    with django_assert_num_queries(0):
        response = errors.failed(None)
    assert response.status_code == 500
    assert "The fault is ours" in response.content.decode()
