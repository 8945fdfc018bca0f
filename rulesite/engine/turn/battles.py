"""Battles: without defense they go to the graveyard, and each has a protector other than its attacker (310)."""

from __future__ import annotations

from rulesite.engine.effects.enters_by_type import possible_protectors
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.combat_view import PROTECTOR
from rulesite.engine.state.event import Event, move
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.zones import battlefield

from .waiting import is_waiting


def battles_over(kernel: Kernel) -> list[Event]:
    """The moves to the graveyard of battles with defense 0 and no waiting triggered ability (704.5v), and of those that
    nobody can protect (704.5w, 704.5x); where needed, chooses a new protector for others."""
    found = []
    for battle in battlefield(kernel):
        if "battle" not in look(kernel, battle.id).types:
            continue
        spent = not battle.counters.get("defense", 0) and not is_waiting(kernel, battle)
        if spent and kernel.has("no_defense"):
            kernel.note(f"{battle.label} has defense 0", "no_defense")
            found.append(move(battle.id, "graveyard", "state-based", why="no_defense"))
        elif kernel.has("protector") and not _is_protected(kernel, battle):
            kernel.note(f"nobody can protect {battle.label}", "protector")
            found.append(move(battle.id, "graveyard", "state-based", why="protector"))
    return found


def _is_protected(kernel: Kernel, battle: Thing) -> bool:
    """Whether a battle has a legal protector, after choosing one if that was due."""
    state, found = kernel.state, look(kernel, battle.id)
    possible = [name for name in possible_protectors(kernel, found) if not state.players[name].lost]
    if battle.remembers.get(PROTECTOR) in possible:
        return True
    attacked = state.combat is not None and battle.id in state.combat.walkers.values()
    if attacked and battle.remembers.get(PROTECTOR):
        return True
    if possible:
        chosen = kernel.choose_word("player", found.controller, battle.label, "who protects it", possible)
        battle.remembers[PROTECTOR] = chosen
        state.touch()
    return bool(possible)
