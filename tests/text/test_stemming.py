"""Stems, and the letters by which a text is told to have no word of one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.text.stemming import beginning, stem

ENDINGS = (
    "s", "es", "ies", "ied", "ed", "ing", "ingly", "ational", "tional", "ization", "izer", "fulness", "ousness", "ement",
    "iveness", "aliti", "iviti", "biliti", "bli", "ogi", "fulli", "lessli", "li", "ment", "ent", "ism", "ate", "iti",
    "ous", "ive", "ize", "ion", "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "y", "ly", "'s", "e",
)  # fmt: skip
WORDS = st.builds(
    "{}{}{}".format,
    st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=6),
    st.sampled_from(ENDINGS),
    st.sampled_from(["", *ENDINGS]),
)


@given(WORDS)
def test_a_word_begins_as_its_stem_says(word):
    assert word.startswith(beginning(stem(word)))


@pytest.mark.parametrize("word", ["dying", "lying", "skies", "abilities", "an", "hoping", "can't", "double-faced", "x"])
def test_so_do_words_that_are_stemmed_in_a_way_of_their_own(word):
    assert beginning(stem(word))
    assert word.startswith(beginning(stem(word)))
