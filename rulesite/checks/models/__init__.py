"""Scenarios, the examples that they are bound to, and what came of running them."""

from rulesite.checks.models.bindings import Binding, Confirmation
from rulesite.checks.models.concepts import Concept, Exercise
from rulesite.checks.models.scenarios import KnownGap, Scenario
from rulesite.checks.models.verdicts import Verdict

__all__ = ["Binding", "Concept", "Confirmation", "Exercise", "KnownGap", "Scenario", "Verdict"]
