"""Objects that fit a description: for each noun of an ability, something on the table that it can mean."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.eras.subtypes import subtypes_on
from rulesite.engine.language.vocabulary import BASIC_LAND_TYPES
from rulesite.engine.state.objects import CARD_TYPES, COLOURS, PERMANENT_TYPES

ARTIFACT_TYPES = frozenset(
    {"Equipment", "Vehicle", "Fortification", "Treasure", "Food", "Clue", "Blood", "Contraption"}
)
ENCHANTMENT_TYPES = frozenset({"Aura", "Saga", "Shrine", "Cartouche", "Curse", "Class", "Rune", "Shard"})
SPELL_TYPES = frozenset({"Arcane", "Trap", "Lesson", "Adventure"})
MAX_NUMBER = 12
"""A greater power, toughness or mana value is not built."""


@dataclass
class Wanted:
    """What an object must be: the parts of a description that are true or false of a card where it lies."""

    types: set[str] = field(default_factory=set)
    other_types: set[str] = field(default_factory=set)
    supertypes: set[str] = field(default_factory=set)
    subtypes: list[str] = field(default_factory=list)
    colours: set[str] = field(default_factory=set)
    other_colours: set[str] = field(default_factory=set)
    keywords: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)
    status: set[str] = field(default_factory=set)
    zone: str = ""
    name: str = ""
    player: str = ""
    symbols: str = ""
    token: bool = False
    commander: bool = False

    def line(self, dice: random.Random) -> str:
        """A type line with these characteristics, and any others where the description leaves them open."""
        types = set(self.types) or {self._type(dice)}
        for subtype in self.subtypes:
            kind = type_of(subtype)
            if not types & (PERMANENT_TYPES if kind in PERMANENT_TYPES else {"instant", "sorcery"}):
                types = {kind}
            elif kind not in types:
                types.add(kind)
        subtypes = self.subtypes
        if types == {"land"} and not subtypes and dice.random() < 0.7:
            subtypes = [dice.choice(BASIC_LAND_TYPES)]
        line = " ".join([*sorted(self.supertypes), *sorted(types)])
        line += " - " + " ".join(subtypes) if subtypes else ""
        if "creature" in types or "Vehicle" in self.subtypes:
            line += f" {self.number('power', dice)}/{max(1, self.number('toughness', dice))}"
        if "planeswalker" in types:
            line += ", loyalty 4"
        if "battle" in types:
            line += ", defense 4"
        colours = self.colours or ({dice.choice(COLOURS)} - self.other_colours)
        return line if "land" in types and not self.colours else f"{line}, {' '.join(sorted(colours)) or 'colorless'}"

    def _type(self, dice: random.Random) -> str:
        if self.subtypes:
            return type_of(self.subtypes[0])
        types = ["creature"] * 3 + ["artifact", "enchantment", "land"]
        if self.zone not in ("", "battlefield"):
            types += ["instant", "sorcery"]
        return dice.choice([each for each in types if each not in self.other_types] or ["creature"])

    def number(self, name: str, dice: random.Random) -> int:
        """The power, toughness or mana value."""
        return min(self.numbers.get(name, dice.choice([1, 2, 2, 3])), MAX_NUMBER)


@cache
def type_of(subtype: str) -> str:
    """The card type that a subtype goes with.

    >>> type_of("Forest"), type_of("Aura"), type_of("Goblin")
    ('land', 'enchantment', 'creature')
    """
    for kind, names in (("artifact", ARTIFACT_TYPES), ("enchantment", ENCHANTMENT_TYPES), ("instant", SPELL_TYPES)):
        if subtype in names:
            return kind
    return "land" if subtype in subtypes_on("land", "2026-06-19") else "creature"


def descriptions(tree: Any) -> Iterator[ir.Predicate]:
    """The outermost descriptions of objects in a tree, as often as they occur.

    >>> [type(each).__name__ for each in descriptions(ir.Every(ir.All((ir.HasType("creature"), ir.IsPermanent()))))]
    ['All']
    """
    rest = [tree]
    while rest:
        part = rest.pop()
        if isinstance(part, ir.Predicate):
            yield part
            rest += [each for each in ir.walk(part) if isinstance(each, ir.Every)]  # "blocked by all Walls"
        elif isinstance(part, ir.Node):
            rest += reversed(_inside(part))
        elif isinstance(part, tuple | list):
            rest += reversed(part)


def _inside(part: Any) -> list[Any]:
    return [getattr(part, name) for name in part.__dataclass_fields__ if name != "surface"]


def wanted(description: ir.Predicate, dice: random.Random) -> Wanted:
    """An object that the description fits, as far as a card and its place decide it; of "or" one side, by chance.

    >>> fit = wanted(ir.All((ir.HasType("creature"), ir.Not(ir.HasColor("black")), ir.InZone("graveyard"))),
    ...              random.Random(1))
    >>> fit.types, fit.other_colours, fit.zone
    ({'creature'}, {'black'}, 'graveyard')
    """
    fit = Wanted()
    _want(fit, description, dice)
    return fit


def _want(fit: Wanted, part: Any, dice: random.Random) -> None:
    match part:
        case ir.All(parts=parts):
            for each in parts:
                _want(fit, each, dice)
        case ir.AnyOf(parts=parts) | ir.OneOfEach(parts=parts):
            _want(fit, dice.choice(parts), dice)
        case ir.Not(part=ir.HasType(type=kind)):
            fit.other_types.add(kind)
        case ir.Not(part=ir.HasColor(color=colour)):
            fit.other_colours.add(colour)
        case ir.Not(part=ir.Controlled()):
            fit.player = "Bob"
        case ir.HasType(type=kind):
            fit.types |= {kind} & set(CARD_TYPES)
        case ir.HasSupertype(supertype=kind):
            fit.supertypes.add(kind)
        case ir.HasSubtype(subtype=subtype):
            fit.subtypes.append(subtype)
        case ir.HasColor(color=colour):
            fit.colours.add(colour)
        case ir.ColorCount(op=op, value=count):
            if op in (">=", "=", ">") and count:
                fit.colours |= set(dice.sample(COLOURS, min(5, count + (op == ">"))))
            else:
                fit.other_colours = set(COLOURS)
        case ir.HasAbility(keyword=str(keyword)):
            fit.keywords.append(keyword)
        case ir.Compares(name=name, op=op, value=ir.Number(value=int(value))):
            change = {">": 1, "<": -1, ">=": dice.choice([0, 1]), "<=": dice.choice([0, -1]), "!=": 1}.get(op, 0)
            fit.numbers[name] = max(0, value + change)
        case ir.HasCounters(kind=counter, op=op, value=ir.Number(value=int(value))):
            fit.counters[counter or "+1/+1"] = value if op != "=" or value else 0
        case ir.HasStatus(status=status):
            fit.status.add(status)
        case ir.HasName(name=name):
            fit.name = name
        case ir.InZone(zone=zone, whose=whose):
            fit.zone = zone
            fit.player = "Ann" if whose == ir.You() else fit.player
        case ir.IsPermanent():
            fit.zone = fit.zone or "battlefield"
        case ir.IsSpell():
            fit.zone = fit.zone or "hand"
        case ir.IsCard():
            fit.zone = fit.zone or dice.choice(["hand", "graveyard", "library"])
        case ir.CostHas(symbol=symbol):
            fit.symbols = "{" + symbol.strip("{}") + "}"
        case ir.CostIs(one=symbols):
            fit.symbols = symbols
        case ir.IsCommander():
            fit.commander = True
        case ir.IsToken():
            fit.token = True
        case ir.Controlled(by=ir.You()) | ir.Owned(by=ir.You()):
            fit.player = "Ann"
        case ir.Controlled() | ir.Owned() | ir.OpponentOf():
            fit.player = "Bob"
