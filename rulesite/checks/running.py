"""Running: every scenario under the rules of every day that its example stood in, stored side by side.

A stored verdict is used again as long as neither the scenario nor the engine has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date

from django.db import transaction

from rulesite.checks.binding import bind
from rulesite.checks.models import Binding, Scenario, Verdict
from rulesite.checks.records import record
from rulesite.checks.shelf import Shelved, engine_digest, fill
from rulesite.engine import scenario as playable
from rulesite.rulebook.models import Example, Library


@dataclass
class Report:
    """What a check did. ``problems`` are scenarios and files that cannot be used, each with the reason."""

    run: int = 0
    kept: int = 0
    problems: list[str] = field(default_factory=list)


def check_all(*, every_era: bool = False, progress: Callable[[int, int], object] | None = None) -> Report:
    """Read the scenarios, bind them to the examples, run what has changed, and store the verdicts.

    Each scenario is run under the rules it was written for, with its controls; with ``every_era`` also under those of
    every edition in which its example stands. A library without examples is left alone. Raises shelf.BadList.
    """
    report = Report()
    if not Example.objects.exists():
        return report
    shelved = fill()
    report.problems = [row.problem for row in Scenario.objects.exclude(problem="")]
    bind([each.row for each in shelved])
    wanted = _wanted(shelved, every_era)
    stale = _stale(wanted, report)
    for done, (shelf, day) in enumerate(stale):
        if progress is not None:
            progress(done, len(stale))
        _run(shelf, day, report)
    _forget(shelved)
    Library.move_on()
    return report


def _wanted(shelved: Iterable[Shelved], every_era: bool) -> list[tuple[Shelved, date]]:
    """Each scenario with its own day, and with those of the editions that it is bound to."""
    days: dict[int, set[date]] = {each.row.pk: {each.row.ruleset} for each in shelved}
    if every_era:
        for binding in Binding.objects.filter(example__isnull=False).select_related(
            "example__version__edition", "example__term__edition"
        ):
            owner = binding.example.version or binding.example.term
            days[binding.scenario_id].add(owner.edition.effective)
        for each in shelved:
            days[each.row.pk] |= {date.fromisoformat(era.ruleset) for era in each.game.eras}
    return [(each, day) for each in shelved for day in sorted(days[each.row.pk])]


def _stale(wanted: list[tuple[Shelved, date]], report: Report) -> list[tuple[Shelved, date]]:
    engine = engine_digest()
    good = {
        (scenario, day): digest
        for scenario, day, digest in Verdict.objects.filter(engine_digest=engine).values_list(
            "scenario_id", "ruleset", "scenario_digest"
        )
    }
    stale = [(each, day) for each, day in wanted if good.get((each.row.pk, day)) != each.row.digest]
    report.kept = len(wanted) - len(stale)
    return stale


def _run(shelf: Shelved, day: date, report: Report) -> None:
    try:
        outcome = playable.run(shelf.game, ruleset=day.isoformat())
    except playable.ScenarioError as error:
        outcome = _unplayed(shelf, day, f"the scenario cannot be used: {error}", report)
    except Exception as error:  # a fault of the engine in one scenario must not take the others with it
        outcome = _unplayed(shelf, day, f"the engine failed: {type(error).__name__}: {error}", report)
    store(shelf, day, outcome)
    report.run += 1


def _unplayed(shelf: Shelved, day: date, reason: str, report: Report) -> playable.Outcome:
    report.problems.append(f"{shelf.game.name}, under the rules of {day}: {reason}")
    return playable.Outcome(shelf.game.name, shelf.game.title, day.isoformat(), playable.UNMODELLED, reason)


def store(shelf: Shelved, day: date, outcome: playable.Outcome) -> Verdict:
    """Keep an outcome as the verdict on a scenario under the rules of a day."""
    row, data = shelf.row, record(shelf.game, outcome)
    wanted = ("outcome", "reason", "checks", "controls", "eras", "steps", "snapshots", "asked")
    facts = {key: data[key] for key in wanted} | {"cited": outcome.concepts()}
    facts |= {"scenario_digest": row.digest, "engine_digest": engine_digest()}
    return Verdict.objects.update_or_create(scenario=row, ruleset=day, defaults=facts)[0]


def _forget(shelved: Iterable[Shelved]) -> None:
    """Verdicts of an older scenario or engine that nothing asked for again say nothing any more."""
    with transaction.atomic():
        Verdict.objects.exclude(engine_digest=engine_digest()).delete()
        for each in shelved:
            Verdict.objects.filter(scenario=each.row).exclude(scenario_digest=each.row.digest).delete()
