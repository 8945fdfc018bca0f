"""Playing: a scenario under the rules of all requested days, each different game once.

A game is valid for all days on which its facts are the same, so a few games are enough for a hundred editions. ``python
-m rulesite.checks.playing.player FOLDER`` is a worker: it reads one JSON task a line and answers with one line, until
its input ends. It loads the engine once, with grammars cached in the folder. This module does not import Django.
"""

from __future__ import annotations

import base64
import gc
import json
import sys
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, TextIO

from rulesite.checks.playing.records import record
from rulesite.engine import disk_cache
from rulesite.engine.cardtext.parser.read import keeping
from rulesite.engine.eras.counterfactual import supposing
from rulesite.engine.eras.rule_citations import left_open
from rulesite.engine.eras.ruleset import OLDEST, Ruleset
from rulesite.engine.eras.validity import every_fact, value
from rulesite.engine.scenario import UNMODELLED, Outcome, Scenario, ScenarioError, load_text, run
from rulesite.engine.scenario.running.verdict import days_of_change, facts_on

FIRST, LAST = "0001-01-01", "9999-12-31"
"""The first and last days: a span that reaches them is open at that end."""
NO_RULES: dict[str, object] = {"no rules": True}
"""The facts of a day without known rules."""
_SWITCHES = frozenset(name for name, _ in Ruleset.citations())
_PACKED = ("checks", "controls", "eras", "steps", "snapshots", "asked")

Facts = dict[str, Any]
Answers = list[tuple[bool, str]]


@lru_cache(maxsize=8)
def _games(text: str, name: str) -> list[Scenario]:
    return load_text(text, name)


def answer(task: dict[str, Any]) -> dict[str, Any]:
    """The result of a task: ``games`` in the order of the task, each from `play`.

    A task names a file (``name``, ``text``) and the ``games`` to play of it, each with ``number`` (its index in the
    file), ``days`` and ``known``, see `play`.
    """
    games = _games(task["text"], task["name"])
    with keeping(f"texts-of-{task['name']}"):
        return {
            "games": [play(games[request["number"]], request["days"], request["known"]) for request in task["games"]]
        }


def play(game: Scenario, days: Iterable[str], known: Sequence[Facts] = ()) -> dict[str, Any]:
    """Play a scenario until the games of some days, its own, and those of its eras are known.

    ``known`` are the facts of valid games played before. The answer has the games ``played`` now, and ``spans``: (first
    day, first day after, index of the game), with the ``known`` games numbered before the ``played`` ones; together
    they cover every day with known rules. ``turns`` lists, by a span's first day, the switches that alone change an
    answer from the span before: with such a switch reset, the older answer returns.
    """
    marks = days_of_change(game)
    facts = list(known)
    played: list[dict[str, Any]] = []
    for day in [game.ruleset, *sorted({*days, *(era.ruleset for era in game.eras)})]:
        if _which(game, day, facts) is None:
            result = play_on(game, marks[bisect_right(marks, day) - 1] if day >= OLDEST else day)
            facts.append(result["looked_at"])
            played.append(result)
    spans = list(_spans(game, marks, facts))
    answers = [None] * len(known) + [_told(_unpacked(result)["checks"]) for result in played]
    return {"played": played, "spans": spans, "turns": dict(_turns(game, spans, facts, answers))}


def _which(game: Scenario, day: str, facts: Sequence[Facts]) -> int | None:
    """The index of the game that is valid on a day."""
    for number, looked_at in enumerate(facts):
        if _facts(game, day, looked_at) == looked_at:
            return number
    return None


def _facts(game: Scenario, day: str, looked_at: Iterable[str]) -> Facts:
    """The values of facts on a day, as plain data."""
    if day < OLDEST:
        return NO_RULES
    if NO_RULES.keys() & set(looked_at):
        return {}
    facts = facts_on(game, day, [fact for fact in looked_at if fact != "era"])
    return {fact: list(value) if isinstance(value, tuple) else value for fact, value in facts.items()}


