"""Texts with marks: Markdown, bullets and quoted mail are read as if nothing stood before their words."""

import re

import pytest

from ingest.document.source import read_bytes
from ingest.parsing import marked_text
from tests.ingest.small import examples, provisions, read, roles

BOOK = """Plain Rules of Magic

These rules are effective as of July 11, 2009.

Contents

1. The Game
100. General
101. Starting
Glossary
Credits

1. The Game

100. General

100.1. These rules are for two who have a power of * or 1+* (see rule 101.1).

100.1a Two is a number.

Example: One and one.

101. Starting

101.1. Someone starts. “[Cost]: [Effect.]” is how it is written.

Glossary

Haste
A hurry. See rule 100.1a.

Part
1. A thing.
2. A share.

Credits

Written by nobody.
"""


def marked(pattern: str, mark: str) -> str:
    return re.sub(rf"(?m)^{pattern}", mark, BOOK)


MARKED = {
    "headings of Markdown": marked(r"(?=\d{1,3}\. |Glossary|Credits|Contents)", "## "),
    "bold numbers": marked(r"(\d{3}\.\d+[a-z]?\.?)", r"**\1**"),
    "bold numbers, the full stop outside": marked(r"(\d{3}\.\d+)\.", r"**\1**."),
    "bold terms and headings": marked(r"(Haste|Part|Glossary|Credits|\d{1,3}\. .*)$", r"**\1**"),
    "bullets": marked(r"(?=\d{3}\.\d)", "- "),
    "round bullets": marked(r"(?=\d{3}\.\d)", "• "),
    "stars of a wiki": marked(r"(?=\d{3}\.\d)", "**"),
    "escaped full stops": marked(r"(\d+)\.(?=[\d ])", r"\1\."),
    "quoted examples": marked("Example:", "> *Example:*"),
    "a quoted mail": marked("", "> "),
    "joints without width": marked(r"(?=\d{3}\.\d)", "\u200b"),
    "links": marked(r"(\d{3}\.\d+)\. ", r"[\1](#r\1). ").replace("rule 100.1a.", "[rule 100.1a](#r100.1a)."),
    "numbers on lines of their own": marked(r"(\d{3}\.\d+[a-z]?\.?) ", r"\1\n"),
    "words before sections": marked(r"(?=\d{3}\. )", "Section "),
    "words before sections of the body": BOOK[:100] + re.sub(r"(?m)^(?=\d{3}\. )", "SECTION ", BOOK[100:]),
    "words before rules": marked(r"(?=\d{3}\.\d)", "Rule "),
    "words before all": marked(r"(?=\d{3}\.)", "§ "),
    "Mac line ends": marked(r"(\d{3}\.\d+[a-z]?\.?)", r"**\1**").replace("\n", "\r"),
}
for name in ("quoted examples", "links"):
    MARKED[name] = re.sub(r"(?m)^(?=\d{1,3}\. )", "# ", MARKED[name])


@pytest.mark.parametrize("text", MARKED.values(), ids=MARKED)
def test_whatever_marks_a_copy_has_it_is_the_same_book(text):
    expected, reading = read(BOOK, "rules.md").tree, read(text, "rules.md")
    assert provisions(reading) == {
        provision.key: provision.title or provision.text for provision in expected.provisions
    }
    assert [(entry.term, entry.text) for entry in reading.tree.glossary] == [
        (entry.term, entry.text) for entry in expected.glossary
    ]
    assert examples(reading, "100.1a") == ["One and one."]
    assert reading.strays == ()
    assert (reading.tree.title, reading.tree.effective) == (expected.title, expected.effective)
    assert reading.truncated == ""


def test_letters_that_are_capitals_throughout_are_letters_of_subrules():
    reading = read("402.1. It works:\n402.1A A first.\n402.1B A second.\n402.1C A third.\n402.2. It ends.\n")
    assert list(provisions(reading)) == ["402.1", "402.1a", "402.1b", "402.1c", "402.2"]
    assert provisions(reading)["402.1a"] == "A first."


def test_letters_in_brackets_are_letters_of_subrules():
    reading = read(
        "402.1. It works:\n402.1(a) A first.\n402.1(b) A second (see rule\n402.1(a) in it).\n402.2. It ends.\n"
    )
    assert provisions(reading) == {
        "402.1": "It works:", "402.1a": "A first.", "402.1b": "A second (see rule 402.1(a) in it).",
        "402.2": "It ends.",
    }  # fmt: skip


def test_an_article_that_has_lost_its_space_is_no_letter():
    reading = read("402.1. It works.\n402.2A player works.\n402.3A second player works.\n")
    assert provisions(reading) == {"402.1": "It works.", "402.2": "A player works.", "402.3": "A second player works."}


def test_marks_stay_in_the_ledger():
    reading = read("# 402. Abilities\n\n- **402.1.** A *rule* here.\n\n- **402.2.** Another.\n")
    assert provisions(reading) == {"402": "Abilities", "402.1": "A rule here.", "402.2": "Another."}
    marks_kept = "".join(words for role, words in roles(reading) if role == "furniture")
    assert marks_kept == "#- ******- ****"
    assert "text with marks" in reading.because


def test_a_place_in_a_marked_text_is_a_place_of_its_file():
    reading = read("# 402. Abilities\n\n- **402.1.** A rule\n\n- **402.2.** It wi\nll not work.\n")
    assert (reading.tree.find("402.2").first_line, reading.tree.find("402.2").last_line) == (5, 6)
    [repair] = reading.repairs
    assert (repair.line, repair.owner) == (5, "402.2")


@pytest.mark.parametrize(
    "text",
    [
        BOOK,
        "- 402.1 - A ruling. [D'Angelo 2002/10/15]\n- 402.2 -  Another.\n- 402.3 - A third.\n",
        "402.1. A thing with * and _ and `.\n\n* One point.\n\n* Another point.\n\n* A third.\n",
        "402.1. It is told in\n402.2.\n\nIt goes on (see rule\n402.3.\n\n402.2. Two.\n\n402.3. Three.\n",
    ],
)
def test_a_text_without_marks_before_its_numbers_has_none(text):
    assert not marked_text.is_marked(read_bytes("rules.txt", text.encode()))


def test_rules_in_a_list_of_definitions_have_their_numbers():
    page = "<dl><dt>402.1.</dt><dd>One.</dd><dt>402.1a</dt><dd>Two.</dd><dt>402.2.</dt><dd>“Three.”</dd></dl>"
    assert provisions(read(page, "rules.html")) == {"402.1": "One.", "402.1a": "Two.", "402.2": "“Three.”"}
