"""Concept × scenarios: whatever is switched off, some scenario notices, or the concept is listed as not needed yet."""

from __future__ import annotations

import tomllib

import pytest

from rulesite.checks.models import Scenario
from rulesite.engine.eras.concepts import CONCEPTS
from rulesite.engine.scenario import HOLDS, outcome_without
from tests.scenarios import GAPS, scenarios

pytestmark = [pytest.mark.django_db, pytest.mark.slow(seconds=50), pytest.mark.usefixtures("played_pocket")]
LISTED = set(tomllib.loads(GAPS.read_text("utf-8"))["unexercised"])


def asked_by_row():
    """What the engine asked for in the game of each scenario under its own rules, and in how many steps that was
    played, in the order of the files."""
    rows = Scenario.objects.order_by("position")
    records = (row.verdicts.on(row.ruleset).get().transcript.record for row in rows)
    return [(set(record["asked"]), len(record["steps"])) for record in records]


def test_every_concept_is_needed_by_a_scenario_or_listed():
    games = list(zip(scenarios(), asked_by_row(), strict=True))
    needed = set()
    for concept in CONCEPTS:
        asking = [
            (all(concept not in control.without for control in scenario.controls), steps, number)
            for number, (scenario, (asked, steps)) in enumerate(games)
            if concept in asked
        ]
        # First those of whose controls one is played without it, and of these the short ones.
        if any(outcome_without(games[number][0], concept) != HOLDS for *_, number in sorted(asking)):
            needed.add(concept)
    assert set(CONCEPTS) - needed == LISTED
