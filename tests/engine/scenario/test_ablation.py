"""Concept × scenarios: whatever is switched off, some scenario notices, or the concept is listed as not needed yet."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from rulesite.engine.eras.concepts import CONCEPTS
from rulesite.engine.scenario import load
from rulesite.engine.scenario.ablation import concept_table, notices, unexercised

FOLDER = Path(__file__).parents[3] / "fixtures" / "scenarios"
LISTED = set(tomllib.loads((FOLDER / "not-modelled.toml").read_text("utf-8"))["unexercised"])


def test_a_scenario_notices_that_its_concept_is_gone_and_does_not_mind_another() -> None:
    (scenario,) = load(FOLDER / "look-back.toml")
    assert notices(scenario, "look_back")
    assert not notices(scenario, "poison")


@pytest.mark.slow
def test_every_concept_is_needed_by_a_scenario_or_listed() -> None:
    files = [path for path in sorted(FOLDER.glob("*.toml")) if path.name != "not-modelled.toml"]
    table = concept_table([scenario for path in files for scenario in load(path)], every=False)
    assert set(table) == set(CONCEPTS)
    assert set(unexercised(table)) <= LISTED
