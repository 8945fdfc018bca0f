"""Worked examples, as the documents print them."""

from __future__ import annotations

from django.db import models

from rulesite.rulebook.models.glossary import GlossaryTerm
from rulesite.rulebook.models.rules import RuleVersion, Wording


class Example(models.Model):
    """A worked example of a provision or of a glossary term.

    Labelled ones are paragraphs of their own ("Example:"); the others are the passage of their owner's text, from
    ``start`` to ``end``, that begins "For example". ``ordinal`` counts each kind from 1 within its owner.
    """

    version = models.ForeignKey(RuleVersion, models.CASCADE, null=True, blank=True, related_name="examples")
    term = models.ForeignKey(
        GlossaryTerm, models.CASCADE, null=True, blank=True, related_name="examples", db_index=False
    )
    ordinal = models.PositiveSmallIntegerField()
    labelled = models.BooleanField()
    wording = models.ForeignKey(Wording, models.PROTECT, related_name="examples")
    start = models.PositiveIntegerField(null=True, blank=True)
    end = models.PositiveIntegerField(null=True, blank=True)
    first_line = models.PositiveIntegerField()
    last_line = models.PositiveIntegerField()

    class Meta:
        ordering = ["version__position", "-labelled", "ordinal"]
        indexes = [models.Index(fields=["term"], condition=models.Q(term__isnull=False), name="examples_of_terms")]

    def __str__(self) -> str:
        owner = self.version.key if self.version else self.term.term if self.term else "?"
        return f"{owner} example {self.ordinal}"

    @property
    def opening(self) -> str:
        """Its first words, at most eight, to recognise it by."""
        return " ".join(self.wording.text.split()[:8])
