"""The scenarios of the project, read once for all tests that go through them, whichever process they run in."""

from __future__ import annotations

import pickle
from collections.abc import Collection, Iterable
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path

import pytest

import rulesite.engine
from rulesite.engine import disk_cache
from rulesite.engine.cardtext.parser.read import keeping
from rulesite.engine.scenario import Scenario, load

FOLDER = Path(__file__).parents[1] / "fixtures" / "scenarios"
GAPS = FOLDER / "not-modelled.toml"
FILES = sorted(path for path in FOLDER.glob("*.toml") if path != GAPS)


@cache
def scenarios() -> tuple[Scenario, ...]:
    """All of them, in the order of their files; kept until a file or the engine changes, by which they are read."""
    source = f"{disk_cache.digest_of(Path(rulesite.engine.__file__).parent)} {disk_cache.digest_of(FOLDER)}"
    return disk_cache.kept("scenarios", source, _read, pickle.dumps, pickle.loads)


def _read() -> tuple[Scenario, ...]:
    return tuple(scenario for path in FILES for scenario in load(path))


def texts_kept(path: str) -> AbstractContextManager[None]:
    """Within the block the cards of a file of scenarios are read as the site reads them: once for all processes, for as
    long as nothing changes that a reading is made by."""
    return keeping(f"texts-of-{path}")


def each_file(paths: Iterable[Path], sample: Collection[Path]) -> pytest.MarkDecorator:
    """The parameter `path` of a test that is tried on the files of a sample, and in a thorough run on all."""
    rest = pytest.mark.thorough("all scenarios")
    params = [path if path in sample else pytest.param(path, marks=rest) for path in paths]
    return pytest.mark.parametrize("path", params, ids=lambda path: path.stem)
