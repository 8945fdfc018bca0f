"""Legal and illegal: for the reason that is meant, of the action that is meant, and neither where nobody asks."""

from __future__ import annotations

import pytest

from rulesite.engine.scenario import Outcome, load_text, run

from .conftest import write

CARDS = """
[cards.Bolt]
line = "Instant {R}, red"
text = "Bolt deals 3 damage to target creature or player."
from = "supplied"
[cards.Gift]
line = "Sorcery {0}"
text = "You may draw a card."
from = "supplied"
[cards.Ward]
line = "Enchantment"
text = "Creatures you control have protection from red."
from = "supplied"
"""
GIVEN = "Ann, in hand: Bolt, Gift. Mana pool: {R}. Bob, 20 life, in play: Ward, Bear 2/2"
CONTROL = 'change = "Bob has 3 life"\nthen = "Bob has 0 life"'


def _checked(kind: str, sentence: str, more: str = "", control: str = CONTROL, do: str = "Ann passes") -> Outcome:
    text = write(GIVEN, do, ["Bob has 17 life"], control, CARDS)
    return run(load_text(f'{text}\n[[expect]]\n{kind} = "{sentence}"\nat = "start"\n{more}', "test.toml")[0])


@pytest.mark.parametrize("kind", ["legal", "illegal"])
@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Ann chooses red", "nobody is asked for this: Ann chooses red"),
        ("Ann plays Gift. Ann does. Bob declines", "nobody is asked for this"),
        ("Bob plays Gift. Ann plays Bolt targeting Bob", "'Bob plays Gift' before it is illegal"),
    ],
)
def test_what_nobody_asks_and_what_comes_after_a_refusal_is_neither_legal_nor_illegal(
    kind: str, sentence: str, found: str
) -> None:
    check = _checked(kind, sentence).checks[1]
    assert not check.passed
    assert found in check.found


def test_a_choice_that_is_asked_for_is_legal() -> None:
    assert _checked("legal", "Ann plays Gift. Ann does").checks[1].passed


@pytest.mark.parametrize(
    ("because", "passes"),
    [
        ("protection", True),
        ("502.7a", False),
        ("rule 502.7b", True),
        ("is not a legal target", True),
        ("pay_any_order", False),
    ],
)
def test_an_action_is_illegal_for_the_reason_that_is_named(because: str, passes: bool) -> None:
    found = _checked("illegal", "Ann plays Bolt targeting Bear", f'because = "{because}"\n')
    assert found.checks[1].passed == passes
    claim = _checked("that", f"Ann plays Bolt targeting Bear is illegal because of {because}")
    assert claim.checks[1].passed == passes


def test_a_check_says_why_an_action_is_illegal_though_it_does_not_ask() -> None:
    assert _checked("illegal", "Ann plays Bolt targeting Bear").checks[1].because == "protection_targets"
    assert _checked("legal", "Ann plays Gift. Ann does").checks[1].because == ""


def test_the_number_of_a_rule_means_the_rule_on_another_day_too() -> None:
    text = write(GIVEN, "Ann passes", ["Bob has 17 life"], CONTROL, CARDS)
    more = '\n[[expect]]\nillegal = "Ann plays Bolt targeting Bear"\nat = "start"\nbecause = "rule 502.7b"\n'
    check = run(load_text(text + more)[0], ruleset="2024-06-07").checks[1]
    assert check.passed
    assert "rule 702.16" in check.found


@pytest.mark.parametrize(
    ("then", "held"),
    [
        ("playing Bolt is illegal because of pay any order", True),
        ("playing Bolt is illegal because of protection", False),
        ("playing Bear is illegal because of pay any order", False),
        ("playing Gift is illegal because of pay any order", False),
        ("playing Bolt is legal", False),
        ("playing Gift is legal", False),
        ("Ann plays Gift is illegal because of pay any order", False),
    ],
)
def test_a_control_is_met_only_by_the_illegality_that_it_names(then: str, held: bool) -> None:
    control = f'change = "Ann\'s mana pool is empty"\nthen = "{then}"'
    assert _checked("legal", "Ann passes", "", control, "Ann plays Bolt targeting Bob").controls[0].held == held


def test_what_was_played_was_legal() -> None:
    outcome = _checked("that", "playing Gift is legal", do="Ann plays Gift")
    assert not outcome.checks[1].passed  # at the start it has not been played yet
    text = write(
        GIVEN, "Ann plays Bolt targeting Bob", ["playing Bolt is legal", "playing Gift is legal"], CONTROL, CARDS
    )
    assert [check.passed for check in run(load_text(text)[0]).checks] == [True, False]


def test_what_cannot_be_said_is_not_modelled_and_names_its_line() -> None:
    given = "Ann, in play: Twin. Bob, 20 life"
    cards = (
        '[cards.Twin]\nline = "Artifact"\ntext = """\n{0}: You gain 1 life.\n{0}: Draw a card."""\nfrom = "supplied"\n'
    )
    outcome = run(load_text(write(given, "Ann passes\nAnn activates Twin", ["Ann has 21 life"], CONTROL, cards))[0])
    assert outcome.outcome == "unmodelled"
    assert "several activated abilities" in outcome.reason
    assert "line 6" in outcome.reason
