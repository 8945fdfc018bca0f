"""Scenario corrections: a person corrects a scenario, whose file stays unchanged; one that does not hold is refused.

The log of corrections applies to the words of the file (`rulesite.checks.playing.loader`). The new words are played
before they are stored, and then under the rules of every edition that prints their example, within limits, all in the
storing transaction: so a scenario always matches its outcomes, and readers see either the old game or the new.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any

from rulesite import sandbox
from rulesite.checks.models import Scenario, Verdict
from rulesite.checks.models.scenarios import LONGEST
from rulesite.checks.playing.loader import BadList
from rulesite.checks.playing.pool import Answer, Task
from rulesite.checks.playing.runner import check_all
from rulesite.rulebook.editing.corrections import CorrectionError

_ONCE = sandbox.Limits()
_EVERY_DAY = sandbox.Limits(seconds=20.0, clock=60.0, memory=384 * 2**20, answer=20_000_000)
"""For one game, and for the games of all days that differ in the rules it depends on."""


class DoesNotHoldError(CorrectionError):
    """A scenario that does not hold when played; ``html`` shows the game."""

    def __init__(self, said: str, html: str) -> None:
        super().__init__(said)
        self.html = html


def owner(row: Scenario) -> str:
    """Its slug, made of its file's name and its number there."""
    return row.slug


def rows(owners: Collection[str]) -> dict[str, Scenario]:
    """The scenarios with these names."""
    return {row.slug: row for row in Scenario.objects.filter(slug__in=owners)}


def read(row: Scenario) -> str:
    """The words of the file."""
    return row.written or row.text


def shown(row: Scenario) -> str:
    """The words in force."""
    return row.text


def clean(row: Scenario, text: str) -> str:
    """A single valid scenario that holds with all its controls; words already in force need no test."""
    cleaned = text.replace("\r\n", "\n").strip("\n")
    for known in (shown(row), read(row)):
        if cleaned == known.strip("\n"):
            return known
    if not cleaned.strip():
        raise CorrectionError("there is nothing to play: a correction changes a scenario, it does not remove one")
    if len(cleaned) > LONGEST:
        raise CorrectionError(f"this has {len(cleaned):,} characters; {LONGEST:,} is the most that is played here")
    result = played(cleaned)
    if len(result["outcomes"]) != 1:
        raise CorrectionError(f"this holds {len(result['outcomes'])} scenarios: write the one alone")
    [(outcome, reason)] = result["outcomes"]
    if outcome != Verdict.Outcome.HOLDS:
        why = reason or "it does not come out as it says"
        raise DoesNotHoldError(f"it is {Verdict.Outcome(outcome).label.lower()}: {why}", result["html"])
    return cleaned + "\n"


def played(text: str) -> dict[str, Any]:
    """The result of playing a text: ``outcomes`` (each with its reason), and ``html`` that shows the games.

    Raises Refused for a text that is invalid or takes too long, with the line and the hint.
    """
    try:
        result = _played(text)
    except sandbox.Stopped as stopped:
        raise CorrectionError(str(stopped)) from None
    except sandbox.Busy as busy:
        raise CorrectionError(f"it was not played. {str(busy).rstrip('.')}") from None
    if "error" in result:
        where = f", line {result['line']}" if result["line"] else ""
        mend = f". To mend it: {result['mend']}" if result["mend"] else ""
        raise CorrectionError(f"it can't be played{where}: {str(result['error']).rstrip('.')}{mend}")
    return result


@lru_cache(maxsize=4)
def _played(text: str) -> dict[str, Any]:
    result: dict[str, Any] = sandbox.run(
        "rulesite.checks.playing.sandbox:tried", _ONCE, text=text, template="checks/transcript.html"
    )
    return result


def show(row: Scenario, text: str) -> None:
    """Read the scenarios again with the present log; bind them and play missing games. Raises Refused if that fails."""
    try:
        problems = check_all(play=_within_bounds).problems
    except BadList as error:
        raise CorrectionError(str(error)) from None
    current = Scenario.objects.get(slug=row.slug)
    if (
        messages := [current.problem]
        if current.problem
        else [problem for problem in problems if problem.startswith(f"{row.path}:")]
    ):
        raise CorrectionError(f"it can't be played under the rules of every edition: {messages[0]}")


def _within_bounds(tasks: Sequence[Task]) -> Iterator[tuple[Task, Answer]]:
    for task in tasks:
        try:
            yield task, sandbox.run("rulesite.checks.playing.player:answered", _EVERY_DAY, task=task)
        except (sandbox.Stopped, sandbox.Busy) as stopped:
            yield task, {"error": str(stopped)}
