"""Concept × scenarios: whatever is switched off, some scenario notices, or the concept is listed as not needed yet."""

from __future__ import annotations

import tomllib

import pytest

from rulesite.checks.models import Scenario
from rulesite.engine.eras.concepts import CONCEPTS, rule_number
from rulesite.engine.scenario import HOLDS, outcome_without
from tests.scenarios import GAPS, scenarios, texts_kept

pytestmark = [pytest.mark.django_db, pytest.mark.slow(seconds=15), pytest.mark.usefixtures("played_pocket")]
LISTED = set(tomllib.loads(GAPS.read_text("utf-8"))["unexercised"])


NEEDED_IN = {
    "becomes_played": "cascade.toml#1",
    "duration": "double-faced.toml#3",
    "enters_trigger": "names-of-tokens-and-cards.toml#2",
    "parts_in_layers": "day-and-night.toml#1",
    "state_trigger_rearms": "first-editions.toml#8",
    "target_itself": "playing-rules.toml#1",
}
"""Of what hundreds of games ask for and few need, a game that does: it is tried before the others."""


def asked_by_row():
    """What the engine asked for in the game of each scenario under its own rules, and what each of its steps was by,
    in the order of the files."""
    rows = Scenario.objects.order_by("position")
    records = (row.verdicts.on(row.ruleset).get().transcript.record for row in rows)
    return [(set(record["asked"]), [step["concept"] for step in record["steps"]]) for record in records]


def turn(concept, scenario, steps):
    """When a game is tried: that which is known to need the concept, those of whose controls one is played without it,
    those of an example of its rule, those with a step by it; of these the short ones first."""
    return (
        scenario.name != NEEDED_IN.get(concept),
        all(concept not in control.without for control in scenario.controls),
        all(rule_number(concept, cite.edition) != cite.rule for cite in scenario.cites),
        concept not in steps,
        len(steps),
    )


def notices(scenario, concept):
    """Whether a game comes out otherwise without a concept."""
    with texts_kept(scenario.path):
        return outcome_without(scenario, concept) != HOLDS


def test_every_concept_is_needed_by_a_scenario_or_listed():
    games = list(zip(scenarios(), asked_by_row(), strict=True))
    needed = set()
    for concept in CONCEPTS:
        asking = [(turn(concept, scenario, steps), scenario) for scenario, (asked, steps) in games if concept in asked]
        asking.sort(key=lambda each: each[0])
        if any(notices(scenario, concept) for _, scenario in asking):
            needed.add(concept)
    assert set(CONCEPTS) - needed == LISTED
