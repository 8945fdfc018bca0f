"""Comparing two editions, on a few rows: what is counted, listed, folded, and how a single change is found."""

import pytest

from rulesite import sandbox
from rulesite.reading.changes.comparison import KINDS, comparison_of
from rulesite.reading.charts.renumbering import renumbering
from rulesite.reading.views import compare
from rulesite.rulebook.models import Descent
from tests import factories as make
from tests.reading.read_pages import faults, links, read, sides, words
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db
PAGE = "/cr/compare/2009-05-01/2009-07-11/"


def edge(earlier, later, kind):
    Descent.objects.create(earlier=earlier, later=later, kind=kind, basis="matched wording", score=0.9)


@pytest.fixture
@made_once
def books():
    """Two editions with a change of every kind."""
    old, new = make.edition("2009-05-01"), make.edition("2009-07-11")
    for edition in (old, new):
        make.version(edition, "4", title="Spells")
    edge(old.versions.get(), new.versions.get(), "continues")
    rows = [
        ("402", "402", "", "", "reworded", {"title": "In Play"}, {"title": "Battlefield"}),
        ("402.1", "402.1", "It's put into play.", "It's put onto the battlefield.", "reworded", {}, {}),
        ("402.2", "402.3", "The same words.", "The same words.", "continues", {}, {}),
        ("402.3", "402.4", "See rule 402.1.", "See rule 402.3.", "continues", {}, {}),
        ("402.4", "402.5", 'A "word".', "A “word”.", "continues", {}, {}),
        ("402.5", None, "Nobody <b>needs</b> this.", "", "", {}, {}),
        (None, "402.6", "", "Something new.", "", {}, {}),
        ("402.6", "402.7", "First half and second half.", "First half.", "split", {}, {}),
    ]
    for number, other, before, after, kind, one, two in rows:
        earlier = make.version(old, number, before, **one) if number else None
        later = make.version(new, other, after, **two) if other else None
        if earlier and later:
            edge(earlier, later, kind)
    edge(old.versions.get(number="402.6"), make.version(new, "402.8", "Second half."), "split")
    return old, new


def changes(page):
    return {words(item.h3.find(class_="nr")): item for item in page.select(".change[id]")}


@pytest.mark.slow
def test_the_page_has_no_fault_and_counts_every_kind(client, books):
    page = read(client, PAGE)
    assert faults(page) == []
    counted = {words(row.th): words(row.td) for row in page.select(".bars tr")}
    assert counted == {
        "New": "1", "Removed": "1", "Reworded": "2", "Split": "1", "Merged": "0", "Moved, same words": "1",
        "References or punctuation alone": "2", "Unchanged": "1", "Glossary terms": "0",
    }  # fmt: skip


@pytest.mark.slow
def test_each_row_is_counted_once_and_all_kinds_together_are_all_rows(client, books):
    comparison = comparison_of(*books, None)
    assert sum(comparison.counts.values()) == len(comparison.rows)
    listed = [len(changes(read(client, f"{PAGE}?kind={kind}"))) for kind in KINDS]
    assert sum(listed) == len(comparison.rows)
    anchors = [row.anchor for row in comparison.rows]
    assert len(set(anchors)) == len(anchors)


def test_what_says_the_same_is_not_listed_but_told_of_with_a_link(client, books):
    page = read(client, PAGE)
    assert set(changes(page)) == {"402", "402.1", "402.5", "402.6"}
    aside = next(each for each in page.select("p.aside") if "Not listed here" in each.get_text())
    assert links(aside) == {
        "1 moved, same words": "?kind=moved",
        "2 references or punctuation alone": "?kind=small",
        "1 unchanged": "?kind=unchanged",
    }


def test_small_changes_are_shown_when_asked_for(client, books):
    page = read(client, f"{PAGE}?kind=small")
    assert [sides(item.find(class_="words")) for item in page.select(".change")] == [
        ("See rule 402.1.", "See rule 402.3."),
        ('A "word".', "A “word”."),
    ]


def test_a_heading_that_became_another_is_shown(client, books):
    assert sides(changes(read(client, PAGE))["402"].find(class_="heading-words")) == ("In Play", "Battlefield")


def test_the_words_of_a_document_are_never_markup(client, books):
    page = read(client, f"{PAGE}?kind=removed")
    assert page.select_one(".words b") is None
    assert page.select_one(".words").get_text() == "Nobody <b>needs</b> this."


@pytest.mark.slow
def test_one_change_has_an_address_of_its_own_whatever_its_kind(client, books):
    for number, kind in (("402.2", "moved"), ("402.1", "reworded"), ("402.8", "split")):
        [item] = read(client, f"{PAGE}?rule={number}").select(".change")
        assert kind in item["class"]
    [item] = read(client, f"{PAGE}?was=402.3").select(".change")
    assert links(item)["this change alone"] == "?was=402.3"
    assert [words(number) for number in item.h3.find_all(class_="nr")] == ["402.3", "402.4"]
    [item] = read(client, f"{PAGE}?now=402.3").select(".change")
    assert links(item)["this change alone"] == "?was=402.2"
    assert len(read(client, f"{PAGE}?rule=402.3").select(".change")) == 2
    assert "Neither edition has a rule 999.9" in words(read(client, f"{PAGE}?rule=999.9").main)


@pytest.mark.slow
def test_a_section_can_be_chosen(client, books):
    page = read(client, f"{PAGE}?section=402")
    assert "in 402" in words(page.find(id="changes"))
    assert len(page.select(".change[id]")) == 4
    assert "of 2009-05-01" in words(read(client, f"{PAGE}?section=old-402&kind=removed").find(id="changes"))


