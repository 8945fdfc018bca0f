"""Spells described by the zone from which they are cast."""

from __future__ import annotations

from typing import Any

from rulesite.engine.abilities.node import Node, rewrite
from rulesite.engine.abilities.predicates import Anything, InZone, IsCard, Not, Owned


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
