"""The figures of the documents' own README for the fifteen books, and the reason for every difference from them.

The README counts unindented lines that begin like ``402.1`` and lines that begin ``Example:``. A reader counts rules:
a wrapped line that begins with a cited number is none, and a rule whose number is indented or damaged is one.
"""

import functools
import re
from dataclasses import dataclass

import pytest

from tests.readings import reading_of

pytestmark = pytest.mark.documents


@dataclass(frozen=True)
class Expected:
    """The README's figures for a book (``lines`` None where it gives none), and what differs from them."""

    lines: int | None
    examples: int
    cited: tuple[int, ...] = ()
    """Lines that begin with a number which ends a wrapped sentence above."""
    indented: int = 0
    """Rules whose number is indented, so that the README's count passes them over."""
    indented_examples: int = 0
    gapped: tuple[str, ...] = ()
    """Rules with a space inside their number."""


BOOKS = {
    "1999-04-23": Expected(None, 36, indented=139, indented_examples=21),  # subrules and their Examples are indented
    "2001-07-23": Expected(479, 67, cited=(331, 521, 697, 3441, 3519)),
    "2003-10-01": Expected(
        707, 101, cited=(321, 431, 953, 1328, 1912, 2793, 2861, 2933, 3307, 3393, 3397, 3689, 3749, 3753, 3810, 4038,
                         4083, 4382, 4403, 4492, 5028),
    ),
    "2005-08-01": Expected(879, 145, gapped=("606.8b",)),
    "2006-10-01": Expected(972, 164, gapped=("606.8b",)),
    "2007-07-13": Expected(1076, 172),
    "2008-02-01": Expected(1132, 170),
    "2009-05-01": Expected(1189, 174),
    "2009-07-11": Expected(1466, 189, indented=4, indented_examples=1, gapped=("702.37a", "702.37b")),
    "2013-05-01": Expected(1930, 223),
    "2016-09-30": Expected(2153, 241),
    "2018-01-19": Expected(2248, 244),
    "2020-04-17": Expected(2434, 250),
    "2024-06-07": Expected(2967, 278),
    "2026-06-19": Expected(3153, 277),
}  # fmt: skip
EACH = pytest.mark.parametrize("day", BOOKS)


@functools.cache
def book(folder, day):
    return reading_of(folder / "cr" / f"cr-{day}.txt")


def counted(reading):
    """The lines that the README counts as rules, by number."""
    return {line.number: line for line in reading.source.lines if re.match(r"[1-9]\d\d\.\d", line.text)}


def rules(reading):
    """The rules, numbered headings and subrules of a book, by the line that they begin on."""
    return {provision.first_line: provision for provision in reading.tree.provisions if "." in provision.number}


@EACH
def test_the_readme_counts_the_lines_that_we_count(documents, day):
    assert len(counted(book(documents, day))) == (BOOKS[day].lines or 208)


@EACH
def test_every_counted_line_is_a_rule_or_the_end_of_a_sentence_above(documents, day):
    reading = book(documents, day)
    known = rules(reading)
    strangers = {number: line for number, line in counted(reading).items() if number not in known}
    assert tuple(strangers) == BOOKS[day].cited
    for number in strangers:
        above = reading.source.lines[number - 2].text.rstrip()
        assert above, "a wrapped sentence has no blank line in it"
        assert re.search(r"(?:\brules?|\band|\bSee|[–-])$|[^.]$", above)


@EACH
def test_every_rule_is_a_counted_line_or_its_number_is_indented_or_damaged(documents, day):
    reading = book(documents, day)
    lines = counted(reading)
    others = {line: rule for line, rule in rules(reading).items() if line not in lines}
    gapped = [
        rule.key
        for rule in others.values()
        if any(repair.owner == rule.key and "space inside" in repair.reason for repair in reading.repairs)
    ]
    indented = [line for line in others if re.match(r" {1,2}[1-9]\d\d\.\d", reading.source.lines[line - 1].text)]
    assert tuple(gapped) == BOOKS[day].gapped
    assert len(indented) == BOOKS[day].indented
    assert len(others) == len(gapped) + len(indented)


@EACH
def test_the_rules_are_the_figure_and_its_differences(documents, day):
    expected = BOOKS[day]
    figure = expected.lines or 208
    assert len(rules(book(documents, day))) == figure - len(expected.cited) + expected.indented + len(expected.gapped)


@EACH
def test_every_example_line_is_an_example_of_a_rule_or_of_the_glossary(documents, day):
    reading = book(documents, day)
    owners = [*reading.tree.provisions, *reading.tree.glossary]
    found = sorted(example.first_line for owner in owners for example in owner.examples if example.labelled)
    printed = [line.number for line in reading.source.lines if re.match(r"\s*(?:Example|EXAMPLE):", line.text)]
    assert found == printed
    assert len(printed) == BOOKS[day].examples
    indented = [number for number in printed if reading.source.lines[number - 1].text[0].isspace()]
    assert len(indented) == BOOKS[day].indented_examples


@EACH
def test_no_word_of_a_book_is_left_without_a_role_or_a_reason(documents, day):
    reading = book(documents, day)
    furniture = {piece.reason for piece in reading.segments if piece.role == "furniture"}
    assert furniture <= {"ruled line"}
    assert reading.truncated == ""


FLAGGED = {
    "2005-08-01": {("605.2c~2", "printed twice")},
    "2006-10-01": {("432.2b", "out of sequence")},
    "2007-07-13": {("432.2b", "out of sequence")},
}


@EACH
def test_the_publishers_own_slips_of_the_number_are_flagged_and_nothing_else(documents, day):
    found = {
        (provision.key, flag.kind) for provision in book(documents, day).tree.provisions for flag in provision.flags
    }
    assert found == FLAGGED.get(day, set())


@EACH
def test_every_rule_of_a_book_has_its_parent_in_it(documents, day):
    tree = book(documents, day).tree
    keys = {provision.key for provision in tree.provisions}
    assert all(provision.parent in keys for provision in tree.provisions if provision.kind != "chapter")
