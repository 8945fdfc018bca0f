"""Cards, their rulings, and the words of the rules that they use. Nothing here refers to a row of the book."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.urls import reverse


class CardCollection(models.Model):
    """What is loaded: one row, or none while there are no cards."""

    sources = models.CharField(max_length=300, help_text="The names of the files that were read last.")
    read = models.DateTimeField(auto_now=True)
    cards = models.PositiveIntegerField(default=0)
    rulings = models.PositiveIntegerField(default=0)
    linked = models.CharField(
        max_length=40, blank=True, help_text="A mark of the words and cards that the links were worked out from."
    )

    news = models.JSONField(default=dict, blank=True, help_text="How many cards were added, changed and removed last.")
    index = models.CharField(max_length=40, blank=True, default="", help_text="The folder of the index of rulings.")
    kept = models.JSONField(default=dict, blank=True, help_text="What a browser may keep: version, parts and bytes.")

    def __str__(self) -> str:
        return self.sources


class Card(models.Model):
    """One card, whatever its number of faces and printings."""

    name = models.CharField(max_length=200, unique=True)
    slug = models.CharField(max_length=200, unique=True)
    folded = models.CharField(max_length=200, db_index=True, help_text="The name for sorting and comparison.")
    letter = models.CharField(max_length=1, db_index=True)
    oracle = models.CharField(max_length=40, blank=True, db_index=True, help_text="Scryfall's id of the card.")
    faces = models.JSONField(help_text="Each face: name, cost, line, text, size.")
    text = models.TextField(help_text="All of it in small letters, for searching.")
    released = models.DateField(null=True, blank=True, db_index=True, help_text="The day of its first printing.")
    digest = models.CharField(max_length=32)

    class Meta:
        ordering = ["folded"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("reading:card", args=[self.slug])

    @property
    def line(self) -> str:
        """The type lines of its faces."""
        return " // ".join(face["line"] for face in self.faces)

    @property
    def names(self) -> list[str]:
        """Its name, and those of its faces."""
        return list(dict.fromkeys([self.name, *(face["name"] for face in self.faces)]))


class Ruling(models.Model):
    """One ruling, however many cards it was published for."""

    published = models.DateField(db_index=True)
    text = models.TextField()
    digest = models.CharField(max_length=32, unique=True)
    cards: models.ManyToManyField[Card, Any] = models.ManyToManyField(
        Card, through="CardRuling", related_name="rulings"
    )
    card_count = models.PositiveIntegerField(default=0)
    changes = models.JSONField(
        default=list,
        blank=True,
        help_text="The rules that changed since: number, title, the days and addresses before and after.",
    )

    class Meta:
        ordering = ["-published", "pk"]

    def __str__(self) -> str:
        return self.text[:80]

    def get_absolute_url(self) -> str:
        return reverse("reading:ruling", args=[self.pk])


class CardRuling(models.Model):
    """A ruling was published for a card."""

    card = models.ForeignKey(Card, models.CASCADE)
    ruling = models.ForeignKey(Ruling, models.CASCADE)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["card", "ruling"], name="one_ruling_a_card")]

    def __str__(self) -> str:
        return f"{self.card_id}: {self.ruling_id}"


class Word(models.Model):
    """A keyword or term of the rules that cards or rulings use, with what a rule's page shows of them."""

    name = models.CharField(max_length=160, unique=True, help_text="Folded, in the singular.")
    card_count = models.PositiveIntegerField(default=0)
    ruling_count = models.PositiveIntegerField(default=0)
    newest = models.JSONField(default=dict, help_text="The cards and rulings to show first.")

    def __str__(self) -> str:
        return self.name


class CardWord(models.Model):
    """A card uses a word."""

    word = models.ForeignKey(Word, models.CASCADE, db_index=False)
    card = models.ForeignKey(Card, models.CASCADE)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["word", "card"], name="one_use_a_card")]

    def __str__(self) -> str:
        return f"{self.word_id}: {self.card_id}"


class RulingWord(models.Model):
    """A ruling uses a word."""

    word = models.ForeignKey(Word, models.CASCADE, db_index=False)
    ruling = models.ForeignKey(Ruling, models.CASCADE)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["word", "ruling"], name="one_use_a_ruling")]

    def __str__(self) -> str:
        return f"{self.word_id}: {self.ruling_id}"


class CardPart(models.Model):
    """Some of the cards as a browser keeps them for reading offline; see `rulesite.cards.kept_parts`."""

    number = models.PositiveSmallIntegerField(unique=True)
    body = models.BinaryField(help_text="JSON, compressed.")

    def __str__(self) -> str:
        return f"{self.number}"
