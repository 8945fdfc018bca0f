"""How texts are cut into words: what the usual analysers drop or break is kept whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.search import analysis


def cut(text):
    return [word.text for word in analysis.words(text)]


@pytest.mark.parametrize(
    "token",
    [
        "{T}",
        "{2/W}",
        "{10}",
        "+1/+1",
        "-1/-1",
        "+X/+0",
        "2/2",
        "702.19b",
        "K.25",
        "A.4.20",
        "can't",
        "isn't",
        "409.1b-i",
    ],
)
def test_what_rules_turn_on_is_one_word(token):
    assert cut(f"see {token} here") == ["see", token.lower(), "here"]


@pytest.mark.parametrize("word", ["if", "can", "may", "not", "when", "you", "a"])
def test_no_word_is_too_common_to_be_searched(word):
    assert cut(f"{word} so") == [word, "so"]


def test_typographic_quotes_and_dashes_are_folded():
    assert cut("It can’t get −1/−1 “now”—or rules 409.1b–i") == cut('It can\'t get -1/-1 "now" - or rules 409.1b-i')


def test_numbers_at_the_end_of_a_sentence_lose_their_full_stop():
    assert cut("See rule 702.19b. Or rule K.25.") == ["see", "rule", "702.19b", "or", "rule", "k.25"]


def test_symbols_that_touch_are_words_of_their_own():
    assert cut("{2}{W/U}{T}: untap") == ["{2}", "{w/u}", "{t}", "untap"]


def test_inflections_meet_in_one_stem_and_symbols_have_none():
    assert len({analysis.stem(word) for word in ("counter", "counters", "countered", "counter's")}) == 1
    assert analysis.stem("{t}") == "{t}"


@given(st.text(max_size=200))
def test_places_of_words_are_true_in_the_text_as_it_stands(text):
    folded = analysis.fold(text)
    assert len(folded) == len(text)
    at = 0
    for word in analysis.words(text):
        assert at <= word.start < word.end <= len(text)
        assert folded[word.start : word.end].startswith(word.text)
        at = word.end
