"""Slips of the fingers: how far what was typed is from a word, and which word it is taken for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.search import searcher
from rulesite.search.query import parser
from rulesite.search.suggest import spelling

WORDS = st.text("abcdefghijklmnopqrstuvwxyz", max_size=12)


@given(WORDS, WORDS)
def test_a_distance_is_none_between_equal_words_alone_and_the_same_both_ways(one, other):
    assert (spelling.distance(one, other) == 0) == (one == other)
    assert spelling.distance(one, other) == pytest.approx(spelling.distance(other, one), abs=1.01)


@pytest.mark.parametrize(
    ("typed", "likelier", "less_likely"),
    [
        ("tramole", "trample", "tremble"),
        ("comander", "commander", "demander"),
        ("teh", "the", "tea"),
    ],
)
def test_what_fingers_do_costs_less(typed, likelier, less_likely):
    assert spelling.distance(typed, likelier) < spelling.distance(typed, less_likely)


@pytest.mark.django_db
def test_a_word_that_the_rules_use_is_never_taken_for_another(library):
    held = searcher.current()
    for word in held.vocabulary.in_order:
        assert spelling.corrected(word, held) == word


@pytest.mark.django_db
@given(st.data(), st.integers(0, 24), st.sampled_from("abcdefghijklmnopqrstuvwxyz"))
def test_a_starred_word_is_never_corrected_and_one_beside_it_still_is(library, data, place, letter):
    held = searcher.current()
    word = data.draw(st.sampled_from([each for each in held.vocabulary.in_order if each.isalpha()]))
    slip = word[:place] + letter + word[place:]
    assert spelling.corrected(f"{slip}*", held) == f"{slip}*"
    assert spelling.corrected(f"creatrue {slip}*", held) == f"creature {slip}*"


@pytest.mark.django_db
def test_a_word_that_holds_a_question_together_is_never_taken_for_part_of_another(library):
    held = searcher.current()
    for aside in parser.ASIDES:
        for word in held.vocabulary.in_order:
            assert spelling.corrected(f"{aside} {word}", held) == f"{aside} {word}"
            assert spelling.corrected(f"{word} {aside}", held) == f"{word} {aside}"
