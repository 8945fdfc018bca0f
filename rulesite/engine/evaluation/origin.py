"""Spells described by the zone from which they are cast."""

from __future__ import annotations

from typing import Any

from rulesite.engine.abilities.node import Node, rewrite, walk
from rulesite.engine.abilities.predicates import Anything, InZone, IsCard, Not, Owned
from rulesite.engine.state.game_state import ref_id
from rulesite.engine.state.kernel import Kernel


def as_cast_from(what: Any, zone: str) -> Any:
    """A description of a card in the zone that it is cast from, changed to fit the spell that it has become.

    >>> as_cast_from(InZone("graveyard"), "graveyard"), as_cast_from(InZone("graveyard"), "hand")
    (Anything(), Not(part=Anything()))
    """

    def as_it_was(part: Node) -> Node:
        if isinstance(part, IsCard):
            return Anything()
        if isinstance(part, InZone):
            if part.zone not in (zone, "anywhere"):
                return Not(Anything())
            return Owned(part.whose) if part.whose is not None else Anything()
        return part

    return rewrite(what, as_it_was)


def names_origin(what: Any) -> bool:
    """Whether a part of what is said of a spell names the zone that it is cast from."""
    return any(isinstance(part, InZone) and part.zone != "stack" for part in walk(what))


def zone_cast_from(kernel: Kernel, ref: str) -> str | None:
    """The zone that a spell was cast from, or is being cast from now; ``None`` of what nobody cast."""
    spell = kernel.thing(ref_id(ref) or 0)
    if spell is not None and spell.play is not None and spell.play.bound.record.played_from:
        return spell.play.bound.record.played_from
    cast = (each.facts for each in reversed(kernel.state.history) if each.kind == "cast")
    return next((str(facts["from"]) for facts in cast if facts.get("ref") == ref and facts.get("from")), None)
