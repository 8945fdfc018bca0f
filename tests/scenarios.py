"""The scenarios of the project, read once by each process for all tests that go through them."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path

from rulesite.engine.cardtext.reading import keeping
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


def texts_kept(path: str) -> AbstractContextManager[None]:
    """Within the block the cards of a file of scenarios are read as the site reads them: once for all processes, for as
    long as nothing changes that a reading is made by."""
    return keeping(f"texts-of-{path}")
