"""D'Angelo's rulings, under letters and under numbers: rules, rulings, notes, lists, tags, and what stays as
printed."""

import pytest

from ingest.document.source import SourceError
from tests.ingest.small import examples, kinds, provisions, read, roles

LETTERED = """A - Abilities
A.1 - General Rulings
- Note - The types are in Rule T.1.
- A.1.1 - An ability is text of an object. For
example, "Flying" is one. [CompRules 1999/04/34] It may do
harm. [D'Angelo 1999/05/01]
- A.1.2 - This rule is no longer used. [D'Angelo 2002/08/28]
- A.1.3 - It goes through these steps:
1. First the cost is paid, and then
the targets are chosen.
2. Then it resolves.
- A.1.Ruling.1 - Text such as <-cost-> and <-name or {Tap} stays as
it stands. [Duelist Magazine #12, Page 26]
- A.1.Ruling.2 - Whenver it says so, it is so.
- Note - Also see Mana, Rule K.18.
A.13 - Evasion:
- A.13.1 - It limits blocking. (see
Rule A.1.2) [CompRules 2001/07/23 - 502.10a/10i]
- Note - Fear is one of them.
"""


def test_letters_sections_rules_rulings_and_notes_have_their_addresses():
    assert kinds(read(LETTERED)) == {
        "A": "chapter", "A.1": "section", "A.1.Note.1": "note", "A.1.1": "rule", "A.1.2": "rule", "A.1.3": "rule",
        "A.1.Ruling.1": "ruling", "A.1.Ruling.2": "ruling", "A.1.Note.2": "note", "A.13": "section", "A.13.1": "rule",
        "A.13.Note.1": "note",
    }  # fmt: skip


def test_a_heading_keeps_its_colon_and_a_retired_rule_its_number():
    found = provisions(read(LETTERED))
    assert found["A.13"] == "Evasion:"
    assert found["A.1.2"].startswith("This rule is no longer used.")


def test_numbered_points_inside_a_rule_are_paragraphs_of_it():
    assert provisions(read(LETTERED))["A.1.3"].split("\n") == [
        "It goes through these steps:",
        "1. First the cost is paid, and then the targets are chosen.",
        "2. Then it resolves.",
    ]


def test_an_example_whose_two_words_a_line_end_parts_is_found():
    [example] = read(LETTERED).tree.find("A.1.1").examples
    assert (example.text, example.labelled) == ('For example, "Flying" is one.', False)


def test_an_impossible_date_is_kept_as_printed_and_flagged():
    rule = read(LETTERED).tree.find("A.1.1")
    assert "[CompRules 1999/04/34]" in rule.text
    assert [flag.kind for flag in rule.flags] == ["impossible date"]


def test_every_source_tag_has_a_segment_of_its_own():
    tags = [words for role, words in roles(read(LETTERED)) if role == "attribution"]
    assert tags == [
        "[CompRules 1999/04/34]", "[D'Angelo 1999/05/01]", "[D'Angelo 2002/08/28]", "[Duelist Magazine #12, Page 26]",
        "[CompRules 2001/07/23 - 502.10a/10i]",
    ]  # fmt: skip


def test_placeholders_and_misspellings_stay_as_printed():
    found = provisions(read(LETTERED))
    assert "<-cost-> and <-name or {Tap} stays" in found["A.1.Ruling.1"]
    assert found["A.1.Ruling.2"].startswith("Whenver")
    assert read(LETTERED).repairs == ()


def test_items_without_the_leading_dash_are_the_same_items():
    assert provisions(read(LETTERED.replace("\n- ", "\n"))) == provisions(read(LETTERED))


@pytest.mark.parametrize("mark", ["+ ", "  ", "  + "])
def test_items_may_be_indented_or_marked_as_new_in_a_release(mark):
    assert provisions(read(LETTERED.replace("\n- ", f"\n{mark}"))) == provisions(read(LETTERED))


def test_a_new_item_among_old_ones_is_no_part_of_the_one_above():
    found = provisions(read(LETTERED.replace("\n- A.1.2", "\n+ A.1.2")))
    assert found == provisions(read(LETTERED))


