"""Dialects: readers for one kind of document each. `choose` picks the reader with the highest score for a source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ingest.dialects import comprehensive, dangelo, policy
from ingest.document.source import Source, SourceError
from ingest.document.tree import Reading


@dataclass(frozen=True)
class Dialect:
    """A reader for one kind of document: its name, its score for a source (0 to 1, and why), and its read function."""

    name: str
    score: Callable[[Source], tuple[float, str]]
    read: Callable[[Source], Reading]


DIALECTS = {module.NAME: Dialect(module.NAME, module.score, module.read) for module in (comprehensive, dangelo, policy)}


def choose(source: Source, name: str = "") -> Dialect:
    """Return the named dialect, or the one with the highest score for a source.

    Raises SourceError when no dialect has that name, or none finds a rule number in the source.
    """
    if name:
        if name not in DIALECTS:
            raise SourceError(source.name, f"there is no dialect {name!r}", mend=f"there are {', '.join(DIALECTS)}")
        return DIALECTS[name]
    scores = {dialect.name: dialect.score(source)[0] for dialect in DIALECTS.values()}
    best = max(scores, key=lambda candidate: scores[candidate])
    if not scores[best]:
        raise SourceError(
            source.name,
            "no rule number found at the start of any line",
            mend="expected lines like “402.1. An ability…”, “- A.1.1 - An ability…” or “4.3 Title”",
        )
    return DIALECTS[best]
