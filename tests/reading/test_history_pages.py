"""The history of a rule, from any of its versions and by its permanent address."""

import pytest

from rulesite.rulebook.models import Descent, Library
from tests import factories as make
from tests.reading.read_pages import faults, links, read, sides, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def rule():
    """A rule that was renumbered, then reworded, and a rule that split off from it."""
    Library.objects.create(name="a test")
    old, middle, new = make.edition("2008-02-01"), make.edition("2009-07-11"), make.edition("2013-05-01")
    first = make.version(old, "402.8g", "It's on the stack.")
    second = make.version(middle, "112.6i", "It's on the stack.", rule=first.rule)
    third = make.version(new, "112.6k", "It’s on the <stack>.", rule=first.rule, title="Where")
    other = make.version(new, "112.7", "The stack.")
    for earlier, later, kind, basis in (
        (first, second, "continues", "same words"), (second, third, "reworded", "matched wording"),
        (second, other, "split", "matched wording"),
    ):  # fmt: skip
        Descent.objects.create(earlier=earlier, later=later, kind=kind, basis=basis, score=0.75)
    return first


def moments(page):
    return [words(item.h2.find(class_="nr")) for item in page.select(".moment")]


def test_every_number_it_had_is_told_the_newest_first(client, rule):
    page = read(client, "/cr/2009-07-11/112.6i/history/")
    assert faults(page) == []
    assert moments(page) == ["112.6k", "112.6i", "402.8g"]
    assert [words(item.find(class_="what")).removesuffix(" being read") for item in page.select(".moment")] == [
        "Renumbered from 112.6i, reworded",
        "Renumbered from 402.8g, same words",
        "First held",
    ]
    assert words(page.select_one(".being-read .nr")) == "112.6i"
    assert links(page.find(class_="lede")) == {"112.6k": "/cr/2013-05-01/112.6k/#112.6k"}


def test_the_evidence_is_one_click_away(client, rule):
    [third, second, first] = read(client, "/cr/2008-02-01/402.8g/history/").select(".moment")
    assert first.find(class_="evidence") is None
    assert words(second.find("details", class_="evidence").p) == "the same words under another number; score 0.75"
    assert words(third.find("details", class_="evidence").p) == "matched by wording and place; score 0.75"


def test_the_difference_is_shown_escaped_and_the_heading_that_came(client, rule):
    shown = read(client, "/cr/2008-02-01/402.8g/history/").select(".moment")[0]
    assert sides(shown.find(class_="words")) == ("It's on the stack.", "It’s on the <stack>.")
    assert sides(shown.find(class_="heading-words")) == ("", "Where")
    assert shown.find("stack") is None


def test_two_columns_show_one_side_each(client, rule):
    shown = read(client, "/cr/2008-02-01/402.8g/history/?view=columns").select(".moment")[0].find(class_="columns")
    assert shown.find(class_="old").get_text() == "It's on the stack."
    assert shown.find(class_="new").get_text() == "It’s on the <stack>."


def test_a_split_is_drawn_and_listed_with_its_evidence(client, rule):
    page = read(client, "/cr/2008-02-01/402.8g/history/")
    assert links(page.find(class_="timeline-picture"))["Part of it went to 112.7, 2013-05-01 (split) 112.7 →"] == (
        "/cr/2013-05-01/112.7/history/"
    )
    assert "112.7" in words(page.find(id="branches"))
    assert page.find(id="branches").find(class_="evidence")


def test_every_dot_of_the_picture_leads_to_its_moment(client, rule):
    page = read(client, "/cr/2008-02-01/402.8g/history/")
    dots = [link["href"] for link in page.select(".timeline-picture a") if link["href"].startswith("#")]
    assert len(dots) == 3
    assert all(page.find(id=dot[1:]) for dot in dots)
    assert page.select_one(".timeline-picture svg title")
    assert page.select_one(".timeline-picture svg desc")


def test_the_permanent_address_shows_the_same_whatever_its_number(client, rule):
    assert moments(read(client, f"/rules/{rule.rule_id}/")) == ["112.6k", "112.6i", "402.8g"]


def test_a_rule_that_became_part_of_another_leads_there(client, rule):
    gone = make.version(make.edition("2007-07-13"), "999.1", "Words.")
    gone.rule.merged_into = rule.rule
    gone.rule.save()
    response = client.get(f"/rules/{gone.rule_id}/")
    assert (response.status_code, response["Location"]) == (301, f"/rules/{rule.rule_id}/")


def test_a_rule_that_was_removed_says_when(client, rule):
    make.version(make.edition("2016-09-30"), "100.1", "Something else.")
    page = read(client, "/cr/2008-02-01/402.8g/history/")
    assert "its last edition is that of 1 May 2013 , as 112.6k" in words(page.find(class_="lede"))
    assert page.select_one(".moment")["id"] == "removed"
    assert "30 September 2016" in words(page.find(class_="gone"))


def test_editions_without_a_change_are_one_moment_with_its_span(client, rule):
    again = make.edition("2016-09-30")
    make.version(again, "112.6k", "It’s on the <stack>.", rule=rule.rule, title="Where")
    first = read(client, "/cr/2008-02-01/402.8g/history/").select_one(".moment")
    assert words(first.h2.find(class_="aside")) == "1 May 2013 – 30 September 2016, same words"


def test_what_is_not_there_is_said(client, rule):
    assert "There is no 402.9" in words(read(client, "/cr/2008-02-01/402.9/history/", 404).main)
    assert "permanent address" in words(read(client, "/rules/987654/", 404).main)


def test_an_unchanged_page_is_not_sent_again(client, rule):
    first = client.get(f"/rules/{rule.rule_id}/")
    assert client.get(f"/rules/{rule.rule_id}/", headers={"If-None-Match": first["ETag"]}).status_code == 304
