"""A page that is not in force says so, and where it stands today; a number that means something else says both."""

import pytest

from rulesite.rulebook.models import Descent, Library
from tests import factories as make
from tests.reading.read_pages import faults, links, provision, read, words

pytestmark = pytest.mark.django_db

OLD, NEW = "/cr/2009-05-01/", "/cr/2009-07-11/"


@pytest.fixture
def book():
    """Two editions: a rule moves, one is merged, one removed, and a number gets another meaning."""
    Library.objects.create(name="a test")
    old, new = make.edition("2009-05-01"), make.edition("2009-07-11")
    pairs = [("4", "6", "Playing"), ("410", "603", "Triggered")]
    for number, later, title in pairs:
        first = make.version(old, number, title=title)
        make.version(new, later, title=title, rule=first.rule)
    moved = make.version(old, "410.1", "It triggers.")
    make.version(new, "603.2", "It triggers.", rule=moved.rule)
    kept = make.version(old, "410.2", "It stays.")
    merged = make.version(old, "410.3", "A part.")
    make.version(old, "410.4", "Gone.")
    whole = make.version(new, "603.9", "All of it, a part too.")
    Descent.objects.create(earlier=merged, later=whole, kind="merged", basis="matched wording", score=0.9)
    make.version(new, "410", title="Command")
    make.version(new, "410.1", "A zone for certain objects.")
    make.version(new, "410.2", "It stays.", rule=kept.rule)
    for edition, text in ((old, "Words."), (new, "Other words.")):
        make.term(edition, "Haste", text)
    make.term(old, "Interrupt", "Faster than an instant.")
    make.index_entry(old, "Haste", "410.1")
    return old, new


def strip(client, path):
    page = read(client, path)
    assert faults(page) == []
    return page.find("aside", class_="standing")


@pytest.mark.parametrize(
    ("path", "subject", "today"),
    [
        ("", "Edition", NEW),
        ("4/", "Chapter 4", f"{NEW}6/"),
        ("410/", "Section 410", f"{NEW}603/"),
        ("410.1/", "410.1", f"{NEW}603.2/#603.2"),
        ("410.2/", "410.2", f"{NEW}410.2/#410.2"),
        ("410.3/", "410.3", f"{NEW}603.9/#603.9"),
        ("glossary/", "Glossary", f"{NEW}glossary/"),
        ("glossary/haste/", "“Haste”", f"{NEW}glossary/haste/"),
        ("index/", "Index", NEW),
        ("references/", "Edition", f"{NEW}references/"),
    ],
)
def test_every_kind_of_page_of_an_old_edition_says_that_and_leads_to_today(client, book, path, subject, today):
    shown = strip(client, OLD + path)
    assert words(shown).startswith(f"Not in force. {subject} of 1 May 2009")
    assert today in links(shown.find(class_="now")).values()


@pytest.mark.parametrize("parts", [0, 1, 2, 5])
def test_all_that_a_rule_became_is_named_the_main_one_first_as_what_became_of_the_number(client, book, parts):
    old, new = book
    moved = old.versions.get(key="410.1")
    for part in range(parts):
        heir = make.version(new, f"603.2{'abcde'[part]}", f"Part {part}.")
        Descent.objects.create(earlier=moved, later=heir, kind="split", basis="matched wording", score=0.5 + part / 10)
    expected = ["603.2", *(f"603.2{letter}" for letter in "abcde"[:parts][::-1])]
    shown = strip(client, f"{OLD}410.1/").find(class_="now")
    answer = read(client, "/resolve/?q=410.1 of 2009-05-01").find("ol", class_="answers").find("div")
    for place, label in ((shown, ""), (answer, "CR ")):
        assert [words(link).removesuffix(" →") for link in place.find_all("a")] == [label + key for key in expected]
        folded = place.find("details")
        if parts < 2:
            assert folded is None
        else:
            assert words(folded.find("summary")) == f"and {parts} more"
            assert len(folded.find_all("a")) == parts


@pytest.mark.parametrize("path", ["", "603/", "603.2/", "glossary/", "glossary/haste/"])
def test_no_page_of_the_newest_edition_says_so(client, book, path):
    assert strip(client, NEW + path) is None


@pytest.mark.parametrize(("path", "said"), [("410.4/", "Removed"), ("glossary/interrupt/", "Removed")])
def test_what_was_removed_is_said_to_be(client, book, path, said):
    shown = strip(client, OLD + path)
    assert said in words(shown)
    assert links(shown) == {"11 July 2009": NEW}


def test_the_history_of_a_removed_rule_is_not_in_force_and_that_of_a_living_one_is(client, book):
    assert "Removed" in words(strip(client, f"{OLD}410.4/history/"))
    assert strip(client, f"{OLD}410.1/history/") is None


def test_a_number_that_means_something_else_today_says_both(client, book):
    shown = strip(client, f"{OLD}410.1/")
    assert links(shown) == {"603.2 →": f"{NEW}603.2/#603.2", "A zone for certain objects.": f"{NEW}410.1/#410.1"}
    assert "Today 410.1 is another rule" in words(shown)
    assert links(strip(client, f"{OLD}410/"))["Command"] == f"{NEW}410/"
    assert strip(client, f"{OLD}410.2/").find(class_="reused") is None


def test_a_number_alone_says_what_it_meant_before(client, book):
    page = read(client, "/cr/410.1/")
    assert page.find("aside", class_="standing") is None
    shown = links(provision(page, "410.1").find(class_="meanings"))
    assert shown == {"It triggers.": f"{OLD}410.1/#410.1", "603.2": f"{NEW}603.2/#603.2"}
    assert read(client, "/cr/410.2/").find(class_="meanings") is None


def test_a_section_knows_where_each_of_its_rules_is_today(client, book):
    shown = strip(client, f"{OLD}410/")
    assert shown["data-moves"].split() == ["410=603", "410.1=603.2", "410.3=", "410.4="]
    assert shown["data-today"] == NEW


def test_rulings_are_not_current_once_the_rules_went_on(client, book):
    rulings = make.edition("2008-03-17", "dangelo")
    make.version(rulings, "402", title="Abilities")
    ruling = make.version(rulings, "402.4", "It triggers, as a ruling.")
    rule = book[0].versions.get(key="410.1")
    Descent.objects.create(earlier=ruling, later=rule, kind="restates", basis="stated", score=1.0)
    shown = strip(client, "/dangelo/2008-03-17/402.4/")
    assert words(shown).startswith("Not current. 402.4 of 17 March 2008")
    assert links(shown) == {"CR 603.2 →": f"{NEW}603.2/#603.2"}
