"""What the steps of a text bind for its later words: known even of a step that was not carried out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from rulesite.engine.abilities import references as ir
from rulesite.engine.abilities.card_instructions import (
    Discard,
    Draw,
    ExchangeZones,
    LookAt,
    Mill,
    Reveal,
    Search,
)
from rulesite.engine.abilities.combining import CountThem, PayAny, PayTimes
from rulesite.engine.abilities.harm_and_life import DealDamage, GainLife, LoseLife
from rulesite.engine.abilities.instructions import Continuous, KeywordAction
from rulesite.engine.abilities.kinds import KeywordAbility
from rulesite.engine.abilities.moves import Move
from rulesite.engine.abilities.node import Node, walk
from rulesite.engine.abilities.permanent_instructions import (
    Airbend,
    Destroy,
    PutCounters,
    PutTwoKinds,
    RemoveCounters,
    Sacrifice,
    Tap,
    TurnFace,
    Untap,
)
from rulesite.engine.abilities.pile_instructions import PutPiles, Separate
from rulesite.engine.abilities.spell_instructions import Choose, CopySpell, CounterSpell, PlayCard
from rulesite.engine.abilities.token_instructions import CreateToken
from rulesite.engine.abilities.turn_instructions import FlipCoin, RollDie

AMOUNT, REST = "that much", "the rest"
"""What a step binds besides the objects of its verb: an amount, and what it left."""

_BINDS: dict[type, tuple[str, ...]] = {
    Airbend: ("airbend", "exile", AMOUNT),
    Choose: ("choose", AMOUNT),
    Continuous: ("affect", "control"),
    CopySpell: ("copy", AMOUNT),
    CountThem: ("count", AMOUNT),
    CounterSpell: ("counter", AMOUNT),
    CreateToken: ("create", AMOUNT),
    DealDamage: ("damage", AMOUNT),
    Destroy: ("destroy", AMOUNT),
    Discard: ("discard", AMOUNT),
    Draw: ("draw", AMOUNT),
    ExchangeZones: ("exchange", AMOUNT),
    FlipCoin: ("flip", AMOUNT),
    GainLife: ("life", AMOUNT),
    LookAt: ("look", AMOUNT, REST),
    LoseLife: ("life", AMOUNT),
    Mill: ("mill", AMOUNT),
    PayAny: ("pay", AMOUNT),
    PayTimes: ("pay", AMOUNT),
    PlayCard: ("cast",),
    PutCounters: ("counter", AMOUNT),
    PutTwoKinds: ("counter", AMOUNT),
    RemoveCounters: ("remove", AMOUNT),
    Reveal: ("reveal", "exile", "found", AMOUNT, REST),
    RollDie: (AMOUNT,),
    Sacrifice: ("sacrifice", AMOUNT),
    Search: ("search", AMOUNT),
    Separate: ("separate", REST),
    Tap: ("tap", AMOUNT),
    TurnFace: ("turn", AMOUNT),
    Untap: ("untap", AMOUNT),
    ir.Chosen: (REST,),
    ir.SomePlayer: ("choose", "choose player"),
}


@lru_cache(maxsize=4096)
def binds(instruction: Node | None) -> frozenset[str]:
    """What an instruction binds if it is carried out: the verbs under which its objects are remembered, and more.

    >>> from rulesite.engine.abilities.references import Self
    >>> sorted(binds(Destroy(Self())))
    ['destroy', 'that much']
    """
    return frozenset(word for part in walk(instruction) for word in _bound_by(part))


def links(abilities: Iterable[Any], verb: str) -> bool:
    """Whether one of the abilities does what another can refer to as done by this verb: an object remembers the cards
    that its abilities exile or put onto the battlefield, the tokens that they create, and the creature it haunts."""
    return any(_links(part, verb) for part in walk(tuple(abilities)))


def _links(part: Any, verb: str) -> bool:
    match part:
        case Airbend():
            return verb == "exile"
        case Move():
            return (verb, part.to.zone) in (("exile", "exile"), ("put", "battlefield"))
        case Reveal():
            return verb == "exile" and part.exiled
        case CreateToken():
            return verb == "create"
        case KeywordAbility(keyword=keyword):
            return (keyword, verb) in (("delve", "exile"), ("haunt", "haunt"))
    return False


def _bound_by(part: Any) -> Iterator[str]:
    yield from _BINDS.get(type(part), ())
    match part:
        case Move(verb=verb):
            yield from (verb, f"{verb} {part.to.zone}", AMOUNT)
        case KeywordAction(action=action):
            yield from (action, "affect", "counter", "create", "look", AMOUNT)
            yield from ("manifest battlefield",) if action == "manifest" else ()
        case PayAny(what=what):
            yield f"pay {what}"
        case PutPiles():
            yield from ("put", AMOUNT, *(f"put {pile.zone}" for pile in (part.to, part.other)))
