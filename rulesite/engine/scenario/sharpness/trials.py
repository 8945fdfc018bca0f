"""Trials of whether a scenario's claims are sharp: where a claim holds, its near misses must not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rulesite.engine.scenario.assertions.parser import Claim, read_claim
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.lexer import Names
from rulesite.engine.scenario.model import CardText, Scenario, Sentence
from rulesite.engine.scenario.outcome import HOLDS, Outcome
from rulesite.engine.scenario.pieces import Board
from rulesite.engine.scenario.running.play import Play
from rulesite.engine.scenario.running.runner import Runner
from rulesite.engine.scenario.running.verdict import run
from rulesite.engine.scenario.setup.board import Setter
from rulesite.engine.state.choices import EngineError

from .near_misses import NearMiss, near_misses


@dataclass(frozen=True)
class Trial:
    """A near miss tried in a game in which its claim holds.

    ``kind`` is the kind of claim, by the name of its rule in the grammar. ``holds``: the near miss is true as well;
    ``found`` describes the facts. A ``strict`` near miss that holds makes the claim blunt.
    """

    claim: Sentence
    kind: str
    near: NearMiss
    holds: bool
    found: str

    @property
    def blunt(self) -> bool:
        return self.holds and self.near.strict


class _Trying(Runner):
    """Run a scenario and, whenever a claim holds, try its near misses on copies of the game."""

    def __init__(self, scenario: Scenario, date: str) -> None:
        super().__init__(scenario, date)
        self.trials: dict[tuple[str, str, bool, str], Trial] = {}
        self.names = Names()

    def board(self, names: Names, cards: Iterable[CardText] = ()) -> tuple[Setter, Board]:
        self.names = names
        return super().board(names, cards)

    def claim(self, claim: Claim, play: Play) -> tuple[bool, str]:
        held, found = super().claim(claim, play)
        if held:
            fork = play.fork()  # a near miss changes nothing: one that tries actions makes its own copy
            for near in near_misses(claim.sentence.text, self.names):
                try:
                    also, told = super().claim(read_claim(Sentence(near.sentence, 0), self.names, ""), fork)
                except (EngineError, ScenarioError) as error:
                    also, told = False, str(error)
                if near.slot == "player" and _of_one_team(claim.sentence.text, near.sentence, play):
                    near = replace(near, strict=False)
                trial = Trial(claim.sentence, kind_of(claim), near, also, told)
                self.trials[claim.sentence.text, near.sentence, also, told] = trial
        return held, found


def _of_one_team(claim: str, near: str, play: Play) -> bool:
    """Whether a near miss is about a teammate of the claim's player: teammates win and lose together."""
    for team in play.table.game.state.options.teams:
        either = re.compile(rf"\b(?:{'|'.join(map(re.escape, team))})\b")
        if either.sub(team[0], claim) == either.sub(team[0], near):
            return True
    return False


def kind_of(claim: Claim) -> str:
    """The kind of a claim: "has_life", "is_pred at_place", "has_feature f_keyword" …"""
    if claim.tree is None:
        return "legality"
    tree = claim.tree.children[0]
    inner = [str(each.data) for each in tree.children if str(getattr(each, "data", "")) in _INNER]
    return " ".join([str(tree.data), *inner])


_INNER = {
    "qualities",
    "at_place",
    "is_attached",
    "is_blocking",
    "is_blocked_by",
    "is_controlled",
    "is_on_top",
    "was_past",
    "is_kind",
    "is_targeted",
    "is_linked",
    "was_put",
    "was_put_of",
}


def try_near_misses(scenario: Scenario) -> list[Trial]:
    """Run a scenario with its controls and eras, and try the near misses of every claim that holds.

    Raises :class:`ScenarioError` or ``EngineError`` where the scenario cannot be run.
    """
    runner = _Trying(scenario, scenario.ruleset)
    main, always = runner.main(Outcome(scenario.name, scenario.title, scenario.ruleset, HOLDS))
    for control in scenario.controls:
        runner.control(control, main, always)
    for era in scenario.eras:
        runner.era(era, main)
    return list(runner.trials.values())


def run_and_try(scenario: Scenario) -> tuple[Outcome, list[Trial]]:
    """Run a scenario under its own rules and, during play, try the near misses of every claim that holds.

    Raises :class:`ScenarioError` for a scenario that proves nothing.
    """
    runner = _Trying(scenario, scenario.ruleset)
    return run(scenario, runner=runner), list(runner.trials.values())
