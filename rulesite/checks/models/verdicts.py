"""Outcomes of scenarios: each different game once, and the days whose rules play it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from datetime import date
from functools import cached_property
from typing import Any

from django.db import models

from rulesite.checks.models.scenarios import Scenario


class Outcome(models.TextChoices):
    """The result of a game for its example."""

    HOLDS = "holds"
    CONTRADICTED = "contradicted"
    UNMODELLED = "unmodelled", "not modelled"


class Transcript(models.Model):
    """One game of a scenario as played: outcome, reason and all events.

    ``looked_at`` are the dated facts that the game depends on, with their values: on every other day with the same
    values, the game is the same. The row is valid as long as both digests match the scenario and the engine. Rule
    numbers of steps are left open, as they depend on the day shown.
    """

    scenario = models.ForeignKey(Scenario, models.CASCADE, related_name="transcripts")
    outcome = models.CharField(max_length=12, choices=Outcome.choices, db_index=True)
    reason = models.TextField(blank=True)
    differing = models.PositiveSmallIntegerField(default=0, help_text="How many answers are those of their own era.")
    cited = models.TextField(blank=True, help_text="The concepts that the steps cite, each between two spaces.")
    needed = models.TextField(blank=True, help_text="Those of which a control shows that it fails without them.")
    looked_at = models.JSONField(default=dict)
    packed = models.BinaryField(help_text="Checks, controls, eras, steps, snapshots, asked, as compressed JSON.")
    scenario_digest = models.CharField(max_length=32)
    engine_digest = models.CharField(max_length=32)
    made = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["scenario", "pk"]

    def __str__(self) -> str:
        return f"{self.scenario.slug}: {self.get_outcome_display()}"

    @cached_property
    def record(self) -> dict[str, Any]:
        """The game as plain data: ``checks``, ``controls``, ``eras``, ``steps``, ``snapshots`` and ``asked``."""
        data: dict[str, Any] = json.loads(zlib.decompress(self.packed))
        return data


class VerdictQuerySet(models.QuerySet["Verdict"]):
    """Verdicts, with filters by the day of the rules."""

    def on(self, day: date) -> VerdictQuerySet:
        """The verdicts that apply to a day."""
        return self.filter(since__lte=day, until__gt=day)

    def light(self) -> VerdictQuerySet:
        """The verdicts with their transcripts, but without the records of events."""
        return self.select_related("transcript").defer("transcript__packed", "transcript__looked_at")


class Verdict(models.Model):
    """One scenario under the rules of some days, from ``since`` to the day before ``until``, with the same game."""

    Outcome = Outcome

    scenario = models.ForeignKey(Scenario, models.CASCADE, related_name="verdicts")
    since = models.DateField()
    until = models.DateField()
    transcript = models.ForeignKey(Transcript, models.CASCADE, related_name="verdicts")
    turned_by = models.JSONField(
        default=list, blank=True, help_text="The switches that alone make an answer another than in the days before."
    )

    objects = VerdictQuerySet.as_manager()

    class Meta:
        ordering = ["scenario", "since"]
        constraints = [models.UniqueConstraint(fields=["scenario", "since"], name="one_verdict_since_a_day")]

    def __str__(self) -> str:
        return f"{self.scenario.slug}@{self.since}: {self.get_outcome_display()}"

    def get_absolute_url(self) -> str:
        return self.address_on(self.since)

    def address_on(self, day: date) -> str:
        """The page of the game under the rules of a day."""
        return self.scenario.address_on(day.isoformat())

    @property
    def outcome(self) -> str:
        """The outcome of the game."""
        return self.transcript.outcome

    def get_outcome_display(self) -> str:
        """The outcome as text."""
        return self.transcript.get_outcome_display()

    @property
    def reason(self) -> str:
        """The reason why it does not hold."""
        return self.transcript.reason

    def covers(self, day: date) -> bool:
        """Whether it applies to a day."""
        return self.since <= day < self.until


def covering(verdicts: Iterable[Verdict], day: date) -> Verdict | None:
    """The verdict that applies to a day."""
    return next((verdict for verdict in verdicts if verdict.covers(day)), None)
