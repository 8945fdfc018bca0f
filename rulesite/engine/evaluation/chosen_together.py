"""Requirements on several objects chosen together ("that share a card type", "with total power 4 or less").

No single object can fit those. The caller that lets a player choose therefore takes them out of the description
(`apart`), then checks the choice as a whole (`check_together`).
"""

from __future__ import annotations

from collections.abc import Sequence

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.predicates import Predicate, both, parts_of
from rulesite.engine.state.choices import IllegalAction, NotModelled

from .frame import Frame, compare
from .predicates import NUMBERS, number_of, quality_values
from .references import now, owner_of


def apart(what: Predicate) -> Predicate:
    """The part of the description that each object must fit by itself.

    >>> apart(both(ir.HasType("creature"), ir.AllAlike("color")))
    HasType(type='creature')
    """
    return both(*(part for part in parts_of(what) if not isinstance(part, ir.TOGETHER)))


def check_together(frame: Frame, what: Predicate, chosen: Sequence[str], concept: str = "") -> None:
    """Raise IllegalAction if the chosen objects together do not fit the words."""
    for part in parts_of(what):
        why = _why_not(frame, part, [now(frame, ref) for ref in chosen]) if isinstance(part, ir.TOGETHER) else ""
        if why:
            raise IllegalAction(
                f"{', '.join(map(frame.kernel.label, chosen))}: {why}", concept, frame.kernel.rules.date
            )


def _why_not(frame: Frame, part: Predicate, chosen: Sequence[str]) -> str:
    match part:
        case ir.TotalIs(name=name, op=op, value=value):
            total, bound = sum(number_of(frame.kernel, name, ref) or 0 for ref in chosen), frame.amount(value)
            return "" if compare(total, op, bound) else f"their total {name} is {total}"
        case ir.AllAlike(quality=quality):
            values = [_values(frame, quality, ref) for ref in chosen]
            shared = not values or frozenset.intersection(*values)
            return "" if shared else f"they share no {quality}"
        case ir.AllDifferent(quality=quality):
            every = [value for ref in chosen for value in _values(frame, quality, ref)]
            return "" if len(every) == len({*every}) else f"two of them have one {quality}"
        case ir.OfOneZone():
            owners = {owner_of(frame.kernel, ref) for ref in chosen}
            return "" if len(owners) < 2 else "they are not from one player's zone"
    raise NotModelled(f"the engine does not know what {type(part).__name__} asks of several together")


def _values(frame: Frame, quality: str, ref: str) -> frozenset[str]:
    if quality in NUMBERS:
        number = number_of(frame.kernel, quality, ref)
        return frozenset() if number is None else frozenset({str(number)})
    return quality_values(frame.kernel, quality, ref)
