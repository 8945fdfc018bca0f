"""Running: play every scenario under the rules of every edition it is bound in, and count the outcomes.

A game is valid for all days on which its facts are the same (see `rulesite.checks.playing.player`), so a new edition
nearly always has its games already. A stored game is valid until the scenario or the engine changes.
"""

from __future__ import annotations

import base64
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction

from rulesite.checks.binding import binder
from rulesite.checks.binding.guesses import settle
from rulesite.checks.examples import day_of_rules
from rulesite.checks.models import Binding, Scenario, Transcript, Verdict
from rulesite.checks.playing.loader import Shelved, engine_digest, fill, unread
from rulesite.checks.playing.pool import Play, Task, are_few, play_all
from rulesite.checks.results import tallies
from rulesite.checks.results.undated_editions import day_after
from rulesite.rulebook.models import Edition, Example, Library

Progress = Callable[[int, int], object]


@dataclass
class Report:
    """The result of a check: games played and kept, editions bound and counted again.

    ``problems`` are unusable scenarios and files, each with the reason.
    """

    run: int = 0
    kept: int = 0
    bound: set[str] = field(default_factory=set)
    counted: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def check_all(*, progress: Progress | None = None, play: Play = play_all) -> Report:
    """Read the scenarios, bind them to the examples, play missing games, and count the outcomes.

    Does only outstanding work: a new edition is bound alone, and played only if its rules are new. Does nothing in a
    library without examples. ``progress`` gets (scenarios done, scenarios to play); ``play`` plays them, see
    `pool.play_all`. Raises shelf.BadList.
    """
    report = Report()
    if not Example.objects.exists():
        return report
    shelved = fill()
    report.problems = [row.problem for row in Scenario.objects.exclude(problem="")]
    report.bound = binder.bind([each.row for each in shelved]).editions
    tasks = _tasks(shelved)
    total, done = sum(len(task["games"]) for task in tasks), 0
    answers, few = play(tasks), are_few(tasks)
    counted = tallies.count() if few else []  # most figures do not depend on the few games, so they need not wait
    for task, answer in answers:
        if "error" in answer:
            report.problems.append(f"{task['name']}: {answer['error']}")
        for request, result in zip(task["games"], answer.get("games", ()), strict=False):
            _store(request, result, report)
        done += len(task["games"])
        if progress is not None:
            progress(done, total)
    changed = {request["scenario"] for task in tasks for request in task["games"]} | settle()
    report.kept = Transcript.objects.count() - report.run
    if changed or not few:
        counted += tallies.count(changed if few else None)
    report.counted = sorted(set(counted))
    if report.run or report.bound or report.counted:
        Library.move_on()
    return report


def missing() -> list[tuple[str, str]]:
    """The work that `check_all` would do, as pairs of a stage and a unit; changes nothing.

    "read" a scenario, "bind" an edition or a scenario, "play" a scenario, "count" an edition. Raises shelf.BadList.
    """
    if not Example.objects.exists():
        return []
    rows = list(Scenario.objects.filter(problem="").defer("text"))
    bound = binder.unbound(rows)
    return [
        *(("read", slug) for slug in unread()),
        *((binder.STAGE, unit) for unit in sorted(bound.editions | bound.scenarios)),
        *(("play", request["slug"]) for _, request in _unplayed(rows)),
        *(("count", address) for address in tallies.uncounted()),
    ]


# --- outstanding games --------------------------------------------------------------------------------------------
def _tasks(shelved: Iterable[Shelved]) -> list[Task]:
    """A task for each file with outstanding games, and for each corrected scenario; see `player.answer`."""
    by_row = {shelf.row.pk: shelf for shelf in shelved}
    tasks: dict[tuple[str, str], Task] = {}
    for row, request in _unplayed([shelf.row for shelf in by_row.values()]):
        shelf = by_row[row.pk]
        task = tasks.setdefault((row.path, shelf.whole), {"name": row.path, "text": shelf.whole, "games": []})
        task["games"].append(request | {"number": shelf.number})
    return list(tasks.values())


