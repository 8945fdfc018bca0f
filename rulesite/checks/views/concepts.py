"""What the engine does, concept by concept, and which scenarios fail without it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.checks.drawing import RULES
from rulesite.checks.models import Concept, Exercise, Scenario, Verdict
from rulesite.rulebook.models import Edition, RuleVersion


@dataclass
class Row:
    """One concept: its number in each era with the page where there is one, and what shows that it matters."""

    concept: Concept
    eras: list[tuple[str, str, str]] = field(default_factory=list)
    failing: list[Scenario] = field(default_factory=list)
    citing: list[Scenario] = field(default_factory=list)


def concepts(request: HttpRequest) -> HttpResponse:
    """The table of concepts and scenarios."""
    rows = {row.name: Row(row) for row in Concept.objects.all()}
    scenarios = {row.pk: row for row in Scenario.objects.only("slug", "title", "position", "path", "key", "digest")}
    _eras(rows)
    for name, found in _failing(scenarios).items():
        if name in rows:
            rows[name].failing = [scenarios[pk] for pk in sorted(found, key=lambda pk: scenarios[pk].position)]
    for verdict in Verdict.objects.only("scenario_id", "cited"):
        scenario = scenarios[verdict.scenario_id]
        for name in verdict.cited:
            if name in rows and scenario not in rows[name].citing and scenario not in rows[name].failing:
                rows[name].citing.append(scenario)
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
    for verdict in Verdict.objects.only("scenario_id", "controls"):
        for control in verdict.controls:
            alone = control["change"] == f"without {''.join(control['without'])}"  # nothing else was changed with it
            if alone and control["held"] and control["differs"]:
                found[control["without"][0]].add(verdict.scenario_id)
    for exercise in Exercise.objects.filter(fails=True).select_related("concept"):
        if scenarios[exercise.scenario_id].digest == exercise.scenario_digest:
            found[exercise.concept.name].add(exercise.scenario_id)
    return found


def _eras(rows: dict[str, Row]) -> None:
    """Number each concept in each era: from which edition on, and its page in an edition that has it."""
    editions = list(Edition.objects.select_related("document").filter(document__slug=RULES).order_by("effective"))
    held = set(
        RuleVersion.objects.filter(
            edition__in=editions, key__in={number for row in rows.values() for _, number in row.concept.since}
        ).values_list("edition_id", "key")
    )
    for row in rows.values():
        since = row.concept.since
        for place, (day, number) in enumerate(since):
            until = since[place + 1][0] if place + 1 < len(since) else "9999"
            within = [e for e in editions if day <= e.slug < until and (e.pk, number) in held]
            row.eras.append((day, number, f"{within[0].get_absolute_url()}{number}/" if within else ""))
