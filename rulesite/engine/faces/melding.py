"""Melding: the two cards of a meld pair become one permanent (701.42)."""

from __future__ import annotations

from rulesite.engine.events.batch import commit
from rulesite.engine.state.event import move
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.sides import melded, physical


def meld(kernel: Kernel, player: str, things: list[Thing]) -> bool:
    """Put the two cards of a meld pair onto the battlefield as one permanent; returns whether it was done.

    Tokens, and cards that are not a meld pair, stay where they are (701.42b, 701.42c).
    """
    if len(things) != 2 or any(thing.kind != "card" for thing in things) or not kernel.has("meld"):
        kernel.note("these cannot be melded, and stay where they are", "meld")
        return False
    one, other = things
    try:
        name = melded(physical(one), physical(other)).name
    except ValueError as error:
        kernel.note(f"{error}, and stay where they are", "meld")
        return False
    kernel.note(f"{one.label} and {other.label} meld into {name}", "meld")
    commit(kernel, [move(one.id, "battlefield", "meld", player=player, controller=player, melds=other.id)])
    return True
