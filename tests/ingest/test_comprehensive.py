"""The Comprehensive Rules: what is a rule of its own, what belongs to the rule above, and what only looks like a
rule."""

import pytest

from ingest.dialects.fused_paragraphs import cuts_of
from ingest.document.source import SourceError
from rulesite.text.numbering import SUBRULE_LETTERS, RuleNumber
from tests.ingest.small import examples, kinds, provisions, read


def test_sections_headings_rules_and_subrules_are_told_apart():
    reading = read(
        "4. Spells and Abilities\n408. Timing\n408.1. Timing, Priority, and the Stack\n408.1a A player waits.\n"
        "408.2. A rule stands here.\n402.8g An ability works.\n701.2 Activate\n701.2a To activate is this.\n"
    )
    assert kinds(reading) == {
        "4": "chapter", "408": "section", "408.1": "heading", "408.1a": "subrule", "408.2": "rule",
        "402.8g": "subrule", "701.2": "heading", "701.2a": "subrule",
    }  # fmt: skip
    assert reading.tree.find("408.1a").parent == "408.1"
    assert reading.tree.find("408").parent == "4"


@pytest.mark.parametrize("pairs", [("aa", "bb", "cc"), ("aa", "ab", "ac")])
@pytest.mark.parametrize("form", ["lines", "wrapped", "fused"])
def test_after_z_a_rule_goes_on_with_pairs_of_letters(form, pairs):
    letters = [*SUBRULE_LETTERS, *pairs]
    rules = [f"704.5{letter} If thing {nth} is so, another follows at once." for nth, letter in enumerate(letters)]
    if form == "wrapped":
        rules = [rule.replace("is so, ", "is so,\nand ") + "\n" for rule in rules]
    text = (" " if form == "fused" else "\n").join(["704.5. These are the actions:", *rules, "704.6. The end."])
    reading = read("704. Actions\n" + text + "\n")
    assert list(provisions(reading)) == ["704", "704.5", *(f"704.5{letter}" for letter in letters), "704.6"]
    assert kinds(reading)["704.5aa"] == "subrule"
    assert reading.tree.find("704.5aa").parent == "704.5"
    assert not any(provision.flags for provision in reading.tree.provisions)


def test_a_fragment_may_begin_in_mid_section_and_end_in_mid_rule():
    reading = read("402.8g An ability works from there.\n403. Activated Abilities\n403.1. It is written so\n")
    assert list(provisions(reading)) == ["402.8g", "403", "403.1"]
    assert reading.tree.extent == "extract"
    assert reading.tree.find("402.8g").parent == ""


def test_two_rules_fused_on_one_line_are_two_rules():
    reading = read(
        '411.1. It resolves. (See rule 408.2e.) 411.2. A player may wait.\n411.3. Then (see rule 416, "Effects.") 411.4. Go.\n'
    )
    assert provisions(reading) == {
        "411.1": "It resolves. (See rule 408.2e.)", "411.2": "A player may wait.",
        "411.3": 'Then (see rule 416, "Effects.")', "411.4": "Go.",
    }  # fmt: skip


def test_three_rules_and_their_section_can_share_a_line():
    reading = read(
        "410. Handling Triggers 410.1. One thing. 410.1a Two things: 410.1b Three things. 411. Mana 411.1. Four.\n"
    )
    assert kinds(reading) == {
        "410": "section", "410.1": "rule", "410.1a": "subrule", "410.1b": "subrule", "411": "section", "411.1": "rule",
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "412.3. It is not so here; see rule 412.4. Also, it stops.",
        "412.3. Look at rule 412.4. If the effect is gone, so is this.",
        "412.3. It follows rules 412.4. And so on.",
        "412.3. It is as told in section 413. Then it ends.",
        "412.3. The first thing. 499.1. Is no rule that follows.",
        "412.3. It is (see rule 412.4.) and stays.",
    ],
)
def test_a_reference_in_mid_line_is_no_rule(text):
    assert cuts_of(text, None) == [0]


def test_a_heading_fused_with_its_first_subrule_is_two_provisions():
    reading = read("415.6. A rule.\n415.7. Changing Targets 415.7a The target changes.\n415.7b It stays.\n")
    assert kinds(reading)["415.7"] == "heading"
    assert provisions(reading)["415.7a"] == "The target changes."


