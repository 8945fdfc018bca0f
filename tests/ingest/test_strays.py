"""A line that begins with what may be a number is a provision, or it is counted: explained, or a doubt."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ingest.parsing import summary
from tests.ingest.small import provisions, read
from tests.readings import reading_of

BOOK = """Plain Rules

These rules are effective as of July 11, 2009.

Contents

1. Beginnings
100. General
101. Winning
2. Parts
200. Of Cards
Glossary
Credits

1. Beginnings

100. General

100.1. These rules are for everybody who plays.

100.1a A player sits down first.

100.1b Another player comes and sits down too, as told in rule 200.1.

100.2. A game begins. See rule 101.1.

101. Winning

101.1. Somebody wins the game.

Example: Ann wins it.

2. Parts

200. Of Cards

200.1. A card is a card.

200.2. A card may be two things at once, which is seldom.

Glossary

Card
A thing of paper. See rule 200.1.

Player
1. Who plays.
2. Who is there.

Credits

Nobody did this.
"""
LINES = BOOK.splitlines()
BODY = LINES.index("100.1. These rules are for everybody who plays.")
WRAPPED = "".join(
    re.sub(r"(?<=.{24})\s+", "\n", line, count=1) + "\n" if re.match(r"\d{3}\.\d", line) else line + "\n"
    for line in LINES
)


def doubts(reading):
    return [(stray.line, stray.number) for stray in reading.strays if not stray.evidence]


def accounted(reading, line, number):
    """Whether a line begins a provision of a number, or is counted."""
    made = any(each.first_line == line and each.number == number for each in reading.tree.provisions)
    return made or any(stray.line == line for stray in reading.strays)


@pytest.mark.slow
def test_a_sound_book_has_no_doubts():
    assert read(BOOK).strays == ()
    assert provisions(read(WRAPPED)) == provisions(read(BOOK))
    assert {stray.evidence for stray in read(WRAPPED).strays} == {"“rule” is before it, in small letters"}


NUMBERS = st.sampled_from(
    ["100.1c", "100.3", "101.2", "101.1a", "200.1a", "200.3", "200.2zz", "200.2aa", "102", "201", "300", "999.9", "704.5aa", "100.1"]
)  # fmt: skip
WORDS = st.sampled_from(
    ["A thing is so.", "a thing is so.", "“Thing” is a word.", "Things", "Of Things", "[This is empty.]", "(It is so.)"]
)


@pytest.mark.slow
@given(
    st.sampled_from([BOOK, WRAPPED, BOOK.replace("\n\n", "\n")]),
    st.floats(0, 0.999),
    NUMBERS,
    st.sampled_from([". ", " ", ".  ", "\t"]),
    WORDS,
    st.sampled_from(["{}\n", "{}\n\n", "\n{}\n\n", "\n{}\n", "  {}\n"]),
)
@example(BOOK, 0.9, "704.5aa", " ", "A thing is so.", "\n{}\n\n")
@example(WRAPPED, 0.3, "100.1c", " ", "a thing is so.", "{}\n")
def test_a_line_with_a_number_is_never_passed_over_in_silence(book, where, number, gap, words, frame):
    lines = book.splitlines(keepends=True)
    first = next(nth for nth, line in enumerate(lines) if line.startswith("100.1."))
    at = first + int(where * (len(lines) - first))
    text = "".join([*lines[:at], frame.format(f"{number}{gap}{words}"), *lines[at:]])
    line = at + 1 + frame.startswith("\n")
    if "." not in number and gap != ". " and not words[0].isupper() and words[0] not in "“[(":
        return  # "102 things" counts them
    assert accounted(read(text), line, number)


@pytest.mark.parametrize(
    ("line", "evidence"),
    [
        ("200.1.", "the line above"),
        ("200.1), or another.", "sentence continues"),
        ("200.1, “Cards,” and so on.", "sentence continues"),
        ("200.1–2.", "sentence continues"),
        ("200.1. Then it is so.", "the line above"),
    ],
)
def test_a_wrapped_reference_is_explained(line, evidence):
    reading = read(WRAPPED.replace("rule 200.1.", f"rule\n{line}", 1))
    stray, *_ = reading.strays
    assert evidence in stray.evidence
    assert stray.owner == "100.1b"
    assert reading.tree.find("100.1b").flags == ()


def test_the_number_that_is_next_and_lacking_is_a_doubt_though_a_word_announces_it():
    reading = read(WRAPPED.replace("rule 200.1.", "rule\n100.1c. It is so.", 1))
    assert [number for _, number in doubts(reading)] == ["100.1c"]
    [flag] = reading.tree.find("100.1b").flags
    assert flag.kind == "number in text"


@pytest.mark.parametrize(
    "line", ["102.  “", "100.1xyz A thing.", "100.1-b A thing", "¶ 100.3. A thing.", "Rule 100.3. A thing is so."]
)
def test_an_odd_number_is_read_or_counted(line):
    at = LINES.index("101. Winning", BODY)
    reading = read("\n".join([*LINES[:at], line, "", *LINES[at:]]))
    made = any(each.first_line == at + 1 for each in reading.tree.provisions)
    assert made or [stray.line for stray in reading.strays] == [at + 1]


def test_doubts_are_counted_in_the_report():
    reading = read(BOOK.replace("Nobody did this.", "200.3. Nobody did this."))
    assert doubts(reading) == [(len(LINES), "200.3")]
    assert summary.counts(reading)["strays"] == {"explained": 0, "doubtful": 1}


@pytest.mark.documents
@pytest.mark.slow
def test_real_books_have_strays_with_evidence_and_no_doubts(documents):
    for path in sorted((documents / "cr").glob("*.txt")):
        reading = reading_of(path)
        assert doubts(reading) == [], path.name
        wrapped = path.name[3:7] in ("1999", "2001", "2003")
        assert bool(reading.strays) == wrapped, path.name
