"""Replaying a course from its position: where it has come to, what may be done now, and what is refused and why."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulesite.engine.effects.unread import quoted
from rulesite.engine.game import Game
from rulesite.engine.legal_actions import LEGAL, MAX_CANDIDATES, TriedAction, legal_actions
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.lexer import Names
from rulesite.engine.scenario.model import Scenario, Sentence
from rulesite.engine.scenario.outcome import TraceStep
from rulesite.engine.scenario.running.play import Play, trace_steps
from rulesite.engine.scenario.running.runner import Runner
from rulesite.engine.scenario.running.snapshots import snapshot
from rulesite.engine.scenario.script.actions import Action, is_choice, read_script
from rulesite.engine.scenario.setup.board import names_of
from rulesite.engine.state.choices import Choice, EngineError, IllegalAction, NotModelled, UnscriptedChoice
from rulesite.engine.state.sides import shown

from .joining import joining
from .layers import add_layers
from .wording import Ballot, answers_to, ballot_of, name_of, sentence_of

_ACTIVATED = re.compile(r"^[^.\"“•]+:")
"""A paragraph that is an activated ability: its cost stands before a colon."""


@dataclass(frozen=True)
class OfferedAction:
    """An action in words, with its verdict and, if it is refused or not modelled, the reason.

    ``about`` is the name of its object, ``kind`` as of :class:`.PlayerAction`.
    """

    sentence: str
    kind: str
    about: str
    verdict: str
    reason: str = ""
    concept: str = ""
    rule: str = ""

    @property
    def is_legal(self) -> bool:
        """Whether it may be begun now."""
        return self.verdict in LEGAL


@dataclass
class TableState:
    """What came of a course.

    ``done`` counts the sentences of it that were carried out; ``stop`` says why not all were: "refused", "asks",
    "not modelled" or "unclear", with the ``reason`` and its rule. ``answers`` are labels and sentences, ``ballot``
    is for those that are put together of parts, ``deciders`` are the players who may act now.
    """

    snapshots: list[dict[str, Any]] = field(default_factory=list)
    steps: list[TraceStep] = field(default_factory=list)
    offers: list[OfferedAction] = field(default_factory=list)
    left_out: int = 0
    done: int = 0
    stop: str = ""
    reason: str = ""
    concept: str = ""
    rule: str = ""
    question: Choice | None = None
    answers: list[tuple[str, str]] = field(default_factory=list)
    ballot: Ballot | None = None
    players: list[str] = field(default_factory=list)
    deciders: list[str] = field(default_factory=list)


def replay(scenario: Scenario, *, step_limit: int, max_candidates: int = MAX_CANDIDATES) -> TableState:
    """Play a course as far as it goes, and list what its players may do then.

    A paragraph of a card that cannot be read is kept as such, and what would need it is not modelled. Raises
    :class:`ScenarioError` for a position that cannot be set up.
    """
    names = names_of(scenario)
    runner = Runner(scenario, scenario.ruleset, step_limit=step_limit, lenient=True)
    _, board = runner.board(names)
    play = runner.begin(names, board)
    setup = len(play.table.game.trace.steps)
    state = TableState([snapshot(play.table.game, "", setup)])
    actions, before = _go(state, play, scenario, names)
    state.steps = trace_steps(play, setup)
    here, carried_out = play, len(state.snapshots) - 1
    if carried_out < len(actions):  # it stopped within an action, of which the players may have done a part
        here = before if before is not None and carried_out == _last_deed(actions) else runner.begin(names, board)
        if here is not before:
            here.go(actions[:carried_out])
    game = here.table.game
    game.kernel.script.answers.clear()
    add_layers(game, state.snapshots[-1])
    state.players = list(game.state.players)
    if not game.state.over and state.question is None:
        state.deciders = _deciders(here)
        for player in state.deciders:
            listed = legal_actions(game, player, max_candidates=max_candidates)
            state.left_out += listed.left_out
            state.offers += [_offer(here, tried, scenario, names) for tried in listed.tried]
        state.offers += unread_offers(game, state.deciders)
        if not state.stop and before is not None and actions[-1].kind in ("attack", "block"):
            more = [TriedAction(action) for action in joining(before, here, actions[-1])]
            joined = {offer.sentence: offer for offer in (_offer(here, tried, scenario, names) for tried in more)}
            state.offers = [*joined.values(), *(each for each in state.offers if each.sentence not in joined)]
    return state


def unread_offers(game: Game, players: Sequence[str]) -> Iterator[OfferedAction]:
    """The activated abilities of players' permanents that are not read, none of which can be played."""
    for thing_id in game.state.zone("battlefield"):
        thing = game.state.things[thing_id]
        if thing.face_down or game.controller(thing_id) not in players:
            continue
        for paragraph, why in shown(thing).unread:
            if _ACTIVATED.match(paragraph):
                ability = f'{name_of(game, thing)}\'s ability "{paragraph}"'
                sentence = f"{game.controller(thing_id)} activates {ability}"
                reason = f"{thing.label} says {quoted(paragraph)}, which is not read: {why}"
                yield OfferedAction(sentence, "activate", thing.label, "not modelled", reason)