def test_a_title_that_ends_in_a_citing_word_still_parts_from_its_rule():
    reading = read(
        "103. The Golden Rules 103.1. A card wins.\n203. Cost and Color 203.1. It is here.\n217.3. Hand 217.3a It is held.\n"
    )
    assert provisions(reading)["103"] == "The Golden Rules"
    assert provisions(reading)["203.1"] == "It is here."
    assert provisions(reading)["217.3a"] == "It is held."


def test_a_chapter_fused_with_its_section_is_two_headings():
    reading = read("4. Spells and Abilities 400. General\n400.1. A rule.\n")
    assert kinds(reading) == {"4": "chapter", "400": "section", "400.1": "rule"}


def test_the_number_before_a_fused_one_may_stand_on_the_line_above():
    assert cuts_of("It goes on. 402.6. Next.", RuleNumber.parse("402.5")) == [0, 12]


def test_several_examples_in_a_row_stay_in_order_and_none_is_lost():
    lines = "".join(f"Example: Case {n}.\n" for n in range(1, 5))
    reading = read(f"404.4a It waits.\n{lines}404.4b It goes.\n")
    assert examples(reading, "404.4a") == ["Case 1.", "Case 2.", "Case 3.", "Case 4."]
    assert examples(reading, "404.4b") == []


def test_an_example_in_mid_line_is_an_example():
    reading = read("413.2f It is told once. (See rule 413.) Example: Such a case. Example: Another.\n")
    assert provisions(reading)["413.2f"] == "It is told once. (See rule 413.)"
    assert examples(reading, "413.2f") == ["Such a case.", "Another."]


def test_an_example_may_be_spelled_in_capitals_in_the_plural_or_with_a_number():
    reading = read("404.1. It waits.\nEXAMPLE: One.\nExamples: Two.\nExample 3: Three.\n")
    assert examples(reading, "404.1") == ["One.", "Two.", "Three."]


def test_a_rule_may_have_an_example_inside_and_a_labelled_one():
    reading = read("413.2c A choice is made. (For example, a color.) It holds.\nExample: You choose red.\n")
    found = reading.tree.find("413.2c").examples
    assert [(example.labelled, example.text) for example in found] == [
        (True, "You choose red."),
        (False, "For example, a color."),
    ]


def test_an_unnumbered_paragraph_belongs_to_the_rule_above_also_after_an_example():
    reading = read("415.3. Auras target.\nEquipment doesn't.\n415.4. A rule.\nExample: A case.\nThe rule goes on.\n")
    assert provisions(reading)["415.3"] == "Auras target.\nEquipment doesn't."
    assert provisions(reading)["415.4"] == "A rule.\nThe rule goes on."
    assert examples(reading, "415.4") == ["A case."]


def test_numbered_points_inside_a_rule_are_text():
    reading = read("510.1. Do this:\n1. First one thing.\n2. Then the other.\n510.2. A rule.\n")
    assert provisions(reading)["510.1"] == "Do this:\n1. First one thing.\n2. Then the other."


WRAPPED = """419.7. An effect may apply to a source
of damage that is described in rule
419.8 "Sources of Damage." It may not
apply twice in one turn to the same
damage.

419.8. Sources of Damage

419.8a Some effects ask for a source and
the player names it.

"""


def test_a_wrapped_line_that_begins_with_a_rule_number_is_text():
    reading = read(WRAPPED)
    assert kinds(reading) == {"419.7": "rule", "419.8": "heading", "419.8a": "subrule"}
    assert provisions(reading)["419.7"].endswith(
        'rule 419.8 "Sources of Damage." It may not apply twice in one turn to the same damage.'
    )


def test_a_hanging_indent_begins_no_paragraph():
    reading = read(
        WRAPPED.replace("\nof ", "\n    of ")
        .replace('\n419.8 "', '\n    419.8 "')
        .replace("\napply", "\n    apply")
        .replace("\ndamage", "\n    damage")
        .replace("\nthe", "\n    the")
    )
    assert "\n" not in provisions(reading)["419.7"]


def test_a_number_printed_twice_is_kept_twice_and_flagged():
    reading = read("605.2c One.\n605.2d Two.\n605.2c Three.\n")
    assert list(provisions(reading)) == ["605.2c", "605.2d", "605.2c~2"]
    assert [flag.kind for flag in reading.tree.find("605.2c~2").flags] == ["printed twice"]
    assert reading.tree.find("605.2c").flags == ()


