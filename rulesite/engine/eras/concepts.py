"""Concepts: everything that the engine does has one name, with its rule number in every edition.

The table is ``concepts.toml``. The trace cites a concept for each step; ``without={"look_back"}`` switches one off,
and then the engine really behaves differently.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Concept:
    """One concept of the rules. ``since`` lists (edition, number), oldest first; ``""`` where it is gone."""

    name: str
    says: str
    since: tuple[tuple[str, str], ...]

    def rule_on(self, date: str) -> tuple[str, str]:
        """The edition from which the number counts and the number in force on ``date``; empty when unknown.

        >>> CONCEPTS["look_back"].rule_on("2006-10-01")[1]
        '410.10d'
        """
        found = ("", "")
        for edition, number in self.since:
            if edition <= date:
                found = (edition, number)
        return found


def _read(path: Path) -> dict[str, Concept]:
    with path.open("rb") as file:
        table = tomllib.load(file)
    return {name: Concept(name, row["says"], tuple(sorted(row["since"].items()))) for name, row in table.items()}


CONCEPTS = _read(Path(__file__).with_name("concepts.toml"))


def rule_number(concept: str, date: str) -> str:
    """The number of a concept's rule on a day, ``""`` when that day's edition has none or none is known.

    Raises ``KeyError`` for an unknown name.

    >>> rule_number("cost_lock_in", "2006-10-01"), rule_number("cost_lock_in", "2018-01-19")
    ('409.1f', '601.2f')
    """
    return CONCEPTS[concept].rule_on(date)[1]
