"""What joins a scenario to the words of an example."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.db import models

from rulesite.checks.models.scenarios import Scenario
from rulesite.rulebook.models import Example, GlossaryTerm, RuleVersion


class Binding(models.Model):
    """One scenario and one example of one edition. Made anew by every check; what lasts is `Confirmation`."""

    class State(models.TextChoices):
        """How sure it is that the game is for the words as they stand."""

        BOUND = "bound", "bound to these words"
        CONFIRMED = "confirmed", "other words, confirmed by a person"
        OTHER_WORDS = "other words", "written for other words"
        NOTHING = "nothing", "nothing to bind"

    scenario = models.ForeignKey(Scenario, models.CASCADE, related_name="bindings")
    cite = models.PositiveSmallIntegerField(help_text="Which of the scenario's cites, from 0.")
    example = models.ForeignKey(Example, models.CASCADE, null=True, blank=True, related_name="bindings")
    state = models.CharField(max_length=12, choices=State.choices, db_index=True)
    address = models.CharField(max_length=120, help_text="Where the example stands: cr/2006-10-01/409.1h example 1.")
    fingerprint = models.CharField(max_length=16, blank=True, help_text="Of the words that stand there.")
    note = models.CharField(max_length=300, blank=True, help_text="How it was found, or why not.")

    class Meta:
        ordering = ["scenario", "cite", "example__version__edition__effective"]
        indexes = [models.Index(fields=["example", "state"])]

    def __str__(self) -> str:
        return f"{self.scenario.slug} — {self.address}"

    @property
    def counts(self) -> bool:
        """Whether the scenario's outcome says something about the example as it stands."""
        return self.state in (self.State.BOUND, self.State.CONFIRMED)

    @property
    def stands(self) -> RuleVersion | GlossaryTerm | None:
        """The provision or the term that prints the example, None where there is nothing to bind."""
        return (self.example.version or self.example.term) if self.example else None

    @property
    def day(self) -> date | None:
        """The day of the edition that prints the example."""
        return self.stands.edition.effective if self.stands else None


class Confirmation(models.Model):
    """That a scenario plays what certain words tell.

    With ``opening`` it was made when the opening words in the scenario's cite were first found, and pins the whole
    example; otherwise a person read other words of the same example and said that the scenario fits them too.
    """

    scenario = models.SlugField(max_length=80, help_text="The scenario's slug.")
    fingerprint = models.CharField(max_length=16, help_text="Of the example's words.")
    opening = models.CharField(max_length=200, blank=True, help_text="The opening words by which it was found.")
    cite = models.CharField(max_length=120, blank=True, help_text="The cite that they stand in.")
    library = models.CharField(max_length=80, blank=True, help_text="The library that it was found in.")
    address = models.CharField(max_length=120, blank=True, help_text="Where the example stood at the time.")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-made"]
        constraints = [
            models.UniqueConstraint(
                fields=["scenario", "fingerprint", "opening", "cite", "library"], name="one_confirmation_of_words"
            )
        ]

    def __str__(self) -> str:
        return f"{self.scenario} — {self.address}"
