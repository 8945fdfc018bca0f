"""Any table can be played: random real cards, random legal actions; no internal error, nothing lost, the same again.

``RANDOM_TABLES`` in the environment says how many tables are played (a few by default).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import random_tables

TABLES = int(os.environ.get("RANDOM_TABLES", "40"))
pytestmark = [
    pytest.mark.slow,
    pytest.mark.documents,
    pytest.mark.skipif(not random_tables.HERE.is_file(), reason="../shared/cards is not there"),
]


@pytest.fixture(scope="module")
def cards():
    return random_tables.cards_in()


@pytest.mark.parametrize(
    "first", [0, *(pytest.param(each, marks=pytest.mark.thorough("more tables")) for each in range(20, TABLES, 20))]
)
def test_a_random_table_can_be_played_and_played_again(cards, first):
    legal = 0
    for seed in range(first, min(first + 20, TABLES)):
        table = random_tables.played(seed, cards)
        assert random_tables.played(seed, cards).digest() == table.digest(), (seed, table.names)
        legal += table.done["legal"]
    assert legal > 100


def test_another_process_plays_the_same_game(cards):
    """Nothing goes by the order in which a process happens to keep a set, and no two of them keep it alike."""
    root = Path(__file__).parents[2]
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    found = subprocess.run(
        [sys.executable, random_tables.__file__, str(random_tables.HERE), "0", "6"],
        cwd=root,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert found == "".join(f"{table} {random_tables.played(table, cards).digest()}\n" for table in range(6))