def _unplayed(rows: Iterable[Scenario]) -> Iterator[tuple[Scenario, dict[str, Any]]]:
    """The scenarios without games for some of their days, with the query for those."""
    days_of, known = _days(), _known()
    for row in rows:
        assert row.ruleset is not None  # noqa: S101 - only a file that cannot be read names no day
        days = days_of[row.pk] | {row.ruleset}
        known_rows = known.get((row.pk, row.digest), [])
        spans = [span for _, _, spans_known in known_rows for span in spans_known]
        if not all(any(since <= day < until for since, until in spans) for day in days):
            yield row, {
                "slug": row.slug, "scenario": row.pk, "digest": row.digest,
                "days": sorted(day.isoformat() for day in days),
                "stand": [pk for pk, _, _ in known_rows], "known": [looked_at for _, looked_at, _ in known_rows],
            }  # fmt: skip


def _days() -> dict[int, set[date]]:
    """The days of the rules of the editions that each scenario is bound in, by primary key; of an edition between two
    known ones also the day of the later."""
    days: dict[int, set[date]] = defaultdict(set)
    rows = Edition.objects.values_list("pk", "effective", "rules", "document__slug")
    day_of = {pk: _days_of_rules(day_of_rules(effective, rules), document) for pk, effective, rules, document in rows}
    for owner in ("version", "term"):
        bound = Binding.objects.filter(**{f"example__{owner}__isnull": False}).order_by()
        for scenario, edition in bound.values_list("scenario_id", f"example__{owner}__edition").distinct():
            days[scenario] |= day_of[edition]
    return days


def _days_of_rules(day: date, document: str) -> set[date]:
    later = day_after(document, day)
    return {day, later} if later else {day}


def _known() -> dict[tuple[int, str], list[tuple[int, dict[str, Any], list[tuple[date, date]]]]]:
    """The valid games, by scenario and its digest: primary key, facts, and spans of days."""
    spans: dict[int, list[tuple[date, date]]] = defaultdict(list)
    for transcript, since, until in Verdict.objects.order_by().values_list("transcript_id", "since", "until"):
        spans[transcript].append((since, until))
    known: dict[tuple[int, str], list[tuple[int, dict[str, Any], list[tuple[date, date]]]]] = defaultdict(list)
    rows = Transcript.objects.filter(engine_digest=engine_digest()).order_by("pk")
    for pk, scenario, digest, looked_at in rows.values_list("pk", "scenario_id", "scenario_digest", "looked_at"):
        known[scenario, digest].append((pk, looked_at, spans[pk]))
    return known


# --- outcomes -----------------------------------------------------------------------------------------------------
def _store(asked: dict[str, Any], said: dict[str, Any], report: Report) -> None:
    """Store the games of one scenario, and the days of each."""
    with transaction.atomic():
        stale = Transcript.objects.filter(scenario=asked["scenario"]).exclude(pk__in=asked["stand"])
        Verdict.objects.filter(scenario=asked["scenario"]).delete()
        stale.delete()
        pks = [*asked["stand"], *(_transcript(asked, played).pk for played in said["played"])]
        Verdict.objects.bulk_create(
            Verdict(
                scenario_id=asked["scenario"], since=date.fromisoformat(since), until=date.fromisoformat(until),
                transcript_id=pks[index], turned_by=said["turns"].get(since, []),
            )
            for since, until, index in said["spans"]
        )  # fmt: skip
    report.run += len(said["played"])
    report.problems += [f"{asked['slug']}, {played['problem']}" for played in said["played"] if played["problem"]]


def _transcript(asked: dict[str, Any], played: dict[str, Any]) -> Transcript:
    return Transcript.objects.create(
        scenario_id=asked["scenario"], outcome=played["outcome"], reason=played["reason"],
        differing=played["differing"], cited=_spaced(played["cited"]), needed=_spaced(played["needed"]),
        looked_at=played["looked_at"], packed=base64.b64decode(played["packed"]), scenario_digest=asked["digest"],
        engine_digest=engine_digest(),
    )  # fmt: skip


def _spaced(names: Sequence[str]) -> str:
    return f" {' '.join(names)} " if names else ""