def test_a_number_of_another_section_is_kept_as_printed_and_flagged():
    reading = read("423.1. One.\n423.2. Two.\n423.2a Three.\n432.2b Four.\n423.3. Five.\n")
    assert provisions(reading)["432.2b"] == "Four."
    assert [flag.kind for flag in reading.tree.find("432.2b").flags] == ["out of sequence"]
    assert reading.tree.find("423.3").flags == ()


@pytest.mark.parametrize(
    ("line", "number", "text", "before"),
    [
        ("702. 37a Morph is an ability.", "702.37a", "Morph is an ability.", ". 37"),
        ("702.37 a Morph is an ability.", "702.37a", "Morph is an ability.", ".37 "),
        ("606 .8b A rule of it.", "606.8b", "A rule of it.", " .8"),
        ("305.3.After that it is lost.", "305.3", "After that it is lost.", "."),
        ("701.35cIf a player melds, so be it.", "701.35c", "If a player melds, so be it.", "c"),
        ("602.2a 602.2a Any rule counts.", "602.2a", "Any rule counts.", "602.2a "),
    ],
)
def test_a_damaged_number_is_read_and_its_repair_recorded(line, number, text, before):
    reading = read(f"{line}\n999.1. The end of it.\n")
    assert provisions(reading)[number] == text
    assert [repair.before for repair in reading.repairs if repair.owner == number] == [before]


def test_a_section_with_a_sentence_has_a_text_and_no_title():
    reading = read("214.1. A rule.\n215. This section left on purpose.\n216. Tokens\n216.1. A rule.\n")
    empty = reading.tree.find("215")
    assert (empty.title, empty.text) == ("", "This section left on purpose.")


def test_a_heading_may_be_broken_over_two_lines():
    reading = read(
        "407.3. A rule.\n408. Timing of Spells and Abi\nlities\n408.1. Timing, Priority, and\nthe Stack\n408.1a A rule.\n"
    )
    assert provisions(reading)["408"] == "Timing of Spells and Abilities"
    assert kinds(reading)["408.1"] == "heading"


BOOK = """Plain Rules of Magic

These rules are effective as of July 11, 2009.

Introduction

The subrule 704.5k comes before
704.5m, for example.

Contents

1. The Game
100. General
101. Starting
Glossary
Credits

1. The Game

100. General

100.1. These rules are for two.

101. Starting

101.1. Someone starts.

Glossary

Haste
A creature with haste
may attack at once.

Cost
1. What is paid.
Example: Two mana.
2. What is asked. For example, a card.
See also Mana.

The second paragraph of it.

Credits

Written by nobody.
"""


def test_a_book_has_front_matter_contents_body_glossary_and_credits():
    reading = read(BOOK)
    roles = {piece.role.value for piece in reading.segments}
    assert roles >= {"heading", "rule", "note", "contents", "glossary", "credits", "example", "blank"}
    assert "furniture" not in roles
    assert (reading.tree.extent, str(reading.tree.effective)) == ("whole", "2009-07-11")
    assert list(provisions(reading)) == ["1", "100", "100.1", "101", "101.1"]
    assert "704.5m" in reading.tree.introduction


def test_a_glossary_entry_keeps_all_its_paragraphs_and_examples():
    haste, cost = read(BOOK).tree.glossary
    assert (haste.term, haste.text) == ("Haste", "A creature with haste may attack at once.")
    assert cost.text.split("\n") == [
        "1. What is paid.", "2. What is asked. For example, a card.", "See also Mana.", "The second paragraph of it.",
    ]  # fmt: skip
    assert [(example.labelled, example.text) for example in cost.examples] == [
        (True, "Two mana."),
        (False, "For example, a card."),
    ]


@pytest.mark.parametrize("gap", ["", " ", "  "])
def test_a_term_that_has_lost_the_line_end_before_its_senses_is_a_term(gap):
    fused = BOOK.replace("Cost\n1. What", f"Cost{gap}1. What")
    assert fused != BOOK
    assert [(entry.term, entry.text) for entry in read(fused).tree.glossary] == [
        (entry.term, entry.text) for entry in read(BOOK).tree.glossary
    ]


