"""What a reader types is read flat, fast, and without failing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.search import parsing
from rulesite.search.parsing import Sought


def test_words_are_all_wanted():
    assert parsing.read("first strike").wanted == [[Sought(("first",))], [Sought(("strike",))]]


def test_or_binds_tighter_than_what_stands_between_words():
    wanted = parsing.read("creature haste OR trample AND attack").wanted
    assert [[one.words[0] for one in group] for group in wanted] == [["creature"], ["haste", "trample"], ["attack"]]


def test_not_excludes_what_follows():
    assert parsing.read("creature AND NOT artifact").excluded == [Sought(("artifact",))]


def test_small_and_or_not_are_words():
    assert [group[0].words[0] for group in parsing.read("and or not").wanted] == ["and", "or", "not"]


def test_a_phrase_stands_in_its_order():
    assert parsing.read('"leaves play"').wanted == [[Sought(("leaves", "play"), exact=True)]]


def test_an_unbalanced_quote_is_left_out():
    assert [group[0].words for group in parsing.read('haste "now').wanted] == [("haste",), ("now",)]


def test_a_prefix_needs_two_letters():
    assert parsing.read("tr*").wanted == [[Sought(("tr",), prefix=True)]]
    short = parsing.read("t*")
    assert not short.wanted[0][0].prefix
    assert "2 letters" in short.messages[0]


def test_a_prefix_stands_for_the_commonest_few_words():
    frequency = {f"to{letter}": ord(letter) for letter in "abcdefghijklmnopqrstuvwxyz"}
    found = parsing.expansions("to", sorted(frequency), frequency)
    assert len(found) == parsing.MOST_EXPANSIONS
    assert found[0] == "toz"


def test_leading_wildcards_and_near_word_marks_are_no_syntax():
    assert [group[0].words for group in parsing.read("*e* creature~9 haste^3").wanted] == [
        ("e",),
        ("creature",),
        ("haste",),
    ]


def test_field_names_and_ranges_are_words():
    assert parsing.read("key:abc").wanted == [[Sought(("key", "abc"), exact=True)]]
    assert [group[0].words[0] for group in parsing.read("[a TO z]").wanted] == ["a", "to", "z"]


def test_minus_one_is_a_word_and_not_an_operator():
    assert parsing.read("-1/-1").wanted == [[Sought(("-1/-1",))]]


def test_a_question_is_read_to_its_end():
    asked = "my friend took my land before I tapped it for mana, so who may use the mana in the pool now"
    assert parsing.read(asked).wanted[-1][0].words == ("now",)


def test_no_more_than_so_many_words_are_sought():
    read = parsing.read(" ".join(f"word{number}" for number in range(60)))
    assert len(read.wanted) == parsing.MOST_WORDS
    assert f"first {parsing.MOST_WORDS} words" in read.messages[0]


@pytest.mark.parametrize("text", ["", "   ", "AND", "OR OR", "NOT NOT NOT", "((((", '"', '""', "*", "~9", "NOT"])
def test_what_means_nothing_gives_nothing(text):
    assert parsing.read(text).wanted == []


@given(
    st.lists(st.sampled_from(["AND", "OR", "NOT", '"', "(", ")", "a*", "haste", "+1/+1", "*", "-", "~2"]), max_size=60)
)
def test_any_mixture_of_syntax_is_read(pieces):
    read = parsing.read(" ".join(pieces))
    assert sum(len(one.words) for one in [*read.positive, *read.excluded]) <= parsing.MOST_WORDS
