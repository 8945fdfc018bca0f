"""What came of playing scenarios: each game once, and the days whose rules it speaks for."""

from __future__ import annotations

import json
import zlib
from datetime import date
from functools import cached_property
from typing import Any

from django.db import models

from rulesite.checks.models.scenarios import Scenario


class Outcome(models.TextChoices):
    """What playing a game showed of its example."""

    HOLDS = "holds"
    CONTRADICTED = "contradicted"
    UNMODELLED = "unmodelled", "not modelled"


class Transcript(models.Model):
    """One game of a scenario as it was played: outcome and reason, and everything that happened.

    ``looked_at`` are the facts of the day that the game looked at, with what they were: under the rules of every other
    day on which they are the same, the same game is played. The row is good as long as both digests are those of the
    scenario and of the engine. Rule numbers of steps are not in it: they are those of the day that is shown.
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
        found: dict[str, Any] = json.loads(zlib.decompress(self.packed))
        return found


class VerdictQuerySet(models.QuerySet["Verdict"]):
    """Verdicts, by the day whose rules are asked for."""

    def on(self, day: date) -> VerdictQuerySet:
        """Those that say something about a day."""
        return self.filter(since__lte=day, until__gt=day)

    def light(self) -> VerdictQuerySet:
        """With their transcripts, but without what happened in them."""
        return self.select_related("transcript").defer("transcript__packed", "transcript__looked_at")


class Verdict(models.Model):
    """One scenario under the rules of some days, from ``since`` to the day before ``until``: all of them play alike."""

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
        """What the game showed."""
        return self.transcript.outcome

    def get_outcome_display(self) -> str:
        """The same in words."""
        return self.transcript.get_outcome_display()

    @property
    def reason(self) -> str:
        """Why it does not hold."""
        return self.transcript.reason

    def covers(self, day: date) -> bool:
        """Whether it says something about a day."""
        return self.since <= day < self.until
