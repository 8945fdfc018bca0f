"""The page of all games: found by words or under headings; and the outcomes of the examples, edition by edition."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.checks.catalogue import GameEntry, catalogue
from rulesite.checks.models import Scenario, Verdict
from rulesite.checks.presentation.plain_words import worded_reason
from rulesite.checks.results.figures import Figures, figures_of_editions, outcomes_of
from rulesite.checks.results.status import OUTCOMES, Standing, standings
from rulesite.checks.views.game import day_of_today
from rulesite.rulebook.models import Edition, RuleVersion

_MAX_QUERY = 100


def ledger(request: HttpRequest) -> HttpResponse:
    """All games and editions; the games of a query or a heading; or one edition by chapter, with its examples."""
    context: dict[str, object] = {"problems": Scenario.objects.exclude(problem="").defer("text")}
    address = request.GET.get("edition", "")
    if address:
        try:
            edition = Edition.at(address)
        except Edition.DoesNotExist as error:
            raise Http404(str(error)) from None
        rows = standings([edition])
        chapters = _chapters(edition, rows)
        known = [
            replace(standing, reason=worded_reason(standing.reason, edition.effective))
            for standing in rows
            if standing.known
        ]
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
        context |= _games(request)
        if "topics" in context:
            editions = figures_of_editions()
            context |= {"editions": editions, "outcomes": outcomes_of(editions)}
    return render(request, "checks/ledger.html", context)


def _games(request: HttpRequest) -> dict[str, object]:
    """The games that are asked for; or the headings to choose from."""
    games, query = catalogue(), request.GET.get("q", "")[:_MAX_QUERY].strip()
    if query:
        return {"query": query, "heading": f"Games for “{query}”", "listed": _with_outcomes(games.find(query))}
    for name, kind in (("topic", "topics"), ("keyword", "keywords"), ("card", "cards")):
        if name in request.GET:
            label, listed = games.under(kind, request.GET[name])
            if not label:
                raise Http404(f"no game has the {name} “{request.GET[name]}”")
            return {"heading": label[:1].upper() + label[1:], "listed": _with_outcomes(listed)}
    if request.GET.get("by") == "card":
        return {"cards": games.cards()}
    return {"topics": games.topics(), "keywords": games.keywords(), "card_count": len(games.cards())}


def _with_outcomes(games: Iterable[GameEntry]) -> list[tuple[GameEntry, str]]:
    """Games with their outcomes under today's rules, "" where they were not played under them."""
    today = day_of_today()
    rows = Verdict.objects.on(today).light() if today else ()
    outcomes = {row.scenario_id: row.get_outcome_display().lower() for row in rows}
    slugs = dict(Scenario.objects.values_list("slug", "pk"))
    return [(game, outcomes.get(slugs.get(game.slug, 0), "")) for game in games]


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
