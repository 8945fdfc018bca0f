"""Atom feeds of a book, a section and a rule."""

from datetime import UTC, datetime
from html import escape
from io import BytesIO
from xml.etree import ElementTree

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from rulesite.reading.rendering.xml import Atom, writable
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Descent, Library
from rulesite.search.indexing import builder
from tests import factories as make
from tests.reading.read_pages import links, read, sides

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def rule():
    """A rule that was reworded and moved, and one that is new."""
    old, new = make.edition("2008-02-01"), make.edition("2009-07-11")
    for edition in (old, new):
        make.version(edition, "603", title="Handling & Such")
    first = make.version(old, "402.1", "It's put <into> play.")
    second = make.version(new, "603.1", "It's put <onto> the battlefield & stays.", rule=first.rule)
    make.version(new, "702.9", "Something new.")
    pairs = ((old.versions.get(number="603"), new.versions.get(number="603"), "continues"), (first, second, "reworded"))
    for earlier, later, kind in pairs:
        Descent.objects.create(earlier=earlier, later=later, kind=kind, basis="matched wording", score=0.8)
    return first


def entries(client, url):
    response = client.get(url)
    assert response.status_code == 200
    assert response["Content-Type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(response.content)
    assert root.tag == f"{ATOM}feed"
    for name in ("title", "id", "updated", "author"):
        assert root.find(f"{ATOM}{name}") is not None, name
    found = root.findall(f"{ATOM}entry")
    ids = [entry.findtext(f"{ATOM}id") for entry in found]
    assert len(set(ids)) == len(ids)
    assert all(each.startswith("http://testserver/") for each in [*ids, root.findtext(f"{ATOM}id")])
    assert all(entry.findtext(f"{ATOM}updated") for entry in found)
    return {entry.findtext(f"{ATOM}title"): entry for entry in found}


def test_a_book_has_an_entry_for_each_change_with_the_difference(client, rule):
    found = entries(client, "/cr/feed.atom")
    assert set(found) == {"402.1 → 603.1: reworded", "702.9: new"}
    shown = BeautifulSoup(found["402.1 → 603.1: reworded"].findtext(f"{ATOM}summary"), "html.parser")
    assert sides(shown) == ("It's put <into> play.", "It's put <onto> the battlefield & stays.")
    assert found["702.9: new"].find(f"{ATOM}link").get("href").endswith("/cr/2009-07-11/702.9/")
    assert found["702.9: new"].findtext(f"{ATOM}updated").startswith("2009-07-11")


def test_a_section_has_its_own(client, rule):
    assert set(entries(client, "/cr/603/feed.atom")) == {"402.1 → 603.1: reworded"}


def test_a_rule_has_its_own_newest_first(client, rule):
    assert list(entries(client, f"/rules/{rule.rule_id}/feed.atom")) == [
        "603.1: renumbered from 402.1, reworded",
        "402.1: first held",
    ]


@pytest.mark.parametrize("url", ["/cr/feed.atom", "/cr/603/feed.atom", "/rules/{}/feed.atom"])
def test_a_correction_is_in_the_feeds_at_once(client, rule, url):
    Library.objects.create(name="a test")
    url = url.format(rule.rule_id)
    before = client.get(url)
    mark = {"If-None-Match": before["ETag"]}
    assert client.get(url, headers=mark).status_code == 304
    corrections.correct(rule, "It's put <zyzzyva> play.", reason="misread", author=None)
    assert client.get(url, headers=mark).status_code == 200
    then, now = (ElementTree.fromstring(page.content) for page in (before, client.get(url)))
    assert "zyzzyva" in ElementTree.tostring(now, "unicode")
    assert [each.text for each in now.iter(f"{ATOM}id")] == [each.text for each in then.iter(f"{ATOM}id")]
    assert now.findtext(f"{ATOM}updated") > then.findtext(f"{ATOM}updated")


@given(st.text(st.characters(exclude_categories=()), min_size=1, max_size=30))
def test_whatever_a_document_holds_a_feed_is_xml_and_loses_nothing_that_xml_can_hold(said):
    feed = Atom(said, "http://here/", said)
    feed.add_item(said, "http://here/", said, pubdate=datetime(2020, 1, 1, tzinfo=UTC), unique_id=said)
    written = BytesIO()
    feed.write(written, "utf-8")
    root = ElementTree.fromstring(written.getvalue())
    kept = ElementTree.fromstring(f"<kept>{escape(writable(said))}</kept>").text
    assert root.findtext(f"{ATOM}title") == root.findtext(f"{ATOM}entry/{ATOM}summary") == kept
    if all(letter.isprintable() and letter < "\ufffe" for letter in said):
        assert kept == said


@pytest.mark.parametrize("strange", ["\ufffe", "\uffff", "\x0b", "\x1f"])
def test_everything_that_is_xml_can_be_read_where_a_document_holds_what_xml_cannot(client, rule, strange):
    wording = rule.wording
    wording.text = f"It's {strange} put <into> play."
    wording.save()
    for url in ("/cr/feed.atom", "/cr/603/feed.atom", f"/rules/{rule.rule_id}/feed.atom"):
        assert entries(client, url)
    assert ElementTree.fromstring(client.get("/opensearch.xml").content).tag.endswith("OpenSearchDescription")


@pytest.mark.parametrize(
    "url", ["/cr/603.1/feed.atom", "/cr/999/feed.atom", "/nothing/feed.atom", "/rules/9999/feed.atom"]
)
def test_what_has_no_feed_says_so(client, rule, url):
    read(client, url, 404)


def test_a_book_of_one_edition_has_an_empty_feed(client):
    make.edition("2008-02-01")
    assert entries(client, "/cr/feed.atom") == {}


def test_a_history_leads_to_its_feed(client, rule):
    page = read(client, "/cr/2008-02-01/402.1/history/")
    assert links(page.main)["Feed"] == f"/rules/{rule.rule_id}/feed.atom"
    assert page.find("link", rel="alternate", type="application/atom+xml")["href"] == links(page.main)["Feed"]


def test_a_search_is_followed_through_the_changes_of_what_it_finds(client, rule, index_folder):
    make.library()
    builder.rebuild()
    found = entries(client, "/search/feed.atom?q=battlefield")
    assert set(found) == {"402.1: first held", "603.1: renumbered from 402.1, reworded"}
    assert [entry.findtext(f"{ATOM}updated")[:4] for entry in found.values()] == ["2009", "2008"]
    page = read(client, "/search/?q=battlefield")
    (alternate,) = page.select("link[type='application/atom+xml']")
    assert alternate["href"] == "/search/feed.atom?q=battlefield"


@pytest.mark.parametrize("asked", ["", "?q=", "?q=NOT+goblin"])
def test_a_feed_of_a_search_without_words_says_so(client, rule, index_folder, asked):
    make.library()
    builder.rebuild()
    response = client.get(f"/search/feed.atom{asked}")
    assert response.status_code == 404
    assert "A feed needs" in response.content.decode()
