"""One game in progress: playing its script, and copies of it to try things on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ..choices import EngineError, IllegalAction, UnknownName, UnscriptedChoice
from ..codec import clone
from ..game import Game
from ..trace import Trace
from .acting import Actor
from .actions import Action, choices, is_choice
from .asserting import Judge
from .building import Table, compile_text
from .errors import ScenarioError
from .outcome import TraceStep
from .refusals import Refusal
from .script import ScenarioScript

_NAMES = "Names are written as in the set-up; a token is there only once it was made"
Watcher = Callable[["Play", int], None]


@dataclass
class Play:
    """One game in progress: the table, and where the script stopped if it could not go on."""

    table: Table
    script: list[Action] = field(default_factory=list)
    refusal: Refusal | None = None
    stopped: str = ""
    starts: list[int] = field(default_factory=list)

    @property
    def judge(self) -> Judge:
        return Judge(self.table, self.refusal)

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
        other.kernel.has = game.kernel.has  # type: ignore[method-assign]  # what is asked is noted for the fork too
        table = Table(other, list(self.table.entries))
        script = ScenarioScript(table)
        script.answers = list(game.kernel.script.answers)
        other.kernel.script = script
        return Play(table, self.script, self.refusal, self.stopped, list(self.starts))

    def go(self, actions: list[Action], watch: Watcher | None = None) -> None:
        """Play some sentences; stops at the first that the rules do not allow, which is kept in ``refusal``."""
        self.table.game.kernel.script.answers += choices(actions)
        actor = Actor(self.table)
        for place, action in enumerate(actions):
            self.starts.append(len(self.table.game.trace.steps))
            if not is_choice(action):
                try:
                    actor.do(action)
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


def go_on(play: Play, actions: list[Action], watch: Watcher | None = None) -> None:
    """Play a control as far as it goes: a question that nobody answers stops it and is part of what is found."""
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
