"""The engine's concepts, and the scenarios that fail without them."""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

from rulesite.checks.models import Concept, Exercise, Scenario, Transcript
from rulesite.checks.presentation.game import RULES
from rulesite.rulebook.models import Edition, RuleVersion

_MAX_CITING = 12
"""The maximum number of citing scenarios to name; nearly every game cites some concepts."""
_NONE = SafeString("")


@dataclass
class ConceptRow:
    """One concept: its number in each era, linked if there is a page, and links to scenarios that need it.

    The links are rendered here, because a template would take longer for these thousands than for everything else.
    """

    concept: Concept
    eras: list[tuple[str, str, str]] = field(default_factory=list)
    failing: SafeString = _NONE
    citing: SafeString = _NONE
    cited: int = 0
    """The number of other scenarios that cite it; the first of them are ``citing``."""

    @property
    def more(self) -> int:
        """The number of citing scenarios that are not named."""
        return max(0, self.cited - _MAX_CITING)

    @property
    def numbers(self) -> SafeString:
        """The numbers, each with the day it applies from."""
        return SafeString(
            "".join(
                f'<span>{_number(number, href)} <span class="aside">from {escape(day)}</span></span>'
                for day, number, href in self.eras
            )
        )


def concepts(request: HttpRequest) -> HttpResponse:
    """The table of concepts and scenarios."""
    rows = {row.name: ConceptRow(row) for row in Concept.objects.all()}
    scenarios = {row.pk: row for row in Scenario.objects.only("slug", "title", "digest").order_by("position")}
    _eras(rows)
    failing, citing = _failing(scenarios), defaultdict(set)
    for pk, cited in Transcript.objects.order_by().values_list("scenario_id", "cited").distinct():
        for name in cited.split():
            citing[name].add(pk)
    links = {
        pk: format_html('<li><a href="{}">{}</a></li>', row.get_absolute_url(), row.title)
        for pk, row in scenarios.items()
    }  # each is shown many times
    place = {pk: index for index, pk in enumerate(links)}.__getitem__
    for name, row in rows.items():
        row.failing = SafeString("".join(links[pk] for pk in sorted(failing[name], key=place)))
        others = citing[name] - failing[name]
        row.cited = len(others)
        row.citing = SafeString("".join(links[pk] for pk in heapq.nsmallest(_MAX_CITING, others, key=place)))
    return render(
        request,
        "checks/concepts.html",
        {
            "rows": list(rows.values()),
            "idle": [row for row in rows.values() if not row.failing],
            "switched": Exercise.objects.exists(),
        },
    )


def _number(number: str, href: str) -> str:
    if href:
        return f'<a class="nr" href="{escape(href)}">{escape(number)}</a>'
    return f'<span class="nr">{escape(number)}</span>' if number else "gone"


def _failing(scenarios: dict[int, Scenario]) -> dict[str, set[int]]:
    """The scenarios that fail without each concept, by a control of their own or by `check_concepts`."""
    by_concept: dict[str, set[int]] = defaultdict(set)
    for pk, needed in Transcript.objects.exclude(needed="").order_by().values_list("scenario_id", "needed"):
        for name in needed.split():
            by_concept[name].add(pk)
    exercised = Exercise.objects.filter(fails=True).values_list("concept__name", "scenario_id", "scenario_digest")
    for name, pk, digest in exercised:
        if scenarios[pk].digest == digest:
            by_concept[name].add(pk)
    return by_concept


def _eras(rows: dict[str, ConceptRow]) -> None:
    """Add to each concept its number in each era: the first edition with it, and its page.

    The first edition of an era nearly always has it; the era's other editions are queried only if not.
    """
    listed = Edition.objects.select_related("document").defer(*Edition.long())
    editions = list(listed.filter(document__slug=RULES).order_by("effective"))
    days = [edition.slug for edition in editions]
    spans = [
        (row, day, number, editions[bisect_left(days, day) : bisect_left(days, until)])
        for row in rows.values()
        for day, until, number in _spans(row.concept)
    ]
    existing = _held((number, here[:1]) for *_, number, here in spans)
    existing |= _held((number, here[1:]) for *_, number, here in spans if here and (here[0].pk, number) not in existing)
    path_of = cache(Edition.get_absolute_url)
    for row, day, number, here in spans:
        edition = next((candidate for candidate in here if (candidate.pk, number) in existing), None)
        row.eras.append((day, number, f"{path_of(edition)}{number}/" if edition else ""))


def _held(asked: Iterable[tuple[str, list[Edition]]]) -> set[tuple[int, str]]:
    """The editions, by primary key, that have the number requested of them. One query, or none."""
    numbers_of: dict[int, set[str]] = defaultdict(set)
    for number, editions in asked:
        for edition in editions if number else ():
            numbers_of[edition.pk].add(number)
    condition = Q()
    for edition_pk, numbers in numbers_of.items():
        condition |= Q(edition=edition_pk, key__in=numbers)
    return (
        set(RuleVersion.objects.filter(condition).values_list("edition_id", "key").order_by()) if condition else set()
    )


def _spans(concept: Concept) -> Iterator[tuple[str, str, str]]:
    """The spans of days with the number of a concept's rule."""
    since = concept.since
    for place, (day, number) in enumerate(since):
        yield day, since[place + 1][0] if place + 1 < len(since) else "9999", number
