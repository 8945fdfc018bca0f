"""The book as it stood on a day."""

import pytest

from rulesite.rulebook.models import Edition
from tests import factories as make
from tests.reading.read_pages import faults, links, read, words
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
@made_once
def book():
    """Two whole editions and, between them, an extract."""
    for day, number, fields in (
        ("2007-07-13", "402.1", {}), ("2008-01-01", "402.5", {"extent": "extract"}), ("2009-07-11", "603.1", {}),
    ):  # fmt: skip
        edition = make.edition(day, **fields)
        make.version(edition, number[0], title="A chapter")
        make.version(edition, number.partition(".")[0], title="A section")
        make.version(edition, number, f"Words of {day}.")


@pytest.mark.parametrize(
    ("day", "in_force"),
    [
        ("2007-07-13", "was in force."),
        ("2009-07-11", "was in force."),
        (
            "2009-07-10",
            "is shown: cr/2007-07-13 is the last whole edition held before 2009-07-10, cr/2009-07-11 the next;",
        ),
    ],
)
def test_a_day_shows_the_edition_of_that_day_or_the_last_before_it_and_says_which(client, day, in_force):
    page = read(client, f"/cr/at/{day}/")
    assert faults(page) == []
    assert f"As of {day} the edition of {min(day, '2007-07-13') if 'shown' in in_force else day} {in_force}" in words(
        page.main
    )
    assert ("another may lie between" in words(page.main)) == ("shown" in in_force)


def test_an_extract_is_not_the_book_even_on_its_own_day(client):
    assert "the edition of 2007-07-13 is shown" in words(read(client, "/cr/at/2008-01-01/").main)


def test_a_day_after_the_last_edition_says_that_a_later_one_may_exist(client):
    assert "2009-07-11 is the last edition held" in words(read(client, "/cr/at/2012-12-12/").main)


def test_a_day_before_the_first_edition_says_so_and_leads_to_the_first(client):
    page = read(client, "/cr/at/1994-01-01/", 404)
    assert "before every edition" in words(page.main)
    assert page.main.find("a", href="/cr/2007-07-13/")


def test_a_rule_is_shown_as_it_stood_that_day(client):
    page = read(client, "/cr/at/2008-03-17/402.1/")
    assert faults(page) == []
    assert "Words of 2007-07-13." in words(page.find(id="402.1"))
    assert "As of 2008-03-17" in words(page.find(id="402.1"))
    assert "cr/2007-07-13 has 402.1, cr/2009-07-11 has not" in words(page.find(id="402.1"))


def test_a_rule_that_is_another_in_the_next_edition_leads_there_too(client):
    make.version(Edition.objects.get(effective="2009-07-11"), "402.1", "Other words.", parent=None)
    page = read(client, "/cr/at/2008-03-17/402.1/")
    assert faults(page) == []
    assert "402.1 is a different rule in cr/2007-07-13 than in cr/2009-07-11" in words(page.find(id="402.1"))
    assert links(page.find(id="402.1"))["402.1 in cr/2009-07-11"].startswith("/cr/2009-07-11/402.1/")
    sure = read(client, "/cr/at/2007-07-13/402.1/")
    assert "another" not in words(sure.select_one(".notice"))


def test_a_rule_that_did_not_stand_that_day_says_so(client):
    page = read(client, "/cr/at/2008-03-17/603.1/", 404)
    assert "There was no 603.1" in words(page.main)
    assert "another may lie between" in words(page.main)
    assert page.main.find("a", href="/cr/2009-07-11/603.1/")


def test_another_way_of_writing_a_number_leads_to_ours(client):
    response = client.get("/cr/at/2008-03-17/402.1./")
    assert (response.status_code, response["Location"]) == (301, "/cr/at/2008-03-17/402.1/")


def test_the_date_picker_leads_to_the_day_or_the_rule(client):
    assert client.get("/cr/at/?day=2008-03-17")["Location"] == "/cr/at/2008-03-17/"
    assert client.get("/cr/at/?day=2008-03-17&key=402.1")["Location"] == "/cr/at/2008-03-17/402.1/"


@pytest.mark.parametrize("day", ["", "yesterday", "2008-13-01", "2008-02-30", "<b>1"])
def test_what_is_no_date_is_answered_with_how_to_write_one(client, day):
    page = read(client, f"/cr/at/?day={day}", 404)
    assert "2008-03-17" in words(page.main)
    assert page.main.find("b") is None


@pytest.mark.parametrize("key", ["../..", "402.1/../..", "a b", "%22", "402.1?x=1"])
def test_a_number_that_is_none_is_answered(client, key):
    assert client.get("/cr/at/", {"day": "2008-03-17", "key": key}, follow=True).status_code == 404