def test_a_glossary_with_a_blank_line_after_every_line_is_the_same_glossary():
    spaced = BOOK.replace("haste\nmay", "haste may").replace("before\n704", "before 704")
    assert [(entry.term, entry.text) for entry in read(spaced.replace("\n", "\n\n")).tree.glossary] == [
        (entry.term, entry.text) for entry in read(spaced).tree.glossary
    ]


def test_an_index_is_no_glossary():
    reading = read(BOOK.replace("Credits\n\nWritten", "Index\n\nHaste 101\n\nCredits\n\nWritten"))
    assert [entry.term for entry in reading.tree.glossary] == ["Haste", "Cost"]
    assert [(entry.term, entry.text) for entry in reading.tree.index] == [("Haste", "Haste 101")]


@pytest.mark.parametrize("line", ["101. Starting", "Glossary", "Credits\n\nWritten"])
def test_a_book_that_ends_before_what_its_contents_promise_is_truncated(line):
    assert "before" in read(BOOK[: BOOK.rindex(line)]).truncated
    assert read(BOOK).truncated == ""


def test_a_copy_with_other_line_ends_or_another_encoding_is_the_same_book():
    expected = read(BOOK).tree
    for data in (
        BOOK.replace("\n", "\r").encode(),
        b"\xef\xbb\xbf" + BOOK.replace("\n", "\r\n").encode(),
        BOOK.encode("utf-16"),
    ):
        assert read(data).tree == expected


def test_a_document_without_a_numbered_rule_is_refused():
    with pytest.raises(SourceError, match="no rule number found"):
        read("A letter to nobody.\nIt has two lines.\n")


def test_a_dialect_that_does_not_fit_is_refused_by_the_reader_it_names():
    with pytest.raises(SourceError, match="rules document"):
        read("- A.1.1 - A ruling.\n", dialect="comprehensive")
    with pytest.raises(SourceError, match="no dialect 'klingon'"):
        read("402.1. A rule.\n", dialect="klingon")


@pytest.mark.parametrize(
    "label", ["Example:", "EXAMPLE:", "Example —", "Example – ", "Example - ", "Examples:", "Example 2:"]
)
@pytest.mark.parametrize("fused", [False, True])
def test_an_example_may_be_labelled_with_a_dash(label, fused):
    if fused and label == "Example - ":
        return  # in the middle of a line a hyphen labels nothing
    reading = read(f"402.1. A rule.{' ' if fused else chr(10)}{label} Two goblins.\n402.2. Another.\n")
    assert examples(reading, "402.1") == (["Two goblins."] if not fused or "2" not in label else [])
    assert list(provisions(reading)) == ["402.1", "402.2"]


@pytest.mark.parametrize("furniture", ["Page 1", "- 1 -", "Plain Rules of Magic"])
def test_a_page_may_end_in_the_contents_list_or_below_a_chapter(furniture):
    broken = BOOK.replace(
        "100. General\n101. Starting\nGlossary", f"100. General\n\n{furniture}\n\n101. Starting\nGlossary", 1
    )
    reading = read(broken)
    assert reading.tree.introduction == read(BOOK).tree.introduction
    assert len(reading.strays) == len(read(BOOK).strays)
    wrapped = "1. The Game\n\n{}100. General\n\n100.1. These rules are\nfor everybody who is\nhere and plays.\n\n2. Parts\n\n{}200. Things\n\n200.1. It is\nso.\n"
    broken = "Plain Rules of Magic\n\n" + wrapped.format("", f"{furniture}\n\n")
    assert provisions(read(broken)) == provisions(read(wrapped.format("", "")))


@pytest.mark.parametrize("blank", ["\xa0", "\u2003", "  ", "\t"])
def test_a_blank_of_any_kind_parts_a_number_from_its_text(blank):
    text = "402.1.{0}A rule.\n402.1a{0}Another{0}one.\n402.2.{0}“That.”\n402.3.{0}It wasÕt so.\n".replace("Õ", "’")
    assert provisions(read(text.format(blank))) == provisions(read(text.format(" ")))


def test_a_blank_that_does_not_break_hides_no_wrong_encoding():
    text = "402.1. The playerÕs hand is ÒfullÓ now.\n402.2. It isnÕt.\n"
    assert provisions(read(text.replace("hand is", "hand\xa0is"))) == provisions(read(text))
