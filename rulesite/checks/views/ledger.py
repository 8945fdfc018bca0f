"""The public ledger of worked examples: how many hold, are contradicted, not modelled and why, or lack a scenario."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.checks.models import Scenario
from rulesite.checks.results.figures import Figures, figures_of_editions, outcomes_of
from rulesite.checks.results.status import OUTCOMES, Standing, standings
from rulesite.rulebook.models import Edition, RuleVersion


def ledger(request: HttpRequest) -> HttpResponse:
    """All editions; or one of them by chapter, with its examples."""
    context: dict[str, object] = {"problems": Scenario.objects.exclude(problem="").defer("text")}
    address = request.GET.get("edition", "")
    if address:
        try:
            edition = Edition.at(address)
        except Edition.DoesNotExist as error:
            raise Http404(str(error)) from None
        rows = standings([edition])
        chapters = _chapters(edition, rows)
        known = [standing for standing in rows if standing.known]
        outcome = request.GET.get("outcome", "")
        context |= {
            "edition": edition,
            "chapters": chapters,
            "outcomes": outcomes_of(chapters),
            "known": known,
            "all": len(rows),
            "outcome": outcome,
            "among": [(label, count) for label in OUTCOMES if (count := sum(row.outcome == label for row in known))],
            "shown": [standing for standing in known if outcome in ("", standing.outcome)],
        }
    else:
        editions = figures_of_editions()
        context |= {"editions": editions, "outcomes": outcomes_of(editions)}
    return render(request, "checks/ledger.html", context)


def _chapters(edition: Edition, found: Iterable[Standing]) -> list[Figures]:
    """The figures of one edition by chapter."""
    chapters = list(
        RuleVersion.objects.filter(edition=edition, parent__isnull=True)
        .order_by("position")
        .values_list("position", "number", "title")
    )
    tallies: dict[str, Figures] = {}
    for standing in found:
        place = standing.example.position
        before = [row for row in chapters if row[0] <= place]
        if standing.example.rule.startswith("glossary/"):
            key, label = "glossary", "Glossary"
        elif before:
            key, label = before[-1][1], f"{before[-1][1]} {before[-1][2]}".strip()
        else:
            key, label = "?", "before the first chapter"
        tallies.setdefault(key, Figures(label, key)).add(standing)
    return list(tallies.values())
