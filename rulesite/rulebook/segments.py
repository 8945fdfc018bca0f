"""Segments: the stretches of a source and their roles, packed into its row.

Each file has thousands, and they are always read together: the ledger of a source is a single value.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from typing import NamedTuple


class Segment(NamedTuple):
    """Characters ``start`` to ``end`` of a source's text (end excluded) and their role (see the ledger).

    ``owner`` is the key of the provision, example or term that they belong to; ``after`` is a repair's replacement.
    """

    start: int
    end: int
    role: str
    owner: str = ""
    reason: str = ""
    after: str = ""

    def __str__(self) -> str:
        return f"{self.role} {self.start}–{self.end}"


def pack(segments: Iterable[Segment]) -> bytes:
    """Segments as bytes: by column, with positions as distances, which compress better.

    >>> row = Segment(0, 7, "rule", "402.1"), Segment(7, 9, "blank")
    >>> unpack(pack(row)) == list(row)
    True
    """
    rows = sorted(segments)
    gaps = [row.start - before for row, before in zip(rows, [0, *(row.end for row in rows)], strict=False)]
    columns = [gaps, [row.end - row.start for row in rows], *([row[column] for row in rows] for column in range(2, 6))]
    return zlib.compress(json.dumps(columns, ensure_ascii=False, separators=(",", ":")).encode(), 6)


def unpack(packed: bytes) -> list[Segment]:
    """The packed segments, in order; [] for no bytes."""
    if not packed:
        return []
    gaps, lengths, *rest = json.loads(zlib.decompress(packed))
    segments, offset = [], 0
    for gap, length, role, owner, reason, after in zip(gaps, lengths, *rest, strict=True):
        segments.append(Segment(offset + gap, offset + gap + length, role, owner, reason, after))
        offset += gap + length
    return segments
