"""Stages: what has been made from what, so that work which is missing, stopped or out of date is known as such."""

from __future__ import annotations

from django.db import models


class Made(models.Model):
    """One piece of work of an ingest that stands: a stage, the unit it was done for, and what it was made from.

    ``key`` is a digest of everything that the work depends on (sources, neighbours, scenarios, the code that does it):
    work whose key is another one today is done again, and work without a row is still to be done.
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
        """Whether a piece of work was made from just that."""
        return cls.objects.filter(stage=stage, unit=unit, key=key).exists()

    @classmethod
    def note(cls, stage: str, unit: str, key: str) -> None:
        """Say that a piece of work stands; in the transaction that stores it."""
        if not cls.stands(stage, unit, key):
            cls.objects.update_or_create(stage=stage, unit=unit, defaults={"key": key})
