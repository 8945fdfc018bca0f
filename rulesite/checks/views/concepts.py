"""What the engine does, concept by concept, and which scenarios fail without it."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rulesite.checks.drawn_games import RULES
from rulesite.checks.models import Concept, Exercise, Scenario, Transcript
from rulesite.rulebook.models import Edition, RuleVersion

_CITED = 12
"""So many of the scenarios that only cite a concept are named; some are cited in nearly every game."""


@dataclass
class Row:
    """One concept: its number in each era with the page where there is one, and links to what shows that it matters."""

    concept: Concept
    eras: list[tuple[str, str, str]] = field(default_factory=list)
    failing: list[SafeString] = field(default_factory=list)
    citing: list[SafeString] = field(default_factory=list)
    cited: int = 0
    """In how many others it is cited; the first of them are ``citing``."""

    @property
    def more(self) -> int:
        """How many of those are not named."""
        return self.cited - len(self.citing)


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
        row.failing = [links[pk] for pk in sorted(failing[name], key=place)]
        others = citing[name] - failing[name]
        row.cited = len(others)
        row.citing = [links[pk] for pk in heapq.nsmallest(_CITED, others, key=place)]
    return render(
        request,
        "checks/concepts.html",
        {
            "rows": list(rows.values()),
            "idle": [row for row in rows.values() if not row.failing],
            "switched": Exercise.objects.exists(),
        },
    )


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
    editions = list(Edition.objects.select_related("document").filter(document__slug=RULES).order_by("effective"))
    within: dict[tuple[str, str], list[Edition]] = {}
    for row in rows.values():
        for day, until, _ in _spans(row.concept):
            if (day, until) not in within:
                within[day, until] = [edition for edition in editions if day <= edition.slug < until]
    numbers = {number for row in rows.values() for _, number in row.concept.since}
    first = {found[0].pk for found in within.values() if found}
    paths = {edition.pk: edition.get_absolute_url() for found in within.values() for edition in found[:1]}
    held = set(RuleVersion.objects.filter(edition__in=first, key__in=numbers).values_list("edition_id", "key"))
    for row in rows.values():
        for day, until, number in _spans(row.concept):
            here = within[day, until]
            edition = next((each for each in here[:1] if (each.pk, number) in held), None)
            if edition is None and number:
                later = RuleVersion.objects.filter(edition__in=here[1:], key=number).order_by("edition__effective")
                found = later.values_list("edition_id", flat=True).first()
                edition = next((each for each in here if each.pk == found), None)
            path = (paths.get(edition.pk) or edition.get_absolute_url()) if edition else ""
            row.eras.append((day, number, f"{path}{number}/" if path else ""))


def _spans(concept: Concept) -> Iterator[tuple[str, str, str]]:
    """From which day to which day the rule of a concept has which number."""
    since = concept.since
    for place, (day, number) in enumerate(since):
        yield day, since[place + 1][0] if place + 1 < len(since) else "9999", number
