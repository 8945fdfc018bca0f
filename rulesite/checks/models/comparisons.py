"""Results of comparing examples with the words that a scenario knows."""

from __future__ import annotations

import json
import zlib

from django.db import models

from rulesite.checks.models.scenarios import Scenario

Differences = list[dict[str, str]]
"""For each difference of two texts: the known words, the other words, and the reason why they mean the same."""
Explained = dict[str, Differences | None]
"""By digest of a pair of texts: its differences, or None if any is not explained."""


class Comparison(models.Model):
    """The results of comparing a scenario's words, for any edition.

    Derived, and only read to save work: a new edition has hardly any new words. Valid as long as ``said`` is the key of
    the sayings.
    """

    scenario = models.OneToOneField(Scenario, models.CASCADE, related_name="comparison")
    said = models.CharField(max_length=64, help_text="A name for all that may be said for what in its words.")
    packed = models.BinaryField(default=b"", editable=False, help_text="What was found of each pair of texts, packed.")

    class Meta:
        ordering = ["scenario"]

    def __str__(self) -> str:
        return self.scenario.slug

    @property
    def explained(self) -> Explained:
        """The result for each pair."""
        data: Explained = json.loads(zlib.decompress(self.packed)) if self.packed else {}
        return data

    @explained.setter
    def explained(self, explained: Explained) -> None:
        self.packed = zlib.compress(json.dumps(explained, separators=(",", ":")).encode())
