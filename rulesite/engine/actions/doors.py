"""Instructions that unlock and lock the doors of Rooms (709.5f and 709.5g in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.faces.unlocked_halves import choose_half, halves, lock, unlock
from rulesite.engine.state.game_state import ref_id

from .common import in_turn, permanents


@in_turn(ir.UnlockDoor)
def _unlock_door(frame: Frame, node: ir.UnlockDoor, player: str) -> None:
    """Unlock a locked door, which the player chooses, of each of the Rooms; one without a locked door stays."""
    kernel = frame.kernel
    for ref in permanents(frame, node.of):
        room = kernel.state.things[ref_id(ref) or 0]
        if half := choose_half(kernel, room, player, halves(kernel, room, locked=True)):
            unlock(kernel, room, half, player)


@in_turn(ir.LockOrUnlockDoor)
def _lock_or_unlock_door(frame: Frame, node: ir.LockOrUnlockDoor, player: str) -> None:
    """Lock or unlock a door, which the player chooses, of each of the Rooms."""
    kernel = frame.kernel
    for ref in permanents(frame, node.of):
        room = kernel.state.things[ref_id(ref) or 0]
        locked = halves(kernel, room, locked=True)
        if half := choose_half(kernel, room, player, locked | halves(kernel, room, locked=False)):
            (unlock if half in locked else lock)(kernel, room, half, player)
