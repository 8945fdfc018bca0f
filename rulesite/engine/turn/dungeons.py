"""Dungeons: bringing one into the game, moving through its rooms, and completing it (309, 701.49 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.abilities.events import RoomEntered
from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.effects.unread import check_read
from rulesite.engine.events.batch import happen, keyword_done
from rulesite.engine.state import zones
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.event import Event, move
from rulesite.engine.state.game_state import object_ref, player_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Card, Thing

from .waiting import is_waiting

MARKER = "venture marker"
"""The memory key of a dungeon in the command zone: the name of the room in which its owner's venture marker is."""
VENTURE = "venture into the dungeon"
COMPLETE = "complete a dungeon"
UNDERCITY = "Undercity"
"""The dungeon type of a dungeon that is entered by venturing into it alone (205.3p)."""


def venture(kernel: Kernel, player: str, about: str, quality: str = "") -> None:
    """Move a player's venture marker to a next room; without a room to go to, into the first of a dungeon that the
    player chooses, with the dungeon type `quality` if one is given (701.49a to 701.49d).

    Raises :class:`NotModelled` if the player has no dungeon card to choose.
    """
    if not kernel.has("dungeons"):
        return
    dungeon = _dungeon_of(kernel, player)
    leads_to = _rooms(dungeon.card)[str(dungeon.remembers[MARKER])] if dungeon is not None else ()
    if dungeon is not None and not leads_to:
        complete(kernel, dungeon)
    if dungeon is None or not leads_to:
        dungeon = _brought_in(kernel, player, about, quality)
        leads_to = tuple(_rooms(dungeon.card))[:1]
    room = kernel.choose_word("room", player, about, "which room to enter", list(leads_to))
    dungeon.remembers[MARKER] = room
    kernel.note(f"{player} enters {room} of {dungeon.label}", "dungeons")
    happen(kernel, [Event("room", object_ref(dungeon.id), player=player, facts={"room": room})])
    keyword_done(kernel, VENTURE, player, player_ref(player))


def complete(kernel: Kernel, dungeon: Thing) -> None:
    """Remove a dungeon card from the game, by which its owner completes it (309.7)."""

    def remove() -> None:
        zones.move(kernel, dungeon, "outside", {})

    happen(kernel, [_completed(kernel, dungeon)], remove)


def dungeons_over(kernel: Kernel) -> list[Event]:
    """The events of completing each dungeon in whose last room the venture marker is, once no room ability of it waits
    (704.5t)."""
    events = []
    for dungeon in [kernel.state.things[each] for each in kernel.state.zone("command")]:
        if (
            MARKER in dungeon.remembers
            and not _rooms(dungeon.card)[str(dungeon.remembers[MARKER])]
            and not is_waiting(kernel, dungeon, lambda ability: isinstance(ability.event, RoomEntered))
        ):
            events += [move(dungeon.id, "outside", "state-based", why="dungeons"), _completed(kernel, dungeon)]
    return events


def _completed(kernel: Kernel, dungeon: Thing) -> Event:
    """The event of completing a dungeon, which is noted."""
    owner = dungeon.owner
    kernel.note(f"{owner} completes {dungeon.label}", "dungeons")
    return Event("keyword", player_ref(owner), player=owner, facts={"action": COMPLETE})


def _dungeon_of(kernel: Kernel, player: str) -> Thing | None:
    """The dungeon card that a player owns in the command zone; there is at most one (309.3)."""
    there = (kernel.state.things[each] for each in kernel.state.zone("command"))
    return next((each for each in there if each.owner == player and MARKER in each.remembers), None)


def _rooms(card: Card) -> dict[str, tuple[str, ...]]:
    """The rooms of a dungeon in printed order, the topmost first, each with those to which arrows lead from it."""
    held = [each.event for each in card.abilities if isinstance(each, TriggeredAbility)]
    return {event.name: event.leads_to for event in held if isinstance(event, RoomEntered)}


def _brought_in(kernel: Kernel, player: str, about: str, quality: str) -> Thing:
    """A dungeon card that a player chooses from outside the game, now in the command zone (309.2a)."""
    state = kernel.state
    owned = {state.things[each].card.name: state.things[each] for each in state.zone("outside", player)}
    cards = state.reference | {name: thing.card for name, thing in owned.items()}
    fitting = {
        name: card
        for name, card in cards.items()
        if "dungeon" in card.types and (UNDERCITY in card.subtypes) == (quality == UNDERCITY)
    }
    if not fitting:
        raise NotModelled(f"no dungeon card of {player} outside the game can be chosen")
    name = kernel.choose_word("dungeon", player, about, "which dungeon to enter", list(fitting))
    if name in owned:
        dungeon = zones.move(kernel, owned[name], "command", {})
    else:
        dungeon = zones.create(kernel, fitting[name], player, "command")
    check_read(dungeon)
    return dungeon
