"""The scenarios of the project, read once by each process for all tests that go through them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulesite.engine.scenario import Scenario, load

FOLDER = Path(__file__).parents[1] / "fixtures" / "scenarios"
GAPS = FOLDER / "not-modelled.toml"
FILES = sorted(path for path in FOLDER.glob("*.toml") if path != GAPS)


@cache
def scenarios_of(path: Path) -> tuple[Scenario, ...]:
    """Those of a file."""
    return tuple(load(path))


@cache
def scenarios() -> tuple[Scenario, ...]:
    """All of them, in the order of their files."""
    return tuple(scenario for path in FILES for scenario in scenarios_of(path))
