"""The special action of unlocking a door (116.2m and 709.5e in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.abilities.costs import Cost, PayMana
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.faces.unlocked_halves import choose_half, halves, unlock
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings, Thing

from .paying_now import pay_now
from .timing import sorcery_time


def unlock_door(kernel: Kernel, player: str, room: Thing, name: str = "") -> None:
    """Unlock the locked half with a name (the only one, or the one that the player chooses) for its mana cost, when a
    sorcery could be played.

    Raises :class:`IllegalAction`.
    """
    locked = halves(kernel, room, locked=True)
    if not locked or look(kernel, room.id).controller != player or not kernel.has("unlocking"):
        raise kernel.illegal(f"{player} controls no locked half of {room.label}", "unlocking")
    if not sorcery_time(kernel, player):
        raise kernel.illegal(f"{player} can unlock a door only when {player} could play a sorcery", "unlocking")
    named = [number for number, half in locked.items() if half.name == name]
    if name and not named:
        raise kernel.illegal(f"{room.label} has no locked half called {name}", "unlocking")
    number = named[0] if named else choose_half(kernel, room, player, locked)
    cost = locked[number].mana_cost
    if cost is None:
        raise kernel.illegal(f"{locked[number].name} has no mana cost to pay", "unpayable")
    frame = Frame(kernel, Bindings(player, room.id))
    frame.bound.record.keyword = "unlock"
    pay_now(frame, player, Cost((PayMana("".join(f"{{{symbol}}}" for symbol in cost)),)))
    unlock(kernel, room, number, player)