def _turns(
    game: Scenario, spans: Iterable[Any], facts: Sequence[Facts], told: list[Answers | None]
) -> Iterator[tuple[str, list[str]]]:
    """The days from which the game has another result, with the switches that alone cause it; none if it takes several.

    The game is played again with each changed switch reset to its old value, one at a time. ``told`` are the answers of
    the games played now.
    """
    for (start, _, before), (since, _, after) in pairwise(spans):
        day = max(start, OLDEST)
        if before == after or day >= since:
            continue
        for which, moment in ((before, day), (after, since)):
            if told[which] is None:
                told[which] = _answers(game, moment)
        old, new = told[before] or [], told[after] or []
        if old == new or len(old) != len(new):
            continue
        looked_at = {**facts[before], **facts[after]}.keys() & _SWITCHES
        old_values = {fact: value(fact, day) for fact in sorted(looked_at) if value(fact, day) != value(fact, since)}
        supposed = {fact: _answers(game, since, **{fact: was}) for fact, was in old_values.items()}
        turned = [fact for fact, other in supposed.items() if _is_turned(other, old, new)]
        yield since, turned


def _is_turned(supposed: Answers, old: Answers, new: Answers) -> bool:
    """Whether the counterfactual game has an older answer again where the answers differ."""
    return any(answer == was != now for answer, was, now in zip(supposed, old, new, strict=False))


def _answers(game: Scenario, day: str, **switches: object) -> Answers:
    """The answers of a game under the rules of a day, with some switches changed."""
    with supposing(**switches), left_open():
        try:
            return _told(record(game, run(game, ruleset=day, proved=False))["checks"])
        except ScenarioError:  # an unplayable game has no answers; its own record has the reason
            return []


def _told(checks: Iterable[dict[str, Any]]) -> Answers:
    """The answers of a game: whether each is as expected, and its value if not."""
    return [(check["passed"], "" if check["passed"] else check["found"]) for check in checks]


def _unpacked(made: dict[str, Any]) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(made["packed"])))
    return data


def _spans(game: Scenario, marks: Sequence[str], facts: Sequence[Facts]) -> Iterable[list[object]]:
    starts = (FIRST, *marks)
    spans: list[list[object]] = []
    for place, start in enumerate(starts):
        until = starts[place + 1] if place + 1 < len(starts) else LAST
        index = _which(game, start, facts)
        if index is None:
            continue
        if spans and spans[-1][1:] == [start, index]:
            spans[-1][1] = until
        else:
            spans.append([start, until, index])
    return spans


def play_on(game: Scenario, day: str) -> dict[str, Any]:
    problem = ""
    try:
        with left_open():  # the numbers are those of the displayed day
            outcome = run(game, ruleset=day)
    except ScenarioError as error:
        problem = f"the scenario cannot be used: {error}"
    except Exception as error:  # an engine fault in one scenario must not stop the others
        problem = f"the engine failed: {type(error).__name__}: {error}"
    if day < OLDEST:
        problem = f"no rules are known for a day before {OLDEST}"
    if problem:
        # its facts are unknown, so it is valid only for days that differ in nothing
        outcome = Outcome(game.name, game.title, day, UNMODELLED, problem, looked_at=sorted(every_fact()))
    return _as_data(game, outcome, day) | {"problem": problem and f"under the rules of {day}: {problem}"}


def _as_data(game: Scenario, outcome: Outcome, day: str) -> dict[str, Any]:
    data = record(game, outcome)
    for step in data["steps"]:
        del step["rule"]  # left open too
    whole = json.dumps({key: data[key] for key in _PACKED}, ensure_ascii=False, separators=(",", ":"))
    single_controls = [
        control for control in outcome.controls if control.change == f"without {''.join(control.without)}"
    ]
    return {
        "outcome": outcome.outcome,
        "reason": outcome.reason,
        "differing": sum(check.differs for check in outcome.checks),
        "cited": outcome.concepts(),
        "needed": list(dict.fromkeys(control.without[0] for control in single_controls if control.passed)),
        "looked_at": _facts(game, day, outcome.looked_at) if day >= OLDEST else NO_RULES,
        "packed": base64.b64encode(zlib.compress(whole.encode(), 9)).decode(),
    }


def answered(task: dict[str, Any]) -> dict[str, Any]:
    """The result of a task, see `answer`; if it failed, the ``error``, so that the next task can still run."""
    try:
        return answer(task)
    except Exception as error:  # reported to the caller
        return {"error": f"{type(error).__name__}: {error}"}


def serve(tasks: TextIO, answers: TextIO) -> None:
    """Answer line by line until the input ends.

    Freezes the engine for garbage collection, and collects rarely, because games leave few cycles behind.
    """
    gc.freeze()
    gc.set_threshold(20_000, 50, 50)
    for line in tasks:
        answers.write(json.dumps(answered(json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1]:
        disk_cache.keep_in(Path(sys.argv[1]))
    serve(sys.stdin, sys.stdout)
