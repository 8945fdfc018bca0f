"""When two texts are the same words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.text.wording import digest, fingerprint, normalise, words


@given(st.text())
def test_normalising_twice_changes_nothing_more(text):
    assert normalise(normalise(text)) == normalise(text)


@given(st.text())
def test_typography_and_spacing_do_not_change_the_fingerprint(text):
    assert fingerprint(f"  {text}\n") == fingerprint(text)
    assert fingerprint(normalise(text)) == fingerprint(text)


@given(st.text(st.characters(max_codepoint=127)))
def test_a_text_without_typography_is_folded_as_one_with_it(text):
    assert f"{normalise(text)} ½".strip() == normalise(f"{text} ½")


@given(st.text(), st.text())
def test_the_digest_is_equal_only_for_equal_texts(a, b):
    assert (digest(a) == digest(b)) == (a == b)
    assert len(digest(a)) == 32
    assert len(fingerprint(a)) == 16


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("An object’s “owner”—you", 'An object\'s "owner"-you'),
        ("It’s done.", "it's done"),
        ("rules 306–311", "rules 306-311"),
        ("[−2]: Draw", "[-2]: draw"),
        ("the _stack_", "the stack"),
        ("it is (here)", "It is here."),
    ],
)
def test_the_same_words_have_one_fingerprint(a, b):
    assert fingerprint(a) == fingerprint(b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("may pass", "must pass"),
        ("[+1]: Draw", "[-1]: Draw"),
        ("+1/+1", "-1/-1"),
        ("+X/+X", "+X/-X"),
        ("{T}", "{Q}"),
        ("{T}", "T"),
        ("can", "can't"),
        ("702.6", "702.60"),
        ("2/2", "22"),
    ],
)
def test_other_words_have_another_fingerprint(a, b):
    assert fingerprint(a) != fingerprint(b)


def test_words_keep_symbols_pairs_and_signed_numbers_whole():
    text = "[+1]: {2/W}, {T}: gets +X/-X, or 2/2; remove −3. It isn’t a non-1 rule 306–311."
    assert " ".join(words(text)) == "+1 {2/w} {t} gets +x/-x or 2/2 remove -3 it isn't a non 1 rule 306 311"
