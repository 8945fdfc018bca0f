"""Figures that are counted once: what is known of the examples of an edition."""

from __future__ import annotations

from django.db import models

from rulesite.rulebook.models import Edition


class Tally(models.Model):
    """How many examples of an edition have each outcome, and why the others do not hold.

    Counted when its games have been played; an edition without one has not been looked at yet.
    """

    edition = models.OneToOneField(Edition, models.CASCADE, related_name="tally")
    outcomes = models.JSONField(default=dict, help_text="Outcome to count.")
    why = models.JSONField(default=dict, help_text="Reason in a word or two to count.")

    class Meta:
        ordering = ["edition__document__position", "edition__effective"]
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return self.edition.address
