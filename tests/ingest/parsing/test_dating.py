"""Which edition a source is of: what it states, what its name says, whose words it has, or its latest tag."""

import datetime

import pytest

from ingest.dialects import dates
from ingest.document.source import SourceError
from ingest.parsing import dating
from tests.ingest.small import read

D = datetime.date


def said(words, numbers=()):
    return dating.EditionFingerprints(frozenset(words), frozenset(numbers))


FRAGMENT = "".join(f"402.{n}. Rule number {n} is written here.\nExample: Case {n} of it.\n" for n in range(1, 11))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("These rules are current as of October 1, 2006.", D(2006, 10, 1)),
        ("These rules are effective as of July 11, 2009.", D(2009, 7, 11)),
        ("In effect as of\nMay 1 2013", D(2013, 5, 1)),
        ("This search based on the March 17, 2008 release of the Rulings.", D(2008, 3, 17)),
        ("current as of April 34, 1999", None),
        ("The rules changed on October 1, 2006.", None),
    ],
)
def test_a_text_may_state_its_date(text, day):
    assert dates.stated(text)[0] == day


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("MagicCompRules_20210224.txt", D(2021, 2, 24)),
        ("MagicCompRules 20250404.txt", D(2025, 4, 4)),
        ("cr-2006-10-01.html", D(2006, 10, 1)),
        ("comp_rules_1999.04.23.txt", D(1999, 4, 23)),
        ("cr-2006-13-41.txt", None),
        ("rules-409.1h-415.7c.txt", None),
        ("page6.txt", None),
    ],
)
def test_a_file_name_may_hold_the_date(name, day):
    found = dating.by_name(name)
    assert (found.effective if found else None) == day


def test_a_fragment_is_of_the_edition_whose_words_it_has():
    tree = read(FRAGMENT).tree
    same = set(dating.lines_of(tree))
    changed = same | set(dating.lines_of(read(FRAGMENT.replace("written", "printed")).tree))
    known = dating.by_words(tree, {D(2005, 8, 1): said(list(same)[:10]), D(2006, 10, 1): said(same)})
    assert (known.effective, known.known_from) == (D(2006, 10, 1), "matches 20 of 20 lines of 2006-10-01")
    both = dating.by_words(tree, {D(2007, 7, 13): said(changed), D(2006, 10, 1): said(same)})
    assert both.effective == D(2006, 10, 1)
    assert "as many as of 2007-07-13" in both.known_from


def test_nine_tenths_of_the_lines_must_match():
    tree = read(FRAGMENT).tree
    lines = dating.lines_of(tree)
    assert dating.by_words(tree, {D(2006, 10, 1): said(lines[:18])}).known_from.startswith("matches 18 of 20")
    assert dating.by_words(tree, {D(2006, 10, 1): said(lines[:17])}) is None
    assert dating.by_words(tree, {}) is None


def test_a_fragment_with_a_number_that_a_whole_edition_lacks_is_of_another_one():
    tree = read(FRAGMENT).tree
    same, numbers = dating.lines_of(tree), [provision.number for provision in tree.provisions]
    without = {D(2006, 10, 1): said(same, numbers[:-1])}
    assert dating.by_words(tree, without) is None
    assert dating.by_words(tree, without | {D(2007, 7, 13): said(same, numbers)}).effective == D(2007, 7, 13)


def test_rulings_are_no_older_than_their_latest_tag():
    tree = read(
        "A.1 - General\n- A.1.1 - One. [CompRules 2001/07/23]\n- A.1.2 - Two. [D'Angelo 2002/10/15] [Bethmo 1994]\n"
    ).tree
    assert dating.by_tags(tree).effective == D(2002, 10, 15)


def test_what_a_text_states_wins_over_its_name():
    tree = read("Plain Rules\n\nThese are effective as of July 11, 2009.\n\n" + FRAGMENT).tree
    assert dating.date("cr-2001-01-01.txt", tree, {}).known_from == "stated in the text"
    assert dating.date("cr-2001-01-01.txt", read(FRAGMENT).tree, {}).known_from == "the file's name"


def test_a_page_may_state_nothing_but_the_day():
    page = "<div><em>Effective February 27, 2026</em></div>" + "".join(
        f"<p>402.{n}. Rule {n}.</p>" for n in range(1, 9)
    )
    assert read(page, "page.html").tree.effective == D(2026, 2, 27)
    assert read("402.1. A turn is effective February 27, 2026 for you.\n").tree.effective is None


def test_where_nothing_tells_the_date_the_refusal_says_what_to_give():
    with pytest.raises(SourceError, match="--effective 2006-10-01"):
        dating.date("page.txt", read(FRAGMENT).tree, {})
