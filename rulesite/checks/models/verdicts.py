"""What came of running scenarios."""

from __future__ import annotations

from django.db import models
from django.urls import reverse

from rulesite.checks.models.scenarios import Scenario


class Verdict(models.Model):
    """One scenario under the rules of one day: its outcome, and the game step by step.

    ``checks``, ``controls``, ``eras``, ``steps`` and ``snapshots`` are the engine's records as plain data. The row is
    good as long as both digests are those of the scenario and of the engine.
    """

    class Outcome(models.TextChoices):
        """What playing a game showed of its example."""

        HOLDS = "holds"
        CONTRADICTED = "contradicted"
        UNMODELLED = "unmodelled", "not modelled"

    scenario = models.ForeignKey(Scenario, models.CASCADE, related_name="verdicts")
    ruleset = models.DateField(help_text="The day whose rules were used.")
    outcome = models.CharField(max_length=12, choices=Outcome.choices, db_index=True)
    reason = models.TextField(blank=True)
    checks = models.JSONField(default=list)
    controls = models.JSONField(default=list)
    eras = models.JSONField(default=list)
    steps = models.JSONField(default=list)
    snapshots = models.JSONField(default=list)
    cited = models.JSONField(default=list, help_text="The concepts that the steps cite, each once.")
    asked = models.JSONField(default=list, help_text="The concepts that the engine looked at.")
    scenario_digest = models.CharField(max_length=32)
    engine_digest = models.CharField(max_length=32)
    made = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["scenario", "ruleset"]
        constraints = [models.UniqueConstraint(fields=["scenario", "ruleset"], name="one_verdict_a_ruleset")]

    def __str__(self) -> str:
        return f"{self.scenario.slug}@{self.ruleset}: {self.get_outcome_display()}"

    def get_absolute_url(self) -> str:
        return reverse("checks:game_on", args=[self.scenario.slug, self.ruleset.isoformat()])
