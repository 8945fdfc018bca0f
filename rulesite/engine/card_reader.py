"""Build a card from what is printed on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from rulesite.engine.cardtext.errors import UnprovedReading, UnreadableText
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.proof import read_bound, read_to_play
from rulesite.engine.casting.mana_pool import symbols_of
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.state.objects import CARD_TYPES, COLOURS, SUPERTYPES, Card, colours_of_cost

Compiler = Callable[[Card, str], Iterable[Any]]
Reader = Callable[[str, Host, Ruleset], tuple[Any, ...]]


def read_card(made: Card, date: str) -> tuple[Any, ...]:
    """The abilities of a card's text, parsed by the card-text grammar in the words of a day.

    Raises :class:`rulesite.engine.cardtext.errors.UnreadableText` with the position at which parsing stops, and
    :class:`rulesite.engine.cardtext.errors.UnprovedReading` if a reference in it means nothing.
    """
    host = Host(made.types, made.subtypes, made.name, "card", sized=made.power is not None)
    return read_text(made.text, host, Ruleset.on(date), read_bound)


def read_text(text: str, host: Host, rules: Ruleset, reader: Reader = read_to_play) -> tuple[Any, ...]:
    """The abilities of a text on a card, by default those that are proved.

    If it cannot be read with the card's name in it, that name is a word like any other there: a card called Flying says
    "Flying".

    Raises :class:`UnreadableText`, and :class:`UnprovedReading` if nothing proves that the reading says the same.
    """
    try:
        return reader(text, host, rules)
    except UnprovedReading:
        raise
    except UnreadableText:
        if host.name and " " not in host.name and host.name in text:
            with suppress(UnreadableText):
                return reader(text, replace(host, name=None), rules)
        raise


# A planeswalker's loyalty or a battle's defense in a type line, with or without brackets around it.
_LOYALTY = re.compile(r",?\s*\(?loyalty:?\s*(\d+)\)?", re.IGNORECASE)
_DEFENSE = re.compile(r",?\s*\(?defense:?\s*(\d+)\)?", re.IGNORECASE)
NO_COST = "no mana cost"
_NO_COST = re.compile(rf",?\s*\(?{NO_COST}\)?", re.IGNORECASE)
_MODIFIERS = re.compile(r",?\s*hand ([+-]\d+),? life ([+-]\d+)")


def card(
    name: str,
    line: str = "",
    *,
    power: int | str | None = None,
    toughness: int | str | None = None,
    colours: Iterable[str] | None = None,
    cost: str | None = None,
    text: str = "",
    abilities: Iterable[Any] = (),
    loyalty: int | None = None,
    modifiers: tuple[int, int] = (0, 0),
    defense: int | None = None,
) -> Card:
    """A card as printed.

    ``line`` is the type line, in words: "Legendary Creature - Goblin Wizard", also with the power and toughness and
    the colours in it: "Creature 2/2, black"; a planeswalker's loyalty: "Planeswalker - Jace, loyalty 3"; a battle's
    defense: "Battle - Siege, defense 4"; the hand and life ``modifiers`` of a vanguard card: "Vanguard, hand +1, life
    -3". ``cost`` is printed ("{3}{B}"); a nonland card that says none gets ``{0}``, unless "no mana cost" stands in its
    place or in the line. ``colours`` default to those of the cost. ``abilities`` are compiled abilities; ``text`` is
    only kept here: :meth:`rulesite.engine.game.Game.card` compiles it.

    Raises ``ValueError`` for a word in the type line that the engine cannot place.

    >>> card("Bear", "Creature - Bear 2/2, green").power
    2
    >>> sorted(card("Death Bomb", "Instant", cost="{3}{B}").colours)
    ['black']
    >>> card("Bear", "Creature 2/2").mana_cost, card("Vision", "Sorcery, blue, no mana cost").mana_cost
    (('0',), None)
    """
    loyal = _LOYALTY.search(line)
    if loyal is not None:
        line, loyalty = line.replace(loyal[0], ""), int(loyal[1])
    defended = _DEFENSE.search(line)
    if defended is not None:
        line, defense = line.replace(defended[0], ""), int(defended[1])
    found = _MODIFIERS.search(line)
    if found is not None:
        line, modifiers = line.replace(found[0], ""), (int(found[1]), int(found[2]))
    if _NO_COST.search(line) is not None:
        line, cost = _NO_COST.sub("", line), cost or NO_COST
    types, supertypes, subtypes, numbers, said = _read_line(line)
    if numbers is not None:
        power, toughness = numbers
    if cost == NO_COST or (cost is None and "land" in types):
        mana_cost = None
    else:
        mana_cost = tuple(symbols_of("{0}" if cost is None else cost))
    if colours is None:
        colours = said or colours_of_cost(mana_cost)
    return Card(
        name,
        tuple(types),
        tuple(supertypes),
        tuple(subtypes),
        frozenset(colours),
        mana_cost,
        power,
        toughness,
        loyalty,
        text,
        tuple(abilities),
        modifiers=modifiers,
        defense=defense,
    )


def _read_line(
    line: str,
) -> tuple[list[str], list[str], list[str], tuple[int | str, int | str] | None, frozenset[str]]:
    types: list[str] = []
    supertypes: list[str] = []
    subtypes: list[str] = []
    colours: set[str] = set()
    numbers: tuple[int | str, int | str] | None = None
    after_dash = False
    words = line.replace("—", " - ").replace("–", " - ").replace(",", " ").split()
    for word in words:
        low = word.casefold()
        if word == "-":
            after_dash = True
        elif "/" in word:
            numbers = _numbers(word, line)
        elif low in COLOURS or low == "colorless":
            colours |= {low} & set(COLOURS)
        elif low in SUPERTYPES:
            supertypes.append("snow" if low == "snow-covered" else low)
        elif low in CARD_TYPES:
            types.append(low)
        elif low in ("local", "global", "and", "card", "enchant", "interrupt"):
            continue
        elif low == "summon":
            types.append("creature")
            after_dash = True
        elif low == "lord" and subtypes[-1:] == ["Time"]:  # the creature type of two words (205.3m in 2026-06-19)
            subtypes[-1] = "Time Lord"
        elif after_dash or types:
            subtypes.append(word[0].upper() + word[1:])
        else:
            raise ValueError(f"{word!r} in the type line {line!r} is no type, supertype or colour")
    return types, supertypes, subtypes, numbers, frozenset(colours)


def _numbers(word: str, line: str) -> tuple[int | str, int | str]:
    left, _, right = word.partition("/")
    found: list[int | str] = []
    for part in (left, right):
        if part.isdigit() or (part.startswith("-") and part[1:].isdigit()):
            found.append(int(part))
        elif "*" in part:
            found.append(part)
        else:
            raise ValueError(f"{word!r} in the type line {line!r} is no power and toughness")
    return found[0], found[1]
