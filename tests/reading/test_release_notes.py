"""What changed in an edition: its groups, its page to share, its feed entry, and dates and sets typed into the box."""

from xml.etree import ElementTree

import pytest

from rulesite.reading.caching import receivers
from rulesite.reading.changes.comparison import comparison_of
from rulesite.reading.changes.groups import group, summary
from rulesite.reading.views import compare
from rulesite.rulebook.models import Descent
from rulesite.search import typeahead
from rulesite.search.indexing import builder
from rulesite.text.changes.pivots import has_pivot
from tests import factories as make
from tests.reading.read_pages import faults, links, read, words
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
NOTES = "/cr/2009-07-11/changes/"


@pytest.fixture
@made_once
def books(db, index_folder):
    """Three editions; between the first two there is a change for every group."""
    make.library()
    old, new = make.edition("2009-05-01"), make.edition("2009-07-11")
    make.edition("2013-05-01")

    def both(number, other, before, after, how, **fields):
        earlier, later = make.version(old, number, before, **fields), make.version(new, other, after, **fields)
        Descent.objects.create(earlier=earlier, later=later, kind=how, basis="matched wording", score=0.9)
        return earlier

    both("702", "702", "", "", "continues", title="Keyword Abilities", kind="section")
    both("702.2", "702.3", "", "", "continues", title="Buyback", kind="heading")
    both("702.2a", "702.3a", "It comes back.", "It comes back.", "continues")
    make.version(new, "702.4", title="Zoom", kind="heading")
    make.version(new, "702.4a", "Zoom is quick.")
    make.version(new, "702.4b", "Zoom is loud.")
    both("100.1", "100.1", "A player may pass.", "A player passes.", "reworded")
    both("100.2", "100.2", "It's put into play.", "It's put onto the battlefield.", "reworded")
    make.version(new, "100.3", "Something new.")
    make.version(old, "100.4", "Nobody needs this.")
    part = both("100.5", "100.5", "One half and another half.", "One half.", "split")
    other = make.version(new, "100.6", "Another half.")
    Descent.objects.create(earlier=part, later=other, kind="split", basis="matched wording", score=0.9)
    make.term(old, "Stack", "A pile.")
    make.term(new, "Stack", "A zone.")
    builder.rebuild()
    return old, new


def groups_shown(page):
    return {words(section.h2): [words(item.h3.find(["a", "span"])) for item in section.select(".change")]
            for section in page.select("section.group")}  # fmt: skip


def test_the_page_begins_with_changes_in_groups(client, books):
    page = read(client, NOTES)
    assert faults(page) == []
    assert words(page.h1) == "What changed on 11 July 2009"
    assert groups_shown(page) == {
        "New keywords 1": ["702.4"],
        "New rules 1": ["100.3"],
        "Changed in meaning 1": ["100.1"],
        "Reworded 1": ["100.2"],
        "Split or merged 1": ["100.5"],
        "Removed 1": ["100.4"],
        "Glossary 1": ["Stack"],
        "Moved, same words 1": [],
    }
    zoom = page.find(id="c-702.4") or page.find(id="c-702-4")
    assert "Zoom is quick." in words(zoom)
    assert [words(link) for link in page.select(".moves a")] == ["702.2 → 702.3 Buyback"]
    before = str(page.main).index
    assert before('class="changes"') < before('class="bars"') < before('class="by-section"')
    assert "Magic 2010 (M10)" in words(page.main)


def test_every_change_of_words_is_in_one_group_and_no_unchanged_section_in_the_table(client, books):
    comparison = comparison_of(*books, None)
    grouped = [row for each in group(comparison) for item in each.items for row in (item.change, *item.below)]
    assert len(grouped) == len(set(map(id, grouped)))
    listed = {id(row) for row in comparison.rows if row.kind not in ("moved", "small", "unchanged")}
    assert listed <= set(map(id, grouped))
    rows = [words(row.th) for row in read(client, NOTES).select(".by-section tbody tr")]
    assert rows == ["100", "702 Keyword Abilities", "100 of 2009-05-01"]


