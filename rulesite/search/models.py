"""Counts of searches, kept only if the site is set to do so."""

from __future__ import annotations

from django.db import models


class SearchCount(models.Model):
    """How often a query was searched, had no result, and led to an opened rule; see `query_counts`.

    Who searched, and when, is not stored.
    """

    words = models.CharField(max_length=100, unique=True, help_text="In lower case and with plain characters.")
    searched = models.PositiveIntegerField(default=0, help_text="How often it was searched for.")
    empty = models.PositiveIntegerField("found nothing", default=0, help_text="How often nothing was found.")
    followed = models.PositiveIntegerField(
        default=0, help_text="How often a result was opened, as reported by scripts."
    )

    class Meta:
        ordering = ["-searched", "words"]
        verbose_name = "counted search"
        verbose_name_plural = "counted searches"

    def __str__(self) -> str:
        return self.words
