"""The concepts of the engine, and the scenarios that exercise them."""

from __future__ import annotations

from datetime import date

from django.db import models

from rulesite.checks.models.scenarios import Scenario

_SPOKEN = {
    "apnap_order": "in turn order",
    "cannot": "“can’t” comes first",
    "could_produce": "mana that it could produce",
    "function_elsewhere": "works in another zone",
    "if_you_do": "“if you do”",
    "intervening_if": "“if” after the event",
    "intervening_if_again": "“if” tested again",
    "one_of_exclusive": "one of several moves",
    "static_on_stack": "static abilities on the stack",
    "undefined_choice": "a choice never made",
}
"""Labels where the name itself is no plain English."""


def label_of(name: str) -> str:
    """The name of a concept or a switch in words.

    >>> label_of("look_back"), label_of("apnap_order")
    ('look back', 'in turn order')
    """
    return _SPOKEN.get(name) or name.replace("_", " ")


class Concept(models.Model):
    """One feature of the engine, with the number of its rule in each era; a copy of the engine's table."""

    name = models.SlugField(max_length=60, unique=True)
    says = models.CharField(max_length=300)
    since = models.JSONField(default=list, help_text="Pairs of edition and rule number, oldest first.")
    modules = models.JSONField(default=list, help_text="The modules of the engine that play it.")
    position = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return self.name

    @property
    def rooms(self) -> list[str]:
        """The engine's packages that implement it, without repetitions."""
        return list(dict.fromkeys(module.partition("/")[0] for module in self.modules))

    @property
    def label(self) -> str:
        """The name in words."""
        return label_of(self.name)

    def number_on(self, day: date) -> str:
        """The number of its rule in the edition in force on a day; "" if unknown or if the rule no longer exists."""
        latest = ""
        for edition, number in self.since:
            if edition <= day.isoformat():
                latest = number
        return latest


class Exercise(models.Model):
    """A scenario that uses a concept; ``fails`` tells whether it fails when the concept is switched off."""

    concept = models.ForeignKey(Concept, models.CASCADE, related_name="exercises")
    scenario = models.ForeignKey(Scenario, models.CASCADE, related_name="exercises")
    fails = models.BooleanField(help_text="It no longer holds without the concept.")
    outcome = models.CharField(max_length=12, help_text="What it says without the concept.")
    scenario_digest = models.CharField(max_length=32)
    engine_digest = models.CharField(max_length=32)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["concept", "scenario"], name="one_exercise")]

    def __str__(self) -> str:
        return f"{self.concept.name} in {self.scenario.slug}"