def test_the_comparison_of_the_two_shows_the_same_groups(client, books):
    assert groups_shown(read(client, "/cr/compare/2009-05-01/2009-07-11/")) == groups_shown(read(client, NOTES))


def test_every_rule_that_moved_is_marked_or_led_to_however_many_there_are(client, books, monkeypatch):
    old, new = books
    earlier = make.version(old, "100.7", "It moved and changed.")
    later = make.version(new, "100.8", "It has moved and has changed.")
    Descent.objects.create(earlier=earlier, later=later, kind="reworded", basis="matched wording", score=0.9)
    receivers.invalidate()
    page = read(client, NOTES)
    assert "moved" in words(page.find(id="c-100.8").h3.find(class_="aside"))
    assert "moved" not in words(page.find(id="c-100.1").h3.find(class_="aside"))
    assert "#moved" in links(page.find(class_="jump-to")).values()
    monkeypatch.setattr(compare, "_MAX_MOVED", 0)
    receivers.invalidate()
    (href,) = (href for href in links(read(client, NOTES).find(class_="jump-to")).values() if "kind=moved" in href)
    assert "702.2 → 702.3" in words(read(client, href.partition("#")[0]).main)


def test_the_oldest_edition_says_that_there_is_nothing_before_it(client, books):
    assert "oldest edition" in words(read(client, "/cr/2009-05-01/changes/", 404).main)


def test_an_edition_is_an_entry_of_a_feed_that_says_what_its_page_says(client, books):
    feed = ElementTree.fromstring(client.get("/cr/changes/feed.atom").content)
    entries = {entry.findtext(f"{ATOM}title"): entry for entry in feed.findall(f"{ATOM}entry")}
    entry = entries["What changed on 11 July 2009"]
    assert entry.findtext(f"{ATOM}id") == f"http://testserver{NOTES}"
    comparison = comparison_of(*books, None)
    assert entry.findtext(f"{ATOM}summary") == summary(group(comparison), comparison)
    assert entry.findtext(f"{ATOM}summary").startswith("1 new keyword (Zoom), 1 new rule, 1 rule changed in meaning")


@pytest.mark.parametrize(
    ("query", "url"),
    [
        ("what changed in July 2009", NOTES),
        ("What's new in M10?", NOTES),
        ("changes of Magic 2010", NOTES),
        ("changes on 2009-07-11", NOTES),
        ("what changed", "/cr/2013-05-01/changes/"),
        ("what changed since 2009", "/cr/compare/2009-05-01/2013-05-01/"),
        ("changes since M10", "/cr/compare/2009-07-11/2013-05-01/"),
        ("since M10", "/cr/compare/2009-07-11/2013-05-01/"),
        ("in july 2009", NOTES),
        ("in M10", NOTES),
        ("what changed between May 2009 and 2010", "/cr/compare/2009-05-01/2009-07-11/"),
    ],
)
def test_the_box_knows_dates_and_sets(client, books, query, url):
    assert client.get("/search/", {"q": query})["Location"] == url


def test_a_time_without_an_edition_is_never_answered_by_another(client, books):
    page = read(client, "/search/?q=what+changed+in+Zendikar")
    assert "No edition held here is of Zendikar (ZEN), which came out on 2 October 2009" in words(
        page.find(class_="said")
    )
    assert links(page.find(class_="said")) == {
        "What changed on 11 July 2009": NOTES,
        "What changed on 1 May 2013": "/cr/2013-05-01/changes/",
    }
    page = read(client, "/search/?q=what+changed+since+2014")
    assert "newer than that of 1 May 2013" in words(page.find(class_="said"))


def test_the_box_offers_the_editions_of_a_time(books):
    (line,) = typeahead.typeahead("what changed in july 2009")
    assert (line.title, line.url) == ("What changed", NOTES)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("Draw a card.", "Draw three cards.", True),
        ("It can attack.", "It can't attack.", True),
        ("Draw a card.", "Draw a card. Then its owner shuffles it.", True),
        ("It's removed from the game.", "It's exiled.", False),
        ("See rule 601.2.", "See rule 601.3.", False),
    ],
)
def test_signs_of_another_meaning(before, after, expected):
    assert has_pivot(before, after) is has_pivot(after, before) is expected
