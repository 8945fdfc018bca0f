"""Kinds of counters: those on an object or player, and the kind that "a counter of that kind" means."""

from __future__ import annotations

from rulesite.engine.abilities.amounts import THAT_KIND, KindsOfCounter
from rulesite.engine.state.game_state import ref_id, ref_player
from rulesite.engine.state.teams import all_counters_of

from .frame import AMOUNTS, Frame, answers
from .references import unbound


@answers(AMOUNTS, KindsOfCounter)
def _how_many(frame: Frame, node: KindsOfCounter) -> int:
    return len(kinds_on(frame, node))


def kinds_on(frame: Frame, node: KindsOfCounter) -> list[str]:
    """The kinds of counters that are on objects or players."""
    return sorted({kind for ref in frame.refs(node.on) for kind, count in _there(frame, ref).items() if count})


def _there(frame: Frame, ref: str) -> dict[str, int]:
    thing, player = frame.kernel.thing(ref_id(ref) or 0), ref_player(ref)
    if thing is not None:
        return thing.counters
    return all_counters_of(frame.kernel, player) if player is not None else {}


def that_kind(frame: Frame, kind: str | None) -> str | None:
    """The kind of a counter; for "that kind", the kind it refers to."""
    if kind != THAT_KIND:
        return kind
    if frame.bound.record.counter_kind is None:
        raise unbound(frame, "the kind of counter")
    return frame.bound.record.counter_kind
