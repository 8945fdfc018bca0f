"""What ingest tells a person, and a program, when it is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from ingest.pipeline import Outcome, counts
from rulesite.rulebook.models import Citation


def references_of(address: str) -> dict[str, int]:
    """How many references of an edition there are by outcome."""
    document, _, day = address.partition("/")
    outcomes = Citation.objects.filter(edition__document__slug=document, edition__effective=day)
    return dict(Counter(outcomes.values_list("outcome", flat=True)))


def as_json(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """One row for each source, for `--json`."""
    rows = []
    for outcome in outcomes:
        row: dict[str, Any] = {"source": outcome.name, "status": outcome.status, "edition": outcome.edition}
        if outcome.error:
            row["error"] = outcome.error
        if outcome.reading and outcome.status == "loaded":
            reading = outcome.reading
            row |= {
                "sha256": reading.source.sha256,
                "encoding": reading.source.encoding,
                "line_ends": reading.source.line_ends,
                "dialect": reading.dialect,
                "because": reading.because,
                "date_known_from": outcome.known_from,
                "extent": reading.tree.extent,
                **counts(reading),
                "references": references_of(outcome.edition),
                "warnings": list(reading.warnings),
            }
        if outcome.notes:
            row["notes"] = outcome.notes
        row["seconds"] = round(outcome.seconds, 3)
        rows.append(row)
    return rows


def show(outcomes: Sequence[Outcome], console: Console) -> None:
    """Print a table of what was stored, then what was refused and why."""
    stored = [outcome for outcome in outcomes if outcome.status == "loaded" and outcome.reading]
    if stored:
        console.print(_table(stored))
    unchanged = [outcome for outcome in outcomes if outcome.status == "unchanged"]
    if unchanged:
        names = ", ".join(outcome.name for outcome in unchanged)
        console.print(f"Unchanged, the same bytes are stored already ({len(unchanged)}): {names}")
    for outcome in outcomes:
        for note in outcome.notes:
            console.print(f"{outcome.name}: {note}")
        for warning in outcome.reading.warnings if outcome.reading and outcome.status == "loaded" else ():
            console.print(f"[yellow]{outcome.name}: {warning}[/yellow]")
    refused = [outcome for outcome in outcomes if outcome.status == "refused"]
    for outcome in refused:
        console.print(f"[red]Refused:[/red] {outcome.error}", highlight=False)
    console.print(f"{len(stored)} stored, {len(unchanged)} unchanged, {len(refused)} refused.")


def _table(stored: Sequence[Outcome]) -> Table:
    table = Table(title="What was stored", title_justify="left")
    table.add_column("source", overflow="fold", max_width=36)
    for name in ("edition", "read as", "provisions", "examples", "references", "repairs", "furniture"):
        table.add_column(name, overflow="fold")
    table.add_column("seconds", justify="right")
    for outcome in stored:
        assert outcome.reading is not None
        reading, held = outcome.reading, counts(outcome.reading)
        provisions = held["provisions"] | {"glossary " + key: value for key, value in held["glossary"].items()}
        table.add_row(
            f"{outcome.name}\n[dim]{reading.source.encoding}, {reading.source.line_ends}[/dim]",
            f"{outcome.edition}\n[dim]{outcome.known_from}[/dim]",
            f"{reading.dialect}\n[dim]{reading.because}[/dim]",
            _lines(provisions),
            _lines(held["examples"]),
            _lines(references_of(outcome.edition)),
            _lines(held["repairs"]),
            _lines(_shortened(held["furniture"])),
            f"{outcome.seconds:.1f}",
        )
        table.add_section()
    return table


def _shortened(reasons: dict[str, int]) -> dict[str, int]:
    """Reasons without what follows a semicolon."""
    short: Counter[str] = Counter()
    for reason, count in reasons.items():
        short[reason.partition(";")[0]] += count
    return dict(short)


def _lines(table: dict[str, int]) -> str:
    return "\n".join(f"{count} {name}" for name, count in table.items()) or "–"
