"""A card's older wording and today's wording are read to one tree, on every day."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.eras.ruleset import Ruleset

DATA = tomllib.loads(Path(__file__).with_name("old_and_new.toml").read_text("utf-8"))
PAIRS = [tuple(pair) for rewording in DATA["rewording"] for pair in rewording["pairs"]]
DAYS = ("1999-09-01", "2006-10-01", "2021-11-19", "2024-06-07")


def tree(text: str, on: str, day: str) -> tuple[Any, ...]:
    return tuple(ir.without_words(ability) for ability in read(text, Host.parse(on), Ruleset.on(day)))


@pytest.mark.parametrize(
    ("on", "old", "new"), PAIRS, ids=[f"{number}-{old[:40]}" for number, (_, old, _) in enumerate(PAIRS)]
)
def test_old_and_new_words_are_read_to_one_tree(on: str, old: str, new: str) -> None:
    for day in DAYS:
        assert tree(old, on, day) == tree(new, on, day)


def test_there_are_many_pairs_and_none_says_the_same_words_twice() -> None:
    assert len(PAIRS) >= 150
    assert len(set(PAIRS)) == len(PAIRS)
    assert all(old != new for _, old, new in PAIRS)
