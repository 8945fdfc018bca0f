"""Lists and runs of numbers, printed by a grammar of citations, are read back as the numbers they were printed from."""

import pytest
from hypothesis import example, given

from rulesite.text import references
from rulesite.text.free_text_citations import find
from rulesite.text.numbering import Scheme
from tests.printed_citations import HEADS, JOINED, Printed, citations


def read(text):
    return [mention.citation.ends for mention in find(text) if mention.sure]


@pytest.mark.slow
@given(citations())
@example(Printed("CR 704.5(k) through (n)", [["704.5k", "704.5n"]]))
@example(Printed("CR 704.5(k)-(n)", [["704.5k", "704.5n"]]))
@example(Printed("CR 704.5(k), (m), and (n)", [["704.5k"], ["704.5m"], ["704.5n"]]))
@example(Printed("rule 704.5 (k).", [["704.5k"]]))
def test_every_form_of_a_list_or_run_is_read_as_its_numbers(printed):
    assert read(printed.text) == printed.meant
    assert [read(f"CR {mention.citation.meant}.") for mention in find(printed.text)] == [
        [ends] for ends in printed.meant
    ]


THEIR_BOOKS = (
    " of the Magic Tournament Rules.",
    " in the Tournament Rules",
    ", of the Infraction Procedure Guide.",
    " of a Floor Policy",
)


@given(citations(heads=("rule ", "rules ", "sections ", ""), closings=THEIR_BOOKS))
@example(Printed("rule 103.2 of the Magic Tournament Rules", []))
@example(Printed("rules 103.2 and 103.4 of the Magic Tournament Rules", []))
def test_no_number_of_a_list_cites_a_rule_where_its_end_names_another_book(printed):
    assert find(printed.text) == []
    assert [each for each in references.find(printed.text, Scheme.DECIMAL) if each.first] == []


def test_a_book_of_ours_named_first_is_the_one_that_is_cited():
    assert read("See rules 103.2 and 103.4 of the Comprehensive Rules, and the Magic Tournament Rules.") == [
        ["103.2"],
        ["103.4"],
    ]


@pytest.mark.parametrize("head", ["§§ ", "rules ", "rr. ", "secs. ", "¶¶ ", "paras. "])
@pytest.mark.parametrize("joint", JOINED)
def test_a_run_of_rules_is_read_with_any_joint(head, joint):
    assert read(f"{head}613.8{joint}10.") == [["613.8", "613.10"]]
    assert read(f"{head}613.8{joint}613.10 say so") == [["613.8", "613.10"]]
    [run] = find(f"{head}613.8{joint}10.")
    assert read(f"{head}{run.citation.meant}.") == [["613.8", "613.10"]]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("number", ["613.8", "613.8a", "613.8(a)", "613.8 (a)", "613.8A"])
def test_every_head_announces_a_number(head, number):
    [[cited]] = read(f"It waits ({head}{number}).")
    assert cited == ("613.8" if number == "613.8" else "613.8a")


def test_two_sections_with_one_sign_are_both_read():
    assert read("See §§ 613.8, 613.9 and 613.10.") == [["613.8"], ["613.9"], ["613.10"]]


@pytest.mark.parametrize(
    "text",
    ["R. 5 and r. 12", "for 30 sec. 4 cards", "golf, par. 72", "¶ 12 of the complaint", "Compl. ¶ 105", "Mr. 613 won"],
)
def test_other_heads_announce_nothing_where_they_may_be_words(text):
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("rule 704.5a, (b) does it", [["704.5a"]]),
        ("rule 601.2b through an effect", [["601.2b"]]),
        ("- rule 601.2\n- 601.3 says so", [["601.2"]]),
        ("RULE 601.2B, I think", [["601.2b"]]),
        ("rules 704.5k–m, p–q, and 704.6a–b", [["704.5k", "704.5m"], ["704.5p", "704.5q"], ["704.6a", "704.6b"]]),
        ("rules 118.7–8, 10, and 12–13.", [["118.7", "118.8"], ["118.10"], ["118.12", "118.13"]]),
        ("rules 118.7, 9-11 cards", [["118.7"]]),
    ],
)
def test_what_goes_on_otherwise_ends_a_list(text, numbers):
    assert read(text) == numbers
