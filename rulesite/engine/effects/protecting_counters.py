"""Counters that protect a permanent or replace an event: shield, stun, finality (122.1c, d and h)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from rulesite.engine.state.event import Event
from rulesite.engine.state.kernel import Kernel

from .replacement_options import Option
from .shields import reduce


def counter_options(kernel: Kernel, event: Event) -> Iterator[Option]:
    """The options from the counters on a permanent; several of a kind give one effect."""
    thing = kernel.thing(event.object_id) if event.object_id else None
    if thing is None or thing.zone != "battlefield" or not thing.counters:
        return
    for kind, concept, concerns, make in _KINDS:
        if thing.counters.get(kind, 0) and concerns(event) and kernel.has(concept):
            label = f"the {kind} counter on {thing.label}"
            yield Option(f"{thing.id} {kind} counters", label, concept, partial(make, kernel))


def _shielded(event: Event) -> bool:
    by_effect = event.kind == "destroy" and not event.tagged("state-based")
    return by_effect or (event.kind == "damage" and event.amount > 0 and not event.tagged("unpreventable"))


def _shield(kernel: Kernel, event: Event) -> list[Event]:
    """Remove a counter instead of destroying by an effect or dealing damage (122.1c in 2022-06-10)."""
    left = reduce(kernel, event, event.amount) if event.kind == "damage" else []
    return [*left, _without(event, "shield")]


def _stunned(event: Event) -> bool:
    return event.kind == "untap"


def _stun(kernel: Kernel, event: Event) -> list[Event]:
    """Remove a counter instead of untapping (122.1d in 2023-09-01)."""
    return [_without(event, "stun")]


def _dies(event: Event) -> bool:
    return event.kind == "move" and event.zone == "graveyard"


def _finality(kernel: Kernel, event: Event) -> list[Event]:
    """Exile instead of putting into a graveyard (122.1h in 2024-04-12)."""
    return [replace(event, zone="exile")]


def _without(event: Event, kind: str) -> Event:
    """The event that removes one counter of a kind from the object of an event."""
    return Event("counters", event.ref, amount=-1, facts={"counter": kind})


_KINDS: tuple[tuple[str, str, Callable[[Event], bool], Callable[[Kernel, Event], list[Event]]], ...] = (
    ("shield", "shield_counters", _shielded, _shield),
    ("stun", "stun_counters", _stunned, _stun),
    ("finality", "finality_counters", _dies, _finality),
)
