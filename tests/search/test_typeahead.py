"""What the box offers while somebody types."""


import pytest

from rulesite.search import typeahead
from rulesite.search.typeahead import Suggestion

pytestmark = pytest.mark.django_db


def offered(prefix, **given):
    return [(one.kind, one.text) for one in typeahead.typeahead(prefix, **given)]


def test_a_number_comes_first_then_its_subrules_then_longer_numbers(library):
    assert offered("702.6") == [("number", "702.6"), ("number", "702.60")]
    assert offered("702.1")[:2] == [("number", "702.10"), ("number", "702.10a")]


def test_headings_terms_and_words_are_mixed(library):
    assert offered("ha")[:2] == [("heading", "Haste"), ("term", "Haste")]
    assert ("word", "has") in offered("ha")


def test_a_later_word_of_a_title_is_found_too(library):
    assert ("heading", "State-Based Actions") in offered("act")


def test_an_old_number_says_what_it_is_now(library):
    old = typeahead.typeahead("502.5")[0]
    assert (old.text, old.edition, old.now) == ("502.5", "cr/2008-02-01", "702.10")


def test_titles_link_to_their_newest_place(library):
    assert typeahead.typeahead("haste")[0] == Suggestion(
        "heading", "Haste", "702.10", "cr/2024-06-07", "/cr/2024-06-07/702.10/"
    )


def test_no_more_is_offered_than_asked_for(library):
    assert len(typeahead.typeahead("a", limit=3)) == 3
    assert typeahead.typeahead("a", limit=0) == []


@pytest.mark.parametrize("prefix", ["", " ", "zzzz", "\x00", "(" * 300, "'"])
def test_nothing_is_offered_for_nothing(library, prefix):
    assert offered(prefix) == []


def test_without_an_index_nothing_is_offered(db, index_folder):
    assert offered("haste") == []
