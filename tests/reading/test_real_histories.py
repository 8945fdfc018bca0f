"""Histories and comparisons of the real documents, through their pages."""

import itertools
import random
from collections import Counter

import pytest
from bs4 import BeautifulSoup

from rulesite.reading.changes.comparison import KINDS, comparison_of, shown
from rulesite.reading.rendering import diffs
from rulesite.rulebook.models import Edition, Library, RuleVersion
from tests.reading.read_pages import faults, links, read, sides, words

pytestmark = [pytest.mark.django_db, pytest.mark.documents, pytest.mark.usefixtures("real_database")]


def moments(page):
    """(document or "", number, date) of each moment, in the order of the page."""
    return [
        ("side" if "sideline" in item["class"] else "", words(item.h2.find(class_="nr")), item.h2.time["datetime"])
        for item in page.select(".moment:not(.gone)")
    ]


def whole_editions():
    return list(
        Edition.objects.filter(document__slug="cr", extent="whole").select_related("document").order_by("effective")
    )


def test_the_rule_of_the_worked_example_is_followed_from_402_8g_to_today(client):
    page = read(client, "/cr/2006-10-01/402.8g/history/")
    assert faults(page) == []
    told = moments(page)
    assert ("", "402.8g", "2006-10-01") in told
    assert ("", "402.8h", "2007-07-13") in told
    assert ("side", "402.8h", "2008-03-17") in told, "the restatement of D'Angelo stands on the same line"
    newest = Edition.objects.filter(document__slug="cr").latest("effective")
    assert any(url.startswith(newest.get_absolute_url()) for url in links(page.find(class_="lede")).values())
    assert all(item.find("details", class_="evidence") for item in page.select(".moment")[:-1])


def test_its_heir_leads_back_to_it(client):
    first = read(client, "/cr/2006-10-01/402.8g/history/")
    heir = next(iter(links(first.find(class_="lede")).values())).partition("#")[0]
    assert moments(read(client, f"{heir}history/")) == moments(first)


def test_a_lettered_ancestor_and_its_heir_lead_to_one_another(client):
    lettered = read(client, "/dangelo/2002-10-15/A.4.20/history/")
    assert faults(lettered) == []
    told = moments(lettered)
    assert ("side", "A.4.20", "2002-10-15") in told
    assert "410.10d" in {number for _, number, _ in told}
    assert words(lettered.select_one(".being-read .nr")) == "A.4.20"
    heir = next(iter(links(lettered.find(class_="lede")).values())).partition("#")[0]
    assert ("side", "A.4.20", "2002-10-15") in moments(read(client, f"{heir}history/"))
    assert ("side", "A.4.20", "2002-10-15") in moments(read(client, "/cr/2001-07-23/410.10d/history/"))


def test_the_rule_page_leads_to_its_history_and_its_next_change(client):
    found = links(read(client, "/cr/2006-10-01/402.8g/").select_one(".apparatus"))
    assert found["History, word by word"] == "/cr/2006-10-01/402.8g/history/"
    assert found["What changed to the next edition"] == "/cr/compare/2006-10-01/2007-07-13/?was=402.8g"
    [change] = read(client, found["What changed to the next edition"]).select(".change")
    assert [words(number) for number in change.h3.find_all(class_="nr")][:2] == ["402.8g", "402.8h"]


def test_a_number_with_a_date_is_found_from_the_search_box_and_leads_on(client):
    response = client.get("/search/?q=402.1@2008-02-01", follow=True)
    page = BeautifulSoup(response.content, "html.parser")
    leading = [url for url in links(page.main).values() if url.startswith("/resolve/")]
    assert leading
    assert read(client, leading[0]).select(".answers > li")


@pytest.mark.parametrize("seed", range(6))
def test_histories_have_no_fault_and_their_differences_are_the_texts(client, seed):
    versions = RuleVersion.objects.exclude(rule=None)
    for version in random.Random(seed).sample(list(versions.values_list("pk", flat=True)), 8):
        version = RuleVersion.objects.select_related("edition__document").get(pk=version)
        page = read(client, f"{version.get_absolute_url()}history/")
        assert faults(page) == [], str(version)
        for item in page.select(".moment:not(.gone)"):
            assert item.h2.a, (str(version), str(item.h2))
            number = item.h2.a["href"].partition("#")[0]
            if (shown := item.find(class_="words")) and shown.find(["ins", "del"]):
                _, document, day, key, _ = number.split("/")
                held = RuleVersion.objects.get(edition__document__slug=document, edition__effective=day, key=key)
                assert sides(shown)[1] == held.text


