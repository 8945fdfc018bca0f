"""The admin of worked examples: results, and the form that corrects a scenario."""

from rulesite.checks.admin import results, scenarios

__all__ = ["results", "scenarios"]
