"""One function for each kind of instruction. Importing the package makes all of them known."""

from . import flow, lasting, mana, moving, players, status

__all__ = ["flow", "lasting", "mana", "moving", "players", "status"]
