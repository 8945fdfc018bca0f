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
        if thing.counters.get(kind, 0) and concerns(kernel, event) and kernel.has(concept):
            label = f"the {kind} counter on {thing.label}"
            yield Option(f"{thing.id} {kind} counters", label, concept, partial(make, kernel))


def once_for_damage(event: Event) -> tuple[str, str] | None:
    """The object and the kind of a counter whose removal protects from damage, which happens once for all damage of one
    time; ``None`` for any other event."""
    return (event.ref, str(event.facts["counter"])) if event.facts.get("protects from") == "damage" else None


def _shielded(kernel: Kernel, event: Event) -> bool:
    if event.kind == "destroy":
        return not event.tagged("state-based")
    applies = not event.tagged("unpreventable") or kernel.has("unpreventable_applied")
    return event.kind == "damage" and event.amount > 0 and applies


def _shield(kernel: Kernel, event: Event) -> list[Event]:
    """Remove a counter instead of destroying by an effect or dealing damage (122.1c in 2022-06-10)."""
    left = [event] if event.kind == "damage" else []
    if left and not event.tagged("unpreventable"):
        left = reduce(kernel, event, event.amount)
    return [*left, _without(event, "shield")]


def _stunned(kernel: Kernel, event: Event) -> bool:
    """Whether a permanent would become untapped: one that is untapped already cannot."""
    thing = kernel.thing(event.object_id)
    return event.kind == "untap" and thing is not None and thing.tapped


def _stun(kernel: Kernel, event: Event) -> list[Event]:
    """Remove a counter instead of untapping (122.1d in 2023-09-01)."""
    return [_without(event, "stun")]


def _dies(kernel: Kernel, event: Event) -> bool:
    return event.kind == "move" and event.zone == "graveyard"


def _finality(kernel: Kernel, event: Event) -> list[Event]:
    """Exile instead of putting into a graveyard (122.1h in 2024-04-12)."""
    return [replace(event, zone="exile")]


def _without(event: Event, kind: str) -> Event:
    """The event that removes one counter of a kind from the object of an event."""
    return Event("counters", event.ref, amount=-1, facts={"counter": kind, "protects from": event.kind})


_KINDS: tuple[tuple[str, str, Callable[[Kernel, Event], bool], Callable[[Kernel, Event], list[Event]]], ...] = (
    ("shield", "shield_counters", _shielded, _shield),
    ("stun", "stun_counters", _stunned, _stun),
    ("finality", "finality_counters", _dies, _finality),
)
