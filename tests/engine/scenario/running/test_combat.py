"""Sentences about combat: damage in two steps, an announced order, and no combat at all."""

from __future__ import annotations

from collections.abc import Callable

from rulesite.engine.scenario import Scenario, run

GIVEN = "Ann, in play: Knight 2/2 with first strike. In hand: Hone. Bob, 20 life"
HONE = """
[cards.Hone]
line = "Instant {0}"
text = "Target creature gains double strike until end of turn."
from = "supplied"
"""


def test_combat_damage_is_dealt_again_after_the_first_of_two_steps(played: Callable[..., dict[str, bool]]) -> None:
    do = """Ann attacks with Knight
Bob doesn't block
All pass
Ann casts Hone targeting Knight
All pass
Combat damage is dealt"""
    assert all(played(GIVEN, do, "Bob has 16 life", cards=HONE, ruleset="2024-06-07").values())


def test_in_the_first_step_the_damage_on_the_stack_comes_first(played: Callable[..., dict[str, bool]]) -> None:
    do = """Ann attacks with Knight
Bob doesn't block
All pass
Combat damage is dealt"""
    assert all(played(GIVEN, do, "Bob has 18 life", "the stack is empty", cards=HONE).values())


def test_an_order_among_blockers_that_is_written_is_announced(played: Callable[..., dict[str, bool]]) -> None:
    given = "Ann, in play: Giant 5/5. Bob, in play: Bear 2/2, Ox 4/4"
    do = """Ann attacks with Giant
Bob blocks Giant with Bear and Ox
Ann orders Bear, Ox
Giant assigns 2 to Bear, 3 to Ox
Combat damage is dealt"""
    claims = ("Bear was destroyed", "Ox has 3 damage")
    assert all(played(given, do, *claims, cards="", ruleset="2018-01-19").values())
    late = do.replace("2 to Bear, 3 to Ox", "1 to Bear, 4 to Ox")
    assert not any(played(given, late, "Ox was destroyed", cards="", ruleset="2018-01-19").values())


def test_combat_damage_without_an_attack_is_said_to_be_illegal(scenario: Callable[..., Scenario]) -> None:
    outcome = run(scenario("Ann, in play: Bear 2/2", "Combat damage is dealt", ["Bear has 1 damage"], cards=""))
    assert outcome.outcome == "contradicted"
    assert "nobody attacks" in outcome.reason


def test_a_shield_is_chosen_by_the_card_that_made_it(played: Callable[..., dict[str, bool]]) -> None:
    given = "Bob, in play: Furnace. Ann, in hand: Bolt. Bob, in hand: Shield. Ann's main phase"
    do = """Ann casts Bolt targeting Bob
In response, Bob casts Shield
All pass
Bob chooses Shield
All pass"""
    cards = """
[cards.Bolt]
line = "Instant {0}"
text = "Bolt deals 3 damage to any target."
from = "supplied"
[cards.Furnace]
line = "Enchantment"
text = "If a source would deal damage to a player, it deals double that damage to that player instead."
from = "supplied"
[cards.Shield]
line = "Instant {0}"
text = "Prevent the next 2 damage that would be dealt to you this turn."
from = "supplied"
"""
    assert all(played(given, do, "Bob has 18 life", cards=cards, ruleset="2024-06-07").values())
    other = do.replace("Bob chooses Shield", "Bob chooses Furnace")
    assert all(played(given, other, "Bob has 16 life", cards=cards, ruleset="2024-06-07").values())
