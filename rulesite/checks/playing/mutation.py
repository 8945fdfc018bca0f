"""Exercising: run every scenario without each concept that the engine used, to find the concepts it needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulesite.checks.models import Concept, Exercise, Scenario
from rulesite.checks.playing.loader import engine_digest, fill
from rulesite.engine import scenario as playable
from rulesite.rulebook.models import Library


@dataclass
class Exercised:
    """The result: the runs made, the earlier results kept, and the concepts that no scenario needs."""

    run: int
    kept: int
    idle: list[str]


def exercise(progress: Callable[[int, int], object] | None = None) -> Exercised:
    """Fill the table of concepts and scenarios; results for an unchanged scenario and engine are kept."""
    shelved = fill()
    engine = engine_digest()
    stored = Exercise.objects.filter(engine_digest=engine)
    good = set(stored.values_list("concept__name", "scenario_id", "scenario_digest"))
    requested = {
        row.pk: verdict.transcript.record["asked"]
        for row in Scenario.objects.defer("text")
        if row.ruleset and (verdict := row.verdicts.on(row.ruleset).select_related("transcript").first())
    }
    concepts = {row.name: row for row in Concept.objects.all()}
    due = [(shelf, name) for shelf in shelved for name in requested.get(shelf.row.pk, ()) if name in concepts]
    stale = [(shelf, name) for shelf, name in due if (name, shelf.row.pk, shelf.row.digest) not in good]
    for done, (shelf, name) in enumerate(stale):
        if progress is not None:
            progress(done, len(stale))
        outcome = playable.outcome_without(shelf.game, name)
        Exercise.objects.update_or_create(
            concept=concepts[name],
            scenario=shelf.row,
            defaults={
                "fails": outcome != playable.HOLDS,
                "outcome": outcome,
                "scenario_digest": shelf.row.digest,
                "engine_digest": engine,
            },
        )
    Exercise.objects.exclude(engine_digest=engine).delete()
    if stale:
        Library.move_on()
    needed = set(Exercise.objects.filter(fails=True).values_list("concept__name", flat=True))
    return Exercised(len(stale), len(due) - len(stale), [name for name in concepts if name not in needed])


def table() -> list[dict[str, object]]:
    """A record for each concept: its name, its meaning, and the scenarios that fail without it."""
    failing: dict[str, list[str]] = {}
    for row in Exercise.objects.filter(fails=True).select_related("concept", "scenario").order_by("scenario__position"):
        failing.setdefault(row.concept.name, []).append(row.scenario.name)
    return [
        {"concept": row.name, "says": row.says, "since": row.since, "scenarios": failing.get(row.name, [])}
        for row in Concept.objects.all()
    ]
