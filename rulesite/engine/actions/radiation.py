"""Rad counters: their effect at the beginning of each precombat main phase (728.1 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.keyword_meanings import Radiation
from rulesite.engine.events.batch import commit
from rulesite.engine.events.perform import does
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.event import Event, move
from rulesite.engine.state.game_state import player_ref
from rulesite.engine.state.teams import counters_of


@does(Radiation)
def _radiate(frame: Frame, node: Radiation) -> None:
    kernel, player = frame.kernel, frame.controller
    count = counters_of(kernel, player, "rad").get("rad", 0)
    cards = kernel.state.zone("library", player)[:count]
    milled = commit(kernel, [move(each, "graveyard", "mill", player=player) for each in cards])
    hurt = sum("land" not in look(kernel, event.new).types for event in milled if event.kind == "move" and event.new)
    if hurt:
        who = player_ref(player)
        loss = Event("lose_life", who, player=player, amount=hurt)
        commit(kernel, [loss, Event("counters", who, player=player, amount=-hurt, facts={"counter": "rad"})])
