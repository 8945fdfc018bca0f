"""The API: the same data as the commands, described, with the pages' ETag, and nothing from other hosts."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import include, path

from rulesite.api import api
from rulesite.rulebook.models import Library
from rulesite.search.indexing import builder
from tests import factories
from tests.snapshots import made_once

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]
urlpatterns = [path("api/", include("rulesite.api.urls")), path("", include("rulesite.reading.urls"))]


@pytest.fixture
@made_once
def library(index_folder):
    Library.objects.create(name="test")
    edition = factories.edition("2006-10-01")
    factories.version(edition, "402", title="Abilities", kind="section")
    version = factories.version(edition, "402.1", "A goblin is <b>not</b> an ability.")
    factories.example(version, "Example: a goblin.")
    builder.rebuild()
    return edition


def test_editions_are_listed_with_their_sources(library, client):
    (found,) = client.get("/api/v1/editions").json()
    assert found["edition"] == "cr/2006-10-01"
    assert len(found["sources"][0]["sha256"]) == 64


@pytest.mark.parametrize("address", ["402.1", "402.1@2006-10-01", "cr/2006-10-01/402.1", "CR 402.1"])
def test_a_rule_is_found_by_any_form_of_address(library, client, address):
    found = client.get(f"/api/v1/rule/{address}").json()
    assert found["address"] == "cr/2006-10-01/402.1"
    assert found["text"] == "A goblin is <b>not</b> an ability."
    assert found["examples"] == ["Example: a goblin."]


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_the_pages_of_an_export_are_what_the_command_prints(library, client, size):
    factories.version(library, "403", title="More Abilities", kind="section")
    rows, page = [], f"/api/v1/export/cr/2006-10-01?size={size}"
    while page:
        part = client.get(page).json()
        assert (part["edition"], part["total"], part["page"]) == ("cr/2006-10-01", 3, len(rows) // size + 1)
        rows += part["rows"]
        page = part["next"]
    assert part["page"] == part["pages"]
    printed = StringIO()
    call_command("export", "cr/2006-10-01", json=True, stdout=printed)
    assert rows == json.loads(printed.getvalue())


def test_an_edition_that_says_nothing_has_a_page_and_no_more(library, client):
    factories.edition("2007-01-01")
    assert client.get("/api/v1/export/cr/2007-01-01").json()["rows"] == []
    assert client.get("/api/v1/export/cr/2007-01-01?page=2").status_code == 404


def test_search_gives_hits_with_marks(library, client):
    found = client.get("/api/v1/search", {"q": "goblins"}).json()
    hit = found["hits"][0]
    assert [hit["excerpt"][start:end] for start, end in hit["marks"]] == ["goblin"]
    assert found["total"] == 1
    assert found["hits"][0]["why"] == []
    assert client.get("/api/v1/search", {"q": "goblins", "why": 1}).json()["hits"][0]["why"][0]["says"]
    assert client.get("/api/v1/search", {"q": "402.1"}).json()["number"] == "cr/2006-10-01/402.1"


def test_typeahead_offers_what_begins_so(library, client):
    assert [one["text"] for one in client.get("/api/v1/typeahead", {"q": "402"}).json()] == ["402", "402.1"]


@pytest.mark.parametrize(
    ("url", "status"),
    [
        ("/api/v1/rule/999.9", 404),
        ("/api/v1/rule/haste", 404),
        ("/api/v1/export/cr/1066-01-01", 404),
        ("/api/v1/export/xx/nonsense", 404),
        ("/api/v1/export/cr/2006-10-01?page=2", 404),
        ("/api/v1/export/cr/2006-10-01?page=0", 422),
        ("/api/v1/export/cr/2006-10-01?size=2001", 422),
        ("/api/v1/search", 422),
        ("/api/v1/search?q=a&size=1000", 422),
        ("/api/v1/search?q=a&page=0", 422),
        ("/api/v1/typeahead?q=a&limit=x", 422),
    ],
)
def test_what_cannot_be_answered_says_why(library, client, url, status):
    answer = client.get(url)
    assert answer.status_code == status
    assert answer.json()["error"]


@pytest.mark.slow
def test_every_answer_is_described(client):
    described = client.get("/api/v1/openapi.json").json()["paths"]
    assert set(described["/api/v1/rule/{wanted}"]["get"]["responses"]) == {"200", "404", "429"}
    assert set(described["/api/v1/export/{document}/{date}"]["get"]["responses"]) == {"200", "404", "422", "429"}
    assert set(described["/api/v1/search"]["get"]["responses"]) == {"200", "422", "429"}
    assert all("summary" in operation for one in described.values() for operation in one.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    "url",
    [
        "/api/v1/editions",
        "/api/v1/rule/402.1",
        "/api/v1/rule/no",
        "/api/v1/export/cr/2006-10-01",
        "/api/v1/search?q=goblin",
        "/api/v1/search?page=x",
        "/api/v1/openapi.json",
    ],
)
def test_head_says_what_get_would(library, client, url):
    told, sent = client.head(url), client.get(url)
    assert (told.status_code, told.content) == (sent.status_code, b"")
    for name in ("Content-Type", "Cache-Control"):
        assert told.get(name) == sent.get(name)
    assert told.get("ETag", sent.get("ETag")) == sent.get("ETag")


@pytest.mark.slow
def test_head_is_described_with_names_of_its_own(client):
    operations = [one for each in client.get("/api/v1/openapi.json").json()["paths"].values() for one in each.items()]
    assert {method for method, _ in operations} == {"get", "head", "post"}
    assert len({described["operationId"] for _, described in operations}) == len(operations)
    assert not any(
        "content" in answer for method, one in operations if method == "head" for answer in one["responses"].values()
    )


def test_there_is_no_page_that_loads_scripts_from_elsewhere():
    assert api.docs_url is None


@pytest.mark.parametrize(
    "url", ["/api/v1/editions", "/api/v1/rule/402.1", "/api/v1/export/cr/2006-10-01", "/api/v1/search?q=goblin"]
)
def test_an_unchanged_answer_is_not_sent_again(library, client, url):
    first = client.get(url)
    again = client.get(url, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""


def test_a_changed_library_is_sent_again(library, client):
    first = client.get("/api/v1/editions")
    Library.objects.get().save()
    assert client.get("/api/v1/editions", headers={"if-none-match": first["ETag"]}).status_code == 200


def test_a_search_is_sent_again_when_the_index_is_newer(library, client):
    first = client.get("/api/v1/search?q=goblin")
    builder.rebuild()
    assert client.get("/api/v1/search?q=goblin", headers={"if-none-match": first["ETag"]}).status_code == 200


def test_nothing_can_be_written(library, client):
    assert client.post("/api/v1/editions").status_code == 405


@pytest.mark.slow
def test_the_description_says_where_answers_lead_and_each_of_them_leads_there(client, pocket_database, db):
    described = client.get("/api/v1/openapi.json").json()["paths"]
    known = {one["operationId"] for operations in described.values() for one in operations.values()}
    for page, leads in (("/api/v1/editions", "export"), ("/api/v1/search", "rule")):
        links = described[page]["get"]["responses"]["200"]["links"]
        assert {link["operationId"] for link in links.values()} == {leads} <= known
    [edition, *_] = client.get("/api/v1/editions").json()
    assert client.get(f"/api/v1/export/{edition['document']}/{edition['effective']}").status_code == 200
    [hit, *_] = client.get("/api/v1/search", {"q": "cost"}).json()["hits"]
    assert client.get(f"/api/v1/rule/{hit['edition']}/{hit['number']}").status_code == 200
