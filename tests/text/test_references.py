"""Finding citations in text: every shape the documents use, and the numbers that are none."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.text.citations import Kind
from rulesite.text.numbering import RuleNumber, Scheme
from rulesite.text.references import find


def cited(text, scheme=Scheme.DECIMAL):
    """What is found, as printed."""
    found = find(text, scheme)
    assert [text[each.start : each.end] for each in found] == [each.text for each in found]
    return [each.text for each in found]


def only(text, scheme=Scheme.DECIMAL):
    [citation] = find(text, scheme)
    return citation


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("It waits. (See rule 418.5a.)", ["418.5a"]),
        ("Otherwise, see rule 102.7.", ["102.7"]),
        ("It ends; see rule 704.", ["704"]),
        ("(See rule 408.2e.)", ["408.2e"]),
        ("as in rules 409.1b-i, and", ["409.1b-i"]),
        ("costs (see 601.2b and 601.2f–h).", ["601.2b", "601.2f–h"]),
        ("pay it (see rules 118.7–8).", ["118.7–8"]),
        ("See rules 306–311 and rule 500.", ["306–311", "500"]),
        ("steps 409.1a-409.1h of rule 409", ["409.1a-409.1h", "409"]),
        ("See rules 903.6–903.11.", ["903.6–903.11"]),
        ("See rules 103.1, 104.2, and 105.3a.", ["103.1", "104.2", "105.3a"]),
        ("rules 601.2a and 601.2b apply", ["601.2a", "601.2b"]),
        ("See rule 101.4 or 704.", ["101.4", "704"]),
        ("See rules 613 and 614.", ["613", "614"]),
        ("Rules 506.6 and 506.6a–f apply to it.", ["506.6", "506.6a–f"]),
        ("See rule 402.2 and 514.1.", ["402.2", "514.1"]),
        ("after subrule 802.2k comes 802.2m, then 802.2n", ["802.2k", "802.2m", "802.2n"]),
        ("This is an exception to 613.10. See also it.", ["613.10"]),
        ("it follows the steps in 616.1a–d, one", ["616.1a–d"]),
        ("the value is fixed (613.3b).", ["613.3b"]),
        ("store it. See rule702.72.", ["702.72"]),
        ("CR 603.1 says so", ["603.1"]),
        ("It became 402.8h when 402.8e was put in.", ["402.8h", "402.8e"]),
        ("from rules 601.2a through 601.2h", ["601.2a through 601.2h"]),
        ("See rules 704.5x–aa, 704.5bb/cc, and rule 704.5ab.", ["704.5x–aa", "704.5bb", "cc", "704.5ab"]),
        ("follow rules 601.2a - g in order", ["601.2a - g"]),
        ("follow rules 601.2a – g, then stop", ["601.2a – g"]),
        ("(see rules 118.7 - 8)", ["118.7 - 8"]),
        ("See rules 608.3a and b.", ["608.3a", "b"]),
        ("as rules 608.3a, c, and d say", ["608.3a", "c", "d"]),
        ("rules 601.2f–h and k apply", ["601.2f–h", "k"]),
        ("see rules 118.7 and 9.", ["118.7", "9"]),
        ("see rules 409.1b and 2a.", ["409.1b", "2a"]),
        ("See rules 103.1,  104.2,   and  105.3a.", ["103.1", "104.2", "105.3a"]),
        ("paying as in rules 409.1b and 4091f-h.", ["409.1b", "4091f-h"]),
        ("See rule 419,8 for it.", ["419,8"]),
        ("See rule 409. 1f for it.", ["409. 1f"]),
        ("See rule 409.1(f) and rule 409.1G.", ["409.1(f)", "409.1G"]),
    ],
)
def test_a_decimal_citation_is_found(text, numbers):
    assert cited(text) == numbers


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("The cost (see Rule K.25).", ["K.25"]),
        ("See Rule A.7.3 through Rule A.7.10.", ["A.7.3 through Rule A.7.10"]),
        ("untaps (see Phase P.5).", ["P.5"]),
        ("unlike rule A.6.3 it", ["A.6.3"]),
        ("if the first wording in A.6.1 is used", ["A.6.1"]),
        ("Compare Rule B.2.7, Rule B.3.11, and Rule B.3.12.", ["B.2.7", "B.3.11", "B.3.12"]),
        ("Note - See Rule A.8.9 and A.8.10", ["A.8.9", "A.8.10"]),
        ("See Rule K.20.Ruling.1.", ["K.20.Ruling.1"]),
        ("(see Rule 410.5)", ["410.5"]),
        ("Spells are different. See Rule K.3 .", ["K.3"]),
    ],
)
def test_a_lettered_citation_is_found(text, numbers):
    assert cited(text, Scheme.LETTERED) == numbers


@pytest.mark.parametrize(
    "text",
    [
        "Each player starts with 20 life and 409 cards.",
        "a 2/2 creature that costs 100.5 pounds",
        "It was printed in 1995 and costs $500.25 today.",
        "Repeat that sequence 999,999 more times.",
        "the deck must contain exactly 100 cards",
        "maximum deck size are both 100.",
        "Call 1-800-324-6496 or write to P.O. Box 707.",
        "411.2. A player may do so.",
        "It resolves. 411.2a A player may do so.",
        "411.2a A player may do so.",
        "The rules have 12 chapters; rule 1 is patience.",
        "See section 6.1 of the Magic Tournament Rules.",
        "See section 6 of the Magic Tournament Rules.",
        "See Appendix B, section 5.",
        "(See Appendix B: Timing, … section 5.)",
        "See Appendix B, section 5, “Timing.”",
        "See section 5 of Appendix B.",
        "as told in section 5, “Timing,” of the appendix",
        "Section 3 of the Player’s Guide and section 205 of the Judge Handbook say so.",
        "under Part II, section 4 and section 5",
        "See rule 2009 for it.",
        "the rules 100,000 people know",
        "Magic Tournament Rules 102.3 says otherwise.",
        "as the rules 100 cards obey",
        "the text “rule X,” where X is a number",
        "about rule 702.6Equip",
        "during phase 3, or in A.6.1",
    ],
)
def test_a_number_that_is_no_citation_is_left_alone(text):
    assert cited(text) == []


def test_two_fused_rules_do_not_make_the_second_number_a_citation():
    assert cited("the stack. (See rule 408.2e.) 411.2. A player may") == ["408.2e"]
    assert cited("see rule 402.6. Also, it stays") == ["402.6"]


def test_a_number_is_not_the_beginning_of_a_longer_one():
    assert [only(text).first for text in ("rule 702.6.", "rule 702.60.", "rule 702.60a.")] == [
        RuleNumber.parse(number) for number in ("702.6", "702.60", "702.60a")
    ]


def test_a_run_is_one_citation_with_both_ends():
    run = only("(see rules 409.1b-i)")
    assert (run.kind, str(run.first), str(run.last)) == (Kind.RANGE, "409.1b", "409.1i")


def test_a_dash_that_makes_no_run_ends_the_number():
    assert [str(each.first) for each in find("See rule 409.1i-b and rule 702.6 - 20 cards", Scheme.DECIMAL)] == [
        "409.1i",
        "702.6",
    ]
    assert cited("under rule 103.1 to 20 life") == ["103.1"]


def test_the_quoted_heading_is_the_name_of_the_citation():
    assert [
        (each.text, each.kind, each.name)
        for each in find(
            'See rule 422, “Handling Illegal Actions,” section 8, "Multiplayer Rules"; 901, “Planechase”; and rules 702.109, “Dash,” '
            "702.152, “Blitz,” and 702.185, “Warp.”",
            Scheme.DECIMAL,
        )
    ] == [
        ("422", Kind.SECTION, "Handling Illegal Actions"),
        ("8", Kind.CHAPTER, "Multiplayer Rules"),
        ("901", Kind.SECTION, "Planechase"),
        ("702.109", Kind.RULE, "Dash"),
        ("702.152", Kind.RULE, "Blitz"),
        ("702.185", Kind.RULE, "Warp"),
    ]


def test_a_heading_needs_no_comma_and_may_quote_a_word():
    assert only('See rule 419.8 "Sources of Damage."').name == "Sources of Damage"
    assert only("See rule 421, \"Handling 'Infinite' Loops.\"").name == "Handling 'Infinite' Loops"
    assert only("rolling. See 706, “Rolling a Die.”").name == "Rolling a Die"


def test_a_heading_may_stand_before_the_number_in_a_lettered_document():
    assert only("Also see Mana Burn, Rule G.25.", Scheme.LETTERED).name == "Mana Burn"
    assert only("Also see Costs (Rule G.7).", Scheme.LETTERED).name == "Costs"


def test_a_section_is_ours_unless_something_else_owns_it():
    assert cited("Appendix B ends here. See section 5.") == ["5"]
    assert cited("See section 5 of these rules, and section 6 of the Comprehensive Rules.") == ["5", "6"]
    assert cited("See section 5, “Timing,” in which a turn is told.") == ["5"]


def test_a_section_may_be_a_chapter_or_three_digits():
    found = find('more in section 4, "Spells," section 101, and chapters 7 and 8.', Scheme.DECIMAL)
    assert [(each.text, each.kind.value) for each in found] == [
        ("4", "chapter"),
        ("101", "section"),
        ("7", "chapter"),
        ("8", "chapter"),
    ]


def test_numbers_in_source_tags_are_attributions_not_references():
    assert cited("It counts. [CompRules 2001/07/23 - 502.10a/10i] See rule 410.5.") == ["410.5"]


def test_an_abbreviated_list_is_several_citations():
    assert [str(each.first) for each in find("see rules 502.10a/10i and 502.11a/b", Scheme.DECIMAL)] == [
        "502.10a",
        "502.10i",
        "502.11a",
        "502.11b",
    ]


def test_the_lines_of_an_index_are_lists_of_citations():
    assert cited("Abilities, 402\nmana ability, 214.9f, 406.1, 411\nactivation cost, 403.1, 409.1f-g") == [
        "402",
        "214.9f",
        "406.1",
        "411",
        "403.1",
        "409.1f-g",
    ]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("See Landwalk.", ["Landwalk"]),
        ("See X.", ["X"]),
        ("It is errata’d. See Active Player, Nonactive Player Order.", ["Active Player, Nonactive Player Order"]),
        ("See also Tap, Tapped, and Untap.", ["Tap", "Tapped", "Untap"]),
        ("See also Aura and Enchantment.", ["Aura", "Enchantment"]),
        ("(see Spell Types). See rule 212.7.", ["Spell Types"]),
        ("See Creature Types and rule 212.8.", ["Creature Types"]),
        ("See “Enters the Battlefield.”", ["Enters the Battlefield"]),
        ("See \"Intervening 'If' Clause.\"", ["Intervening 'If' Clause"]),
        ('See Intervening "If" Clause.', ['Intervening "If" Clause']),
        ("See also Removed from the Game.", ["Removed from the Game"]),
        ('kept. (See glossary, "Timestamp Order.") It', ["Timestamp Order"]),
        ("listed under “Creature Types” in the glossary", ["Creature Types"]),
        ("see “Foo” in the glossary.", ["Foo"]),
        ("See also Haste. 2. Another sense.", ["Haste"]),
    ],
)
def test_a_glossary_entry_is_cited_by_its_term(text, terms):
    found = [each for each in find(text, Scheme.DECIMAL) if each.kind is Kind.GLOSSARY]
    assert [each.term for each in found] == terms
    assert [text[each.start : each.end] for each in found] == terms


@pytest.mark.parametrize(
    "text",
    [
        "A player casts See Beyond.",
        "See the Magic Tournament Rules for details.",
        "players can see the cards.",
        "See rule 704.",
        "Search for, See, Thopter, Thrull.",
    ],
)
def test_other_uses_of_see_cite_no_glossary_entry(text):
    assert [each for each in find(text, Scheme.DECIMAL) if each.kind is Kind.GLOSSARY] == []


_PIECES = st.sampled_from(
    [
        "rule",
        "rules",
        "section",
        "see",
        "See",
        "also",
        "and",
        "or",
        "through",
        "to",
        "Rule",
        "K",
        "Ruling.1",
        "CR",
        "cards",
    ]
) | st.sampled_from(
    [
        ",",
        ";",
        ".",
        "(",
        ")",
        "-",
        "–",
        "/",
        "“",
        "”",
        '"',
        "\n",
        "[",
        "]",
        "409",
        "409.1b",
        "702.6",
        "20",
        "4",
        "i",
        "A.6.1",
        "Haste",
    ]
)


@pytest.mark.slow
@given(
    st.lists(_PIECES, max_size=40).map(" ".join) | st.lists(_PIECES, max_size=40).map("".join) | st.text(),
    st.sampled_from(Scheme),
)
def test_whatever_the_text_spans_are_sorted_and_never_overlap(text, scheme):
    found = find(text, scheme)
    assert all(text[each.start : each.end] == each.text for each in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all((each.first is None) == (each.kind is Kind.GLOSSARY) for each in found)


@given(
    st.integers(1, 9),
    st.integers(0, 99),
    st.integers(1, 999),
    st.sampled_from("abcdefghijkmnpqrstuvwxyz") | st.just(""),
    st.sampled_from(["(See rule {}.)", "see rules {} and 100.1", "Rule {}, “Heading,” applies", "in rule {}: so"]),
)
def test_every_number_is_found_where_a_rule_is_announced(chapter, section, rule, letter, frame):
    number = f"{chapter}{section:02d}.{rule}{letter}"
    assert str(find(frame.format(number), Scheme.DECIMAL)[0].first) == number
