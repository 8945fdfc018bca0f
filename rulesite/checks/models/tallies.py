"""Figures counted once: the results of an edition's examples."""

from __future__ import annotations

import json
import zlib

from django.db import models

from rulesite.rulebook.models import Edition

Counted = dict[int, tuple[str, str, str]]
"""By example: a key of its inputs, the outcome, and the reason if it does not hold."""


class Tally(models.Model):
    """The number of an edition's examples with each outcome, and the reasons of those that do not hold.

    Counted once its games have been played; an edition without a tally has not been checked yet.
    """

    edition = models.OneToOneField(Edition, models.CASCADE, related_name="tally")
    outcomes = models.JSONField(default=dict, help_text="Outcome to count.")
    why = models.JSONField(default=dict, help_text="Reason in a word or two to count.")
    rests_on = models.CharField(max_length=64, blank=True, help_text="A name for the examples that were counted.")
    packed = models.BinaryField(default=b"", editable=False, help_text="What was counted of each, packed.")

    class Meta:
        ordering = ["edition__document__position", "edition__effective"]
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return self.edition.address

    @property
    def counted(self) -> Counted:
        """The result of each example."""
        data = json.loads(zlib.decompress(self.packed)) if self.packed else {}
        return {int(pk): (name, outcome, why) for pk, (name, outcome, why) in data.items()}

    @counted.setter
    def counted(self, counted: Counted) -> None:
        self.packed = zlib.compress(json.dumps(counted, separators=(",", ":")).encode())
