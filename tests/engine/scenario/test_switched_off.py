"""Concept × scenarios: whatever is switched off, some scenario notices, or the concept is listed as not needed yet."""

from __future__ import annotations

import tomllib

import pytest

from rulesite.engine.eras.concepts import CONCEPTS
from rulesite.engine.scenario import HOLDS, load, outcome_without, run
from tests.scenarios import FOLDER, NOT_MODELLED, scenarios

LISTED = set(tomllib.loads(NOT_MODELLED.read_text("utf-8"))["unexercised"])


def test_a_scenario_notices_that_its_concept_is_gone_and_does_not_mind_another() -> None:
    (scenario,) = load(FOLDER / "look-back.toml")
    assert outcome_without(scenario, "look_back") != HOLDS
    assert outcome_without(scenario, "poison") == HOLDS


def test_what_is_asked_while_a_game_is_set_up_counts_as_asked() -> None:
    markers = load(FOLDER / "grand-melee.toml")[0]
    assert "turn_markers" in run(markers).asked
    assert outcome_without(markers, "turn_markers") != HOLDS


@pytest.mark.slow
def test_every_concept_is_needed_by_a_scenario_or_listed() -> None:
    asking = {concept: [] for concept in CONCEPTS}
    for scenario in scenarios():
        for concept in set(run(scenario).asked):
            asking[concept].append(scenario)
    for name, asked in asking.items():  # first those of whose controls one is played without it
        asked.sort(key=lambda each, name=name: all(name not in control.without for control in each.controls))
    needed = {name for name, asked in asking.items() if any(outcome_without(each, name) != HOLDS for each in asked)}
    assert set(CONCEPTS) - needed == LISTED
