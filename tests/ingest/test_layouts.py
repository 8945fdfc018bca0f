"""One small book, set in many ways: wherever a copy breaks its lines, it is the same book."""

import re
import textwrap

import pytest

from tests.ingest.small import read

BOOK = """Plain Rules of Magic

These rules are effective as of July 11, 2009.

Contents

1. The Game
100. General
101. Starting
2. The Parts
200. General
Glossary
Credits

1. The Game

100. General

100.1. These rules are written for nobody at all, and so that a copy of them can be set in lines of print. They say little.

100.1a A copy may lose what parts its paragraphs, and then only the numbers tell where another one begins. See rule 101.1.

101. Starting

101.1. Somebody starts, and it does not matter who, for these rules are never played (see rule 100.1a and rule 200.1).

Example: The tall player starts, because the short one is asleep and has been since before the cards were on the table.

2. The Parts

200. General

200.1. A part of the game is a thing that can be pointed at, and whatever cannot be pointed at is not a part of the game.

Glossary

Haste
A thing that some creatures have, so that they need not wait for a turn of their own. See rule 200.1, “General,” for it.

Part
1. A thing that can be pointed at by somebody who is playing, or by a judge who has been called to the table in a hurry.
2. A share of something larger, such as a turn or a game, which nobody can point at. See rule 200.1, “General,” as above.

Start
What somebody does before everybody else. It is not known who will start until the moment when it has already happened.

Credits

Written by nobody.
"""


def filled(lines: str, width: int, hanging: str = "") -> str:
    """The same paragraphs in lines of print."""
    paragraphs = (textwrap.fill(line, width, subsequent_indent=hanging) for line in lines.split("\n"))
    return "\n".join(paragraphs)


def unparted(lines: str) -> str:
    return re.sub(r"\n{2,}", "\n", lines)


def spaced(lines: str) -> str:
    return unparted(lines).replace("\n", "\n\n")


def paged(lines: str) -> str:
    """With the foot of a page after every tenth line, whatever stands there."""
    rows = lines.split("\n")
    return "\n".join(f"{row}\n\nPage {nth // 10}\n\f" if nth % 10 == 9 else row for nth, row in enumerate(rows))


def indented(lines: str) -> str:
    return re.sub(r"(?m)^(?=\d{3}\.\d+[a-z])", " " * 10, re.sub(r"(?m)^(?=\d)", " " * 5, lines))


def paged_by_sections(lines: str) -> str:
    return re.sub(r"(?m)^(?=\d{1,3}\. )", "\f", lines)


LAYOUTS = {
    "without blank lines": unparted(BOOK),
    "with a blank line after every line": spaced(BOOK),
    "with numbers far indented": indented(BOOK),
    "with every line indented": textwrap.indent(BOOK, "    "),
    "with a form feed above each section": paged_by_sections(BOOK),
    "in lines of print": filled(BOOK, 60),
    "in lines of print without blank lines": unparted(filled(BOOK, 60)),
    "in lines of print with a hanging indent, without blank lines": unparted(filled(BOOK, 60, "    ")),
    "in lines of print with a blank line after every line": spaced(filled(BOOK, 60)),
    "in lines of print on pages": paged(filled(BOOK, 60)),
    "in lines of print on pages without blank lines": paged(unparted(filled(BOOK, 60))),
}


@pytest.mark.parametrize("copy", LAYOUTS.values(), ids=LAYOUTS)
def test_however_a_copy_is_set_it_has_the_same_rules(copy):
    expected, reading = read(BOOK).tree, read(copy)
    assert [told(provision) for provision in reading.tree.provisions] == [
        told(provision) for provision in expected.provisions
    ]
    assert reading.truncated == ""


@pytest.mark.parametrize("copy", LAYOUTS.values(), ids=LAYOUTS)
def test_however_a_copy_is_set_it_has_the_same_glossary(copy):
    assert [(entry.term, entry.text) for entry in read(copy).tree.glossary] == [
        (entry.term, entry.text) for entry in read(BOOK).tree.glossary
    ]


def test_the_book_that_the_copies_are_compared_with_is_read_whole():
    tree = read(BOOK).tree
    assert [provision.key for provision in tree.provisions] == [
        "1", "100", "100.1", "100.1a", "101", "101.1", "2", "200", "200.1",
    ]  # fmt: skip
    assert [entry.term for entry in tree.glossary] == ["Haste", "Part", "Start"]


def test_a_pointer_below_a_term_is_its_text():
    entries = read(unparted(BOOK.replace("Haste\n", "Fast\nSee rule 200.1\n\nHaste\n"))).tree.glossary
    assert [entry.term for entry in entries] == ["Fast", "Haste", "Part", "Start"]
    assert entries[0].text == "See rule 200.1"


def told(provision):
    examples = [example.text for example in provision.examples if example.labelled]
    return provision.key, provision.kind, provision.parent, provision.title, provision.text, examples


def test_a_term_is_found_where_one_blank_line_of_the_glossary_is_lost():
    copy = BOOK.replace("already happened.", "already happened.\nTable\nWhere it is played.")
    assert [entry.term for entry in read(copy).tree.glossary] == ["Haste", "Part", "Start", "Table"]
    assert [entry.text for entry in read(copy).tree.glossary][-1] == "Where it is played."


def test_in_lines_of_print_the_next_number_begins_a_rule_below_a_sentence_that_lacks_its_full_stop():
    copy = unparted(filled(BOOK, 60)).replace("See rule 101.1.\n", "See rule 101.1\n")
    assert read(copy).tree.find("101") is not None
    assert [provision.key for provision in read(copy).tree.provisions] == [
        provision.key for provision in read(BOOK).tree.provisions
    ]
