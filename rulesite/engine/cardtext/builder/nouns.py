"""Nouns of the builder: descriptions before they become predicates, and the predicates that places imply."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.predicates import both, either
from rulesite.engine.language.vocabulary import vocabulary

PLAYER = ir.IsPlayer()
OPPONENT = ir.OPPONENT
ONE = ir.Number(1)


class UnmeantError(ValueError):
    """The grammar accepted words that have no meaning together; the reader turns it into UnreadableText."""

    def __init__(self, why: str, pos: int) -> None:
        super().__init__(why)
        self.why, self.pos = why, pos


class Core(NamedTuple):
    """A noun with its adjectives: predicate, place of such objects ("permanent", "card", "spell", …), head noun."""

    test: ir.Predicate
    place: str
    noun: str
    adjectives: tuple[ir.Predicate, ...] = ()


class Desc(NamedTuple):
    """A whole description. `bare` lacks the "is a permanent" that a plain noun implies; `choice` is whose choice it is,
    `chosen_first` whether that stands before the rest of the description."""

    test: ir.Predicate
    bare: ir.Predicate
    noun: str
    player: bool | None = False
    beyond: bool = False
    plural: bool = False
    choice: Any = None
    chosen_first: bool = False


PLAYER_NOUN, OPPONENT_NOUN = Core(PLAYER, "player", "player"), Core(OPPONENT, "player", "opponent")


def type_noun(word: str) -> Core:
    """The noun for a card type."""
    return Core(ir.HasType(word), "spell" if word in ("instant", "sorcery") else "permanent", word)


def noun_of(subtype: str) -> str:
    """The card type of a subtype, as needed for pronouns.

    >>> noun_of("Equipment"), noun_of("Island"), noun_of("Elf")
    ('artifact', 'land', 'creature')
    """
    if subtype in vocabulary().land_types.values():
        return "land"
    return _NOUNS.get(subtype, "creature")


_NOUNS = {
    **dict.fromkeys(("Equipment", "Vehicle", "Treasure", "Food", "Clue", "Fortification", "Contraption"), "artifact"),
    **dict.fromkeys(("Aura", "Curse", "Saga", "Shrine", "Rune", "Class"), "enchantment"),
}


PLACES: dict[str, ir.Predicate] = {
    "permanent": ir.IsPermanent(),
    "card": ir.IsCard(),
    "spell": ir.IsSpell(),
    "ability": ir.Anything(),
    "source": ir.Anything(),
    "object": ir.Anything(),
    "player": ir.Anything(),
}


def power_and_toughness(text: str) -> tuple[ir.Amount, ir.Amount]:
    """The power and toughness in "+2/-X".

    >>> power_and_toughness("+2/-1")
    (Number(value=2), Number(value=-1))
    """

    def side(part: str) -> ir.Amount:
        sign = -1 if part.startswith("-") else 1
        digits = part.lstrip("+-")
        if digits.isdigit():
            return ir.Number(sign * int(digits))
        return ir.X(digits) if sign == 1 else ir.Times(-1, ir.X(digits))

    power, _, toughness = text.partition("/")
    return side(power), side(toughness)


def test_of(ref: Any) -> ir.Predicate:
    """The predicate that describes a reference."""
    if isinstance(ref, ir.Chosen | ir.Every):
        return ref.what
    if isinstance(ref, ir.EachPlayer | ir.SomePlayer):
        return ref.who if ref.who != ir.Anything() else PLAYER
    if isinstance(ref, ir.Several):
        return either(*map(test_of, ref.parts))
    if isinstance(
        ref,
        ir.You
        | ir.ControllerOf
        | ir.OwnerOf
        | ir.DefendingPlayer
        | ir.ActivePlayer
        | ir.ChosenPlayer
        | ir.TriggerPlayer,
    ):
        return ir.IsPlayerRef(ref)
    return ir.IsObject(ref)


def creature_test(test: ir.Predicate) -> ir.Predicate:
    """The test without what all blockers have in common: they are creatures on the battlefield.

    So "can only be blocked by Walls" and "can't be blocked by non-Walls" are the same predicate.
    """
    if isinstance(test, ir.AnyOf):
        return either(*map(creature_test, test.parts))
    if isinstance(test, ir.All):
        return both(*(part for part in test.parts if part not in (ir.IsPermanent(), ir.HasType("creature"))))
    return test