def test_two_columns_show_each_side_by_itself(client, books):
    columns = changes(read(client, f"{PAGE}?view=columns"))["402.1"].find(class_="columns")
    assert [words(column) for column in columns.find_all("div")] == [
        "It's put into play .",
        "It's put onto the battlefield .",
    ]


def test_later_before_earlier_is_put_in_order(client, books):
    response = client.get("/cr/compare/2009-07-11/2009-05-01/?kind=new")
    assert (response.status_code, response["Location"]) == (301, f"{PAGE}?kind=new")


def test_an_edition_is_not_compared_with_itself_or_with_one_that_is_not_held(client, books):
    assert "is not before" in words(read(client, "/cr/compare/2009-05-01/2009-05-01/", 404).main)
    assert "2010-01-01" in words(read(client, "/cr/compare/2009-05-01/2010-01-01/", 404).main)


def test_the_form_leads_to_the_comparison_in_either_order(client, books):
    page = read(client, "/cr/compare/")
    assert faults(page) == []
    assert PAGE in links(page.main).values()
    response = client.get("/cr/compare/?earlier=2009-07-11&later=2009-05-01")
    assert response["Location"] == PAGE
    assert client.get("/cr/compare/?earlier=2009-07-11&later=2009-07-11").status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("query", ["page=99", "page=-1", "page=x", "kind=<script>", "section=%22%3E<b>", "rule=<i>x"])
def test_a_query_that_makes_no_sense_is_answered_and_escaped(client, books, query):
    page = read(client, f"{PAGE}?{query}")
    assert faults(page) == []
    assert page.main.select("#changes b, #changes i, .changes b, .changes i") == []


@pytest.mark.slow
def test_long_lists_turn_pages_that_together_are_everything(client):
    old, new = make.edition("2009-05-01"), make.edition("2009-07-11")
    edge(make.version(old, "100.1", "Here."), make.version(new, "100.1", "Here."), "continues")
    for nth in range(1, 251):
        make.version(new, f"702.{nth}", f"Ability {nth}.")
    seen, url = [], f"{PAGE}?kind=new&view=columns"
    while url:
        page = read(client, url)
        seen += [item["id"] for item in page.select(".change")]
        following = page.find("a", rel="next")
        url = following and f"{PAGE}{following['href']}"
        assert following is None or "view=columns" in following["href"]
    assert len(seen) == len(set(seen)) == 250


@pytest.mark.slow
def test_a_map_is_drawn_from_fifty_moved_rules_on(client):
    old, new = make.edition("2009-05-01"), make.edition("2009-07-11")
    sections = (make.version(old, "502", title="Keywords"), make.version(new, "702", title="Keyword Abilities"))
    edge(*sections, "reworded")
    for nth in range(1, 49):
        edge(make.version(old, f"502.{nth}", f"W {nth}."), make.version(new, f"702.{nth}", f"W {nth}."), "continues")
    assert read(client, PAGE).find(class_="map") is None
    edge(make.version(old, "502.49", "Stack."), make.version(new, "405.1", "Stack."), "continues")
    page = read(client, PAGE)
    rows = [[words(cell) for cell in row.find_all(["th", "td"])] for row in page.select(".map tbody tr")]
    assert rows == [["502", "405", "1"], ["502", "702", "49"]]
    assert len(page.select(".map path.band")) == 2
    drawn = renumbering(comparison_of(old, new, None))
    assert sum(band.count for band in drawn.bands) == drawn.moved == 50
    assert read(client, f"{PAGE}?kind=new").find(class_="map") is None


def test_terms_of_the_glossary_are_compared(client, books):
    old, new = books
    for name, before, after in (
        ("Buyback", "Words in play.", "Words on the battlefield."), ("Phase", "A 'part'.", "A ‘part’."),
        ("Same", "The same.", "The same."), ("Gone", "It goes.", None), ("Cast", None, "It comes."),
    ):  # fmt: skip
        if before:
            make.term(old, name, before)
        if after:
            make.term(new, name, after)
    page = read(client, f"{PAGE}?kind=glossary")
    assert faults(page) == []
    told = {
        words(item.h3.a): (words(item.h3.span), sides(item.find(class_="words"))) for item in page.select(".change")
    }
    assert told == {
        "Buyback": ("reworded", ("Words in play.", "Words on the battlefield.")),
        "Phase": ("reworded, punctuation alone", ("A 'part'.", "A ‘part’.")),
        "Gone": ("removed", ("It goes.", "")),
        "Cast": ("new", ("", "It comes.")),
    }


@pytest.mark.slow
def test_robots_are_asked_to_leave_all_but_the_steps_alone(client, books):
    assert "X-Robots-Tag" not in client.get(PAGE)
    assert client.get(f"{PAGE}?kind=new")["X-Robots-Tag"] == "noindex, nofollow"
    make.edition("2009-06-01")
    assert client.get(PAGE)["X-Robots-Tag"] == "noindex, nofollow"
    assert "Disallow: /*/compare/*?" in client.get("/robots.txt").content.decode().splitlines()
    page = read(client, PAGE)
    assert all("nofollow" in each.get("rel", []) for each in page.main.select('a[href^="?"]'))


@pytest.mark.slow
def test_a_comparison_that_finds_no_turn_says_so_and_keeps_nothing(client, books, monkeypatch):
    turns = sandbox.AdmissionQueue(at_once=1, waiting=0, patience=0.01)
    monkeypatch.setattr(compare, "TURNS", turns)
    with turns.turn():
        response = client.get(PAGE)
        assert (response.status_code, response["Retry-After"]) == (503, "5")
        assert "Try again in a few seconds" in words(read(client, PAGE, 503).main)
    assert client.get(PAGE).status_code == 200
