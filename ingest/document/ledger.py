"""The ledger of a source: segments that own every character, each with a role.

The invariant that proves that nothing is lost: segments are sorted, without gaps or overlaps, and their characters,
joined and encoded, have the sha256 of the file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ingest.document.source import Source


class Role(StrEnum):
    """The role of a stretch of a source."""

    HEADING = "heading"
    RULE = "rule"
    EXAMPLE = "example"
    NOTE = "note"
    ATTRIBUTION = "attribution"
    CONTENTS = "contents"
    GLOSSARY = "glossary"
    CREDITS = "credits"
    INDEX = "index"
    BLANK = "blank"
    FURNITURE = "furniture"
    REPAIR = "repair"


NOT_UNDERSTOOD = "not understood"
"""The reason for words that no part of a dialect claimed."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Characters ``start`` to ``end`` of a source (offsets in its text, end excluded) and their role.

    ``owner`` is the key of the provision, example or entry that they belong to (``402.8g``, ``402.8g/example/1``,
    ``glossary/haste``), or "". ``reason`` explains furniture and repairs; ``after`` is the replacement of a repair.
    """

    start: int
    end: int
    role: Role
    owner: str = ""
    reason: str = ""
    after: str = ""


class LedgerError(AssertionError):
    """Segments do not tile their source: a fault of the reader, never of the document."""


def check_tiling(segments: Sequence[Segment], length: int) -> None:
    """Check that segments are sorted and tile ``length`` characters. Raises LedgerError with the place if not.

    >>> check_tiling([Segment(0, 3, Role.RULE), Segment(4, 5, Role.BLANK)], 5)
    Traceback (most recent call last):
    ...
    ingest.document.ledger.LedgerError: gap at 3: the next segment (blank) starts at 4
    """
    offset = 0
    for segment in segments:
        if segment.start != offset:
            what = "gap" if segment.start > offset else "overlap"
            raise LedgerError(f"{what} at {offset}: the next segment ({segment.role}) starts at {segment.start}")
        if segment.end <= segment.start:
            raise LedgerError(f"empty segment ({segment.role}) at {segment.start}")
        offset = segment.end
    if offset != length:
        raise LedgerError(f"gap at {offset}: the source has {length} characters")


def check_bytes(segments: Iterable[Segment], source: Source) -> None:
    """Check that the segments' characters, joined and encoded, reproduce the source's sha256."""
    joined = "".join(source.text[segment.start : segment.end] for segment in segments)
    if hashlib.sha256(source.encode(joined)).hexdigest() != source.sha256:
        raise LedgerError(f"{source.name}: the segments do not reproduce the file")


class LedgerBuilder:
    """Collects segments in any order and fills the gaps.

    Unclaimed white space becomes blank; unclaimed words are a fault of the dialect and become furniture with the reason
    "not understood", so that they are shown and never lost.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._claims: list[Segment] = []

    def claim(self, start: int, end: int, role: Role, *, owner: str = "", reason: str = "", after: str = "") -> None:
        """Claim a span; an empty one is ignored."""
        if end > start:
            self._claims.append(Segment(start, end, role, owner, reason, after))

    def finish(self) -> tuple[Segment, ...]:
        """All segments, sorted and tiling. Raises LedgerError if two claims overlap."""
        segments: list[Segment] = []
        offset = 0
        for claim in sorted(self._claims, key=lambda segment: segment.start):
            self._fill(segments, offset, claim.start)
            segments.append(claim)
            offset = claim.end
        self._fill(segments, offset, len(self._text))
        check_tiling(segments, len(self._text))
        return tuple(segments)

    def _fill(self, segments: list[Segment], start: int, end: int) -> None:
        if end <= start:
            return
        blank = not self._text[start:end].strip()
        if blank and segments and segments[-1].role is Role.BLANK and segments[-1].end == start:
            segments[-1] = Segment(segments[-1].start, end, Role.BLANK)
        else:
            reason = "" if blank else NOT_UNDERSTOOD
            segments.append(Segment(start, end, Role.BLANK if blank else Role.FURNITURE, "", reason))