def test_a_summary_of_changes_states_its_day_and_has_chapters_under_ruled_lines():
    ruled = "-" * 40
    reading = read(
        f"{ruled}\n\nGeneral Rulings Summary (CHANGES ONLY)     Updated 2003/12/18\n\n{ruled}\n\n"
        f"Table of Contents:\n{ruled}\n No changes here.\n\n1 - The Game\n{ruled}\n\n100 - General\n\n"
        "+ 100.6 - A player may go home\n    at any time. [CompRules 2003/12/01]\n+ Note - Nobody has to stay.\n"
    )
    assert str(reading.tree.effective) == "2003-12-18"
    assert kinds(reading) == {"1": "chapter", "100": "section", "100.6": "rule", "100.Note.1": "note"}
    assert provisions(reading)["100.6"] == "A player may go home at any time. [CompRules 2003/12/01]"


def test_a_name_with_a_dash_before_its_number_is_a_heading_too():
    assert kinds(read(DECIMAL.replace("\n502.2 - ", "\n- 502.2 - "))) == kinds(read(DECIMAL))


def test_an_item_on_the_line_of_a_heading_is_an_item_of_its_own():
    reading = read("502 - Abilities\n502.2 - Strike First  502.1 - Most abilities say\n    what they do.\n")
    assert provisions(reading) == {
        "502": "Abilities",
        "502.2": "Strike First",
        "502.1": "Most abilities say what they do.",
    }


def test_another_letter_with_other_authorities_is_read_alike():
    text = LETTERED.replace("A.1", "K.25").replace("A - ", "K - ").replace("D'Angelo ", "Urza's Saga FAQ ")
    reading = read(text)
    assert "K.25.Ruling.2" in provisions(reading)
    assert "[Urza's Saga FAQ 1999/05/01]" in [words for role, words in roles(reading) if role == "attribution"]


def test_a_number_printed_twice_is_kept_twice():
    reading = read("D.18 - Formats\n- D.18.5 - One.\n- D.18.6 - Two.\n- D.18.5 - Three.\n")
    assert provisions(reading)["D.18.5~2"] == "Three."


DECIMAL = """This search based on the March 17, 2008 release of the Rulings.
502 - Keyword Abilities
502.2 - First Strike
- 502.2a - It changes the combat
damage step. [CompRules 2003/07/01]
Example: A creature with it
strikes first. [CompRules 2007/10/01]
Example: Another does not. [CompRules 2006/02/01]
- 502.2b - It may be lost. Example: this one isn't labelled.
[CompRules 2003/07/01]
This search based on the March 17, 2008 release of the Rulings.
|
|
"""


def test_under_numbers_a_rule_and_its_examples_have_tags_of_their_own():
    reading = read(DECIMAL)
    assert examples(reading, "502.2a") == [
        "A creature with it strikes first. [CompRules 2007/10/01]", "Another does not. [CompRules 2006/02/01]",
    ]  # fmt: skip
    assert provisions(reading)["502.2a"].endswith("[CompRules 2003/07/01]")
    assert str(reading.tree.effective) == "2008-03-17"


def test_an_item_that_is_only_a_name_is_a_heading():
    assert kinds(read(DECIMAL)) == {"502": "section", "502.2": "heading", "502.2a": "subrule", "502.2b": "subrule"}


def test_search_banners_and_bars_are_furniture_at_both_ends():
    reasons = [piece.reason for piece in read(DECIMAL).segments if piece.role == "furniture"]
    assert reasons == ["search banner", "search banner", "bare navigation bar", "bare navigation bar"]


def test_a_page_header_in_the_middle_of_an_item_does_not_end_it():
    text = LETTERED.replace("For\nexample", "For\n\nPage 3\n\nexample")
    assert provisions(read(text)) == provisions(read(LETTERED))


def test_what_is_written_like_an_item_under_an_unknown_number_is_a_paragraph_and_not_lost():
    reading = read("502 - Keywords\n- 502.2 - A rule of it\nover two lines.\n- 502.2.Ruling.1 - It is so.\n")
    assert provisions(reading)["502.2"].split("\n")[-1] == "- 502.2.Ruling.1 - It is so."


def test_a_contents_list_and_an_introduction_stand_above_the_letters():
    reading = read("Rulings are collected here.\nTable of Contents:\nA - Abilities\nA.1 - General Rulings\n" + LETTERED)
    assert reading.tree.introduction == "Rulings are collected here."
    assert next(words for role, words in roles(reading) if role == "contents") == "Table of Contents:"
    assert list(kinds(reading)) == list(kinds(read(LETTERED)))


def test_a_document_without_an_item_is_refused():
    with pytest.raises(SourceError, match=r"A\.1\.1"):
        read("402.1. A rule.\n", dialect="dangelo")
