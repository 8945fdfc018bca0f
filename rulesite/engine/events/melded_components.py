"""A melded or mutated permanent that leaves: one permanent leaves, and several cards are put into the zone (712.21,
730.3 in 2026-06-19)."""

from __future__ import annotations

from dataclasses import replace

from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.event import COMPONENT, Event
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.sides import COMMANDER_PARTS, TOKEN_PARTS, commander_parts
from rulesite.engine.state.zones import COMMANDER_APART


def arrange(kernel: Kernel, event: Event, thing: Thing) -> None:
    """Let the player who exiles a melded permanent choose the card that counts as last, which sets the newer timestamp
    (712.21b), and its owner the order of the two cards in a library (712.21a). A commander that goes elsewhere than the
    others is the last of them."""
    if event.facts.get(COMMANDER_APART):
        commanders = commander_parts(thing)
        _reorder(thing, sorted(range(len(thing.own)), key=lambda place: place in commanders))
        return
    if len(thing.own) < 2 or event.zone not in ("exile", "library"):
        return
    if len(thing.own) > 2 and event.zone == "library":
        raise NotModelled("the order in which more than two cards of one permanent are put into a library")
    names = [card.name for card in thing.own]
    player = (event.player if event.zone == "exile" else "") or thing.owner
    last = kernel.choose_word("face", player, thing.label, "which of its cards is the last", names)
    _reorder(thing, sorted(range(len(names)), key=lambda place: names[place] == last))


def _reorder(thing: Thing, order: list[int]) -> None:
    """Put the cards that represent an object in another order, and what it remembers of their places."""
    thing.own = tuple(thing.own[place] for place in order)
    for parts in (TOKEN_PARTS, COMMANDER_PARTS):
        if places := thing.remembers.get(parts):
            thing.remembers = {**thing.remembers, parts: [order.index(place) for place in places]}


def components(kernel: Kernel, event: Event) -> list[Event]:
    """The moves of a moved object's further cards, besides the move of the first."""
    known = kernel.known(event.old)
    also = known.also if known is not None else []
    for each in also:
        kernel.note(f"{kernel.label(each)} goes there too", "melded_leaves")
    return [
        replace(
            event,
            new=each,
            zone=kernel.state.things[each].zone,
            tags=(*event.tags, COMPONENT),
            facts=dict(event.facts),
        )
        for each in also
    ]
