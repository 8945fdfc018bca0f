"""Events: what would happen to the game or has happened, and the history of those that happened.

An :class:`Event` is a proposal until replacement effects have been applied (``effects/replacement.py``);
``events/apply.py`` makes each change the state.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .codec import register
from .game_state import Happening, object_ref, ref_id
from .kernel import Kernel


@register
@dataclass
class Event:
    """Something that would happen, or has happened.

    ``kind`` is one of ``move, destroy, draw, tap, untap, damage, gain_life, lose_life, counters, mana, cast, activate,
    target, step, attack, block, blocked, unblocked, control, reveal, cycle, attach, search, shuffle, keyword, life_set,
    round_life, lose_game, counter, play_land``.
    ``tags`` give the cause of a move (``destroy``, ``sacrifice``, ``discard``, ``draw``, ``counter`` …). ``ref`` is the
    object or player concerned, ``other`` the second one. ``old`` and ``new`` are the ids before and after a move.
    """

    kind: str
    ref: str = ""
    other: str = ""
    player: str = ""
    source: int = 0
    amount: int = 0
    zone: str = ""
    from_zone: str = ""
    tags: tuple[str, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)
    applied: tuple[str, ...] = ()
    old: int = 0
    new: int = 0

    def __post_init__(self) -> None:
        """Keep the facts apart from those of the event that this one is a part of, or was made from."""
        self.facts = dict(self.facts)

    @property
    def object_id(self) -> int:
        """The object concerned, 0 if none."""
        return ref_id(self.ref) or 0 if self.ref else 0

    def tagged(self, tag: str) -> bool:
        return tag in self.tags


COMPONENT = "component"
"""The tag for the move of a further card of the permanent that moved."""


def damage(source: int, to: str, amount: int, combat: bool = False, tags: tuple[str, ...] = ()) -> Event:
    """Damage that ``source`` would deal to the object or player ``to``."""
    return Event("damage", to, source=source, amount=amount, tags=tags, facts={"combat": combat})


def move(
    thing_id: int,
    zone: str,
    *tags: str,
    player: str = "",
    source: int = 0,
    **facts: Any,
) -> Event:
    """A move of an object to a zone; ``facts`` may contain ``controller``, ``position``, ``tapped``, ``counters``,
    ``attached_to``, ``face_down`` and ``why`` (the concept to cite)."""
    return Event("move", object_ref(thing_id), zone=zone, tags=tags, player=player, source=source, facts=facts)


def record(kernel: Kernel, events: list[Event], *, same_time: bool = False) -> None:
    """Write events into the history, with one batch number for simultaneous ones.

    ``same_time``: they happened at the time of the last recorded events.
    """
    state = kernel.state
    if events and not same_time:
        state.batches += 1
    for event in events:
        facts = {
            "ref": event.ref,
            "other": event.other,
            "player": event.player,
            "source": event.source,
            "amount": event.amount,
            "zone": event.zone,
            "from_zone": event.from_zone,
            "tags": list(event.tags),
            "old": event.old,
            "new": event.new,
            **event.facts,
        }
        kept = {key: value for key, value in facts.items() if value not in ("", 0, [], None)}
        state.history.append(Happening(len(state.history) + 1, state.batches, state.turn, event.kind, kept))


def tell(kernel: Kernel, kind: str, **facts: Any) -> None:
    """Write something into the history that is not an event: nothing replaces it or triggers on it, but it can be
    looked up.

    ``kind`` is "ability triggers", "stacked" (a triggered ability goes on the stack), "resolves", "countered",
    "fizzles" (no target is legal on resolution), "total cost" or "priority" (a player gets it). ``source`` and ``key``
    identify the ability.
    """
    state = kernel.state
    kept = {key: value for key, value in facts.items() if value not in ("", 0, None)}
    state.history.append(Happening(len(state.history) + 1, state.batches, state.turn, kind, kept))


def from_history(happening: Happening) -> Event:
    """The event of a record in the history."""
    facts = dict(happening.facts)
    known = {
        key: facts.pop(key)
        for key in list(facts)
        if key in ("ref", "other", "player", "source", "amount", "zone", "from_zone", "old", "new")
    }
    return Event(happening.kind, tags=tuple(facts.pop("tags", ())), facts=facts, **known)
