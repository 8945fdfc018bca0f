"""The event of unlocking a half of a permanent (709.5h and 709.5i in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Card, Thing
from rulesite.engine.state.sides import UNLOCKED


def unlocking(kernel: Kernel, room: Thing, card: Card, half: int, player: str) -> Event:
    """The event of a player's unlocking a half of a permanent that shows a ``card``, which has that designation by now;
    ``fully`` says whether it was the last locked one."""
    fully = len(room.remembers.get(UNLOCKED, ())) == len(card.others)
    kernel.note(f"{player} unlocks {card.others[half - 1].name}", "unlocked_halves")
    return Event("status", object_ref(room.id), player=player, facts={"status": UNLOCKED, "half": half, "fully": fully})
