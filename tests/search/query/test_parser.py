"""What a reader types is read flat, fast, and without failing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.search.query import parser
from rulesite.search.query.parser import Term


def test_words_are_all_wanted():
    assert parser.read("first strike").wanted == [[Term(("first",))], [Term(("strike",))]]


def test_or_binds_tighter_than_what_stands_between_words():
    wanted = parser.read("creature haste OR trample AND attack").wanted
    assert [[one.words[0] for one in group] for group in wanted] == [["creature"], ["haste", "trample"], ["attack"]]


def test_not_excludes_what_follows():
    assert parser.read("creature AND NOT artifact").excluded == [Term(("artifact",))]


def test_small_and_or_not_are_words():
    assert [group[0].words[0] for group in parser.read("and or not").wanted] == ["and", "or", "not"]


def test_a_phrase_stands_in_its_order():
    assert parser.read('"leaves play"').wanted == [[Term(("leaves", "play"), exact=True)]]


def test_an_unbalanced_quote_is_left_out():
    assert [group[0].words for group in parser.read('haste "now').wanted] == [("haste",), ("now",)]


def test_a_prefix_needs_two_letters():
    assert parser.read("tr*").wanted == [[Term(("tr",), prefix=True)]]
    short = parser.read("t*")
    assert not short.wanted[0][0].prefix
    assert "2 letters" in short.messages[0]


def test_a_prefix_stands_for_the_commonest_few_words():
    frequency = {f"to{letter}": ord(letter) for letter in "abcdefghijklmnopqrstuvwxyz"}
    found = parser.expansions("to", sorted(frequency), frequency)
    assert len(found) == parser.MOST_EXPANSIONS
    assert found[0] == "toz"


def test_leading_wildcards_and_near_word_marks_are_no_syntax():
    assert [group[0].words for group in parser.read("*e* creature~9 haste^3").wanted] == [
        ("e",),
        ("creature",),
        ("haste",),
    ]


def test_field_names_and_ranges_are_words():
    assert parser.read("key:abc").wanted == [[Term(("key", "abc"), exact=True)]]
    assert [group[0].words[0] for group in parser.read("[a TO z]").wanted] == ["a", "to", "z"]


def test_minus_one_is_a_word_and_not_an_operator():
    assert parser.read("-1/-1").wanted == [[Term(("-1/-1",))]]


def test_a_question_is_read_to_its_end():
    asked = "my friend took my land before I tapped it for mana, so who may use the mana in the pool now"
    assert parser.read(asked).wanted[-1][0].words == ("now",)


def test_no_more_than_so_many_words_are_sought():
    read = parser.read(" ".join(f"word{number}" for number in range(60)))
    assert len(read.wanted) == parser.MOST_WORDS
    assert f"first {parser.MOST_WORDS} words" in read.messages[0]


@pytest.mark.parametrize("text", ["", "   ", "AND", "OR OR", "NOT NOT NOT", "((((", '"', '""', "*", "~9", "NOT"])
def test_what_means_nothing_gives_nothing(text):
    assert parser.read(text).wanted == []


@given(
    st.lists(st.sampled_from(["AND", "OR", "NOT", '"', "(", ")", "a*", "haste", "+1/+1", "*", "-", "~2"]), max_size=60)
)
def test_any_mixture_of_syntax_is_read(pieces):
    read = parser.read(" ".join(pieces))
    assert sum(len(one.words) for one in [*read.positive, *read.excluded]) <= parser.MOST_WORDS
