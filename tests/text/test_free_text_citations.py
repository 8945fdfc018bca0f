"""Citations as people write them outside the documents, and the numbers beside them that cite no rule."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.text.free_text_citations import POLICY, find


def cited(text):
    """The numbers of the rules that are meant, a run with both ends."""
    numbers = []
    for mention in find(text):
        citation = mention.citation
        if citation.document in POLICY:
            continue
        assert text[citation.start : citation.end] == citation.text
        numbers.append(f"{citation.first}-{citation.last}" if citation.last else str(citation.first))
    return numbers


def sure(text):
    return [str(mention.citation.first) for mention in find(text) if mention.sure]


@pytest.mark.parametrize(
    "text",
    [
        "CR 702.19b",
        "cr702.19b",
        "C.R. 702.19b",
        "CR-702.19b",
        "CR #702.19b",
        "CR: 702.19b",
        "CR §702.19b",
        "§ 702.19b",
        "CompRules 702.19b",
        "Comp. Rules 702.19b",
        "MTG rule 702.19b",
        "rule no. 702.19b",
        "rule # 702.19b",
        "RULE 702.19B",
        "sub-rule 702.19b",
        "rule 702.19(b)",
        "_CR 702.19b_",
        "[CR 702.19b]",
        "// 702.19b: so",
        "<see 702.19b>",
    ],
)
def test_a_rule_is_cited_in_many_spellings(text):
    assert cited(text) == ["702.19b"]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("(CR 111 / 111.4) and CR 113 / 601.2c", ["111", "111.4", "113", "601.2c"]),
        ("(CR 601.2b–c / 700.2)", ["601.2b-601.2c", "700.2"]),
        ("CR 704.5f/g/h", ["704.5f", "704.5g", "704.5h"]),
        ("the rules 104.4f & g, 601.2b, c and f", ["104.4f", "104.4g", "601.2b", "601.2c", "601.2f"]),
        ("510.1c, 510.1d, 510.1e", ["510.1c", "510.1d", "510.1e"]),
        ("pays by 601.2f-h", ["601.2f-601.2h"]),
        ("601.2b through f", ["601.2b-601.2f"]),
        ("rules 103.1—103.4", ["103.1-103.4"]),
        ("§707.10 / §704.5d", ["707.10", "704.5d"]),
        ("CRs 702.19 and 702.2", ["702.19", "702.2"]),
        ("401.6 of the 2008 rules", ["401.6"]),
        ("rule 601.2b, a player; rule 601.2b, e.g. it", ["601.2b", "601.2b"]),
        ("rule 601.2f, c", ["601.2f"]),
    ],
)
def test_lists_and_runs_are_read_to_their_end(text, numbers):
    assert cited(text) == numbers


@pytest.mark.parametrize(
    "text",
    [
        "version 702.19, v702.19b, IP 192.168.100.1",
        "It costs $100.50 or 102.5 EUR.",
        "MTR 2.11, MTR section 5, IPG section 2, section 2.5 of the IPG",
        "DCI Floor Rules section 101",
        "Floor Rules 103.4, 104.2 and 105",
        "Rule 503 of Regulation D",
        "section 301 of the Trade Act",
        "Rule 702 of the Federal Rules of Evidence",
        "under section 501(c)(3) and Rule 501(a)",
        "45 CFR § 164.512 and 2 S.C.R. 762",
        "Rule 410.1.a.1 of another game",
        "a snake_702.19 and rule_702",
    ],
)
def test_a_number_of_another_document_cites_no_rule(text):
    assert cited(text) == []


def test_a_number_of_tournament_policy_is_cited_as_of_its_document():
    found = [mention.citation for mention in find("MTR 2.11, section 2.5 of the IPG, Floor Rules section 101")]
    numbers = [(each.document, str(each.first)) for each in found]
    assert numbers == [("mtr", "2.11"), ("ipg", "2.5"), ("mtr", "101")]


@pytest.mark.parametrize(
    "text",
    [
        "He won 115.5 to 110.2.",
        "from 101.2 to 103.4 degrees",
        "by 102.3, in 101.2.",
        "ABCDE Rules 217.11 and 217.12",
        "ISO 300.1a and Unit 205.1a",
        "section 4 below",
        "chapter 3 of it",
        "See RFC 8446, section B.1.",
        "Lanterns burn, 404",
    ],
)
def test_a_number_that_could_be_anything_is_never_sure(text):
    assert sure(text) == []


@pytest.mark.parametrize(
    "text",
    ["see 613.10", "rule 613.10", "Section 6 of the Comprehensive Rules", "section 6 of the rules", "CR 613", "613.1a"],
)
def test_a_number_that_is_announced_is_sure(text):
    assert len(sure(text)) == 1


@pytest.mark.parametrize(
    ("text", "historic"),
    [
        ("the old rule 420.5", True),
        ("formerly 420.5a", True),
        ("rule 420.5 (now 704.5)", True),
        ("rule 420.5 became another", True),
        ("rule 420.5 is now another", True),
        ("rule 420.5 now says", True),
        ("see rule 420.5", False),
        ("rule 420.5 is known", False),
    ],
)
def test_a_number_that_the_text_calls_an_old_one_is_told_apart(text, historic):
    assert find(text)[0].historic is historic


def test_the_numbers_of_a_list_are_old_ones_together():
    assert [mention.historic for mention in find("the old rules 420.5, 420.5a/b and 502.9; see rule 704")] == [
        True, True, True, True, False,
    ]  # fmt: skip


def test_what_leaves_out_a_part_is_short():
    assert [mention.short for mention in find("704.5f/g, rule 601.2b-c and rule 702.19(b)")] == [
        False, True, False, False,
    ]  # fmt: skip


_PIECES = [
    "rule ",
    "rules ",
    "CR ",
    "§",
    "#",
    "see ",
    "of the 2008 rules",
    "(b)",
    "/",
    " & ",
    ", ",
    "-",
    "–",
    "—",
    "_",
    ".",
    " ",
]
_NUMBERS = ["601.2", "601.2b", "601.2F", "c", "g", "702", "7", "A.4.20", "501(c)", "2.11", "MTR ", "\n"]


@given(st.lists(st.sampled_from(_PIECES + _NUMBERS), max_size=25).map("".join) | st.text())
def test_whatever_the_text_mentions_are_in_order_and_never_overlap(text):
    found = [mention.citation for mention in find(text)]
    assert all(text[each.start : each.end] == each.text for each in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
