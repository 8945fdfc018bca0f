"""What maintainers add: corrections of readings, commentary on rules, pages of the site.

Rows that a person made name what they are about by its address, and hold its words themselves: the rows of the book
are replaced when an edition is read anew, and nothing that a person wrote goes with them.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse

from rulesite.rulebook.models.documents import Edition


class Part(models.TextChoices):
    """Which words of a place are meant."""

    TEXT = "text", "text"
    TITLE = "title", "heading"


_LOOSE = {"tags": "how a source tag is read", "games": "the scenario"}


class Correction(models.Model):
    """A reading that a person corrected. The original stays; the correction is laid over it, here and at re-ingest.

    It is bound to the words it corrects (``original``): when a later reading of the source gives other words, it is
    kept and no longer applied. ``owner`` names the place inside the edition as the ledger does: ``402.8g``,
    ``410.7/example/1``, ``glossary/trample``, ``glossary/trample/example/1``; ``part`` says whether its text is meant
    or its heading (for a glossary entry: its name). Words that stand in no edition by themselves have their kind in its
    place: ``tags`` (how a source tag is read) and ``games`` (a scenario).
    """

    edition = models.CharField(max_length=60, help_text="Like cr/2006-10-01; “tags” or “games” for what is in none.")
    owner = models.CharField(max_length=160, help_text="Like 402.8g, 410.7/example/1 or glossary/trample.")
    part = models.CharField(max_length=5, choices=Part.choices, default=Part.TEXT)
    original = models.TextField(help_text="The words that it corrects.")
    corrected = models.TextField(help_text="The words that stand in their place.")
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
        """``cr/2006-10-01/402.8g``: what it is about."""
        return f"{self.edition}/{self.owner}"

    @property
    def what(self) -> str:
        """In words, what of the place was corrected."""
        if self.edition in _LOOSE:
            return _LOOSE[self.edition]
        place, _, nth = self.owner.partition("/example/")
        if nth:
            return f"Example {nth}"
        if place.startswith("glossary/"):
            return "the name" if self.part == Part.TITLE else "the definition"
        return "the heading" if self.part == Part.TITLE else "the text"


class Original(models.Model):
    """The words that a source was read with, at a place where readers see the words of a correction.

    It belongs to the book and goes with the reading: from it and the log of corrections follows what readers see.
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
    """A maintainer's remark on a rule, in Markdown, shown beside it in every edition and marked as ours."""

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
