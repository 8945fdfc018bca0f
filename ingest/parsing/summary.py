"""The summary of a reading: for the report to a person, and for dating."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date

from ingest.document.ledger import Role
from ingest.document.tree import Reading, Stray


@dataclass(frozen=True)
class Summary:
    """The summary of one source; ``counts`` are of provisions, examples, repairs and furniture."""

    document: str
    effective: date | None
    known_from: str
    extent: str
    sha256: str
    encoding: str
    line_ends: str
    dialect: str
    because: str
    warnings: tuple[str, ...]
    doubts: tuple[Stray, ...]
    """Lines that begin with a possible number, are not provisions, and have no explanation."""
    counts: dict[str, dict[str, int]]


def summary(reading: Reading) -> Summary:
    """The summary of a reading."""
    tree, source = reading.tree, reading.source
    return Summary(
        document=tree.document,
        effective=tree.effective,
        known_from=tree.known_from,
        extent=tree.extent,
        sha256=source.sha256,
        encoding=source.encoding,
        line_ends=source.line_ends,
        dialect=reading.dialect,
        because=reading.because,
        warnings=reading.warnings,
        doubts=tuple(stray for stray in reading.strays if not stray.evidence),
        counts=counts(reading),
    )


def counts(reading: Reading) -> dict[str, dict[str, int]]:
    """The counts of a reading: provisions by kind, examples, repairs by reason, furniture by reason."""
    provisions = reading.tree.provisions
    examples = [example for provision in provisions for example in provision.examples]
    examples += [example for entry in reading.tree.glossary for example in entry.examples]
    furniture = [piece.reason for piece in reading.segments if piece.role is Role.FURNITURE]
    return {
        "provisions": dict(Counter(provision.kind.value for provision in provisions)),
        "index": {"entries": len(reading.tree.index)} if reading.tree.index else {},
        "glossary": {"terms": len(reading.tree.glossary)} if reading.tree.glossary else {},
        "examples": dict(Counter("labelled" if example.labelled else "inline" for example in examples)),
        "repairs": dict(Counter(repair.reason for repair in reading.repairs)),
        "furniture": dict(Counter(furniture)),
        "strays": strays_of(reading),
    }


def strays_of(reading: Reading) -> dict[str, int]:
    """The number of strays (lines with a possible number that are not provisions): explained ones, and doubts."""
    doubtful = sum(not stray.evidence for stray in reading.strays)
    return {"explained": len(reading.strays) - doubtful, "doubtful": doubtful}
