"""Day and night, and the permanents that turn over with them: daybound and nightbound (702.145, 731)."""

from __future__ import annotations

from rulesite.engine.events.batch import happen, immediately
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import DAY, NIGHT
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.zones import battlefield

from .transforming import turn_over, why_not_over

BOUND = {NIGHT: "daybound", DAY: "nightbound"}
"""The keyword by which a permanent turns over when it becomes night or day."""


def becomes(kernel: Kernel, which: str) -> None:
    """Make it day or night: from then on it is always one of them (731.1)."""
    state = kernel.state
    if state.daytime == which or not kernel.has("day_and_night"):
        return
    before = state.daytime

    def change() -> None:
        state.daytime = which

    kernel.note(f"it becomes {which}", "day_and_night")
    happen(kernel, [Event("daytime", facts={"is": which, "was": before})], change)


def change_with_the_turn(kernel: Kernel) -> None:
    """In the untap step, turn day into night after a turn in which its player cast no spell, and night into day after a
    turn in which he or she cast two or more (731.2)."""
    state = kernel.state
    if not state.daytime:
        return
    cast = [
        each
        for each in state.history
        if each.kind == "cast" and each.turn == state.turn - 1 and each.facts.get("player") in state.active_before
    ]
    if state.daytime == DAY and not cast:
        becomes(kernel, NIGHT)
    elif state.daytime == NIGHT and any(
        sum(each.facts.get("player") == player for each in cast) >= 2 for player in state.active_before
    ):
        becomes(kernel, DAY)


@immediately
def settle(kernel: Kernel) -> None:
    """Do what daybound and nightbound require at any time: a permanent with daybound makes it day if it is neither, and
    each with daybound or nightbound shows the face for day or night (702.145c to 702.145g)."""
    bound = [thing for thing in battlefield(kernel) if thing.may_have(*BOUND.values())]
    if not bound or not kernel.has("daybound"):
        return
    if not kernel.state.daytime:
        found = {word for thing in bound for word in keywords(look(kernel, thing.id)) if word in BOUND.values()}
        becomes(kernel, DAY if "daybound" in found else NIGHT) if found else None
        return
    keyword = BOUND[kernel.state.daytime]
    for thing in bound:
        over = thing.face == (kernel.state.daytime == DAY)
        if over and keyword in keywords(look(kernel, thing.id)) and not why_not_over(kernel, thing, bound=True):
            turn_over(kernel, thing, bound=True)
