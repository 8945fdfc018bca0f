"""Turning points: days from which a game has another result, with the changed facts and rules behind it.

A game records the dated facts that it depends on. A different result in the next span of days can only come from those
that have changed: switches of the ruleset, each with the edition and rule that show the change, and keywords with a new
definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

from rulesite.checks.examples import FIRST_DAY
from rulesite.checks.models import Verdict
from rulesite.checks.models.concepts import label_of
from rulesite.checks.presentation.game import numbered
from rulesite.checks.presentation.plain_words import worded
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.eras.switches import Since
from rulesite.rulebook.models import Edition, RuleVersion

_KEYWORD = "keyword:"
_WORDS = "words"
"""The switch for terminology, which seldom affects events."""


@dataclass(frozen=True)
class ChangedAssertion:
    """A question about a game, and the answers before and after."""

    sentence: str
    before: str
    after: str


@dataclass(frozen=True)
class Cause:
    """A changed rule that the game depends on: its subject, both values, the day of the change, and the evidence.

    ``number`` is "" if the edition is the first without the older rule; ``href`` is "" if no page has it. ``alone``: if
    it alone is reset, an answer becomes the older one.
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
        return label_of(self.name)


@dataclass(frozen=True)
class Turning:
    """The day from which a game has another result, with the changed answers and all possible causes.

    ``until`` is the last day on which the older game is known; the days between the two were not played.
    """

    until: date
    since: date
    outcome_before: str
    outcome_after: str
    answers: list[ChangedAssertion]
    causes: list[Cause]

    @property
    def by(self) -> list[Cause]:
        """The causes that each suffice alone; none if it took several, or if the scenario now has another game."""
        return [cause for cause in self.causes if cause.alone]

    @property
    def beside(self) -> list[Cause]:
        """The other changes among the game's facts."""
        return [cause for cause in self.causes if not cause.alone]


def turnings(verdicts: Iterable[Verdict]) -> list[Turning]:
    """The turning points of a scenario's game, in order; ``verdicts`` are the scenario's, with transcripts."""
    ordered = sorted(verdicts, key=lambda verdict: verdict.since)
    records = {row.transcript_id: row.transcript.record for row in ordered}
    result = []
    for before, after in pairwise(ordered):
        if before.transcript_id == after.transcript_id or before.until <= FIRST_DAY:
            continue  # before the first day there are no known rules
        last = before.until - timedelta(days=1)
        answers = list(_answers(
            worded(numbered(records[before.transcript_id], last), last)["checks"],
            worded(numbered(records[after.transcript_id], after.since), after.since)["checks"],
        ))  # fmt: skip
        if answers or before.outcome != after.outcome:
            labels = before.get_outcome_display().lower(), after.get_outcome_display().lower()
            causes = sorted(_causes(before, after, last), key=lambda cause: not cause.alone)
            result.append(Turning(last, after.since, *labels, answers, causes))
    return result


def _answers(before: Sequence[dict[str, Any]], after: Sequence[dict[str, Any]]) -> Iterator[ChangedAssertion]:
    """The changed answers. If both are as expected, they only differ in the terms of their day."""
    for old, new in zip(before, after, strict=False):
        if old["passed"] != new["passed"] or (not old["passed"] and old["found"] != new["found"]):
            yield ChangedAssertion(old["sentence"], old["found"], new["found"])


def _causes(before: Verdict, after: Verdict, last: date) -> Iterator[Cause]:
    was, now = before.transcript.looked_at, after.transcript.looked_at
    old, new = Ruleset.on(last.isoformat()), Ruleset.on(after.since.isoformat())
    changes: dict[str, list[Since]] = {}
    for name, since in Ruleset.citations():
        changes.setdefault(name, []).append(since)
    for fact in sorted(was.keys() | now.keys(), key=lambda fact: (fact == _WORDS, fact)):
        if fact in changes and getattr(old, fact) != getattr(new, fact):
            since = [change for change in changes[fact] if change.date <= new.date][-1]
            values = _told(getattr(old, fact)), _told(since.value)
            yield Cause(
                fact, _says(fact), *values, since.date, since.edition, since.rule, _page(since), fact in after.turned_by
            )
        elif fact.startswith(_KEYWORD) and was.get(fact) != now.get(fact):
            yield Cause(fact, f"what {fact.removeprefix(_KEYWORD)} stands for", "its older definition", "a newer one")


def _says(name: str) -> str:
    return str(next(field.metadata["says"] for field in fields(Ruleset) if field.name == name))


def _told(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _page(since: Since) -> str:
    """The page of the rule that shows a change, "" if it is not stored."""
    editions = Edition.objects.select_related("document")
    document, day = since.source
    edition = editions.filter(document__slug=document, effective=day).first()
    if edition is None:
        return ""
    is_present = since.rule and RuleVersion.objects.filter(edition=edition, key=since.rule).exists()
    return f"{edition.get_absolute_url()}{since.rule}/" if is_present else edition.get_absolute_url()
