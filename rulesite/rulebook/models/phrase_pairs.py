"""Phrases: the dictionary learned from the book's own rewordings, and the pairs that people strike from it."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef

from rulesite.rulebook.models.documents import Edition


class Rephrased(models.Model):
    """A replacement of one phrase by another in one step of descent, whether or not it makes a pair."""

    earlier = models.ForeignKey(Edition, models.CASCADE, related_name="+", db_index=False)
    later = models.ForeignKey(Edition, models.CASCADE, related_name="+")
    phrases = models.JSONField(
        help_text="For each: the old phrase, the new one, sentences, how many lost it, how often it stayed, places."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["earlier", "later"], name="one_list_of_phrases_a_step")]
        verbose_name = "phrases of a step"
        verbose_name_plural = "phrases of steps"

    def __str__(self) -> str:
        return f"{self.earlier} → {self.later}"


class PhrasePairs(models.QuerySet["PhrasePair"]):
    """Pairs of phrases."""

    def with_struck(self) -> Self:
        """The pairs, with whether a person struck each."""
        return self.annotate(struck=Exists(StruckPair.objects.filter(old=OuterRef("old"), new=OuterRef("new"))))

    def not_struck(self) -> Self:
        """The pairs that are not struck."""
        return self.with_struck().filter(struck=False)


class PhrasePair(models.Model):
    """A phrase and the book's later phrase for it: learned from descent or from a glossary."""

    class Basis(models.TextChoices):
        DESCENT = "descent", "sentences in which it replaced the other"
        OBSOLETE = "obsolete", "a glossary says so"
        SEE = "see", "a glossary says to look there"

    old = models.CharField(max_length=120)
    new = models.CharField(max_length=120)
    basis = models.CharField(max_length=8, choices=Basis.choices)
    since = models.CharField(max_length=60, help_text="The address of the first edition with the new phrase.")
    sentences = models.PositiveIntegerField(
        default=0, help_text="The number of different sentences in which it replaced the old phrase."
    )
    share = models.FloatField(default=1.0, help_text="The share of the old phrase that became the new one, 0 to 1.")
    back = models.PositiveIntegerField(default=0, help_text="Sentences in which the new phrase became the old one.")
    evidence = models.JSONField(
        default=list,
        help_text="The steps: addresses of both editions, sentences, keys of provisions and their successors.",
    )

    objects = PhrasePairs.as_manager()

    class Meta:
        ordering = ["-sentences", "old", "new"]
        constraints = [models.UniqueConstraint(fields=["old", "new", "basis"], name="one_pair_of_phrases")]

    def __str__(self) -> str:
        return f"{self.old} → {self.new}"


class StruckPair(models.Model):
    """A pair that a person struck from the dictionary, by its words; delete the row to revoke that."""

    old = models.CharField(max_length=120)
    new = models.CharField(max_length=120)
    reason = models.CharField(max_length=300)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created"]
        constraints = [models.UniqueConstraint(fields=["old", "new"], name="one_stroke_a_pair")]

    def __str__(self) -> str:
        return f"{self.old} → {self.new}"
