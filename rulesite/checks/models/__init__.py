"""Scenarios, the examples that they are bound to, and their outcomes."""

from rulesite.checks.models.bindings import Binding, Confirmation, Pin
from rulesite.checks.models.comparisons import Comparison
from rulesite.checks.models.concepts import Concept, Exercise
from rulesite.checks.models.scenarios import KnownGap, Scenario
from rulesite.checks.models.tallies import Tally
from rulesite.checks.models.verdicts import Outcome, Transcript, Verdict

__all__ = [
    "Binding",
    "Comparison",
    "Concept",
    "Confirmation",
    "Exercise",
    "KnownGap",
    "Outcome",
    "Pin",
    "Scenario",
    "Tally",
    "Transcript",
    "Verdict",
]
