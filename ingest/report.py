"""What ingest tells a person, and a program, when it is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from ingest.ledger import Role
from ingest.pipeline import Outcome
from ingest.tree import Kind, Reading
from rulesite.rulebook.models import Citation
from rulesite.rulebook.models.references import Outcome as OutcomeOfReference


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
    stored = [(outcome, outcome.reading) for outcome in outcomes if outcome.status == "loaded" and outcome.reading]
    if stored:
        console.print(_table(stored))
        console.print(_references(sorted({outcome.edition for outcome, _ in stored})))
    unchanged = [outcome for outcome in outcomes if outcome.status == "unchanged"]
    if unchanged:
        names = ", ".join(outcome.name for outcome in unchanged)
        console.print(f"Unchanged, the same bytes are stored already ({len(unchanged)}): {names}")
    for outcome in outcomes:
        for note in outcome.notes:
            console.print(f"{outcome.name}: {note}")
        for warning in outcome.reading.warnings if outcome.reading and outcome.status == "loaded" else ():
            console.print(f"[yellow]{outcome.name}: {warning}[/yellow]")
        for stray in outcome.reading.strays if outcome.reading and outcome.status == "loaded" else ():
            if not stray.evidence:
                where = f"{outcome.name}, line {stray.line}: begins with {stray.number}"
                console.print(f"[yellow]{where} and was made no provision ({stray.owner or 'nobody’s'})[/yellow]")
    refused = [outcome for outcome in outcomes if outcome.status == "refused"]
    for outcome in refused:
        console.print(f"[red]Refused:[/red] {outcome.error}", highlight=False)
    console.print(f"{len(stored)} stored, {len(unchanged)} unchanged, {len(refused)} refused.")


def strays_of(reading: Reading) -> dict[str, int]:
    """How many lines begin with what may be a number and are no provision: explained ones, and doubts."""
    doubtful = sum(not stray.evidence for stray in reading.strays)
    return {"explained": len(reading.strays) - doubtful, "doubtful": doubtful}


def _table(stored: Sequence[tuple[Outcome, Reading]]) -> Table:
    table = Table(title="What was stored", title_justify="left")
    table.add_column("source", overflow="fold", ratio=8)
    table.add_column("read as", ratio=5)
    table.add_column("it holds", ratio=5)
    table.add_column("repairs and furniture", ratio=7)
    table.add_column("s", justify="right", no_wrap=True)
    for outcome, reading in stored:
        held = counts(reading)
        cleaned = held["repairs"] | _shortened(held["furniture"])
        table.add_row(
            f"{outcome.name}\n[dim]{outcome.edition}, {outcome.known_from}[/dim]",
            f"{reading.dialect}\n[dim]{reading.because}; {reading.source.encoding}, {reading.source.line_ends}[/dim]",
            "\n".join(_holdings(held)),
            "\n".join(f"{count} × {name}" for name, count in cleaned.items()) or "–",
            f"{outcome.seconds:.1f}",
        )
        table.add_section()
    return table


def _holdings(held: dict[str, dict[str, int]]) -> Iterator[str]:
    """What a source holds, a line for each sort of thing: ``28 subrules``."""
    found: dict[str, int] = {kind.value: held["provisions"].get(kind.value, 0) for kind in Kind}
    found["glossary term"] = held["glossary"].get("terms", 0)
    found["Example"] = held["examples"].get("labelled", 0)
    found["inline example"] = held["examples"].get("inline", 0)
    found["doubtful line"] = held["strays"]["doubtful"]
    for name, count in found.items():
        if count:
            yield f"{count} {name}{'' if count == 1 else 's'}"


def _references(addresses: Sequence[str]) -> Table:
    """What the references of each edition came to: they are resolved in the edition, whoever witnesses it."""
    table = Table(title="References by outcome", title_justify="left")
    table.add_column("edition")
    outcomes = [value for value, _ in OutcomeOfReference.choices if value != OutcomeOfReference.WAITING]
    for name in outcomes:
        table.add_column(name, justify="right")
    for address in addresses:
        found = references_of(address)
        table.add_row(address, *(str(found.get(name, "")) for name in outcomes))
    return table


def _shortened(reasons: dict[str, int]) -> dict[str, int]:
    """Reasons without what follows a semicolon."""
    short: Counter[str] = Counter()
    for reason, count in reasons.items():
        short[reason.partition(";")[0]] += count
    return dict(short)


def counts(reading: Reading) -> dict[str, dict[str, int]]:
    """What a reading holds: provisions by kind, examples, repairs by reason, furniture by reason."""
    provisions = reading.tree.provisions
    examples = [example for provision in provisions for example in provision.examples]
    examples += [example for entry in reading.tree.glossary for example in entry.examples]
    furniture = [piece.reason for piece in reading.segments if piece.role is Role.FURNITURE]
    return {
        "provisions": dict(Counter(provision.kind.value for provision in provisions)),
        "glossary": {"terms": len(reading.tree.glossary)} if reading.tree.glossary else {},
        "examples": dict(Counter("labelled" if example.labelled else "inline" for example in examples)),
        "repairs": dict(Counter(repair.reason for repair in reading.repairs)),
        "furniture": dict(Counter(furniture)),
        "strays": strays_of(reading),
    }
