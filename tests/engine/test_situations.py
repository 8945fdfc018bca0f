"""Situations that judges are asked about, argued from rule numbers before they were played.

Up to 80 they were written by a hand that had not seen the engine, from 81 on by one that had; those from 200 on were
all argued before the first was played. Each file of ``situations/`` says in its head what happens and why, under one
edition and another. None may be contradicted; what is not modelled is so by name.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesite.engine.scenario import load, run

FILES = sorted((Path(__file__).parent / "situations").glob("*.toml"))


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_goes_as_it_was_argued(path: Path) -> None:
    for scenario in load(path):
        outcome = run(scenario)
        assert outcome.outcome == "holds", f"{scenario.title}: {outcome.reason}"


def test_there_are_situations() -> None:
    assert len(FILES) > 150
