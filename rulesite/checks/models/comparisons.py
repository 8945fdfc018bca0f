"""What came of laying examples beside the words that a scenario knows."""

from __future__ import annotations

import json
import zlib

from django.db import models

from rulesite.checks.models.scenarios import Scenario

Differences = list[dict[str, str]]
"""Of each place at which two texts part: the known words, those here, and why that is the same."""
Explained = dict[str, Differences | None]
"""What was found of each pair of texts, by a name for the pair; None where not everything is explained."""


class Comparison(models.Model):
    """What a scenario's words were compared with, whatever edition prints it. Derived, and only read to save work: an
    edition that arrives prints hardly anything that is new. It holds as long as ``said`` is what may be said for what.
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
        """What was found of each pair."""
        held: Explained = json.loads(zlib.decompress(self.packed)) if self.packed else {}
        return held

    @explained.setter
    def explained(self, explained: Explained) -> None:
        self.packed = zlib.compress(json.dumps(explained, separators=(",", ":")).encode())
