"""Diffs of two wordings, word by word."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.text.diffing import ChangeKind, DoesNotFit, apply, diff, is_only_punctuation, is_only_references, tokens
from rulesite.text.numbering import Scheme

WORDINGS = st.lists(
    st.sampled_from(
        ["a", "player", "can't", "can’t", " ", " ", " ", "{T}", "+1/+1", "601.2a", ".", ",", "“", "\n", "-", "_"]
    ),
    max_size=30,
).map("".join) | st.text(max_size=40)


def shown(before, after):
    return [(change.kind.value, change.text) for change in diff(before, after)]


@given(WORDINGS, WORDINGS)
def test_a_diff_applied_to_the_one_gives_the_other(before, after):
    changes = diff(before, after)
    assert apply(before, changes) == after
    kept_and_gone = "".join(change.text for change in changes if change.kind is not ChangeKind.INSERT)
    assert kept_and_gone == before


@given(WORDINGS, WORDINGS)
def test_neighbours_are_never_of_one_kind_and_never_empty(before, after):
    changes = diff(before, after)
    assert all(change.text for change in changes)
    assert all(a.kind is not b.kind for a, b in pairwise(changes))


@given(WORDINGS)
def test_a_text_does_not_differ_from_itself(text):
    assert shown(text, text) == ([("equal", text)] if text else [])
    assert not is_only_punctuation(text, text)
    assert not is_only_references(text, text)


@given(st.text())
def test_tokens_joined_are_the_text(text):
    assert "".join(tokens(text)) == text


def test_words_numbers_and_symbols_change_as_wholes():
    assert shown("see rule 409.1b now", "see rule 601.2b now") == [
        ("equal", "see rule "),
        ("delete", "409.1b"),
        ("insert", "601.2b"),
        ("equal", " now"),
    ]
    assert shown("{T}: +1/+1", "{Q}: +2/+2") == [
        ("delete", "{T}"),
        ("insert", "{Q}"),
        ("equal", ": "),
        ("delete", "+1/+1"),
        ("insert", "+2/+2"),
    ]


def test_a_phrase_is_replaced_as_a_whole():
    assert shown("comes into play tapped", "enters the battlefield tapped") == [
        ("delete", "comes into play"),
        ("insert", "enters the battlefield"),
        ("equal", " tapped"),
    ]


def test_a_diff_of_another_text_is_refused():
    changes = diff("a player may pass", "a player must pass")
    with pytest.raises(DoesNotFit):
        apply("a player shall pass", changes)
    with pytest.raises(DoesNotFit):
        apply("a player may pass now", changes)


@pytest.mark.parametrize(
    ("before", "after", "references", "punctuation"),
    [
        ("See rule 409.1b.", "See rule 601.2b.", True, False),
        ("See rules 409.1b-i and 410.", "See rules 601.2b–h and 603.", True, False),
        ("(See rule 409.1b)", "See rule 601.2b.", True, False),
        ("Draw 2 cards.", "Draw 3 cards.", False, False),
        ("See rule 409.1b.", "Read rule 601.2b.", False, False),
        ("It’s “done”.", 'It\'s "done."', False, True),
        ("[+1]: Draw.", "[-1]: Draw.", False, False),
        ("a player", "a player", False, False),
        ("See rule 409, “Playing Spells.”", "See rule 601, “Casting Spells.”", False, False),
    ],
)
def test_changes_that_leave_the_words_alone_are_recognised(before, after, references, punctuation):
    assert is_only_references(before, after) is references
    assert is_only_punctuation(before, after) is punctuation


def test_references_are_those_of_the_scheme():
    assert is_only_references("unlike A.6.1 it", "unlike A.6.2 it", Scheme.LETTERED)
    assert not is_only_references("unlike A.6.1 it", "unlike A.6.2 it", Scheme.DECIMAL)
