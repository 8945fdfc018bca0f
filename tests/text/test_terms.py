"""Glossary terms where texts use them."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rulesite.text.terms import TermLinker

TERMS = [
    "Ability", "Activated Ability", "Mana Ability", "Cost", "Library", "If", "You, Your", "Case", "Counter", "X",
    "State-Based Actions", "Active Player, Nonactive Player Order", "Active Player", "First Strike", "Intervening “If” Clause",
    "Kicker, Kicked", "Remove from the Game, Removed (Obsolete)", "Mana Burn (Obsolete)", "Characteristics",
]  # fmt: skip
LINKER = TermLinker(TERMS)


def used(text, skip=()):
    return [(text[use.start : use.end], use.term) for use in LINKER.find(text, skip)]


def words(text, skip=()):
    return [word for word, _ in used(text, skip)]


def test_the_longest_term_wins_and_nothing_is_linked_inside_it():
    assert used("an activated ability") == [("activated ability", "Activated Ability")]
    assert words("Active player, nonactive player order") == ["Active player, nonactive player order"]


def test_plurals_and_capitals_are_the_same_term():
    assert used("Activated Abilities, mana abilities; two libraries") == [
        ("Activated Abilities", "Activated Ability"),
        ("mana abilities", "Mana Ability"),
        ("libraries", "Library"),
    ]
    assert words("each state-based action and a characteristic") == ["state-based action", "characteristic"]


def test_only_whole_words_are_linked():
    assert words("costly disabilities encounter counterfeit libraryless") == []
    assert words("a state based action, first-strike") == []


def test_a_term_is_linked_once_in_a_paragraph_and_again_in_the_next():
    assert words("cost, cost and costs\na cost") == ["cost", "cost"]
    uses = LINKER.find("cost, cost\ncost")
    assert [use.start for use in uses] == [0, 11]


def test_a_longer_use_does_not_count_as_a_use_of_the_shorter_term():
    assert words("activated abilities and abilities") == ["activated abilities", "abilities"]


def test_nothing_is_linked_inside_or_across_a_span_to_be_skipped():
    text = "the cost of an activated ability"
    assert words(text, [(4, 8)]) == ["activated ability"]
    assert words(text, [(25, 32)]) == ["cost"]
    assert words(text, [(0, len(text))]) == []
    assert words(text, [(25, 32), (0, 2), (4, 8), (8, 9)]) == []


def test_function_words_are_linked_only_where_they_are_quoted():
    assert words("If you do, your opponent decides if it counts.") == []
    assert words("The word “if” has a meaning, and 'you' too.") == ["if", "you"]


def test_an_everyday_word_needs_a_capital_inside_the_sentence_or_quotes():
    assert words("In this case, nothing happens. Case closed.") == []
    assert words("Solve a Case, as told.") == ["Case"]


def test_single_letters_and_symbols_are_told_apart():
    assert words("{X}{R}: where X is a number") == ["X"]
    assert LINKER.find("{X}{R}: where X is a number")[0].start == 14
    assert words("gets +X/-X, or x") == []


def test_quotation_marks_inside_a_term_do_not_matter():
    assert words("an intervening 'if' clause") == ["intervening 'if' clause"]
    assert words("an intervening “if” clause") == ["intervening “if” clause"]


def test_names_joined_in_a_heading_are_forms_of_it_but_plain_words_of_obsolete_ones_are_not():
    assert used("it was kicked") == [("kicked", "Kicker, Kicked")]
    assert used("removed from combat, mana burn") == [("mana burn", "Mana Burn (Obsolete)")]


def test_a_possessive_is_linked_up_to_its_apostrophe():
    assert words("the library’s cards") == ["library"]


@given(st.lists(st.sampled_from(["cost", "activated", "ability", "If", "“if”", ",", "\n", "X", "case", "İ", "ﬁ", "state-based", "actions"]), max_size=30).map(" ".join) | st.text(), st.lists(st.tuples(st.integers(0, 60), st.integers(0, 20)), max_size=5))  # fmt: skip
def test_uses_are_sorted_apart_from_each_other_and_from_skipped_spans(text, pairs):
    skip = [(start, start + length) for start, length in pairs]
    uses = LINKER.find(text, skip)
    assert all(a.end <= b.start for a, b in pairwise(uses))
    assert not any(use.start < end and start < use.end for use in uses for start, end in skip if start < end)
    assert all(use.term in TERMS for use in uses)
    for paragraph in range(text.count("\n") + 1):
        terms = [use.term for use in uses if text.count("\n", 0, use.start) == paragraph]
        assert len(terms) == len(set(terms))
