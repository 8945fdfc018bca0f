"""One game in progress: play its script, and copy it to try things."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rulesite.engine.game import Game
from rulesite.engine.scenario.assertions.judge import Judge
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.outcome import TraceStep
from rulesite.engine.scenario.script.actions import Action, choices, is_choice
from rulesite.engine.scenario.script.choices import ScenarioScript
from rulesite.engine.scenario.script.refusals import Refusal, is_because
from rulesite.engine.scenario.setup.builder import Table, compile_text
from rulesite.engine.state.choices import Choice, EngineError, IllegalAction, UnknownName, UnscriptedChoice
from rulesite.engine.state.codec import clone
from rulesite.engine.state.trace import Trace

from .actor import Actor

_NAMES = "Names are written as in the set-up; a token is there only once it was made"
Watcher = Callable[["Play", int], None]


@dataclass
class Play:
    """One game in progress: the table, and the place where the script stopped, if it did.

    ``refusal`` is the sentence that the rules did not allow, ``stopped`` the obstacle to a control, ``wrong`` the
    failure of an attempt that was not illegal as the script states. ``attempts`` were illegal as stated; ``day``: see
    :func:`.refusals.is_because`.
    """

    table: Table
    script: list[Action] = field(default_factory=list)
    refusal: Refusal | None = None
    stopped: str = ""
    starts: list[int] = field(default_factory=list)
    wrong: str = ""
    day: str = ""
    attempts: list[Refusal] = field(default_factory=list)

    @property
    def judge(self) -> Judge:
        return Judge(self.table, self.refusals, self.asks)

    @property
    def refusals(self) -> list[Refusal]:
        """All sentences so far that the rules did not allow."""
        return self.attempts if self.refusal is None else [*self.attempts, self.refusal]

    def asks(self) -> Choice | None:
        """The question that comes up when all players pass now and that no written choice answers."""
        fork = self.fork()
        fork.table.game.kernel.script.answers.clear()
        try:
            fork.table.game.all_pass()
        except UnscriptedChoice as error:
            return error.choice
        except EngineError:
            return None
        return None

    def fork(self) -> Play:
        """A copy of the game, to go on from here without touching this one."""
        game = self.table.game
        other = Game(
            game.rules.date,
            list(game.state.players),
            without=game.kernel.without,
            compiler=compile_text,
            step_limit=game.kernel.step_limit,
        )
        other.kernel.state = clone(game.state)
        other.kernel.trace = Trace(list(game.trace.steps))
        other.kernel.asked = game.kernel.asked  # the fork records the concepts looked at, too
        table = Table(other, list(self.table.entries), self.table.faces)
        script = ScenarioScript(table)
        script.answers = list(game.kernel.script.answers)
        script.asked = list(game.kernel.script.asked)
        script.deeds = getattr(game.kernel.script, "deeds", 0)
        other.kernel.script = script
        return replace(self, table=table, starts=list(self.starts), attempts=list(self.attempts))

    def go(self, actions: list[Action], watch: Watcher | None = None, stop: int | None = None) -> None:
        """Play sentences up to the first that the rules do not allow, and store that in ``refusal``; or as far as
        ``stop``, where an answer that comes later in the script may have been given already."""
        script = self.table.game.kernel.script
        assert isinstance(script, ScenarioScript)  # noqa: S101 - the script of every play
        script.answers += [replace(answer, after=answer.after + script.deeds) for answer in choices(actions)]
        actor = Actor(self.table)
        for place, action in enumerate(actions[:stop]):
            self.starts.append(len(self.table.game.trace.steps))
            if not is_choice(action):
                script.deeds += 1
                script.helpers = []
                try:
                    if action.refused is None:
                        actor.do(action)
                    else:
                        self._attempt(action, action.refused)
                        if self.wrong:
                            return
                except IllegalAction as error:
                    self.refusal = Refusal(action, error)
                    return
                except UnknownName as error:
                    raise ScenarioError(str(error), line=action.sentence.line, mend=_NAMES) from None
                except ScenarioError as error:
                    raise error.at("", action.sentence.line) from None
                except EngineError as error:
                    error.add_note(f"line {action.sentence.line}")
                    raise
            if watch is not None:
                watch(self, place)

    def _attempt(self, action: Action, because: str) -> None:
        """Try an action that the script calls illegal, on a copy; the game goes on without it."""
        error = Actor(self.fork().table).why_not(action)
        where = f"line {action.sentence.line}: {action.sentence.text}"
        if error is None:
            self.wrong = f"{where}: this is legal"
        elif not is_because(error, because, self.day):
            self.wrong = f"{where}: this is illegal, but not because of {because}: {error}"
        else:
            self.table.game.kernel.note(f"not allowed: {action.sentence.text}: {error}", error.concept)
            self.attempts.append(Refusal(action, error))


def go_on(play: Play, actions: list[Action], watch: Watcher | None = None) -> None:
    """Play a control as far as possible: an unanswered question stops it and becomes part of its result."""
    try:
        play.go(actions, watch)
    except UnscriptedChoice as error:
        play.stopped = f"a choice is not written: {error}"
    except (UnknownName, EngineError) as error:
        play.stopped = str(error)


def trace_steps(play: Play, setup: int) -> list[TraceStep]:
    starts = [0, *play.starts] if play.starts else [0]
    found = []
    for step in play.table.game.trace.steps:
        sentence = sum(1 for start in play.starts if step.number > start) if step.number > setup else 0
        found.append(TraceStep(step.number, sentence, step.turn, step.phase, step.text, step.concept, step.rule))
    return found if starts else []
