"""Worked examples with their verdicts, and the games that play them, step by step."""

from __future__ import annotations

import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Query

from rulesite.api.base import ApiError, answers, api, conditional, day_of, edition_at, leads_to
from rulesite.api.pagination import leaf_of
from rulesite.api.schemas import games as schemas
from rulesite.api.schemas.common import DayOrNone, Leafed
from rulesite.checks.examples import Printed, printed
from rulesite.checks.models import Binding, Concept, Scenario, Tally, Verdict
from rulesite.checks.models.verdicts import covering
from rulesite.checks.presentation.game import numbered
from rulesite.checks.results.figures import figures_of_editions
from rulesite.checks.results.status import NOT_PLAYED, BoundScenario, Standing, standings_of
from rulesite.rulebook.models import Edition


@api.get(
    "/examples",
    response=answers(schemas.TalliesOut, 404, 422),
    tags=["Examples"],
    summary="How many worked examples hold, edition by edition",
    operation_id="examples",
)
def examples(request: HttpRequest, response: HttpResponse, leafed: Query[Leafed]) -> dict[str, Any]:
    """The number of examples per edition that hold, are contradicted, are not modelled (and why), or have no game."""
    figures = figures_of_editions()
    leaf = leaf_of(request, response, leafed, len(figures), "editions")
    conditional(request, response)
    rows = [
        {
            "edition": row.key, "total": row.total, "outcomes": dict(row.counts), "reasons": dict(row.why),
            "examples": reverse("api:examples_of", args=row.key.split("/")),
        }
        for row in figures[leaf.rows]
    ]  # fmt: skip
    return {**leaf.fields(), "rows": rows}


@api.get(
    "/examples/{document}/{date}",
    response=answers(schemas.StandingsOut, 404, 422),
    tags=["Examples"],
    summary="The worked examples of an edition, with their outcomes",
    operation_id="examples_of",
    url_name="examples_of",
)
def examples_of(
    request: HttpRequest, response: HttpResponse, document: str, date: str, query: Query[schemas.WhichExamples]
) -> dict[str, Any]:
    """The examples in the order of the edition, each with its text, its outcome under the rules of that day with the
    reason, and the games that play it.
    """
    edition = edition_at(request, document, date)
    chosen = [example for example in printed([edition]) if query.rule in ("", example.rule)]
    if query.outcome:
        outcomes = _counted(edition)
        chosen = [example for example in chosen if outcomes.get(example.pk, NOT_PLAYED) == query.outcome]
    leaf = leaf_of(request, response, query, len(chosen), "examples")
    conditional(request, response)
    rows = [_example(example, edition) for example in standings_of(chosen[leaf.rows])]
    return {**leaf.fields(), "edition": edition.address, "rows": rows}


def _counted(edition: Edition) -> dict[int, str]:
    """The outcomes of an edition's examples by primary key, as counted when their games were played."""
    tally = Tally.objects.filter(edition=edition).first()
    return {pk: outcome for pk, (_, outcome, _) in tally.counted.items()} if tally else {}


def _example(standing: Standing, edition: Edition) -> dict[str, Any]:
    example: Printed = standing.example
    return {
        "address": f"{edition.address}/{example.rule}", "edition": edition.address, "rule": example.rule,
        "ordinal": example.ordinal, "labelled": example.labelled, "text": example.text, "outcome": standing.outcome,
        "reason": standing.reason,
        "games": [_game_of(binding, href, edition.slug)
                  for binding, (href, _) in zip(standing.bindings, standing.games, strict=True)],
        "url": example.anchor,
    }  # fmt: skip


def _game_of(binding: BoundScenario, href: str, day: str) -> dict[str, Any]:
    game = binding.scenario
    return {
        "game": game.slug, "title": game.title, "state": Binding.State(binding.state).label, "note": binding.note,
        "transcript": _transcript(game, day), "url": href,
    }  # fmt: skip


def _transcript(game: Scenario, day: str) -> str:
    return f"{reverse('api:game', args=[game.slug])}?day={day}"


@api.get(
    "/games",
    response=answers(schemas.GamesOut, 404, 422),
    tags=["Examples"],
    summary="The games",
    operation_id="games",
    openapi_extra=leads_to("game", game="$response.body#/rows/0/game"),
)
def games(request: HttpRequest, response: HttpResponse, leafed: Query[Leafed]) -> dict[str, Any]:
    """All games in the order of their files, each with its outcomes under the rules of different days."""
    rows = Scenario.objects.order_by("position").defer("text", "cites")
    leaf = leaf_of(request, response, leafed, rows.count(), "games")
    conditional(request, response)
    listed = list(rows[leaf.rows])
    days: dict[int, list[Verdict]] = {}
    for verdict in Verdict.objects.filter(scenario__in=listed).light().order_by("scenario", "since"):
        days.setdefault(verdict.scenario_id, []).append(verdict)
    return {**leaf.fields(), "rows": [_game(game, days.get(game.pk, [])) for game in listed]}


def _game(game: Scenario, verdicts: list[Verdict]) -> dict[str, Any]:
    spans = [
        {
            "since": verdict.since.isoformat(), "until": verdict.until.isoformat(),
            "outcome": verdict.get_outcome_display().lower(),
            "transcript": _transcript(game, verdict.since.isoformat()),
        }
        for verdict in verdicts
    ]  # fmt: skip
    return {
        "game": game.slug, "title": game.title, "kind": game.kind,
        "ruleset": game.ruleset.isoformat() if game.ruleset else None, "problem": game.problem, "days": spans,
        "url": game.get_absolute_url(),
    }  # fmt: skip


@api.get(
    "/games/{game}",
    response=answers(schemas.GameOut, 404, 422),
    tags=["Examples"],
    summary="A game, step by step",
    operation_id="game",
    url_name="game",
)
def game(request: HttpRequest, response: HttpResponse, game: str, day: DayOrNone = "") -> dict[str, Any]:
    """The transcript of a game under the rules of a day, by default the day it was written for: each event with its
    rule, and each assertion with its result.
    """
    row = Scenario.objects.filter(slug=game).first()
    if row is None:
        raise ApiError(404, f"there is no game “{game[:80]}”; /games lists them")
    ruleset = day_of(day) if day else row.ruleset
    verdicts = list(row.verdicts.select_related("transcript").defer("transcript__packed", "transcript__looked_at"))
    verdict = covering(verdicts, ruleset) if ruleset else None
    if verdict is None or ruleset is None:
        raise ApiError(404, f"{row.title}: it was not played under the rules of {day or 'its day'}")
    conditional(request, response)
    record = numbered(verdict.transcript.record, ruleset)
    return {
        **_game(row, verdicts), "day": ruleset.isoformat(), "outcome": verdict.get_outcome_display().lower(),
        "reason": verdict.reason, "script": row.text, "steps": _steps(record["steps"], ruleset),
        **{name: record[name] for name in ("checks", "controls", "eras")},
    }  # fmt: skip


def _steps(steps: list[dict[str, Any]], day: datetime.date) -> list[dict[str, Any]]:
    """The steps of a game, each with the number of its rule on the day."""
    concepts = {row.name: row for row in Concept.objects.filter(name__in={step["concept"] for step in steps})}
    return [
        {
            **{name: step[name] for name in ("number", "turn", "phase", "text", "concept")},
            "rule": concepts[step["concept"]].number_on(day) if step["concept"] in concepts else "",
        }
        for step in steps
    ]
