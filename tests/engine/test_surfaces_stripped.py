"""The words that a node keeps for printing decide nothing: without any of them every game goes on as it does with them.

What decides something is a field of its node. `surface` and `joint` are what printing has; two nodes that differ in
them alone are equal, so they may not play differently.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rulesite.engine
from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.scenario import Scenario, load, run
from tests.scenarios import scenarios

SITUATIONS = sorted((Path(__file__).parent / "situations").glob("*.toml"))
SPREAD = 16
"""Of so many scenarios one is played at once; a day's run plays all of them."""
ROOMS = Path(rulesite.engine.__file__).parent


def stripped(tree: Any) -> Any:
    """A tree of which no node keeps any words."""
    return ir.rewrite(tree, _bare)


def _bare(node: ir.Node) -> ir.Node:
    kept: dict[str, Any] = {field.name: field.default for field in fields(node) if not field.compare}
    return replace(node, **kept)


@cache
def _read_bare(text: str, host: Host, rules: Ruleset) -> tuple[ir.Ability, ...]:
    return stripped(read(text, host, rules))


@contextmanager
def no_surfaces(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Within the block the engine gets every text without the words that it was read from."""
    with monkeypatch.context() as patch:
        for name, module in list(sys.modules.items()):
            own = name.startswith("rulesite.engine.") and not name.startswith("rulesite.engine.cardtext")
            if own and getattr(module, "read", None) is read:
                patch.setattr(module, "read", _read_bare)
        yield


def _played(scenario: Scenario) -> dict[str, Any]:
    """All that an outcome tells but the words of its transcript, which may print a node, and what a reader looked
    at."""
    outcome = run(scenario).to_dict()
    for name in ("asked", "looked_at"):
        outcome.pop(name)
    outcome["steps"] = [{name: value for name, value in step.items() if name != "text"} for step in outcome["steps"]]
    return outcome


EVERY = [*scenarios(), *(scenario for path in SITUATIONS for scenario in load(path))]


@pytest.mark.parametrize(
    "scenario",
    [
        pytest.param(each, id=f"{Path(each.path).stem} {each.name}", marks=[pytest.mark.slow] if place % SPREAD else [])
        for place, each in enumerate(EVERY)
    ],
)
def test_every_game_goes_the_same_without_the_words(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    told = _played(scenario)
    with no_surfaces(monkeypatch):
        assert _played(scenario) == told


def test_a_stripped_tree_is_equal_and_has_no_words() -> None:
    (told,) = read("Destroy target creature. It can't be regenerated.", Host.parse("Instant"), Ruleset.on("2006-10-01"))
    bare = stripped(told)
    assert bare == told
    assert any(node.surface for node in ir.walk(told))
    assert not any(node.surface for node in ir.walk(bare))


def test_no_module_that_plays_looks_at_the_words() -> None:
    rooms = [
        path
        for path in ROOMS.rglob("*.py")
        if path.relative_to(ROOMS).parts[0] not in ("abilities", "cardtext", "language")
    ]
    assert len(rooms) > 100
    assert [path for path in rooms if re.search(r"\.(surface|joint)\b", path.read_text("utf-8"))] == []
