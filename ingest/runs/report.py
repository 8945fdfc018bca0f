"""The report of an ingest, for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ingest.document.tree import Kind
from ingest.parsing.summary import Summary
from ingest.runs.read_sources import Outcome
from rulesite.rulebook.models import Citation
from rulesite.rulebook.models.references import Outcome as OutcomeOfReference


def references_of(address: str) -> dict[str, int]:
    """The number of references of an edition by outcome."""
    document, _, day = address.partition("/")
    outcomes = Citation.objects.filter(edition__document__slug=document, edition__effective=day)
    return dict(Counter(outcomes.values_list("outcome", flat=True)))


def as_json(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """A row for each source, for `--json`."""
    rows = []
    for outcome in outcomes:
        row: dict[str, Any] = {"source": outcome.name, "status": outcome.status, "edition": outcome.edition}
        if outcome.error:
            row["error"] = outcome.error
        if outcome.summary and outcome.status == "loaded":
            read = outcome.summary
            row |= {
                "sha256": read.sha256,
                "encoding": read.encoding,
                "line_ends": read.line_ends,
                "dialect": read.dialect,
                "because": read.because,
                "date_known_from": outcome.known_from,
                "extent": read.extent,
                **read.counts,
                "references": references_of(outcome.edition),
                "warnings": list(read.warnings),
            }
        if outcome.notes:
            row["notes"] = outcome.notes
        row["seconds"] = round(outcome.seconds, 3)
        rows.append(row)
    return rows


def show(outcomes: Sequence[Outcome], console: Console) -> None:
    """Print a table of what was stored, then what was refused and why."""
    stored = [(outcome, outcome.summary) for outcome in outcomes if outcome.status == "loaded" and outcome.summary]
    if stored:
        console.print(_table(stored))
        console.print(_references(sorted({outcome.edition for outcome, _ in stored})))
    unchanged = [outcome for outcome in outcomes if outcome.status == "unchanged"]
    if unchanged:
        names = ", ".join(outcome.name for outcome in unchanged)
        console.print(f"Unchanged, the same bytes are stored already ({len(unchanged)}): {escape(names)}")
    for outcome in outcomes:
        for note in outcome.notes:
            console.print(escape(f"{outcome.name}: {note}"))
        for warning in outcome.summary.warnings if outcome.summary and outcome.status == "loaded" else ():
            console.print(f"[yellow]{escape(f'{outcome.name}: {warning}')}[/yellow]")
        for stray in outcome.summary.doubts if outcome.summary and outcome.status == "loaded" else ():
            where = f"{outcome.name}, line {stray.line}: begins with {stray.number}"
            message = escape(f"{where} and was made no provision ({stray.owner or 'nobody’s'})")
            console.print(f"[yellow]{message}[/yellow]")
    refused = [outcome for outcome in outcomes if outcome.status == "refused"]
    for outcome in refused:
        console.print(f"[red]Refused:[/red] {escape(outcome.error)}", highlight=False)
    console.print(f"{len(stored)} stored, {len(unchanged)} unchanged, {len(refused)} refused.")


def _table(stored: Sequence[tuple[Outcome, Summary]]) -> Table:
    table = Table(title="What was stored", title_justify="left")
    table.add_column("source", overflow="fold", ratio=8)
    table.add_column("read as", ratio=5)
    table.add_column("it holds", ratio=5)
    table.add_column("repairs and furniture", ratio=7)
    table.add_column("s", justify="right", no_wrap=True)
    for outcome, read in stored:
        counts = read.counts
        cleaned = counts["repairs"] | _shortened(counts["furniture"])
        table.add_row(
            f"{escape(outcome.name)}\n[dim]{outcome.edition}, {escape(outcome.known_from)}[/dim]",
            f"{read.dialect}\n[dim]{read.because}; {read.encoding}, {read.line_ends}[/dim]",
            "\n".join(_holdings(counts)),
            "\n".join(f"{count} × {name}" for name, count in cleaned.items()) or "–",
            f"{outcome.seconds:.1f}",
        )
        table.add_section()
    return table


def _holdings(held: dict[str, dict[str, int]]) -> Iterator[str]:
    """The content of a source, a line for each sort of thing: ``28 subrules``."""
    counts: dict[str, int] = {kind.value: held["provisions"].get(kind.value, 0) for kind in Kind}
    counts["glossary term"] = held["glossary"].get("terms", 0)
    counts["index line"] = held["index"].get("entries", 0)
    counts["Example"] = held["examples"].get("labelled", 0)
    counts["inline example"] = held["examples"].get("inline", 0)
    counts["doubtful line"] = held["strays"]["doubtful"]
    for name, count in counts.items():
        if count:
            yield f"{count} {name}{'' if count == 1 else 's'}"


def _references(addresses: Sequence[str]) -> Table:
    """The outcomes of each edition's references: they are resolved for the edition, whatever its sources."""
    table = Table(title="References by outcome", title_justify="left")
    table.add_column("edition")
    outcomes = [value for value, _ in OutcomeOfReference.choices if value != OutcomeOfReference.WAITING]
    for name in outcomes:
        table.add_column(name, justify="right")
    for address in addresses:
        counts = references_of(address)
        table.add_row(address, *(str(counts.get(name, "")) for name in outcomes))
    return table


def _shortened(reasons: dict[str, int]) -> dict[str, int]:
    """Reasons, shortened at the first semicolon."""
    short: Counter[str] = Counter()
    for reason, count in reasons.items():
        short[reason.partition(";")[0]] += count
    return dict(short)
