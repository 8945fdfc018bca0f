"""Content by maintainers: corrections of readings, commentary on rules, pages of the site.

These rows name their subject by its address and contain its words themselves: the rows of the book are replaced when an
edition is read again, and no person's work may be lost with them.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse

from rulesite.rulebook.models.documents import Edition


class Part(models.TextChoices):
    """The part of a place's words."""

    TEXT = "text", "text"
    TITLE = "title", "heading"


_LOOSE = {"tags": "how a source tag is read", "games": "the scenario"}


class Correction(models.Model):
    """A person's correction of a reading. The original is kept; the correction is applied to it, here and at re-ingest.

    It is bound to the words it corrects (``original``): if a later reading of the source has other words, the
    correction stays stored but is not applied. ``owner`` names the place inside the edition as the ledger does:
    ``402.8g``, ``410.7/example/1``, ``glossary/trample``, ``glossary/trample/example/1``; ``part`` selects its text or
    its heading (for a glossary entry: its name). For words outside editions the kind takes the edition's place:
    ``tags`` (how a source tag is read) and ``games`` (a scenario).
    """

    edition = models.CharField(
        max_length=60, help_text="Like cr/2006-10-01; “tags” or “games” if it belongs to no edition."
    )
    owner = models.CharField(max_length=160, help_text="Like 402.8g, 410.7/example/1 or glossary/trample.")
    part = models.CharField(max_length=5, choices=Part.choices, default=Part.TEXT)
    original = models.TextField(help_text="The words before the correction.")
    corrected = models.TextField(help_text="The words after the correction.")
    withdraws = models.OneToOneField(
        "self", models.CASCADE, null=True, blank=True, related_name="withdrawal", help_text="The entry it takes back."
    )
    reason = models.CharField(max_length=300)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-made", "-pk"]
        indexes = [models.Index(fields=["edition", "owner"], name="corrections_of_a_place")]

    def __str__(self) -> str:
        return f"{self.address}: {self.reason}"

    @property
    def address(self) -> str:
        """``cr/2006-10-01/402.8g``: the address of the corrected words."""
        return f"{self.edition}/{self.owner}"

    @property
    def what(self) -> str:
        """A label for the corrected part of the place."""
        if self.edition in _LOOSE:
            return _LOOSE[self.edition]
        place, _, ordinal = self.owner.partition("/example/")
        if ordinal:
            return f"Example {ordinal}"
        if place.startswith("glossary/"):
            return "the name" if self.part == Part.TITLE else "the definition"
        return "the heading" if self.part == Part.TITLE else "the text"


class Original(models.Model):
    """The source's words at a place where readers see those of a correction.

    It belongs to the book and is deleted with the reading: together with the log of corrections it determines what
    readers see.
    """

    edition = models.ForeignKey(Edition, models.CASCADE, related_name="originals")
    owner = models.CharField(max_length=160)
    part = models.CharField(max_length=5, choices=Part.choices)
    text = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["edition", "owner", "part"], name="one_original_a_place")]

    def __str__(self) -> str:
        return f"{self.owner} as it was read"


class Commentary(models.Model):
    """A maintainer's remark on a rule, in Markdown, shown beside it in every edition and marked as the site's own."""

    address = models.CharField(
        max_length=80, db_index=True, help_text="The rule it is about, like cr/2006-10-01/402.8g."
    )
    body = models.TextField(help_text="Markdown. Rule numbers and [[404.1@2006-10-01]] become links.")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, editable=False)
    changed = models.DateTimeField(auto_now=True)
    published = models.BooleanField(default=True)

    class Meta:
        verbose_name_plural = "commentary"
        ordering = ["-changed"]

    def __str__(self) -> str:
        return f"on {self.address}"


class Page(models.Model):
    """A page of the site itself, such as “About”, in Markdown."""

    slug = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=120)
    body = models.TextField(help_text="Markdown. Rule numbers and [[404.1@2006-10-01]] become links.")
    position = models.PositiveSmallIntegerField(default=0)
    in_menu = models.BooleanField(default=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["position", "title"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("reading:page", args=[self.slug])
