"""Stages: records of what was built from what, so that missing, interrupted or outdated work can be recognised."""

from __future__ import annotations

from django.db import models


class Made(models.Model):
    """One up-to-date piece of an ingest's work: the stage, the unit it was done for, and its inputs.

    ``key`` is a digest of everything that the work depends on (sources, neighbours, scenarios, the code that does it):
    work is repeated when today's key differs, and work without a row is outstanding.
    """

    stage = models.CharField(max_length=20)
    unit = models.CharField(max_length=120, help_text="An address, such as cr/2006-10-01, or a pair of them.")
    key = models.TextField()
    made = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["stage", "unit"]
        constraints = [models.UniqueConstraint(fields=["stage", "unit"], name="one_piece_of_work_a_unit")]
        verbose_name_plural = "made"

    def __str__(self) -> str:
        return f"{self.stage}: {self.unit}"

    @classmethod
    def stands(cls, stage: str, unit: str, key: str) -> bool:
        """Whether a piece of work was done with exactly this key."""
        return cls.objects.filter(stage=stage, unit=unit, key=key).exists()

    @classmethod
    def note(cls, stage: str, unit: str, key: str) -> None:
        """Record a piece of work as up to date; call it in the transaction that stores the work."""
        if not cls.stands(stage, unit, key):
            cls.objects.update_or_create(stage=stage, unit=unit, defaults={"key": key})
