"""Concept × scenarios: whatever is switched off, some scenario notices, or the concept is listed as not needed yet."""

from __future__ import annotations

import tomllib

import pytest

from rulesite.checks.models import Scenario
from rulesite.engine.eras.concepts import CONCEPTS
from rulesite.engine.scenario import HOLDS, outcome_without
from tests.scenarios import GAPS, scenarios

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("played_pocket")]
LISTED = set(tomllib.loads(GAPS.read_text("utf-8"))["unexercised"])


def asked_by_row():
    """What the engine asked for in the game of each scenario under its own rules, in the order of the files."""
    rows = Scenario.objects.order_by("position")
    return [set(row.verdicts.on(row.ruleset).get().transcript.record["asked"]) for row in rows]


def test_every_concept_is_needed_by_a_scenario_or_listed():
    games = list(zip(scenarios(), asked_by_row(), strict=True))
    needed = set()
    for concept in CONCEPTS:
        asking = [scenario for scenario, asked in games if concept in asked]
        # First those of whose controls one is played without it.
        asking.sort(key=lambda each, name=concept: all(name not in control.without for control in each.controls))
        if any(outcome_without(each, concept) != HOLDS for each in asking):
            needed.add(concept)
    assert set(CONCEPTS) - needed == LISTED
