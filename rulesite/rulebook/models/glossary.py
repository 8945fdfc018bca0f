"""The glossary of an edition."""

from __future__ import annotations

from django.db import models
from django.urls import reverse

from rulesite.rulebook.models.documents import Edition, Source
from rulesite.rulebook.models.rules import Wording


class GlossaryTerm(models.Model):
    """One term; its senses are the paragraphs of its wording."""

    edition = models.ForeignKey(Edition, models.CASCADE, related_name="terms")
    term = models.CharField(max_length=120)
    slug = models.CharField(max_length=130)
    position = models.PositiveIntegerField()
    wording = models.ForeignKey(Wording, models.PROTECT, related_name="terms")
    source = models.ForeignKey(Source, models.CASCADE, related_name="terms")
    first_line = models.PositiveIntegerField()
    last_line = models.PositiveIntegerField()

    class Meta:
        ordering = ["edition", "position"]
        constraints = [models.UniqueConstraint(fields=["edition", "slug"], name="one_term_a_slug")]

    def __str__(self) -> str:
        return self.term

    def get_absolute_url(self) -> str:
        return reverse("reading:term", args=[self.edition.document.slug, self.edition.slug, self.slug])

    @property
    def senses(self) -> list[str]:
        """The paragraphs of the definition."""
        return self.wording.text.split("\n")
