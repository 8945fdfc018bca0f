"""What `describe` says of an ability says all of it: nothing that the reader found is missing from the words."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields, replace
from typing import Any

import pytest
from texts import abilities, rows

from rulesite.engine.cardtext import ir
from rulesite.engine.cardtext.describe import describe, words
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.reading import read
from rulesite.engine.ruleset import Ruleset

NUMBERS_OF_TARGETS = ir.TargetSlot  # `describe` says them beside the target, not in the words of the effect


def another(field: Field[Any], value: Any) -> Any:
    """What the field would hold if the text had not said this."""
    if field.default is not MISSING:
        return field.default
    if isinstance(value, bool):
        return not value
    if isinstance(value, ir.Destination):
        return replace(value, zone="elsewhere")
    if isinstance(value, ir.Node):
        return ir.X("Z")
    return {int: 77, str: "zzz", tuple: ()}.get(type(value))


def meaning_nothing_else(node: Any, field: str) -> bool:
    """ "A player" is any player, whether or not a predicate says so."""
    return isinstance(node, ir.SomePlayer) and node.who == ir.IsPlayer() and field == "who"


@pytest.mark.parametrize("row", rows())
def test_every_part_of_a_reading_has_its_words(row: dict[str, Any]) -> None:
    missing = []
    for node in (part for ability in abilities(row) for part in ir.walk(ability)):
        if not isinstance(node, ir.Node) or isinstance(node, ir.Ability | NUMBERS_OF_TARGETS):
            continue
        said = words(node)
        for field in fields(node):
            value = getattr(node, field.name)
            other = another(field, value)
            if value == other or meaning_nothing_else(node, field.name):
                continue
            if words(replace(node, **{field.name: other})) == said:
                missing.append((type(node).__name__, field.name, said))
    assert not missing


def effects(text: str, on: str, date: str = "2024-02-02") -> list[str]:
    return [describe(ability, date)["effect"] for ability in read(text, Host.parse(on), Ruleset.on(date))]


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("~ can't be blocked.", "~ can't be blocked except by two or more creatures."),
        ("~ can't attack.", "~ can't attack alone."),
        ("~ enters tapped.", "~ enters tapped unless you control two or more other lands."),
        (
            "Spells you cast cost {1} less to cast.",
            "Spells you cast cost {1} less to cast for each Wizard you control.",
        ),
        ("Lands you control have '{T}: Add {G}.'", "Lands you control have '{T}, Pay 1 life: Add {G}.'"),
        (
            "Whenever you gain life, draw a card.",
            "Whenever you gain life, draw a card. This ability triggers only once each turn.",
        ),
    ],
)
def test_two_texts_that_differ_are_described_differently(text: str, other: str) -> None:
    assert effects(text, "Creature") != effects(other, "Creature")


@pytest.mark.parametrize(
    ("text", "words_of_it"),
    [
        ("Destroy all cards in your graveyard.", "in your graveyard"),
        ("Exile target card in a graveyard.", "exile target 1"),
        ("Search target opponent's library for a card.", "the library of target 1"),
        ("Prevent all combat damage that would be dealt to you this turn.", "prevent all combat damage to you"),
        ("Create a tapped Treasure token.", "tapped"),
    ],
)
def test_a_description_names_whose_zone_which_damage_and_how(text: str, words_of_it: str) -> None:
    assert words_of_it in effects(text, "Sorcery")[0]
