"""What a copy added around and between the rules stays in the ledger, with the reason to think that it was added."""

import pytest

from ingest.dialects import furniture
from ingest.document.source import read_bytes
from tests.ingest.small import provisions, read, roles


def reason(text):
    [line] = read_bytes("a.txt", text.encode()).lines
    return furniture.reason_for(line)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Page 6", "page header"),
        ("page 12 of 80", "page header"),
        ("- Page 3 -", "page header"),
        ("- 7 -", "page header"),
        ("-------------", "ruled line"),
        ("=====", "ruled line"),
        ("|", "bare navigation bar"),
        ("This search based on the March 17, 2008 release of the Rulings.", "search banner"),
        ("Home | Contents | Glossary |", "navigation"),
        ("7. Additional Rules << 700. General |", "navigation"),
        ("702. Keyword Abilities >>", "navigation"),
    ],
)
def test_a_line_that_is_furniture_anywhere_says_why(text, why):
    assert reason(text) == why


@pytest.mark.parametrize(
    "text",
    [
        "402.1. The page 6 of a book.",
        "7. Additional Rules",
        "12",
        "- 402.1 - An ability",
        "An ability costs <-cost-> and does <-effect->.",
        "701.2a It costs {2} | {3}.",
        "Example: A player turns the page.",
    ],
)
def test_a_line_of_the_text_is_no_furniture(text):
    assert reason(text) == ""


RULES = "402.1. A rule.\n402.2. Another rule.\n"


def test_everything_above_the_first_number_of_an_extract_is_the_copys_own():
    reading = read("Cards online\nYou’re reading Rules Part 6 online at Example.com.\n" + RULES)
    assert {piece.reason for piece in reading.segments if piece.role == "furniture"} == {"site chrome above the text"}


def test_below_the_text_chrome_begins_where_a_line_from_above_comes_back():
    reading = read("Rules Part 6\n" + RULES + "It goes on.\nRules Part 6\nRules Part 7\n")
    assert provisions(reading)["402.2"] == "Another rule.\nIt goes on."
    assert [words for role, words in roles(reading) if role == "furniture"] == [
        "Rules Part 6", "Rules Part 6", "Rules Part 7",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "plug", ["Related chapter:", "You're reading Rules 7 at Example.com", "Visit Example.com for the next chapter"]
)
def test_below_the_text_chrome_begins_where_a_line_speaks_of_the_site(plug):
    reading = read(f"{RULES}{plug}\n- Rules Part 7\n")
    assert provisions(reading) == {"402.1": "A rule.", "402.2": "Another rule."}


def test_a_page_header_in_the_middle_of_a_rule_does_not_end_it():
    reading = read("402.1. A rule that goes\nPage 7\non and on.\n402.2. Another rule.\n")
    assert provisions(reading)["402.1"] == "A rule that goes on and on."
    assert ("furniture", "Page 7") in roles(reading)


def test_a_word_may_be_cut_by_a_page():
    reading = read("402.1. It wi\nPage 7\nll not resolve.\n")
    assert provisions(reading)["402.1"] == "It will not resolve."


def test_a_page_header_with_blank_lines_and_the_title_is_still_inside_the_rule():
    title = "Plain Rules of Magic\n"
    reading = read(f"{title}402.1. A rule (see\n\n{title}- 8 -\n\nrule 402.2).\n402.2. Another rule.\n")
    assert provisions(reading) == {"402.1": "A rule (see rule 402.2).", "402.2": "Another rule."}
    assert "running head" in {piece.reason for piece in reading.segments}


def test_after_a_page_header_a_new_number_begins_a_rule_and_an_example_an_example():
    reading = read("402.1. A rule.\nPage 7\n402.2. Another.\nPage 8\nExample: It is so.\n")
    assert provisions(reading) == {"402.1": "A rule.", "402.2": "Another."}
    assert len(reading.tree.find("402.2").examples) == 1


def test_page_numbers_that_count_up_are_furniture_and_a_lone_number_is_text():
    counted = read("402.1. A rule.\n6\n402.2. Another.\n7\n402.3. A third.\n")
    assert provisions(counted)["402.1"] == "A rule."
    lone = read("402.1. The number is:\n6\n402.2. Another.\n")
    assert provisions(lone)["402.1"] == "The number is:\n6"


@pytest.mark.parametrize("numbers", [("6", "8"), ("6", "6"), ("7", "6"), ("6", "7", "9")])
def test_lone_numbers_that_do_not_count_up_by_one_are_text(numbers):
    rules = [f"402.{nth}. The number is:\n{number}\n" for nth, number in enumerate(numbers, 1)]
    reading = read("".join(rules))
    assert [*provisions(reading).values()] == [f"The number is:\n{number}" for number in numbers]


def test_a_site_that_named_itself_above_is_recognised_between_the_rules():
    plug = "You’re reading Rules online at Example.com.\n"
    reading = read(
        f"{plug}402.1. A rule.\nThis chapter is from Example.com\n402.2. Another.\n402.3. See wizards.com.\n"
    )
    assert provisions(reading) == {"402.1": "A rule.", "402.2": "Another.", "402.3": "See wizards.com."}


def test_cyrillic_navigation_is_told_in_its_own_letters():
    reading = read("Áàçîâûå ïðàâèëà | Contents |\n|\n701.1 Most verbs mean what they mean.\n701.2 Activate\n")
    assert any("Базовые правила" in piece.reason for piece in reading.segments)


def test_page_headers_above_the_first_number_keep_their_own_segments():
    reading = read("Comprehensive Rules\nPage 6\n" * 3 + "402.8g It works.\n")
    assert provisions(reading) == {"402.8g": "It works."}


@pytest.mark.parametrize(
    "plug",
    [
        "Please click Like and leave more comments",
        "RECENTLY UPDATED BOOKS",
        "Соседние файлы в предмете",
        "Whoever reads this elsewhere should come to example.cc",
    ],
)
def test_below_the_text_chrome_begins_where_a_line_is_plainly_not_the_documents(plug):
    reading = read(f"You’re reading Rules online at Example.cc\n{RULES}{plug}\nSomething else\n")
    assert provisions(reading) == {"402.1": "A rule.", "402.2": "Another rule."}


def test_a_glossary_of_an_extract_goes_on_below_an_address_that_it_gives():
    reading = read(f"{RULES}Glossary\n\nCard\nA thing. See cards.example.com.\n\nHaste\nA quality. See rule 402.1.\n")
    assert [entry.term for entry in reading.tree.glossary] == ["Card", "Haste"]
    assert "furniture" not in {piece.role for piece in reading.segments}


def test_front_matter_without_a_contents_list_is_the_documents_own():
    reading = read(f"Magic Comprehensive Rules\n\nThese rules are effective as of July 11, 2009.\n\n{RULES}")
    assert reading.tree.title == "Magic Comprehensive Rules"
    assert "July 11" in reading.tree.introduction
    assert "furniture" not in {piece.role for piece in reading.segments}


def test_a_title_with_the_name_of_a_site_is_the_sites():
    reading = read(f"Magic Comprehensive Rules - Example.com\n{RULES}")
    assert reading.tree.title == ""
    assert [words for role, words in roles(reading) if role == "furniture"] == [
        "Magic Comprehensive Rules - Example.com"
    ]
