"""Labelled queries: what somebody may type, and what of the edition of 2026-06-19 answers it.

They lie in ``queries/``, each file by one hand, written from the documents before any of them was searched.  In a label
a star stands for all that begins so, ``glossary:Haste`` for an entry of the glossary.  Of every file but ``seen.toml``,
``asked.toml``, ``drawn.toml`` and ``lots.toml`` each second query of a kind is held back: nothing is learned from it or
mended by it.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulesite.search.results.hits import Hit
from rulesite.search.store.schema import GLOSSARY, INDEX

EDITION = "cr/2026-06-19"
_FILES = Path(__file__).with_name("queries")
_LEARNED_FROM = ("seen", "asked", "drawn", "lots")
"""Files that are learned from as a whole."""


@dataclass(frozen=True)
class Row:
    """A query, of which kind it is, what should come first, and what else answers it well."""

    query: str
    kind: str
    first: tuple[str, ...]
    well: tuple[str, ...]
    edition: str
    held_back: bool

    def is_first(self, number: str, kind: str, title: str) -> bool:
        """Whether what stands there should come first."""
        return any(_fits(label, number, kind, title) for label in self.first)

    def is_well(self, number: str, kind: str, title: str) -> bool:
        """Whether what stands there answers it well."""
        return any(_fits(label, number, kind, title) for label in (*self.first, *self.well))

    def place(self, hits: Iterable[Hit], *, first: bool = False) -> int | None:
        """At which place among hits the first answer stands, the best one where that is asked; None where none does."""
        right = self.is_first if first else self.is_well
        for nth, hit in enumerate(hits, 1):
            if hit.edition == self.edition and right(hit.number, hit.kind, hit.title):
                return nth
        return None


@cache
def rows() -> tuple[Row, ...]:
    """All of them."""
    found = []
    for path in sorted(_FILES.glob("*.toml")):
        counted: Counter[str] = Counter()
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["query"]:
            counted[row["kind"]] += 1
            held_back = path.stem not in _LEARNED_FROM and counted[row["kind"]] % 2 == 0
            said = (row["q"], row["kind"], tuple(row["first"]), tuple(row.get("within", ())))
            found.append(Row(*said, row.get("edition", EDITION), held_back))
    return tuple(found)


def _fits(label: str, number: str, kind: str, title: str) -> bool:
    if kind == INDEX:
        return False
    name, _, term = label.rpartition(":")
    if name == "glossary" or kind == GLOSSARY:
        return name == "glossary" and kind == GLOSSARY and title.casefold() == term.casefold()
    return number.startswith(label[:-1]) if label.endswith("*") else number == label
