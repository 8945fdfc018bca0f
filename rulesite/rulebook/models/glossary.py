"""The glossary of an edition, and the index at its back."""

from __future__ import annotations

from django.db import models

from rulesite.rulebook.models.documents import Edition, Source
from rulesite.rulebook.models.rules import Wording


class GlossaryTerm(models.Model):
    """One term; its senses are the paragraphs of its wording."""

    edition = models.ForeignKey(Edition, models.CASCADE, related_name="terms", db_index=False)
    term = models.CharField(max_length=120)
    slug = models.CharField(max_length=130)
    position = models.PositiveIntegerField()
    wording = models.ForeignKey(Wording, models.PROTECT, related_name="terms")
    source = models.ForeignKey(Source, models.CASCADE, related_name="terms", db_index=False)
    first_line = models.PositiveIntegerField()
    last_line = models.PositiveIntegerField()

    class Meta:
        ordering = ["edition", "position"]
        constraints = [models.UniqueConstraint(fields=["edition", "slug"], name="one_term_a_slug")]

    def __str__(self) -> str:
        return self.term

    def get_absolute_url(self) -> str:
        return f"{self.edition.get_absolute_url()}glossary/{self.slug}/"

    @property
    def senses(self) -> list[str]:
        """The paragraphs of the definition."""
        return self.wording.text.split("\n")


class IndexEntry(models.Model):
    """One entry of the index at the back of a book; its wording is its whole text, its references are its numbers."""

    edition = models.ForeignKey(Edition, models.CASCADE, related_name="index_entries", db_index=False)
    term = models.CharField(max_length=120)
    key = models.CharField(max_length=120)
    position = models.PositiveIntegerField()
    parent = models.CharField(max_length=120, blank=True, help_text="The key of the entry above it.")
    wording = models.ForeignKey(Wording, models.PROTECT, related_name="index_entries")
    source = models.ForeignKey(Source, models.CASCADE, related_name="index_entries", db_index=False)
    first_line = models.PositiveIntegerField()
    last_line = models.PositiveIntegerField()

    class Meta:
        ordering = ["edition", "position"]
        verbose_name_plural = "index entries"
        constraints = [models.UniqueConstraint(fields=["edition", "key"], name="one_entry_a_key")]

    def __str__(self) -> str:
        return self.term

    def get_absolute_url(self) -> str:
        return f"{self.edition.get_absolute_url()}index/#{self.key}"