def pairs():
    """Every step, the whole way, and some pairs far apart."""
    editions = whole_editions()
    far = random.Random(3).sample(list(itertools.combinations(editions, 2)), 8)
    return [*itertools.pairwise(editions), (editions[0], editions[-1]), *far]


def accounted_for(comparison, earlier, later):
    """Every provision of two editions is told of, and every row counted once."""
    assert sum(comparison.counts.values()) == len(comparison.rows)
    assert set(comparison.counts) <= set(KINDS)
    by_section = sum((section.counts for section in comparison.sections), Counter())
    assert by_section == comparison.counts
    anchors = Counter(row.anchor for row in comparison.rows)
    assert max(anchors.values()) == 1, [anchor for anchor, count in anchors.items() if count > 1]
    for edition, side in ((earlier, "earlier"), (later, "later")):
        told = {version.pk for row in comparison.rows for version in getattr(row.change, side)}
        assert told == set(edition.versions.values_list("pk", flat=True))


@pytest.mark.slow
def test_a_comparison_accounts_for_every_provision_and_shows_differences_that_turn_either_side_into_the_other():
    turned = set()
    for earlier, later in pairs():
        comparison = comparison_of(earlier, later, Library.current())
        accounted_for(comparison, earlier, later)
        for row in shown(comparison, comparison.rows):
            for one, other in itertools.product(row.earlier, row.later):
                if one.text != other.text and (one.text, other.text) not in turned:
                    turned.add((one.text, other.text))
                    marked = f"<div>{diffs.marked(one.text, other.text)}</div>"
                    parsed = BeautifulSoup(marked, "html.parser").div
                    assert sides(parsed) == (one.text, other.text), (str(one), str(other))


@pytest.mark.parametrize("query", ["", "?kind=small", "?kind=split", "?kind=merged", "?kind=glossary", "?section=702"])
def test_the_great_renumbering_is_told_without_a_fault(client, query):
    page = read(client, f"/cr/compare/2009-05-01/2009-07-11/{query}")
    assert faults(page) == []
    assert page.select(".change")


def test_the_page_itself_shows_the_texts_character_for_character(client):
    page = read(client, "/cr/compare/2009-05-01/2009-07-11/?kind=reworded")
    held = {
        day: {version.key: version.text for version in RuleVersion.objects.filter(edition__document__slug="cr", edition__effective=day)}
        for day in ("2009-05-01", "2009-07-11")
    }  # fmt: skip
    compared = 0
    for item in page.select(".change"):
        numbers = [words(number) for number in item.h3.find_all(class_="nr")]  # one, if it stayed the same
        assert sides(item.find(class_="words")) == (held["2009-05-01"][numbers[0]], held["2009-07-11"][numbers[-1]])
        compared += 1
    assert compared == 120


def test_the_great_renumbering_is_mapped(client):
    page = read(client, "/cr/compare/2009-05-01/2009-07-11/")
    rows = {tuple(words(cell) for cell in row.find_all(["th", "td"])[:2]): row for row in page.select(".map tbody tr")}
    assert {("502", "702"), ("402", "112"), ("420", "704")} <= set(rows)
    assert len(page.select(".map path.band")) == len(rows)
    assert int(words(rows["502", "702"].find_all("td")[-1])) > 200


def test_an_extract_stands_in_time_though_it_is_not_the_whole_book(client):
    page = read(client, "/dangelo/at/2008-03-17/402.8h/")
    assert "2008-03-17" in words(page.find(id="402.8h"))
    assert "402.8h" in words(read(client, "/cr/at/2008-03-17/402.8h/").find(id="402.8h"))


def test_the_steps_between_the_books_are_told(client):
    page = read(client, "/cr/steps/")
    assert faults(page) == []
    assert len(page.select("tbody tr")) == len(whole_editions()) - 1