def _last_deed(actions: list[Action]) -> int:
    """The place of the last action that is no answer; -1 if there is none."""
    return max((place for place, action in enumerate(actions) if not is_choice(action)), default=-1)


def _go(state: TableState, play: Play, scenario: Scenario, names: Names) -> tuple[list[Action], Play | None]:
    """Carry out the sentences, and return them as they were read, with the game before the last that is no answer;
    where it stops, the state says so."""
    try:
        actions = read_script(scenario.do, names, "")
    except ScenarioError as error:
        state.stop, state.reason, state.done = "unclear", f"{error} {error.mend}".strip(), max(0, error.line - 1)
        kept = tuple(sentence for sentence in scenario.do if sentence.line < error.line)
        actions = read_script(kept, names, "")
    last = _last_deed(actions)
    before: Play | None = None

    def watch(here: Play, place: int) -> None:
        nonlocal before
        game = here.table.game
        state.snapshots.append(snapshot(game, actions[place].sentence.text, len(game.trace.steps)))
        state.done = _last_line(actions, place)
        if place + 1 == last:
            before = here.fork()

    if last == 0:
        before = play.fork()
    try:
        play.go(actions, watch)
    except UnscriptedChoice as error:
        state.stop, state.reason, state.question = "asks", str(error), error.choice
        state.answers = list(answers_to(play.table.game, error.choice))
        state.ballot = ballot_of(play.table.game, error.choice)
    except ScenarioError as error:
        state.stop, state.reason = "unclear", f"{error} {error.mend}".strip()
    except NotModelled as error:
        state.stop, state.reason = "not modelled", str(error)
    except EngineError as error:
        state.stop, state.reason = "unclear", str(error)
    if play.refusal is not None:
        refusal = play.refusal.error
        state.stop, state.reason = "refused", refusal.message
        state.concept, state.rule = refusal.concept, refusal.rule
    elif play.wrong:
        state.stop, state.reason = "unclear", play.wrong
    return actions, before


def _last_line(actions: list[Any], place: int) -> int:
    """The number of sentences up to an action: those merged into one count as several."""
    following = actions[place + 1].sentence.line if place + 1 < len(actions) else 0
    return following - 1 if following else actions[place].sentence.line + len(actions[place].merged)


def _deciders(play: Play) -> list[str]:
    """The players who may act now: who has priority; while blockers are declared, those who are attacked."""
    state = play.table.game.state
    if not state.priority and state.combat is not None and state.step == "declare blockers":
        return sorted({str(player) for player in state.combat.attackers.values() if player in state.players})
    return [state.priority or state.active]


def _offer(play: Play, tried: TriedAction, scenario: Scenario, names: Names) -> OfferedAction:
    game, action = play.table.game, tried.action
    sentence = sentence_of(game, action)
    about = name_of(game, game.state.things[action.thing]) if action.thing else ""
    error, verdict, reason, concept, rule = tried.error, tried.verdict, "", "", ""
    if isinstance(error, IllegalAction):
        reason, concept, rule = error.message, error.concept, error.rule
    elif not tried.is_legal:
        reason = str(error)
    else:
        try:
            read_script((Sentence(sentence, 1),), names, "")
        except ScenarioError as unread:
            verdict, reason = "not modelled", f"it cannot be written as a sentence: {unread}"
    return OfferedAction(sentence, action.kind, about, verdict, reason, concept, rule)
