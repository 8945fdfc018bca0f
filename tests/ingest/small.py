"""What the tests of the readers share: a small document as a text, read."""

from __future__ import annotations

from ingest.document import ledger
from ingest.document.source import read_bytes
from ingest.document.tree import Reading
from ingest.parsing import reader


def read(text: str | bytes, name: str = "rules.txt", dialect: str = "") -> Reading:
    """Read a document and prove its ledger."""
    source = read_bytes(name, text if isinstance(text, bytes) else text.encode())
    reading = reader.read(source, dialect)
    ledger.check_tiling(reading.segments, len(source.text))
    ledger.check_bytes(reading.segments, source)
    return reading


def provisions(reading: Reading) -> dict[str, str]:
    """Title or text of every provision, by key."""
    return {provision.key: provision.title or provision.text for provision in reading.tree.provisions}


def kinds(reading: Reading) -> dict[str, str]:
    """The kind of every provision, by key."""
    return {provision.key: provision.kind.value for provision in reading.tree.provisions}


def examples(reading: Reading, key: str) -> list[str]:
    """The labelled Examples of a provision."""
    provision = reading.tree.find(key)
    return [example.text for example in provision.examples if example.labelled] if provision else []


def roles(reading: Reading) -> list[tuple[str, str]]:
    """Role and text of every segment that is not blank."""
    text = reading.source.text
    pieces = ((piece.role.value, text[piece.start : piece.end].strip()) for piece in reading.segments)
    return [(role, words) for role, words in pieces if words]
