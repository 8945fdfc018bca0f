"""Links between scenarios and the words of examples."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.db import models

from rulesite.checks.examples import day_of_rules
from rulesite.checks.models.scenarios import Scenario
from rulesite.rulebook.models import Example, GlossaryTerm, RuleVersion


class Binding(models.Model):
    """One scenario and one example of one edition. Derived; only `Pin` and `Confirmation` are permanent."""

    class State(models.TextChoices):
        """How certain it is that the game is for the present words."""

        BOUND = "bound", "bound to these words"
        REWORDED = "reworded", "the same in other words"
        FIRST_WORDS = "first words", "found by its first words"
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
    differences = models.JSONField(
        default=list, blank=True,
        help_text="Of the same in other words: of each place the known words, those here, and why that is the same.",
    )  # fmt: skip

    guessed = models.BooleanField(
        default=False,
        help_text="Whether only the first words of a cite led here: no edition is held that says what came after them.",
    )

    class Meta:
        ordering = ["scenario", "cite", "example__version__edition__effective"]
        indexes = [models.Index(fields=["example", "state"])]

    def __str__(self) -> str:
        return f"{self.scenario.slug} — {self.address}"

    @property
    def counts(self) -> bool:
        """Whether the scenario's outcome applies to the example's present words."""
        return self.state in COUNTING

    @property
    def stands(self) -> RuleVersion | GlossaryTerm | None:
        """The provision or the term that prints the example, None without an example."""
        return (self.example.version or self.example.term) if self.example else None

    @property
    def day(self) -> date | None:
        """The day of the rules that the example's edition describes."""
        return day_of_rules(self.stands.edition.effective, self.stands.edition.rules) if self.stands else None


COUNTING = (Binding.State.BOUND, Binding.State.REWORDED, Binding.State.CONFIRMED, Binding.State.FIRST_WORDS)
"""The states in which a scenario's outcome applies to the example's present words."""


class Pin(models.Model):
    """The complete words that a scenario was bound to when the opening in its cite was found at ``address``.

    They count as long as the opening is found there: if the words have changed since, the scenario was written for
    other words. Derived from the library with that name.
    """

    scenario = models.SlugField(max_length=80, help_text="The scenario's slug.")
    cite = models.CharField(max_length=120, help_text="The cite that the opening stands in.")
    opening = models.CharField(max_length=200, help_text="The opening words by which it was found.")
    library = models.CharField(max_length=80, help_text="The library that it was found in.")
    address = models.CharField(max_length=120, help_text="Where the example stands.")
    fingerprint = models.CharField(max_length=16, help_text="Of the example's words.")

    class Meta:
        ordering = ["scenario", "cite"]
        constraints = [models.UniqueConstraint(fields=["scenario", "cite", "opening", "library"], name="one_pin")]

    def __str__(self) -> str:
        return f"{self.scenario} — {self.address}"


class Confirmation(models.Model):
    """A person's confirmation that a scenario also plays other words of its example.

    It stores scenario and words by slug and fingerprint, and so outlives every edition.
    """

    scenario = models.SlugField(max_length=80, help_text="The scenario's slug.")
    fingerprint = models.CharField(max_length=16, help_text="Of the example's words.")
    address = models.CharField(max_length=120, blank=True, help_text="Where the example stood at the time.")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-made"]
        constraints = [models.UniqueConstraint(fields=["scenario", "fingerprint"], name="one_confirmation_of_words")]

    def __str__(self) -> str:
        return f"{self.scenario} — {self.address}"
