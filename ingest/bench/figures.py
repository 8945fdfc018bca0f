"""The figures measured of a library, their targets, and their extrapolation to more editions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rich.table import Table

ALL_EVER = 135
"""The number of editions of the Comprehensive Rules ever published."""


@dataclass(frozen=True)
class Figure:
    """A row of the table: its key, description, unit, and the target with all editions ever published."""

    key: str
    what: str
    unit: str
    wanted: float | None = None


FIGURES = (
    Figure("ingest.wall", "all but the two newest editions from empty, on the clock", "s", 240),
    Figure("ingest.cpu", "… CPU of all processes", "s"),
    Figure("ingest.peak", "… memory at the peak (PSS), workers included", "MB", 900),
    Figure("newest.wall", "the newest into them, which most scenarios cite", "s", 5),
    Figure("newest.cpu", "… CPU of all processes", "s"),
    Figure("newest.peak", "… memory at the peak (PSS), workers included", "MB", 900),
    Figure("more.wall", "one more edition into them, on the clock", "s", 5),
    Figure("more.cpu", "… CPU of all processes", "s"),
    Figure("more.peak", "… memory at the peak (PSS), workers included", "MB", 900),
    Figure("rule.p50", "rule page, any edition, first view in a fresh process, p50", "ms", 15),
    Figure("rule.p95", "… p95", "ms", 30),
    Figure("document.p95", "document page, first view, the slowest", "ms", 40),
    Figure("edition.p50", "edition page, first view, p50", "ms", 40),
    Figure("edition.p95", "… p95", "ms", 40),
    Figure("glossary.p50", "glossary, first view, p50", "ms", 40),
    Figure("glossary.p95", "… p95", "ms", 40),
    Figure("games.p95", "/games/, first view", "ms", 100),
    Figure("concepts.p95", "/games/concepts/, first view", "ms", 100),
    Figure("search.first", "first search of a process", "ms", 300),
    Figure("search.p95", "search, 20 highlighted excerpts, p95", "ms", 20),
    Figure("typeahead.p95", "typeahead, p95", "ms", 8),
    Figure("resolve.p95", "resolve a number of any era, p95", "ms", 15),
    Figure("cite.p95", "check a text of 40 citations", "ms"),
    Figure("compare.first", "compare neighbours or any two, first view, p95", "ms", 600),
    Figure("compare.again", "… again, p95", "ms", 60),
    Figure("compare.kept", "… memory that 105 of them leave behind", "MB"),
    Figure("correction.all", "a correction, the slowest of six", "ms", 1000),
    Figure("correction.cpu", "… CPU of it", "ms"),
    Figure("correction.followed", "… until descent has followed, beside the requests", "s"),
    Figure("table.small.p50", "an action at a small table after forty others, p50", "ms", 120),
    Figure("table.small.p95", "… p95", "ms", 400),
    Figure("table.full.p50", "… at a table of twenty permanents a side, p50", "ms", 120),
    Figure("table.full.p95", "… p95", "ms", 400),
    Figure("table.lords.p50", "… with two lords a side besides, p50", "ms", 120),
    Figure("table.lords.p95", "… p95", "ms", 400),
    Figure("history.p95", "history of a rule, p95", "ms"),
    Figure("size.database", "database, with what is precomputed", "MB"),
    Figure("size.prepared", "… of it prepared for reading", "MB"),
    Figure("size.index", "search index", "MB"),
    Figure("size.all", "database and index together", "MB", 200),
)


@dataclass(frozen=True)
class Measured:
    """The figures of one library, by key, and its number of editions."""

    editions: int
    values: Mapping[str, float]


def table(measured: Iterable[Measured]) -> Table:
    """Return a table of the libraries' figures side by side, the largest last, with an extrapolation to all editions.

    The last column is a straight line through the smallest and the largest library, and no more certain than that.
    """
    libraries = sorted(measured, key=lambda each: each.editions)
    growing = len(libraries) > 1 and libraries[0].editions < libraries[-1].editions
    drawn = Table(title="What the library costs", title_justify="left")
    drawn.add_column("what")
    for library in libraries:
        drawn.add_column(f"{library.editions} edition{'s' * (library.editions != 1)}", justify="right")
    if growing:
        drawn.add_column("growth", justify="right")
        drawn.add_column(f"{ALL_EVER} by it", justify="right")
    drawn.add_column(f"wanted at {ALL_EVER}", justify="right")
    for figure in FIGURES:
        values = [library.values.get(figure.key) for library in libraries]
        cells = [shown(value, figure.unit) for value in values]
        if growing:
            first, last = values[0], values[-1]
            known = first is not None and last is not None
            cells.append(f"× {last / first:.1f}" if first and last is not None else "–")
            cells.append(shown(extrapolated(libraries[0], libraries[-1], figure.key) if known else None, figure.unit))
        drawn.add_row(figure.what, *cells, shown(figure.wanted, figure.unit))
    notes = [_paces(library) for library in libraries if "machine.pace" in library.values]
    if growing:
        ratio = libraries[-1].editions / libraries[0].editions
        notes.insert(0, f"{libraries[-1].editions} are × {ratio:.1f} as many editions as {libraries[0].editions}.")
    drawn.caption, drawn.caption_justify = "\n".join(notes) or None, "left"
    return drawn


def _paces(library: Measured) -> str:
    """Return a note on the machine's speed during the measurement, for comparing times; see `usage.pace`."""
    usual, slowest = library.values["machine.pace"], library.values["machine.slowest"]
    measured = f"{library.editions} edition{'s' * (library.editions != 1)}"
    took = f"Ten million additions took {usual:.2f} s of this machine, {slowest:.2f} at most,"
    return f"{took} while {measured} were measured."


def extrapolated(small: Measured, large: Measured, key: str, editions: int = ALL_EVER) -> float:
    """Return a figure extrapolated along a straight line to more editions; never below zero.

    >>> extrapolated(Measured(10, {"a": 2.0}), Measured(20, {"a": 3.0}), "a", 40)
    5.0
    """
    few, more = small.values[key], large.values[key]
    return max(0.0, more + (more - few) / (large.editions - small.editions) * (editions - large.editions))


def shown(value: float | None, unit: str) -> str:
    """Return a figure with its unit, in about three digits.

    >>> shown(12.345, "ms"), shown(0.5, "s"), shown(1234.5, "MB"), shown(None, "s")
    ('12 ms', '0.50 s', '1,234 MB', '–')
    """
    if value is None:
        return "–"
    digits = 0 if value >= 10 or not value else 1 if value >= 1 else 2
    return f"{value:,.{digits}f} {unit}"
