"""What a set-up may not say: it would be played as something else than it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesite.engine.events.triggers import Moment, collect
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.trees import Ref
from rulesite.engine.scenario.pieces import Board, Piece
from rulesite.engine.state.codec import clone
from rulesite.engine.turn.phases import beginning

if TYPE_CHECKING:
    from .builder import Table

OWN_ZONES = ("hand", "library", "graveyard")
"""Zones that each player has, and that hold nothing of anybody else (400.3)."""


def check_zone_owner(piece: Piece, zone: str, whose: str) -> None:
    """Raise ScenarioError for an object in a hand, library or graveyard of another player than its owner."""
    if zone in OWN_ZONES and whose and whose != piece.owner:
        raise ScenarioError(
            f"{piece.label or piece.name} is {piece.owner}'s, and cannot be in {whose}'s {zone} (400.3)",
            mend=f"Say {piece.owner}'s {zone}, or whose it is where it is first named:"
            f" {whose}, in {zone}: {piece.name}",
        )


def check_fighter(board: Board, name: str, player: str) -> None:
    """Raise ScenarioError for an attacker or blocker that another player alone controls."""
    found = [piece for piece in board.find(Ref(name, "")) if piece.zone == "battlefield"]
    if found and all(player not in (piece.controller or piece.owner,) for piece in found):
        whose = found[0].controller or found[0].owner
        raise ScenarioError(
            f"{name} is {whose}'s, so {player} cannot attack or block with it",
            mend=f"Say that {player} controls {whose}'s {name}, or give {player} one first: {player}, in play: {name}",
        )


def check_beginning(table: Table, board: Board) -> None:
    """Raise ScenarioError where the game begins in a step as whose beginning an ability would have triggered.

    Nothing has begun: what triggers then would be missing without a word.
    """
    if not board.timed_at:
        return
    kernel = table.game.kernel
    state, steps, asked = kernel.state, list(kernel.trace.steps), set(kernel.asked)
    kernel.state, kernel.printed_cache, known = clone(state), {}, kernel.printed_cache
    kernel.layer_memo.clear()
    try:
        already = len(kernel.state.pending)
        collect(kernel, beginning(kernel), Moment.now(kernel))
        missing = [each.label for each in kernel.state.pending[already:]]
    finally:
        state.version = kernel.state.version + 1
        kernel.state, kernel.printed_cache, kernel.trace.steps = state, known, steps
        kernel.layer_memo.clear()
        kernel.asked.intersection_update(asked)
    if missing:
        raise ScenarioError(
            f"the game begins in the {state.step} step, so the ability of {missing[0]} has not triggered",
            line=board.timed_at,
            mend="Begin before it and go on to it in do: Ann's next upkeep",
        )
