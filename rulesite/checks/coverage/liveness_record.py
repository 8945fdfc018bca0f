"""Liveness: the latest measurement, stored in the data folder for its page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rulesite.checks.coverage.record import held, keep
from rulesite.engine.liveness.outcome import DEAD

NAME = "liveness.json"
MOST_KEPT = 200
FIGURES = (
    "cards",
    "cards_read",
    "cards_refused",
    "abilities",
    "alive",
    "dead",
    "not_modelled",
    "outside",
    "cards_with_dead",
)


@dataclass(frozen=True)
class DeadAbility:
    """An ability that made no difference: its card, its kind, its number there, and how many tables were tried."""

    card: str
    kind: str
    number: int
    tables: int


@dataclass(frozen=True)
class Liveness:
    """The figures of a measurement, with the file's name, the day of the rules, the most tables and the time.

    `dead` are the abilities that made no difference, `refusals` what the engine does not do, with the number of
    abilities and cards that need it. It contains no card's text.
    """

    source: str
    rules: str
    tables: int
    taken: datetime
    figures: dict[str, int]
    dead: tuple[DeadAbility, ...] = ()
    refusals: tuple[tuple[str, int], ...] = ()


def record(results: dict[str, Any], source: Path, rules: str, tables: int) -> Path:
    """Store a measurement, completely or not at all; return the file's path.

    Raises OSError if the data folder is not writable.
    """
    dead = [row for row in results["rows"] if row["verdict"] == DEAD]
    data = {
        "source": source.name,
        "rules": rules,
        "tables": tables,
        "taken": datetime.now(UTC).isoformat(timespec="seconds"),
        "figures": {name: results[name] for name in FIGURES},
        "dead": [[row["name"], row["kind"], row["number"], row["tables"]] for row in dead[:MOST_KEPT]],
        "refusals": list(results["refusals"].items())[:MOST_KEPT],
    }
    return keep(NAME, data)


def last() -> Liveness | None:
    """The latest measurement; None without one, or if the file is not a valid record."""
    return held(NAME, _liveness)


def _liveness(data: dict[str, Any]) -> Liveness:
    return Liveness(
        str(data["source"]),
        str(data["rules"]),
        int(data["tables"]),
        datetime.fromisoformat(data["taken"]),
        {name: int(data["figures"][name]) for name in FIGURES},
        tuple(
            DeadAbility(str(card), str(kind), int(number), int(tables)) for card, kind, number, tables in data["dead"]
        ),
        tuple((str(reason), int(number)) for reason, number in data["refusals"]),
    )
