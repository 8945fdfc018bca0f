"""Restarting the game (727 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.events.batch import commit
from rulesite.engine.events.perform import does
from rulesite.engine.players.hand_sizes import starting_life
from rulesite.engine.seating.variants import VARIANTS
from rulesite.engine.state import zones
from rulesite.engine.state.event import Event
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.turn.opening_hands import draw_opening_hand, skip_first_draw
from rulesite.engine.turn.phases import begin_step, begin_turn, next_step


@does(ir.RestartGame)
def _restart_game(frame: Frame, node: ir.RestartGame) -> None:
    if frame.kernel.has("restart"):
        restart(frame.kernel, frame.controller)


def restart(kernel: Kernel, starting: str) -> None:
    """End the game without a winner and begin another with all its cards, whatever their zone or origin; ``starting``
    takes the first turn (727.1, 727.1a, 727.2)."""
    state = kernel.state
    kernel.note(f"the game is restarted, and {starting} will take the first turn", "restart")
    state.combat, state.effects, state.delayed, state.pending = None, [], [], []
    state.skips, state.extra_skips, state.extra_turns, state.added_phases, state.usage = [], [], [], [], {}
    state.extra_turn = 0
    for thing in list(state.things.values()):
        if thing.kind != "card":
            zones.remove(kernel, thing)
        elif thing.zone != "outside":
            vanguard = thing.commander or "vanguard" in thing.card.types
            zones.move(kernel, thing, "command" if vanguard else "library", {"position": "shuffled"})
    for name, player in state.players.items():
        player.empty_pool()
        player.counters, player.commander_damage, player.blessed, player.speed = {}, {}, False, 0
        player.mulligans, player.drew_from_empty = 0, False
        player.life = starting_life(kernel, name, VARIANTS[state.options.variant].life)
    for team in state.shared:
        team.life, team.counters = kernel.rules.team_starting_life * len(team.members) // 2, {}
    for name in state.turn_order(starting):
        commit(kernel, [Event("shuffle", player=name)])
        draw_opening_hand(kernel, name)
    skip_first_draw(kernel, starting)
    begin_turn(kernel, starting)
    state.step = "untap"
    begin_step(kernel)
    next_step(kernel)
