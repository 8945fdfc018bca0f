"""Find the tables of a policy document: lines that follow each other, with tabs between as many cells.

In a PDF and in a web page a tab is what stands between two cells. In plain text tabs also indent headings and points,
and several of them are one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.document.pdf_tables import CELL
from ingest.document.source import Line, Source

Span = tuple[int, int]
_LABEL = re.compile(r"\s*(?:[•▪●◦\uf0b7*o-]|\(?[A-Za-z0-9]{1,3}[.)]|[0-9]{1,2}\.[0-9]{1,2}\.?)?\s*")
"""What a tab only indents: a point, a number, nothing."""
_GAP = re.compile(r"\t+")


def find(source: Source) -> dict[int, tuple[Span, ...]]:
    """Return the cells of the rows of all tables, by line index."""
    rows: dict[int, tuple[Span, ...]] = {}
    run: list[tuple[int, tuple[Span, ...]]] = []
    for index, line in enumerate([*source.lines, None]):
        cells = _cells(line, exact=source.has_cells) if line else ()
        if run and len(cells) != len(run[0][1]):
            rows.update(run if len(run) > 1 else ())
            run = []
        if len(cells) > 1:
            run.append((index, cells))
    return rows


def _cells(line: Line, *, exact: bool) -> tuple[Span, ...]:
    """The spans of a line's cells, none if its tabs only indent it."""
    if CELL not in line.text:
        return ()
    cells = tuple(_split(line, re.compile(CELL) if exact else _GAP))
    first = line.text[: cells[0][1] - line.start]
    return () if not exact and _LABEL.fullmatch(first) else cells


def _split(line: Line, gap: re.Pattern[str]) -> Iterator[Span]:
    start = line.start
    for match in gap.finditer(line.text):
        yield start, line.start + match.start()
        start = line.start + match.end()
    yield start, line.end
