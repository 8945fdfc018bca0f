"""Rule numbers of both schemes: reading, printing, order, runs."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.text.numbering import (
    SUBRULE_LETTERS,
    Level,
    NotARuleNumber,
    NumberRange,
    RuleNumber,
    Scheme,
    next_letters,
)

PAIRS = [2 * letter for letter in SUBRULE_LETTERS] + [f"a{letter}" for letter in SUBRULE_LETTERS[1:]]
LETTER = st.sampled_from(SUBRULE_LETTERS) | st.just("") | st.sampled_from(PAIRS)
SMALL = st.integers(1, 999)


@st.composite
def decimals(draw):
    section = draw(st.integers(100, 999))
    return draw(
        st.sampled_from([str(section)[0], str(section)])
        | st.builds("{}.{}{}".format, st.just(section), SMALL, LETTER)
        | st.builds("{}.{}.{}".format, st.just(section), st.sampled_from(["Ruling", "Note"]), SMALL)
    )


@st.composite
def lettered(draw):
    letter = draw(st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    section = draw(SMALL)
    return draw(
        st.sampled_from([letter, f"{letter}.{section}"])
        | st.builds("{}.{}.{}{}".format, st.just(letter), st.just(section), SMALL, LETTER)
        | st.builds("{}.{}.{}.{}".format, st.just(letter), st.just(section), st.sampled_from(["Ruling", "Note"]), SMALL)
    )


NUMBERS = (decimals() | lettered()).map(RuleNumber.parse)


@given(decimals() | lettered())
def test_a_number_prints_as_it_was_read(text):
    assert str(RuleNumber.parse(text)) == text
    assert str(RuleNumber.parse(f" {text}. ")) == text


@given(lettered())
def test_lettered_numbers_may_be_typed_small(text):
    assert str(RuleNumber.parse(text.lower())) == text


@pytest.mark.slow
@given(NUMBERS, NUMBERS)
def test_the_order_is_total_and_that_of_the_sort_keys(a, b):
    assert (a < b) + (a == b) + (a > b) == 1
    assert (a < b) == (a.sort_key < b.sort_key)


@pytest.mark.slow
@given(NUMBERS)
def test_a_parent_stands_before_its_children_and_chapters_have_none(number):
    parent = number.parent
    assert (parent is None) == (number.level is Level.CHAPTER)
    if parent is not None:
        assert parent < number
        assert parent.scheme is number.scheme


@given(NUMBERS)
def test_successors_follow_in_the_book(number):
    assert all(number < successor for successor in number.successors())


@given(st.text(max_size=12))
def test_any_text_is_a_number_or_refused(text):
    number = RuleNumber.try_parse(text)
    if number is None:
        with pytest.raises(NotARuleNumber):
            RuleNumber.parse(text)
    else:
        assert RuleNumber.parse(str(number)) == number


@pytest.mark.parametrize(
    "text",
    ["", "0", "099", "4.0", "1234", "402..1", "402.8gh", "402.8ggg", "402.1234", "402.8G", "a.4.Rulings.1", "A..1", "٤02.1", "\u212a.1", "402.8 g", "Ruling", "2/2"],
)  # fmt: skip
def test_what_is_not_a_number_is_refused(text):
    assert RuleNumber.try_parse(text) is None


def test_numbers_sort_as_numbers_rulings_and_notes_after_the_rules():
    book = [
        "4",
        "402",
        "402.1",
        "402.1a",
        "402.1k",
        "402.1m",
        "402.2",
        "402.10",
        "402.Ruling.1",
        "402.Note.1",
        "403",
        "5",
    ]
    assert sorted(map(RuleNumber.parse, reversed(book))) == [RuleNumber.parse(text) for text in book]


def test_levels_and_schemes():
    read = RuleNumber.parse
    assert [read(text).level for text in ("A", "A.4", "A.4.20", "A.4.20b", "A.4.Ruling.2", "A.4.Note")] == list(Level)
    assert (read("402").scheme, read("K.25").scheme) == (Scheme.DECIMAL, Scheme.LETTERED)


def test_the_letters_that_look_like_digits_are_skipped():
    assert [next_letters(letter) for letter in "akn"] == [("b",), ("m",), ("p",)]


@pytest.mark.parametrize("manner", ["doubled", "paired"])
def test_what_comes_after_z_is_in_order_in_either_manner(manner):
    pairs = [2 * letter if manner == "doubled" else f"a{letter}" for letter in SUBRULE_LETTERS]
    letters = [*SUBRULE_LETTERS, *pairs]
    book = [RuleNumber.parse(f"704.5{letter}") for letter in letters]
    shuffled = sorted(book, key=lambda number: number.letter[::-1])
    assert sorted(shuffled) == book
    assert all(later in earlier.successors() for earlier, later in pairwise(book))
    assert RuleNumber.parse("704.5") < book[0]
    assert book[-1] < RuleNumber.parse("704.6")
    assert {number.parent for number in book} == {RuleNumber.parse("704.5")}
    assert NumberRange.parse("704.5x", "aa").covers(RuleNumber.parse("704.5z"))
    assert not NumberRange.parse("704.5x", "aa").covers(RuleNumber.parse("704.5b"))


def test_after_the_last_pair_no_letter_is_known():
    assert (next_letters("zz"), next_letters("az"), next_letters("l"), next_letters("")) == ((), (), (), ())


@pytest.mark.parametrize(
    ("first", "last", "ends"),
    [
        ("409.1b", "i", ("409.1b", "409.1i")),
        ("409.1a", "409.1h", ("409.1a", "409.1h")),
        ("118.7", "8", ("118.7", "118.8")),
        ("502.10a", "10i", ("502.10a", "502.10i")),
        ("306", "311", ("306", "311")),
        ("A.7.3", "A.7.10", ("A.7.3", "A.7.10")),
        ("A.7.3", "10.", ("A.7.3", "A.7.10")),
    ],
)
def test_a_run_is_read_from_its_ends(first, last, ends):
    run = NumberRange.parse(first, last)
    assert (str(run.first), str(run.last)) == ends


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("409.1i", "b"),
        ("409.1b", "b"),
        ("409.1", "410"),
        ("409.1b", "409.2"),
        ("409", "A.1"),
        ("409.1", "x.y"),
        ("306", "5"),
    ],
)
def test_what_is_no_run_is_refused(first, last):
    with pytest.raises(NotARuleNumber):
        NumberRange.parse(first, last)


@pytest.mark.slow
@given(NUMBERS, NUMBERS, NUMBERS)
def test_a_run_covers_what_lies_between_its_ends_on_its_level(a, b, number):
    if a < b and a.level == b.level and a.scheme == b.scheme:
        run = NumberRange.parse(str(a), str(b))
        assert run.covers(a)
        assert run.covers(b)
        assert run.covers(number) == (number.level == a.level and a <= number <= b)
