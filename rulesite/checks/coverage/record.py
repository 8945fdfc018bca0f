"""Coverage: the latest measurement of the reader on real cards, stored in the data folder for its page."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings

Record = TypeVar("Record")
NAME = "coverage.json"
MOST_KEPT = 60
FIGURES = (
    "cards",
    "cards_read",
    "paragraphs",
    "paragraphs_read",
    "exact",
    "otherwise",
    "different",
    "dropping",
)


@dataclass(frozen=True)
class Coverage:
    """The figures of a measurement, with the file's name, the day of the rules, and the time.

    `blocking`: the most frequent constructions that alone keep cards from being read; `dropped`: words without a
    counterpart in the resulting tree, with their counts. It contains no card's text.
    """

    source: str
    rules: str
    taken: datetime
    figures: dict[str, int]
    blocking: tuple[tuple[str, int], ...] = ()
    dropped: tuple[tuple[str, int], ...] = ()

    def share(self, part: str, whole: str) -> str:
        """A figure as a percentage of another; "" if the whole is zero.

        >>> taken = datetime(2021, 11, 19, tzinfo=UTC)
        >>> Coverage("cards.tsv", "2021-11-19", taken, {"cards": 8, "cards_read": 7}).share("cards_read", "cards")
        '87.5 %'
        """
        if not self.figures.get(whole):
            return ""
        return f"{100 * self.figures[part] / self.figures[whole]:.1f} %"


def record(found: dict[str, Any], source: Path, rules: str) -> Path:
    """Store a measurement, completely or not at all; return the file's path.

    Raises OSError if the data folder is not writable.
    """
    data = {
        "source": source.name,
        "rules": rules,
        "taken": datetime.now(UTC).isoformat(timespec="seconds"),
        "figures": {name: found[name] for name in FIGURES},
        "blocking": [(row["construction"], row["cards"]) for row in found["blocking"][:MOST_KEPT]],
        "dropped": list(found["dropped"].items())[:MOST_KEPT],
    }
    return keep(NAME, data)


def last() -> Coverage | None:
    """The latest measurement; None without one, or if the file is not a valid record."""
    return held(NAME, _coverage)


def _coverage(data: dict[str, Any]) -> Coverage:
    return Coverage(
        str(data["source"]),
        str(data["rules"]),
        datetime.fromisoformat(data["taken"]),
        {name: int(data["figures"][name]) for name in FIGURES},
        tuple((str(construction), int(number)) for construction, number in data["blocking"]),
        tuple((str(construction), int(number)) for construction, number in data["dropped"]),
    )


def keep(name: str, data: dict[str, Any]) -> Path:
    """Write a file of the data folder, completely or not at all; return its path. Raises OSError."""
    path = stored(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
        json.dump(data, file, ensure_ascii=False, indent=1)
    os.chmod(file.name, 0o644)
    Path(file.name).replace(path)
    return path


def held(name: str, make: Callable[[dict[str, Any]], Record]) -> Record | None:
    """What is made of a file of the data folder; None without the file, or if it is not a valid record."""
    try:
        return make(json.loads(stored(name).read_text("utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def stored(name: str) -> Path:
    """The path of a file of the data folder."""
    return Path(settings.DATA_DIR) / name
