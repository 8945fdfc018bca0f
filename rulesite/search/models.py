"""Counts of searches, kept only if the site is set to do so."""

from __future__ import annotations

from django.db import models


class SearchCount(models.Model):
    """How often a query was searched, had no result, and led to an opened rule; see `query_counts`.

    Who searched, and when, is not stored.
    """

    words = models.CharField(max_length=100, unique=True, help_text="Folded to small letters and plain signs.")
    searched = models.PositiveIntegerField(default=0, help_text="How often it was looked for.")
    empty = models.PositiveIntegerField("found nothing", default=0, help_text="How often nothing was found.")
    followed = models.PositiveIntegerField(default=0, help_text="How often a result was opened, as scripts told.")

    class Meta:
        ordering = ["-searched", "words"]
        verbose_name = "search that was counted"
        verbose_name_plural = "searches that were counted"

    def __str__(self) -> str:
        return self.words
