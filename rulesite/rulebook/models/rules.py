"""Rules: threads through time, their versions in each edition, and their wordings."""

from __future__ import annotations

from django.db import models
from django.urls import reverse

from rulesite.rulebook.models.documents import Document, Edition, Source
from rulesite.text import wording
from rulesite.text.numbering import RuleNumber


class Wording(models.Model):
    """A text, stored once however often it is printed.

    ``digest`` is equal for equal texts, ``fingerprint`` for texts of the same words whatever their typography.
    """

    text = models.TextField()
    digest = models.CharField(max_length=32, unique=True)
    fingerprint = models.CharField(max_length=16, db_index=True)

    def __str__(self) -> str:
        return self.text[:80]

    @classmethod
    def of(cls, text: str) -> Wording:
        """An unsaved wording of a text."""
        return cls(text=text, digest=wording.digest(text), fingerprint=wording.fingerprint(text))


class Rule(models.Model):
    """A thread through time, without a number: 402.8g of 2006 and 402.8h of 2008 are two versions of one rule.

    Threads are derived from descent. Their id is the permanent link of a rule and survives renumbering.
    """

    document = models.ForeignKey(Document, models.CASCADE, related_name="rules")
    name = models.CharField(max_length=120, blank=True, help_text="Newest number and title, for lists.")
    merged_into = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="merged",
        help_text="The thread that it was merged into.",
    )

    def __str__(self) -> str:
        return self.name or f"rule {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("reading:thread", args=[self.pk])


class RuleVersion(models.Model):
    """One numbered provision of one edition: a chapter, section, heading, rule, subrule, ruling or note."""

    class Kind(models.TextChoices):
        CHAPTER = "chapter"
        SECTION = "section"
        HEADING = "heading"
        RULE = "rule"
        SUBRULE = "subrule"
        RULING = "ruling"
        NOTE = "note"

    rule = models.ForeignKey(Rule, models.SET_NULL, null=True, blank=True, related_name="versions")
    edition = models.ForeignKey(Edition, models.CASCADE, related_name="versions", db_index=False)
    key = models.CharField(max_length=24, help_text="The number, with ~2 after it if the number was already printed.")
    number = models.CharField(max_length=20, db_index=True)
    position = models.PositiveIntegerField(help_text="Its place in the book, from 0.")
    depth = models.PositiveSmallIntegerField(default=0)
    parent = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="children")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    title = models.CharField(max_length=200, blank=True)
    wording = models.ForeignKey(Wording, models.PROTECT, null=True, blank=True, related_name="versions")
    source = models.ForeignKey(Source, models.CASCADE, related_name="versions", db_index=False)
    first_line = models.PositiveIntegerField()
    last_line = models.PositiveIntegerField()

    class Meta:
        ordering = ["edition", "position"]
        constraints = [models.UniqueConstraint(fields=["edition", "key"], name="one_version_a_key")]
        indexes = [models.Index(fields=["edition", "position"])]
        verbose_name = "rule in an edition"
        verbose_name_plural = "rules in an edition"

    def __str__(self) -> str:
        return f"{self.number}@{self.edition.effective}"

    def get_absolute_url(self) -> str:
        return f"{self.edition.get_absolute_url()}{self.key}/"

    @property
    def text(self) -> str:
        """The provision's clean text, "" for a heading."""
        return self.wording.text if self.wording else ""

    @property
    def address(self) -> str:
        """``402.8g@2006-10-01``: its name in commands and links."""
        return f"{self.key}@{self.edition.slug}"

    @property
    def parsed(self) -> RuleNumber:
        """The number, parsed."""
        return RuleNumber.parse(self.number)


class Witness(models.Model):
    """One source's words for one provision; the version shows the words of the best-ranked witness.

    Where only one source has a provision, and nobody corrected it, no witness is stored: the version has the same
    words.
    """

    version = models.ForeignKey(RuleVersion, models.CASCADE, related_name="witnesses")
    source = models.ForeignKey(Source, models.CASCADE, related_name="witnesses")
    title = models.CharField(max_length=200, blank=True)
    wording = models.ForeignKey(Wording, models.PROTECT, null=True, blank=True)
    examples = models.PositiveSmallIntegerField(default=0, help_text="The number of its labelled examples.")
    first_line = models.PositiveIntegerField()
    last_line = models.PositiveIntegerField()
    agrees = models.BooleanField(default=True, help_text="Same words as the version shown, typography apart.")

    class Meta:
        ordering = ["version", "source__rank"]
        verbose_name_plural = "witnesses"

    def __str__(self) -> str:
        return f"{self.version.key} in {self.source.name}"


class Flag(models.Model):
    """A doubt about a provision, shown but not repaired: an impossible date, a missing symbol, a duplicate number."""

    version = models.ForeignKey(RuleVersion, models.CASCADE, related_name="flags")
    kind = models.CharField(max_length=30)
    note = models.CharField(max_length=300)
    line = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.kind}: {self.note}"
