"""Editions without a change are folded to their years, in every list of them."""

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from rulesite.reading.pages.edition_switcher import Across, Stop
from rulesite.rulebook.models import Library, Rule
from tests import factories as make
from tests.reading.read_pages import faults, links, read, words

DAYS = ("2006-10-01", "2007-07-13", "2008-02-01", "2009-07-11", "2013-05-01")


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from([None, 1, 2]), st.booleans()), max_size=30))
def test_every_edition_stays_listed_in_its_order_and_a_fold_has_only_equal_ones(rows):
    stops = [
        Stop(f"/{place}/", f"20{99 - place:02}-01-01", number, same, words=text)
        for place, (number, text, same) in enumerate(rows)
    ]
    listed = BeautifulSoup(Across(stops).listed, "html.parser")
    assert [link["href"] for link in listed.find_all("a")] == [stop.href for stop in stops]
    for fold in listed.find_all("details"):
        inside = [stop for stop in stops if stop.href in {link["href"] for link in fold.find_all("a")}]
        assert len(inside) >= 3
        assert len({(stop.number, stop.words) for stop in inside}) == 1


@pytest.fixture
def book(db):
    """A rule in five editions, renumbered and reworded in the fourth, and a term that changed with it."""
    Library.objects.create(name="a test")
    editions = [make.edition(day) for day in DAYS]
    rule = Rule.objects.create(document=editions[0].document)
    for edition in editions:
        later = edition.slug >= "2009"
        make.version(edition, "603" if later else "402", title="Abilities")
        text = "It’s on the battlefield." if later else "It’s in play."
        make.version(edition, "603.1" if later else "402.1", text, rule=rule)
        make.term(edition, "Ability", text)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/cr/2007-07-13/402.1/", "2006–2008 402.1 this one and 2 with the same words"),
        ("/cr/2009-07-11/603.1/", "2006–2008 402.1 3 alike, in other words"),
        ("/cr/2013-05-01/glossary/ability/", "2006–2008 3 alike, in other words"),
    ],
)
def test_the_menu_of_editions_folds_repeats(client, book, path, said):
    page = read(client, path)
    assert faults(page) == []
    [fold] = page.select("nav.across .run")
    assert words(fold.summary) == said
    assert len(fold.find_all("li")) == 3
    assert all(words(each.summary) == said for each in page.select(".elsewhere .run"))


def test_the_page_of_a_term_tells_since_when_and_how_it_changed(client, book):
    page = read(client, "/cr/2007-07-13/glossary/ability/")
    [new, old] = page.select(".eras > li")
    assert words(new).startswith("2009–2013 11 July 2009 – 1 May 2013, same words in 2 editions")
    assert words(new.ins) == "on the battlefield"
    assert "The first edition held here" in words(old)
    assert links(page.find(class_="eras")) == {
        "2009–2013": "/cr/2013-05-01/glossary/ability/",
        "2006–2008": "/cr/2008-02-01/glossary/ability/",
    }
