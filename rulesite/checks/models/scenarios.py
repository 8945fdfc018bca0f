"""Scenarios as in their files, and the list of examples that are not modelled."""

from __future__ import annotations

from django.db import models
from django.urls import get_script_prefix

LONGEST = 40_000
"""Maximum characters of a scenario from a visitor; the project's own are at most a tenth of it."""


class Scenario(models.Model):
    """One scenario of a file: a small game for a worked example.

    The file is the original; this row is a copy for the pages, with corrections applied. ``digest`` is equal for equal
    texts.
    """

    slug = models.SlugField(max_length=80, unique=True)
    path = models.CharField(max_length=120, help_text="The file's name in the folder of scenarios.")
    key = models.CharField(max_length=8, blank=True, help_text="Its number, where the file holds several.")
    position = models.PositiveIntegerField(default=0)
    title = models.CharField(max_length=200)
    kind = models.CharField(max_length=20, blank=True)
    ruleset = models.DateField(null=True, help_text="The day whose rules it was written for.")
    text = models.TextField(help_text="TOML, as in the file; what several scenarios of a file share is before it.")
    written = models.TextField(
        blank=True, help_text="The text as the file has it, where a person corrected the scenario; else nothing."
    )
    digest = models.CharField(max_length=32)
    read_by = models.CharField(max_length=32, blank=True, help_text="The digest of the engine that read the file.")
    cites = models.JSONField(default=list, help_text="The examples that it says it illustrates.")
    problem = models.TextField(blank=True, help_text="Why the file cannot be read.")

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return f"{get_script_prefix()}games/{self.slug}/"

    def address_on(self, day: str) -> str:
        """The page of the game under the rules of a day."""
        return f"{self.get_absolute_url()}{day}/"

    @property
    def name(self) -> str:
        """Its name in reports: the file, and its number if there are several."""
        return f"{self.path}#{self.key}" if self.key else self.path


class KnownGap(models.Model):
    """An example that is listed as not modelled, with the reason; from ``not-modelled.toml``."""

    document = models.CharField(max_length=40)
    edition = models.DateField()
    rule = models.CharField(max_length=40)
    ordinal = models.PositiveSmallIntegerField(default=1)
    labelled = models.BooleanField()
    reason = models.CharField(max_length=400)

    class Meta:
        ordering = ["document", "edition", "rule", "ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["document", "edition", "rule", "ordinal", "labelled"], name="one_gap")
        ]

    def __str__(self) -> str:
        return f"{self.document}/{self.edition}/{self.rule} example {self.ordinal}"
