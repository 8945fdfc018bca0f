"""References inside texts, their resolution in each edition, and source tags."""

from __future__ import annotations

from django.db import models

from rulesite.rulebook.models.documents import Edition
from rulesite.rulebook.models.glossary import GlossaryTerm
from rulesite.rulebook.models.rules import RuleVersion, Wording


class Outcome(models.TextChoices):
    """The outcome of resolving a citation; a failure is stored too, never passed over in silence."""

    RESOLVED = "resolved"
    DANGLING = "dangling", "dangling: nothing there"
    AMBIGUOUS = "ambiguous", "ambiguous: more than one candidate"
    EXTERNAL = "external", "external: outside this document"
    WAITING = "waiting", "waiting for its edition to be loaded"


class Reference(models.Model):
    """A passage of a wording that cites rules or terms: characters ``start`` to ``end`` of its text."""

    wording = models.ForeignKey(Wording, models.CASCADE, related_name="references")
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    cited = models.CharField(max_length=120, help_text="As printed.")
    kind = models.CharField(max_length=16)
    document = models.CharField(
        max_length=40, blank=True, db_index=True, help_text="The slug of the work that it cites, if not its own."
    )

    class Meta:
        ordering = ["wording", "start"]

    def __str__(self) -> str:
        return self.cited


class Citation(models.Model):
    """A reference as resolved in one edition that prints its wording."""

    reference = models.ForeignKey(Reference, models.CASCADE, related_name="citations")
    edition = models.ForeignKey(Edition, models.CASCADE, related_name="citations", db_index=False)
    outcome = models.CharField(max_length=10, choices=Outcome.choices)
    reason = models.CharField(max_length=200, blank=True)
    suggestion = models.CharField(
        max_length=60, blank=True, help_text="What was probably meant, if too uncertain for a link."
    )

    class Meta:
        indexes = [models.Index(fields=["edition", "outcome"])]

    def __str__(self) -> str:
        return f"{self.reference.cited}: {self.outcome}"


class CitationTarget(models.Model):
    """One provision or term that a citation leads to (a range has many)."""

    citation = models.ForeignKey(Citation, models.CASCADE, related_name="targets")
    version = models.ForeignKey(RuleVersion, models.CASCADE, null=True, blank=True, related_name="cited_by")
    term = models.ForeignKey(
        GlossaryTerm, models.CASCADE, null=True, blank=True, related_name="cited_by", db_index=False
    )

    class Meta:
        indexes = [models.Index(fields=["term"], condition=models.Q(term__isnull=False), name="targets_that_are_terms")]

    def __str__(self) -> str:
        return str(self.version or self.term)


class Attribution(models.Model):
    """A source tag in a wording: the author, the day and the number it gives."""

    wording = models.ForeignKey(Wording, models.CASCADE, related_name="attributions")
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    text = models.CharField(max_length=160)
    authority = models.CharField(max_length=80)
    document = models.CharField(max_length=40, blank=True, help_text="The slug of the work it names, if it is ours.")
    date = models.DateField(null=True, blank=True)
    date_text = models.CharField(max_length=40, blank=True)
    precision = models.CharField(max_length=8, choices=Edition.Precision.choices, default=Edition.Precision.UNKNOWN)
    cited = models.CharField(max_length=60, blank=True, help_text="The cited number or numbers, as printed.")
    problem = models.CharField(max_length=120, blank=True)
    read_as = models.CharField(max_length=160, blank=True, help_text="The tag that a person corrected it to.")
    outcome = models.CharField(max_length=10, choices=Outcome.choices, default=Outcome.EXTERNAL)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["wording", "start"]

    def __str__(self) -> str:
        return self.text


class AttributionTarget(models.Model):
    """A provision that a source tag cites, in the edition of the tag's date."""

    attribution = models.ForeignKey(Attribution, models.CASCADE, related_name="targets")
    version = models.ForeignKey(RuleVersion, models.CASCADE, related_name="attributed_by")

    def __str__(self) -> str:
        return str(self.version)
