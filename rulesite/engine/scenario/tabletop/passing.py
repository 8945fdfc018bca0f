"""Passing over several steps at once: how far a game goes on before something triggers or somebody has to choose."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulesite.engine.game import Game
from rulesite.engine.player_actions import go_on
from rulesite.engine.scenario.running.play import Play
from rulesite.engine.state.choices import EngineError
from rulesite.engine.state.turn_steps import STEPS

from .declaring import block_forms

MAX_STEPS = 30
"""Steps that are looked ahead, at most."""
STEP_WORDS = {
    "draw": "draw step",
    "precombat main": "main phase",
    "postcombat main": "second main phase",
    "end": "end step",
    "untap": "untap step",
    "upkeep": "upkeep",
    "cleanup": "cleanup step",
    "beginning of combat": "beginning of combat",
    "end of combat": "end of combat",
}
"""How a step is called, where not by its name and "step"."""


@dataclass(frozen=True)
class WayOn:
    """A place to which the players can pass, as a sentence, and in words for a button."""

    sentence: str
    label: str


def step_words(step: str) -> str:
    """The name of a step or phase as people say it.

    >>> step_words("end"), step_words("declare blockers")
    ('end step', 'declare blockers step')
    """
    return STEP_WORDS.get(step, f"{step} step")


def ways_on(play: Play) -> Iterator[WayOn]:
    """The places to which all players can pass in one go: combat, its damage, the end step, the next turn; or as far as
    the game goes before something triggers, blockers are declared, or somebody has to choose. None while anything is on
    the stack but its being emptied, or where blockers are declared; who has no creature that may block declares none.
    """
    game = play.table.game
    state = game.state
    if state.over or block_forms(game):
        return
    if state.zone("stack"):
        if len(state.zone("stack")) > 1:
            yield WayOn("All pass until the stack is empty", "All pass until the stack is empty")
        return
    begun, before = (state.turn, state.step), STEPS.index(state.step)
    goals = {"beginning of combat", "end"} if before < STEPS.index("beginning of combat") else {"end"}
    if state.combat is not None and state.combat.attackers:
        goals.add("combat damage")
    here, stopped = play.fork().table.game, ""
    for _ in range(MAX_STEPS):
        place = (here.state.turn, here.state.active, here.state.step)
        try:
            go_on(here.kernel)
        except EngineError:
            stopped = "somebody has to choose next"
        else:
            place = (here.state.turn, here.state.active, here.state.step)
            stopped = _interruption(here)
        turn, player, step = place
        is_next_turn = turn != begun[0] and step not in ("untap",)
        if (turn, step) == begun:
            if stopped:
                return
            continue
        if stopped:
            yield WayOn(f"{player}'s {step_words(step)}", f"To {player}’s {step_words(step)}: {stopped}")
            return
        if is_next_turn:
            yield WayOn(f"{player}'s {step_words(step)}", f"To {player}’s turn")
            return
        if turn == begun[0] and step in goals:
            yield WayOn(f"{player}'s {step_words(step)}", f"To {player}’s {step_words(step)}")


def _interruption(game: Game) -> str:
    """Why the players do not pass on from here; empty if nothing keeps them."""
    if game.state.over:
        return "the game ends"
    stack = game.stack()
    if stack:
        return f"{' and '.join(stack[:2])}{' and more' if len(stack) > 2 else ''} on the stack"
    if block_forms(game):
        return "blockers are declared"
    return ""
