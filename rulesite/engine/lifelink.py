"""Lifelink: damage that makes life (rule 702.15 in 2018-01-19)."""

from __future__ import annotations

from .batch import commit
from .continuous import look
from .events import Event
from .kernel import Kernel


def lifelink(kernel: Kernel, happened: list[Event]) -> None:
    """Damage from a source with lifelink also makes its controller gain that much life."""
    gains: dict[str, int] = {}
    for event in happened:
        if event.tagged("lifelink"):
            controller = look(kernel, event.source).controller
            gains[controller] = gains.get(controller, 0) + event.amount
    commit(kernel, [Event("gain_life", player=player, amount=total) for player, total in gains.items()])
