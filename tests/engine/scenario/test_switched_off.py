"""A concept that is switched off: a scenario that needs it notices, another does not mind."""

from __future__ import annotations

from rulesite.engine.scenario import HOLDS, load, outcome_without, run
from tests.scenarios import FOLDER


def test_a_scenario_notices_that_its_concept_is_gone_and_does_not_mind_another() -> None:
    (scenario,) = load(FOLDER / "look-back.toml")
    assert outcome_without(scenario, "look_back") != HOLDS
    assert outcome_without(scenario, "poison") == HOLDS


def test_what_is_asked_while_a_game_is_set_up_counts_as_asked() -> None:
    markers = load(FOLDER / "grand-melee.toml")[0]
    assert "turn_markers" in run(markers).asked
    assert outcome_without(markers, "turn_markers") != HOLDS
