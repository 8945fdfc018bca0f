"""Turnings: where a game comes out otherwise under later rules, what it looked at that changed, and which rule says so.

A game notes which facts of its day it looked at. What comes out otherwise from one span of days to the next can come
only from those that are not the same any more: switches of the ruleset, each with the edition and rule that show its
change, and keywords that are defined anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

from rulesite.checks.drawn_games import numbered
from rulesite.checks.models import Verdict
from rulesite.checks.printed import FIRST_DAY
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.eras.switches import Since
from rulesite.rulebook.models import Edition, RuleVersion

_KEYWORD = "keyword:"
_WORDS = "words"
"""The switch that decides how things are called, and seldom what happens."""


@dataclass(frozen=True)
class Answer:
    """What was asked of a game, and what was found before and after."""

    sentence: str
    before: str
    after: str


@dataclass(frozen=True)
class Cause:
    """A rule that the game looked at and that changed: what it decides, what held before and after, since which day,
    and what says so.

    ``number`` is "" where the edition is the first without the older rule; ``href`` where no page has it. ``alone``:
    with this one as it was, an answer is the older one.
    """

    name: str
    says: str
    before: str
    after: str
    since: str = ""
    edition: str = ""
    number: str = ""
    href: str = ""
    alone: bool = False

    @property
    def label(self) -> str:
        """The name in words."""
        return self.name.replace("_", " ")


@dataclass(frozen=True)
class Turning:
    """From which day on a game comes out otherwise, what is found otherwise, and all of what may have done it.

    ``until``: the last day of which the older game is known; nobody asked for those between.
    """

    until: date
    since: date
    outcome_before: str
    outcome_after: str
    answers: list[Answer]
    causes: list[Cause]

    @property
    def by(self) -> list[Cause]:
        """What alone did it; nothing where it took several, or the scenario tells of another game since."""
        return [cause for cause in self.causes if cause.alone]

    @property
    def beside(self) -> list[Cause]:
        """What else changed of what the game looks at."""
        return [cause for cause in self.causes if not cause.alone]


def turnings(verdicts: Iterable[Verdict]) -> list[Turning]:
    """The days on which a scenario's game turns, in order; ``verdicts`` are those of the scenario with transcripts."""
    ordered = sorted(verdicts, key=lambda verdict: verdict.since)
    records = {each.transcript_id: each.transcript.record for each in ordered}
    found = []
    for before, after in pairwise(ordered):
        if before.transcript_id == after.transcript_id or before.until <= FIRST_DAY:
            continue  # before the first day no rules are known that could have changed
        last = before.until - timedelta(days=1)
        answers = list(_answers(
            numbered(records[before.transcript_id], last)["checks"],
            numbered(records[after.transcript_id], after.since)["checks"],
        ))  # fmt: skip
        if answers or before.outcome != after.outcome:
            said = before.get_outcome_display().lower(), after.get_outcome_display().lower()
            causes = sorted(_causes(before, after, last), key=lambda cause: not cause.alone)
            found.append(Turning(last, after.since, *said, answers, causes))
    return found


def _answers(before: Sequence[dict[str, Any]], after: Sequence[dict[str, Any]]) -> Iterator[Answer]:
    """What is answered otherwise. Where both are as was expected they differ in the words of their day alone."""
    for one, other in zip(before, after, strict=False):
        if one["passed"] != other["passed"] or (not one["passed"] and one["found"] != other["found"]):
            yield Answer(one["sentence"], one["found"], other["found"])


def _causes(before: Verdict, after: Verdict, last: date) -> Iterator[Cause]:
    was, now = before.transcript.looked_at, after.transcript.looked_at
    old, new = Ruleset.on(last.isoformat()), Ruleset.on(after.since.isoformat())
    changes: dict[str, list[Since]] = {}
    for name, since in Ruleset.citations():
        changes.setdefault(name, []).append(since)
    for fact in sorted(was.keys() | now.keys(), key=lambda fact: (fact == _WORDS, fact)):
        if fact in changes and getattr(old, fact) != getattr(new, fact):
            since = [each for each in changes[fact] if each.date <= new.date][-1]
            values = _told(getattr(old, fact)), _told(since.value)
            yield Cause(
                fact, _says(fact), *values, since.date, since.edition, since.rule, _page(since), fact in after.turned_by
            )
        elif fact.startswith(_KEYWORD) and was.get(fact) != now.get(fact):
            yield Cause(fact, f"what {fact.removeprefix(_KEYWORD)} stands for", "its older definition", "a newer one")


def _says(name: str) -> str:
    return str(next(each.metadata["says"] for each in fields(Ruleset) if each.name == name))


def _told(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _page(since: Since) -> str:
    """The page of the rule that shows a change, "" where it is not held here."""
    editions = Edition.objects.select_related("document")
    document, day = since.source
    edition = editions.filter(document__slug=document, effective=day).first()
    if edition is None:
        return ""
    held = since.rule and RuleVersion.objects.filter(edition=edition, key=since.rule).exists()
    return f"{edition.get_absolute_url()}{since.rule}/" if held else edition.get_absolute_url()
