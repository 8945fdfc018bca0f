"""Instructions that turn permanents over: transform (701.27), convert (701.28), flip (710); and meld cards (701.42)."""

from __future__ import annotations

from collections.abc import Callable

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.references import Self
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.events.perform import does
from rulesite.engine.faces.day_and_night import becomes
from rulesite.engine.faces.melding import meld
from rulesite.engine.faces.transforming import flip, turn_over
from rulesite.engine.state.game_state import ref_id
from rulesite.engine.state.objects import Thing

from .common import objects, permanents, remember


def _things(frame: Frame, node: ir.KeywordAction) -> list[Thing]:
    return [frame.kernel.state.things[ref_id(ref) or 0] for ref in permanents(frame, node.what or Self())]


def _turn(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    """Transform or convert permanents; an ability of the permanent itself does it once (701.27f)."""
    done = []
    for thing in _things(frame, node):
        before = frame.bound.record.turned
        own = thing.id == frame.source and before is not None
        if own and thing.turned != before and frame.kernel.rules.transforms_once:
            frame.kernel.note(f"{thing.label} has been turned over since, so it is not again", "transform")
        elif turn_over(frame.kernel, thing, node.action):
            done.append(f"object {thing.id}")
    remember(frame, node.action, done)


def _meld(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    kernel = frame.kernel
    found = [kernel.state.things[ref_id(ref) or 0] for ref in objects(frame, node.what or Self())]
    meld(kernel, player, found)


def _flip(frame: Frame, node: ir.KeywordAction, player: str) -> None:
    remember(frame, "flip", [f"object {thing.id}" for thing in _things(frame, node) if flip(frame.kernel, thing)])


TURNING: dict[str, Callable[[Frame, ir.KeywordAction, str], None]] = {
    "transform": _turn,
    "convert": _turn,
    "flip": _flip,
    "meld": _meld,
}
"""The functions that carry out these keyword actions."""


@does(ir.BecomeDaytime)
def _become_daytime(frame: Frame, node: ir.BecomeDaytime) -> None:
    becomes(frame.kernel, node.which)
