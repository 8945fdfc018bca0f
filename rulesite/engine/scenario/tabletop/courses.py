"""The points that courses came to, remembered on disk: the next action of a course begins where the last one ended.

A point is found by all that leads to it: the set-up, the day, the exact sentences, and the source code of the engine.
It is stored as bytes, so whoever goes on from it has a copy. The number of points and the bytes of each are bounded,
and one that is not there any more is played again. Whether a course plays from a point as it does from its beginning
depends on the answers that come later, as a script knows all its answers from its start: see
:meth:`.ScenarioScript.heeds`.
"""

from __future__ import annotations

import json
import pickle
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from rulesite.engine import disk_cache
from rulesite.engine.game import Game
from rulesite.engine.scenario.language.lexer import Names
from rulesite.engine.scenario.running.play import Play
from rulesite.engine.scenario.script.actions import Action, choices
from rulesite.engine.scenario.script.choices import Said, ScenarioScript
from rulesite.engine.scenario.setup.builder import Table, compile_text
from rulesite.engine.state.game_state import State
from rulesite.engine.state.trace import Step, Trace

MAX_POINTS = 512
"""Points that are remembered, at most."""
MAX_BYTES = 192 * 1024
"""Bytes of a point that is remembered, at most."""
_WHOLE = 2
"""Snapshots of a point that are whole: the last, and the one before, which shows what is new in it."""
_QUICK = 1
"""How hard the bytes are compressed."""


@dataclass
class Point:
    """A game after the first sentences of a course, ``number`` of them: the ``actions`` as which they were read, and a
    snapshot after each.

    ``setup`` is the number of steps of the trace before the first action.
    """

    names: Names
    play: Play
    setup: int
    snapshots: list[dict[str, Any]]
    actions: list[Action] = field(default_factory=list)
    number: int = 0

    def goes_on(self, actions: Sequence[Action]) -> bool:
        """Whether the game of a script that begins with these actions comes to this point, whatever it says later."""
        number = len(self.actions)
        if list(actions[:number]) != self.actions:
            return False  # a later attack has joined the declaration of the last one
        script = self.play.table.game.kernel.script
        return isinstance(script, ScenarioScript) and not script.heeds(choices(list(actions[number:])))


class Courses:
    """The remembered points of the courses from one set-up; ``setup`` is all that it depends on, as text."""

    def __init__(self, setup: str) -> None:
        self._setup = setup

    def hold(self, sentences: Sequence[str], point: Point, later: Sequence[Said]) -> None:
        """Remember a point of the course of some sentences, unless it is too large, a sentence was tried in vain, or
        one of the ``later`` answers has been taken already: the point is that of its own sentences alone."""
        play = point.play
        script = play.table.game.kernel.script
        if play.refusals or play.wrong or disk_cache.folder() is None or not isinstance(script, ScenarioScript):
            return
        own = script.without(later)
        if own is None:
            return
        kept = (
            point.names, point.setup, _thin(point.snapshots), point.actions, point.number, play.day, play.starts,
            play.table.entries, play.table.faces, _of_game(play.table.game),
            (own, script.asked, script.used, script.deeds, script.open),
        )  # fmt: skip
        data = zlib.compress(pickle.dumps(kept, pickle.HIGHEST_PROTOCOL), _QUICK)
        if len(data) <= MAX_BYTES:
            disk_cache.hold(*self._place(sentences[: point.number]), data)

    def points(self, sentences: Sequence[str]) -> Iterator[Point]:
        """The remembered points on the way to the end of a course, the last first."""
        for number in range(len(sentences), 0, -1):
            data = disk_cache.held(*self._place(sentences[:number]))
            if data is not None:
                with suppress(Exception):  # one that cannot be loaded counts as missing
                    yield _loaded(data)

    def _place(self, sentences: Sequence[str]) -> tuple[str, str]:
        source = json.dumps([_version(), self._setup, list(sentences)])
        return f"course-{zlib.crc32(source.encode()) % MAX_POINTS}", source


@cache
def _version() -> str:
    """A digest of the engine, whose every change may change a game."""
    return disk_cache.digest_of(Path(disk_cache.__file__).parent)


def _thin(snapshots: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Snapshots of which only the last two are whole: of those before, the sentence, and the permanents new in it."""
    known: set[str] = set()
    thin = []
    for snapshot in snapshots[:-_WHOLE]:
        rows = [row for row in snapshot["battlefield"] if row["name"] not in known]
        known |= {row["name"] for row in rows}
        first = [{key: row[key] for key in ("name", "types", "subtypes", "supertypes")} for row in rows]
        thin.append({"after": snapshot["after"], "battlefield": first})
    return [*thin, *snapshots[-_WHOLE:]]


def _of_game(game: Game) -> tuple[str, list[str], int, State, list[Step], set[str]]:
    kernel = game.kernel
    return kernel.rules.date, sorted(kernel.without), kernel.step_limit, kernel.state, kernel.trace.steps, kernel.asked


def _loaded(data: bytes) -> Point:
    names, setup, snapshots, actions, number, day, starts, entries, faces, of_game, of_script = pickle.loads(
        zlib.decompress(data)
    )
    date, without, step_limit, state, steps, asked = of_game
    game = Game(date, list(state.players), without=without, compiler=compile_text, step_limit=step_limit)
    game.kernel.state, game.kernel.trace, game.kernel.asked = state, Trace(steps), asked
    table = Table(game, entries, faces)
    script = ScenarioScript(table)
    script.answers, script.asked, script.used, script.deeds, script.open = of_script
    game.kernel.script = script
    return Point(names, Play(table, day=day, starts=starts), setup, snapshots, actions, number)
