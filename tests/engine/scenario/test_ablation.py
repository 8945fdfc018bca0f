"""Concept × scenarios: whatever is switched off, some scenario notices, or the concept is listed as not needed yet."""

from __future__ import annotations

import tomllib

import pytest

from rulesite.engine.eras.concepts import CONCEPTS
from rulesite.engine.scenario import load
from rulesite.engine.scenario.ablation import concept_table, notices, unexercised
from tests.scenarios import FOLDER, NOT_MODELLED, scenarios

LISTED = set(tomllib.loads(NOT_MODELLED.read_text("utf-8"))["unexercised"])


def test_a_scenario_notices_that_its_concept_is_gone_and_does_not_mind_another() -> None:
    (scenario,) = load(FOLDER / "look-back.toml")
    assert notices(scenario, "look_back")
    assert not notices(scenario, "poison")


@pytest.mark.slow
def test_every_concept_is_needed_by_a_scenario_or_listed() -> None:
    table = concept_table(list(scenarios()), every=False)
    assert set(table) == set(CONCEPTS)
    assert set(unexercised(table)) <= LISTED
