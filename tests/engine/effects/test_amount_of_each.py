"""Amounts that are another for each object that an effect applies to."""

from __future__ import annotations

import pytest

from tests.engine.table import TODAY, cast, put, start

OPALESCENCE = (
    "Each other non-Aura enchantment is a creature in addition to its other types and has base power and base toughness "
    "each equal to its mana value."
)
OLD_OPALESCENCE = "Each other non-Aura enchantment is a creature with power and toughness each equal to its mana value."
HUMILITY = "All creatures lose all abilities and have base power and toughness 1/1."
COLORS = "Creatures you control get +1/+1 for each of their colors."


@pytest.mark.parametrize(
    "also", ["", "Creatures you control get +1/+1.", "All creatures have base power and toughness 1/1."]
)
def test_for_each_of_its_colors_is_counted_for_each_creature_beside_any_other_effect(also):
    game = start()
    put(game, "Ann", "Anthem", "Enchantment", "Each creature you control gets +1/+1 for each of its colors.")
    if also:
        put(game, "Ann", "Other", "Enchantment", also)
    put(game, "Ann", "Bear", "Creature 2/2, green")
    put(game, "Ann", "Myr", "Artifact Creature 2/2, colorless")
    put(game, "Ann", "Elf", "Creature 2/2, green and white")
    base = 1 if "base" in also else 3 if also else 2
    assert [game.power_toughness(name)[0] for name in ("Bear", "Myr", "Elf")] == [base + 1, base, base + 2]


def test_what_a_spell_adds_for_each_creature_is_fixed_for_each_as_it_resolves():
    game = start()
    put(game, "Ann", "Bear", "Creature 2/2, green")
    put(game, "Ann", "Elf", "Creature 2/2, green and white")
    put(game, "Ann", "Paint", "Sorcery", "All creatures become red until end of turn.", "hand")
    text = "Each creature you control gets +1/+1 until end of turn for each of its colors."
    put(game, "Ann", "Surge", "Sorcery", text, "hand")
    cast(game, "Ann", "Surge")
    cast(game, "Ann", "Paint")
    put(game, "Ann", "Late", "Creature 2/2, green")
    assert [game.power_toughness(name) for name in ("Bear", "Elf", "Late")] == [(3, 3), (4, 4), (2, 2)]


@pytest.mark.parametrize("date", ["2006-10-01", "2009-07-11", "2018-01-19", TODAY])
@pytest.mark.parametrize("first", ["Humility", "Opalescence"])
def test_humility_with_opalescence_goes_by_their_timestamps(date, first):
    game = start(date)
    texts = {"Humility": HUMILITY, "Opalescence": OPALESCENCE}
    for name in (first, next(each for each in texts if each != first)):
        game.put(game.card(name, "Enchantment", text=texts[name], cost="{2}{W}{W}"), "Ann")
    game.put(game.card("Prison", "Enchantment", text="Creatures have haste.", cost="{2}{W}"), "Ann")
    size = (1, 1) if first == "Opalescence" else (4, 4)
    assert game.power_toughness("Humility") == size
    assert not game.characteristics("Prison").abilities
