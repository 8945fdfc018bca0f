"""The texts that the tests of the reader share, from the files beside those tests."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.eras.ruleset import Ruleset

HERE = Path(__file__).parent / "cardtext"
FILES = ("quoted", "supplied", "varied", "varied_more", "varied_rare", "varied_late", "unseen", "printed_cards")


def file_of_texts(name: str) -> list[dict[str, Any]]:
    """The rows of one file."""
    found: list[dict[str, Any]] = tomllib.loads((HERE / f"{name}.toml").read_text("utf-8"))["text"]
    return found


def rows() -> list[Any]:
    """Every row of every file, as parameters for a test."""
    return [
        pytest.param(row, id=f"{name}-{number}-{row['says'][:40]}")
        for name in FILES
        for number, row in enumerate(file_of_texts(name), 1)
    ]


def abilities(row: dict[str, Any]) -> tuple[ir.Ability, ...]:
    """What the reader makes of a row's text."""
    return read(row["says"], Host.parse(row["on"], row.get("name")), Ruleset.on(row.get("rules", "2006-10-01")))
