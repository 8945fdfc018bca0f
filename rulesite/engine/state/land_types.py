"""The card types of subtypes, and the mana abilities that come with the basic land types."""

from __future__ import annotations

from functools import cache

from rulesite.engine.abilities.costs import Cost, TapSelf
from rulesite.engine.abilities.kinds import ActivatedAbility
from rulesite.engine.abilities.mana_instructions import AddMana, ManaSymbols

from .objects import BASIC_LAND_TYPES, HeldAbility

LAND_TYPES = frozenset(BASIC_LAND_TYPES) | {
    "Cave",
    "Cloud",
    "Desert",
    "Gate",
    "Lair",
    "Locus",
    "Mine",
    "Power-Plant",
    "Sphere",
    "Tower",
    "Town",
    "Urza's",
}
BASIC_BY_NAME = {name: name for name in BASIC_LAND_TYPES}
BASIC_BY_NAME |= {f"Snow-Covered {name}": name for name in BASIC_LAND_TYPES}
"""The names of basic lands without "basic" on the card, printed before the Eighth Edition (205.4b in 2003-10-01), with
the land type of each."""
ARTIFACT_TYPES = frozenset(
    {
        "Attraction",
        "Blood",
        "Bobblehead",
        "Clue",
        "Contraption",
        "Equipment",
        "Food",
        "Fortification",
        "Gold",
        "Incubator",
        "Junk",
        "Lander",
        "Map",
        "Mutagen",
        "Powerstone",
        "Spacecraft",
        "Treasure",
        "Vehicle",
        "Vibranium",
    }
)
ENCHANTMENT_TYPES = frozenset(
    {
        "Aura",
        "Background",
        "Cartouche",
        "Case",
        "Class",
        "Curse",
        "Plan",
        "Role",
        "Room",
        "Rune",
        "Saga",
        "Shard",
        "Shrine",
    }
)
SPELL_TYPES = frozenset({"Adventure", "Arcane", "Lesson", "Trap"})


def sort_of(subtype: str) -> str:
    """The card type that a subtype belongs to.

    >>> sort_of("Forest"), sort_of("Aura"), sort_of("Goblin")
    ('land', 'enchantment', 'creature')
    """
    for sort, words in (
        ("land", LAND_TYPES),
        ("artifact", ARTIFACT_TYPES),
        ("enchantment", ENCHANTMENT_TYPES),
        ("instant", SPELL_TYPES),
    ):
        if subtype in words:
            return sort
    return "creature"


@cache
def mana_ability_of(subtype: str) -> HeldAbility | None:
    """The intrinsic mana ability of a basic land type (rule 214.9e in 2001-07-23), ``None`` for any other subtype."""
    symbol = BASIC_LAND_TYPES.get(subtype)
    if symbol is None:
        return None
    ability = ActivatedAbility(
        Cost((TapSelf(),)),
        AddMana(ManaSymbols((f"{{{symbol}}}",))),
        text=f"{{T}}: Add {{{symbol}}} to your mana pool.",
    )
    return HeldAbility(f"rule {subtype}", ability)
