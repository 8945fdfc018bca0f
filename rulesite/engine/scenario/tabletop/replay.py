"""Replaying a course from its position: where it has come to, what may be done now, and what is refused and why."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from rulesite.engine.cardtext.parser.read import keeping
from rulesite.engine.combat.blocking import still_to_declare
from rulesite.engine.effects.unread import quoted
from rulesite.engine.game import Game
from rulesite.engine.legal_actions import LEGAL, MAX_CANDIDATES, UNPAID, PlayerAction, TriedAction, legal_actions
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.lexer import Names
from rulesite.engine.scenario.model import Scenario, Sentence
from rulesite.engine.scenario.outcome import TraceStep
from rulesite.engine.scenario.running.play import Play, trace_steps
from rulesite.engine.scenario.running.runner import Runner
from rulesite.engine.scenario.running.snapshots import snapshot
from rulesite.engine.scenario.script.actions import Action, choices, is_choice, read_script
from rulesite.engine.scenario.setup.board import names_of
from rulesite.engine.state.choices import Choice, EngineError, IllegalAction, NotModelled, UnscriptedChoice
from rulesite.engine.state.sides import shown

from .courses import Courses, Point
from .declaring import Declaration, declarations, declared
from .joining import joining
from .layers import add_layers
from .passing import WayOn, ways_on
from .payment import Bill, Deed
from .position import course_of, read_position
from .wording import (
    MAX_NUMBERS,
    Ballot,
    answers_to,
    ballot_of,
    name_of,
    number_span,
    sentence_of,
    unclear_plainly,
    yes_to,
)

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

    ``bill``: how the last action can be paid, or could have been paid otherwise; with ``is_due`` the course stopped
    because it is not paid yet. ``ways`` pass over several steps, ``declarations`` are forms of whole attacks and
    blocks. ``limit`` is the greatest number that can be paid, where a number is asked for; ``has_priority`` tells
    whether anybody has priority.
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
    bill: Bill | None = None
    is_due: bool = False
    ways: list[WayOn] = field(default_factory=list)
    declarations: list[Declaration] = field(default_factory=list)
    limit: int | None = None
    has_priority: bool = True


def replay(scenario: Scenario, *, step_limit: int, max_candidates: int = MAX_CANDIDATES) -> TableState:
    """Play a course as far as it goes, and list what its players may do then.

    A paragraph of a card that cannot be read is kept as such, and what would need it is not modelled. Raises
    :class:`ScenarioError` for a position that cannot be set up.
    """
    return _replay(scenario.do, lambda: _set_up(scenario, step_limit), None, None, max_candidates)


def replay_text(
    position: str, day: str, actions: list[str], *, step_limit: int, max_candidates: int = MAX_CANDIDATES, name: str
) -> TableState:
    """The same for the text of a position, from the last point of the course that is remembered. Of the moments before
    it the snapshots have the sentences, and the permanents that are new in them. What is read of the cards is kept on
    disk by a name."""

    def begin() -> Point:
        return _set_up(read_position(position, day, []), step_limit)

    do, courses = course_of(actions), Courses(json.dumps([position, day, step_limit]))
    point = _remembered(do, courses)
    with keeping(name, alone=True) if point is None else nullcontext():
        return _replay(do, begin, point, courses, max_candidates)


def _set_up(scenario: Scenario, step_limit: int) -> Point:
    names = names_of(scenario)
    runner = Runner(scenario, scenario.ruleset, step_limit=step_limit, lenient=True)
    _, board = runner.board(names)
    play = runner.begin(names, board)
    setup = len(play.table.game.trace.steps)
    return Point(names, play, setup, [snapshot(play.table.game, "", setup)])


def _replay(
    do: tuple[Sentence, ...],
    begin: Callable[[], Point],
    point: Point | None,
    courses: Courses | None,
    max_candidates: int,
) -> TableState:
    """What comes of a course that goes on from a point, or from its beginning; further points are remembered."""
    start = point or begin()
    play, names = start.play, start.names
    state = TableState(list(start.snapshots), done=start.number)
    actions, before = _go(state, start, do, courses)
    state.steps = trace_steps(play, start.setup)
    here, carried_out = play, len(state.snapshots) - 1
    if carried_out < len(actions):  # it stopped within an action, of which the players may have done a part
        here = before if before is not None and carried_out == _last_deed(actions) else begin().play
        if here is not before:
            here.go(actions, stop=carried_out)
    game = here.table.game
    game.kernel.script.answers.clear()
    add_layers(game, state.snapshots[-1])
    state.players = list(game.state.players)
    if before is not None and max_candidates:
        _add_payments(state, play, Deed(before, actions, names, play.table.game.kernel.script.helpers))
    if not game.state.over and state.question is None:
        state.deciders, state.has_priority = _deciders(here), bool(game.state.priority)
        for player in state.deciders:
            listed = legal_actions(game, player, max_candidates=max_candidates, wanted=partial(_may_be_offered, game))
            state.left_out += listed.left_out
            offers = [_offer(here, tried, names) for tried in listed.tried]
            state.offers += [each for each in offers if each not in state.offers]
            state.offers += _no_declaration(game, player)
        state.offers += unread_offers(game, state.deciders)
        if max_candidates:
            state.ways, state.declarations = list(ways_on(here)), list(declarations(game))
        if not state.stop and before is not None and actions[-1].kind in ("attack", "block"):
            more = [TriedAction(action) for action in joining(before, here, actions[-1])]
            joined = {offer.sentence: offer for offer in (_offer(here, tried, names) for tried in more)}
            state.offers = [*joined.values(), *(each for each in state.offers if each.sentence not in joined)]
    return state


def _remembered(do: tuple[Sentence, ...], courses: Courses) -> Point | None:
    """The last remembered point of a course, before its last action that is no answer; None if there is none."""
    for point in courses.points([sentence.text for sentence in do]):
        actions, _ = _read(do, point)
        if len(point.actions) <= _last_deed(actions) and point.goes_on(actions):
            return point
    return None


def _read(do: tuple[Sentence, ...], start: Point) -> tuple[list[Action], ScenarioError | None]:
    """The actions of a course that goes on from a point, up to a sentence that cannot be read, and why it cannot."""
    try:
        return read_script(do[start.number :], start.names, "", start.actions), None
    except ScenarioError as error:
        kept = tuple(sentence for sentence in do[start.number :] if sentence.line < error.line)
        return read_script(kept, start.names, "", start.actions), error


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


def _add_payments(state: TableState, play: Play, deed: Deed) -> None:
    """How the last action is paid: what may pay where it is refused without, the numbers that can be paid, and the mana
    for a cost that is paid as it resolves."""
    question = state.question
    if question is None:
        refused = play.refusal.action if play.refusal is not None else None
        is_unpaid = state.stop == "refused" and state.concept in UNPAID and refused is deed.action
        if is_unpaid or not state.stop:
            state.bill = deed.bill(suggest=is_unpaid)
        state.is_due = is_unpaid and state.bill is not None and bool(state.bill.sentence)
        return
    yes = yes_to(question)
    if yes:
        paying = deed.paying_with(question.player, yes)
        state.answers = [(paying or (label, text)) if text == yes else (label, text) for label, text in state.answers]
        return
    span = number_span(question)
    if span is not None and question.kind in ("X", "times") and deed.is_payable:
        low, high = span[0], min(span[1] or MAX_NUMBERS, span[0] + MAX_NUMBERS)
        limit = deed.most(lambda number: f"{question.player} chooses {number}", low, high)
        if low <= limit < high:
            state.limit = limit
            state.answers = [each for each in state.answers if not each[0].isdigit() or int(each[0]) <= limit]
            state.ballot = None


def _may_be_offered(game: Game, action: PlayerAction) -> bool:
    """Whether an action is one of this moment: nobody attacks before what is on the stack has resolved, and nobody
    passes who has no priority."""
    if action.kind == "all pass":
        return bool(game.state.priority)
    return action.kind != "attack" or not game.state.zone("stack")


def _no_declaration(game: Game, player: str) -> Iterator[OfferedAction]:
    """Declaring no attackers or no blockers, where the player declares them now."""
    state = game.state
    if state.priority:
        return
    blocking = player in still_to_declare(game.kernel)
    if not blocking and state.step != "declare attackers":
        return
    kind = "block" if blocking else "attack"
    sentence = declared(kind, player, [])[0]
    error = game.why_illegal(lambda copy: copy.block(player, {}) if blocking else copy.attack(player, {}))
    if error is None:
        yield OfferedAction(sentence, kind, "", LEGAL[0])
    else:
        yield OfferedAction(sentence, kind, "", "refused", error.message, error.concept, error.rule)


def _last_deed(actions: list[Action]) -> int:
    """The place of the last action that is no answer; -1 if there is none."""
    return max((place for place, action in enumerate(actions) if not is_choice(action)), default=-1)


def _go(
    state: TableState, start: Point, do: tuple[Sentence, ...], courses: Courses | None
) -> tuple[list[Action], Play | None]:
    """Carry out the sentences, and return them as they were read, with the game before the last that is no answer;
    where it stops, the state says so."""
    play = start.play
    actions, unread = _read(do, start)
    if unread is not None:
        state.stop, state.reason = "unclear", unclear_plainly(unread)
        state.done = max(0, unread.line - 1)
    last, begun = _last_deed(actions), len(start.actions)
    before: Play | None = None

    def hold(count: int) -> None:
        """Remember the point after so many actions, if they are those of whole sentences."""
        if courses is None or not count:
            return
        number = actions[count].sentence.line - 1 if count < len(actions) else len(do)
        if _read(do[:number], start)[0] == actions[:count]:
            point = Point(start.names, play, start.setup, state.snapshots, actions[:count], number)
            courses.hold([sentence.text for sentence in do], point, choices(actions[count:]))

    def watch(here: Play, place: int) -> None:
        nonlocal before
        game, place = here.table.game, begun + place
        state.snapshots.append(snapshot(game, actions[place].sentence.text, len(game.trace.steps)))
        state.done = _last_line(actions, place)
        if place + 1 == last:
            before = here.fork()
            hold(last)

    if last == begun:
        before = play.fork()
    try:
        play.go(actions[begun:], watch)
    except UnscriptedChoice as error:
        state.stop, state.reason, state.question = "asks", str(error), error.choice
        state.answers = list(answers_to(play.table.game, error.choice))
        state.ballot = ballot_of(play.table.game, error.choice)
    except ScenarioError as error:
        state.stop, state.reason = "unclear", unclear_plainly(error)
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
    if not state.stop:
        hold(len(actions))
    return actions, before


def _last_line(actions: list[Any], place: int) -> int:
    """The number of sentences up to an action: those merged into one count as several."""
    following = actions[place + 1].sentence.line if place + 1 < len(actions) else 0
    return following - 1 if following else actions[place].sentence.line + len(actions[place].merged)


def _deciders(play: Play) -> list[str]:
    """The players who may act now: who has priority; while blockers are declared, those who still declare them."""
    state = play.table.game.state
    if not state.priority and (declaring := still_to_declare(play.table.game.kernel)):
        return declaring
    return [state.priority or state.active]


def _offer(play: Play, tried: TriedAction, names: Names) -> OfferedAction:
    game, action = play.table.game, tried.action
    sentence = sentence_of(game, action)
    about = name_of(game, game.state.things[action.thing]) if action.thing else ""
    error, verdict, reason, concept, rule = tried.error, tried.verdict, "", "", ""
    if isinstance(error, IllegalAction) and error.concept in UNPAID and _is_helped(play, tried, sentence, names):
        verdict = LEGAL[1]
    elif isinstance(error, IllegalAction):
        reason, concept, rule = error.message, error.concept, error.rule
    elif not tried.is_legal:
        reason = str(error)
    else:
        try:
            read_script((Sentence(sentence, 1),), names, "")
        except ScenarioError as unread:
            verdict, reason = "not modelled", f"it cannot be written as a sentence: {unread}"
    return OfferedAction(sentence, action.kind, about, verdict, reason, concept, rule)


def _is_helped(play: Play, tried: TriedAction, sentence: str, names: Names) -> bool:
    """Whether an action that mana alone does not pay for can be paid with what helps (convoke, improvise, delve,
    waterbend)."""
    if tried.action.kind not in ("cast", "activate") or not tried.helpers:
        return False
    try:
        actions = read_script((Sentence(sentence, 1),), names, "")
    except ScenarioError:
        return False
    return Deed(play, actions, names, tried.helpers).suffices() is not None
