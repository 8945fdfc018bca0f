"""The words and phrases of scenarios with their meanings: numbers, steps, zones, kinds of ability."""

from __future__ import annotations

from rulesite.engine.language.vocabulary import NUMBERS as WRITTEN
from rulesite.engine.language.vocabulary import plural, vocabulary

NUMBERS = {"no": 0, **WRITTEN}
TIMES = {"once": 1, "twice": 2, "thrice": 3}
ORDINALS = {
    word: number
    for number, word in enumerate(
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"], 1
    )
} | {"only": 1}
COLOURS = ("white", "blue", "black", "red", "green", "colorless", "colourless")
CARD_TYPES = (
    "artifact",
    "creature",
    "enchantment",
    "instant",
    "land",
    "sorcery",
    "planeswalker",
    "interrupt",
    "aura",
    "permanent",
)
SUPERTYPES = ("basic", "legendary", "snow", "world", "snow-covered")
BASIC_LANDS = ("Plains", "Island", "Swamp", "Mountain", "Forest", "Wastes")


def singulars(name: str) -> tuple[str, ...]:
    """The possible singulars of a plural name, the likeliest first; empty for a name not in the plural.

    >>> singulars("Foxes")[0], singulars("Harpies")[0], singulars("Elder Wolves")[0], singulars("Horses")[0]
    ('Fox', 'Harpy', 'Elder Wolf', 'Horse')
    """
    head, gap, last = name.rpartition(" ")
    known = vocabulary().subtypes.get(last.casefold(), last)
    found = [] if known.casefold() == last.casefold() else [known]
    for cut, put in (("ies", "y"), ("es", ""), ("s", "")):
        if last.endswith(cut) and plural(last.removesuffix(cut) + put) == last:
            found.append(last.removesuffix(cut) + put)
    found.sort(key=lambda one: one != known and one.endswith("s") and not one.endswith("ss"))
    return tuple(dict.fromkeys(f"{head}{gap}{one}" for one in found))


# Phrases that the grammar treats as one word, by kind of word.
STEPS = {
    "untap step": "untap",
    "untap": "untap",
    "upkeep step": "upkeep",
    "upkeep": "upkeep",
    "draw step": "draw",
    "main phase": "precombat main",
    "first main phase": "precombat main",
    "precombat main phase": "precombat main",
    "second main phase": "postcombat main",
    "postcombat main phase": "postcombat main",
    "beginning of combat step": "beginning of combat",
    "beginning of combat": "beginning of combat",
    "combat phase": "beginning of combat",
    "combat": "beginning of combat",
    "declare attackers step": "declare attackers",
    "declare blockers step": "declare blockers",
    "combat damage step": "combat damage",
    "end of combat step": "end of combat",
    "end of combat": "end of combat",
    "end step": "end",
    "end of turn step": "end",
    "end of turn": "end",
    "cleanup step": "cleanup",
    "cleanup": "cleanup",
    "turn": "turn",
}
KINDS = {
    "spell ability": "spell",
    "activated ability": "activated",
    "triggered ability": "triggered",
    "static ability": "static",
    "mana ability": "mana",
    "keyword ability": "keyword",
    "activated mana ability": "activated mana",
    "triggered mana ability": "triggered mana",
    "characteristic-setting ability": "characteristic-setting",
    "characteristic-defining ability": "characteristic-defining",
    "evasion ability": "evasion",
    "delayed triggered ability": "delayed",
    "state trigger": "state trigger",
    "zone-change trigger": "zone-change trigger",
    "comes-into-play trigger": "enters trigger",
    "comes-into-play ability": "enters trigger",
    "enters-the-battlefield trigger": "enters trigger",
    "leaves-play trigger": "leaves trigger",
    "leaves-play ability": "leaves trigger",
    "leaves-the-battlefield trigger": "leaves trigger",
    "linked ability": "linked",
    "targeted ability": "targeted",
}
ZONES = {
    "in play": "battlefield",
    "on the battlefield": "battlefield",
    "in the game": "game",
    "removed from the game": "exile",
    "in exile": "exile",
    "exiled": "exile",
    "on the stack": "stack",
    "in the command zone": "command",
    "outside the game": "outside",
}
