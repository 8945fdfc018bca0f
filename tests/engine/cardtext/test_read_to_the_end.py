"""Classes of wrong readings that printing back has shown: a clause dropped, a qualifier lost, a wrong join."""

from __future__ import annotations

from typing import Any

import pytest

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.cardtext.round_trip import compare
from rulesite.engine.eras.ruleset import Ruleset

RULES = Ruleset.on("2021-11-19")


def abilities(text: str, on: str = "Creature", name: str | None = None) -> tuple[ir.Ability, ...]:
    return read(text, Host.parse(on, name), RULES)


def effect(text: str, on: str = "Sorcery") -> Any:
    (ability,) = abilities(text, on)
    return ability.effect  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("Target opponent gains control of target creature.", "Sorcery"),
        ("Target creature gets +1/+0 until end of turn and can't be blocked this turn.", "Sorcery"),
        ("~ enters the battlefield tapped unless you control two or fewer other lands.", "Land"),
        ("At the beginning of each upkeep, if no spells were cast last turn, draw a card.", "Creature"),
        ("Whenever a creature card is put into an opponent's graveyard from anywhere, draw a card.", "Creature"),
    ],
)
def test_nothing_is_dropped_on_the_way(text: str, on: str) -> None:
    found = compare(text, Host.parse(on), RULES)
    assert found.verdict in ("exact", "otherwise"), found.printed


def test_who_gains_control_is_who_the_text_says() -> None:
    taken = effect("Target opponent gains control of target creature.")
    assert taken.changes == (ir.SetController(ir.Target(0)),)
    assert taken.what == ir.Target(1)


def test_a_clause_without_a_subject_has_that_of_the_clause_before() -> None:
    both = effect("Target creature gets +1/+0 until end of turn and can't be blocked this turn.")
    assert [step.what for step in both.steps] == [ir.Target(0), ir.Target(0)]


def test_other_lands_are_other_than_the_one_that_enters() -> None:
    (ability,) = abilities("~ enters the battlefield tapped unless you control two or fewer other lands.", "Land")
    assert ir.OtherThan(ir.Self()) in tuple(ir.walk(ability))


@pytest.mark.parametrize(
    ("said", "condition"),
    [
        ("no spells were cast last turn", ir.NotSo(ir.Happened(ir.Cast(ir.IsSpell()), "last turn"))),
        ("a spell was cast this turn", ir.Happened(ir.Cast(ir.IsSpell()), "turn")),
        ("two or more spells were cast this turn", ir.Happened(ir.Cast(ir.IsSpell()), "turn", ir.Number(2))),
        (
            "you cast two or more spells this turn",
            ir.Happened(ir.Cast(ir.IsSpell(), ir.IsPlayerRef(ir.You())), "turn", ir.Number(2)),
        ),
    ],
)
def test_spells_that_were_cast_are_counted_in_their_time(said: str, condition: ir.Condition) -> None:
    (ability,) = abilities(f"At the beginning of each upkeep, if {said}, draw a card.")
    assert ability.condition == condition  # type: ignore[attr-defined]


def test_spells_of_one_player_whoever_it_is_are_counted_of_each() -> None:
    (ability,) = abilities(
        "At the beginning of each upkeep, if a player cast two or more spells last turn, draw a card."
    )
    cast = ir.Cast(ir.IsSpell(), ir.IsPlayer())
    assert ability.condition == ir.Happened(cast, "last turn", ir.Number(2), by_one=True)  # type: ignore[attr-defined]


def test_a_chapter_is_a_trigger_and_its_number_no_ability_word() -> None:
    (ability,) = abilities("II, III — Draw two cards.", "Enchantment — Saga")
    assert ability.event == ir.ChapterReached((2, 3))  # type: ignore[attr-defined]


def test_a_name_before_a_dash_says_nothing_and_a_word_of_the_rules_is_no_name() -> None:
    (named,) = abilities("Mage Hand — {T}: Draw a card.", "Creature")
    (plain,) = abilities("{T}: Draw a card.", "Creature")
    assert ir.without_words(named) == ir.without_words(plain)


def test_cards_that_nothing_named_are_not_the_object_itself() -> None:
    (ability,) = abilities("Whenever you cast a spell, put those cards into your hand.")
    assert ir.Self() not in tuple(ir.walk(ability.effect))  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["Hazoret the Fervent", "Hazoret, God-Eternal"])
def test_the_short_form_of_a_name_is_the_object_itself(name: str) -> None:
    (ability,) = abilities("{2}{R}: Hazoret deals 2 damage to each opponent.", "Creature", name)
    assert ability.effect.source == ir.Self()  # type: ignore[attr-defined]


def test_what_explores_is_the_object_and_no_player() -> None:
    (ability,) = abilities("Whenever ~ deals combat damage to a player, it explores.")
    assert ability.effect == ir.KeywordAction("explore", what=ir.Self())  # type: ignore[attr-defined]
