"""Descent: which provision came from which, and the evidence."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from rulesite.rulebook.models.rules import RuleVersion


class Descent(models.Model):
    """One edge from an earlier provision to a later one."""

    class Kind(models.TextChoices):
        CONTINUES = "continues", "continues unchanged"
        REWORDED = "reworded"
        SPLIT = "split"
        MERGED = "merged"
        RESTATES = "restates", "restates (another document)"

    class Basis(models.TextChoices):
        STATED = "stated", "stated by a source tag"
        SAME_NUMBER = "same number", "same number and words"
        SAME_WORDS = "same words", "same words elsewhere"
        MATCHED = "matched wording"
        ASSERTED = "asserted", "asserted by a person"

    earlier = models.ForeignKey(RuleVersion, models.CASCADE, related_name="heirs", db_index=False)
    later = models.ForeignKey(RuleVersion, models.CASCADE, related_name="ancestors")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    basis = models.CharField(max_length=16, choices=Basis.choices)
    score = models.FloatField(help_text="0 to 1: how sure.")
    doubtful = models.BooleanField(default=False, help_text="Shown as a possibility, not followed as a link.")
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["earlier", "later"], name="one_edge_a_pair")]
        verbose_name_plural = "descent"

    def __str__(self) -> str:
        return f"{self.earlier} → {self.later} ({self.kind})"


class Assertion(models.Model):
    """A person's assertion about an edge; it survives every re-ingest, because it names addresses and not rows."""

    class Verdict(models.TextChoices):
        ASSERT = "assert", "this descends from that"
        FORBID = "forbid", "this does not descend from that"

    earlier = models.CharField(max_length=80, help_text="Like cr/2006-10-01/402.8g.")
    later = models.CharField(max_length=80, help_text="Like cr/2007-07-13/402.8h.")
    verdict = models.CharField(max_length=8, choices=Verdict.choices, default=Verdict.ASSERT)
    kind = models.CharField(max_length=10, choices=Descent.Kind.choices, default=Descent.Kind.REWORDED)
    reason = models.CharField(max_length=300)
    said_by = models.CharField(max_length=120, blank=True)
    origin = models.CharField(
        max_length=12, choices=[("file", "descent.toml"), ("admin", "the admin")], default="admin"
    )
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["earlier", "later"], name="one_assertion_a_pair")]

    def __str__(self) -> str:
        return f"{self.verdict}: {self.earlier} → {self.later}"
