"""What the engine does, concept by concept, and which scenarios fail without it."""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

from rulesite.checks.drawn_games import RULES
from rulesite.checks.models import Concept, Exercise, Scenario, Transcript
from rulesite.rulebook.models import Edition, RuleVersion

_CITED = 12
"""So many of the scenarios that only cite a concept are named; some are cited in nearly every game."""
_NONE = SafeString("")


@dataclass
class Row:
    """One concept: its number in each era, linked where there is a page, and links to what shows that it matters.

    These are set here and not by the template, which would be longer at them than at all else: there are thousands.
    """

    concept: Concept
    eras: list[tuple[str, str, str]] = field(default_factory=list)
    failing: SafeString = _NONE
    citing: SafeString = _NONE
    cited: int = 0
    """In how many others it is cited; the first of them are ``citing``."""

    @property
    def more(self) -> int:
        """How many of those are not named."""
        return max(0, self.cited - _CITED)

    @property
    def numbers(self) -> SafeString:
        """The numbers, each with the day from which on it is so."""
        return SafeString(
            "".join(
                f'<span>{_number(number, href)} <span class="aside">from {day}</span></span>'
                for day, number, href in self.eras
            )
        )


def concepts(request: HttpRequest) -> HttpResponse:
    """The table of concepts and scenarios."""
    rows = {row.name: Row(row) for row in Concept.objects.all()}
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
    place = {pk: nth for nth, pk in enumerate(links)}.__getitem__
    for name, row in rows.items():
        row.failing = SafeString("".join(links[pk] for pk in sorted(failing[name], key=place)))
        others = citing[name] - failing[name]
        row.cited = len(others)
        row.citing = SafeString("".join(links[pk] for pk in heapq.nsmallest(_CITED, others, key=place)))
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
    """The scenarios that come out otherwise without each concept: by a control of their own, or by `check_concepts`."""
    found: dict[str, set[int]] = defaultdict(set)
    for pk, needed in Transcript.objects.exclude(needed="").order_by().values_list("scenario_id", "needed"):
        for name in needed.split():
            found[name].add(pk)
    exercised = Exercise.objects.filter(fails=True).values_list("concept__name", "scenario_id", "scenario_digest")
    for name, pk, digest in exercised:
        if scenarios[pk].digest == digest:
            found[name].add(pk)
    return found


def _eras(rows: dict[str, Row]) -> None:
    """Number each concept in each era: from which edition on, and its page in an edition that has it.

    The first edition of an era nearly always has it; only where it has not are the others of the era asked.
    """
    held_editions = Edition.objects.select_related("document").defer("introduction", "parts")
    editions = list(held_editions.filter(document__slug=RULES).order_by("effective"))
    days = [edition.slug for edition in editions]
    within: dict[tuple[str, str], list[Edition]] = {}
    asked: dict[int, set[str]] = defaultdict(set)
    for row in rows.values():
        for day, until, number in _spans(row.concept):
            if (day, until) not in within:
                within[day, until] = editions[bisect_left(days, day) : bisect_left(days, until)]
            for first in within[day, until][:1]:
                asked[first.pk].add(number)
    paths = {edition.pk: edition.get_absolute_url() for found in within.values() for edition in found[:1]}
    held = _held(asked)
    later = _later(
        {
            number
            for row in rows.values()
            for day, until, number in _spans(row.concept)
            if number and (here := within[day, until]) and (here[0].pk, number) not in held
        },
        editions,
    )
    for row in rows.values():
        for day, until, number in _spans(row.concept):
            here = within[day, until]
            having = later.get(number, ())
            edition = next((each for each in here if (each.pk, number) in held or each.pk in having), None)
            path = (paths.get(edition.pk) or edition.get_absolute_url()) if edition else ""
            row.eras.append((day, number, f"{path}{number}/" if path else ""))


def _held(asked: dict[int, set[str]]) -> set[tuple[int, str]]:
    """Which of the numbers that are asked of each edition, by its primary key, it has. One query."""
    which = Q()
    for edition, numbers in asked.items():
        which |= Q(edition=edition, key__in=numbers)
    return set(RuleVersion.objects.filter(which).values_list("edition_id", "key").order_by()) if asked else set()


def _later(numbers: set[str], editions: list[Edition]) -> dict[str, set[int]]:
    """The editions, by primary key, that have each of some numbers. One query, or none."""
    found: dict[str, set[int]] = defaultdict(set)
    rows = RuleVersion.objects.filter(edition__in=editions, key__in=numbers) if numbers else RuleVersion.objects.none()
    for edition, key in rows.values_list("edition_id", "key").order_by():
        found[key].add(edition)
    return found


def _spans(concept: Concept) -> Iterator[tuple[str, str, str]]:
    """From which day to which day the rule of a concept has which number."""
    since = concept.since
    for place, (day, number) in enumerate(since):
        yield day, since[place + 1][0] if place + 1 < len(since) else "9999", number
