"""Sagas: a lore counter each turn, and the sacrifice after the last chapter (714.3 and 714.4 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.effects.chapters import chapters_of, is_chapter
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.event import Event, move
from rulesite.engine.state.game_state import object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.teams import active_players
from rulesite.engine.state.zones import battlefield

from .waiting import is_waiting


def lore_counters(kernel: Kernel) -> list[Event]:
    """The lore counters that a player puts on each of his or her Sagas as a precombat main phase begins."""
    if not kernel.has("lore_counters"):
        return []
    mine = [each for each in _sagas(kernel) if look(kernel, each.id).controller in active_players(kernel.state)]
    return [
        Event(
            "counters",
            object_ref(each.id),
            player=look(kernel, each.id).controller,
            amount=1,
            facts={"counter": "lore", "why": "lore_counters"},
            tags=("turn-based",),
        )
        for each in mine
        if chapters_of(kernel, each) or kernel.rules.saga_without_chapters == "over"
    ]


def sagas_over(kernel: Kernel) -> list[Event]:
    """The sacrifices of Sagas with as many lore counters as their last chapter, and no chapter waiting."""
    if not kernel.has("saga_over"):
        return []
    found = []
    for each in _sagas(kernel):
        last = max(chapters_of(kernel, each), default=0)
        stays = not last and kernel.rules.saga_without_chapters == "stays"
        if stays or each.counters.get("lore", 0) < last or is_waiting(kernel, each, is_chapter):
            continue
        kernel.note(f"{each.label} has had its last chapter", "saga_over")
        player = look(kernel, each.id).controller
        found.append(move(each.id, "graveyard", "sacrifice", "state-based", player=player, why="saga_over"))
    return found


def _sagas(kernel: Kernel) -> list[Thing]:
    return [each for each in battlefield(kernel) if "Saga" in look(kernel, each.id).subtypes]
