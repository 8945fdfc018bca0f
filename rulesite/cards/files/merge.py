"""Joins what several files say: the faces and printings of a card, and the rulings that name it by its id."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from rulesite.cards.files.shapes import CardFileError, CardRow, Face, RulingRow, Skipped, rows_of
from rulesite.progress import ReportProgress, silence


@dataclass
class ReadCards:
    """All that some files have: cards by name, rulings by the ids of cards, and what was left out."""

    cards: dict[str, CardRow] = field(default_factory=dict)
    rulings: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    has_ruling_file: bool = False
    tokens: int = 0


def read_files(paths: Iterable[Path], report_progress: ReportProgress = silence) -> ReadCards:
    """Everything in some files. Raises CardFileError for the first that is not whole or has nothing in it."""
    result = ReadCards()
    texts: dict[str, str] = {}  # each text once, however many cards have it
    for path in paths:
        skipped, count = Skipped(), 0
        for row in rows_of(path, skipped):
            count += 1
            if isinstance(row, RulingRow):
                result.has_ruling_file = True
                ruling = (row.published, texts.setdefault(row.text, row.text))
                result.rulings.setdefault(row.oracle, []).append(ruling)
            else:
                if row.rulings:
                    row.rulings = [(day, texts.setdefault(text, text)) for day, text in row.rulings]
                _add(result.cards, row)
            if count % 1000 == 0:
                report_progress(f"reading {path.name}", count, 0)
        if not count:
            raise CardFileError(f"{path}: there are no cards or rulings in it")
        result.tokens += skipped.count
    return result


def _add(cards: dict[str, CardRow], row: CardRow) -> None:
    """Add a card, a face, or another printing of a card that is there."""
    known = cards.setdefault(row.name, row)
    if known is row:
        return
    for face in row.faces:
        if not any(_same(face, other) for other in known.faces):
            known.faces.append(face)
            known.faces.sort(key=lambda each: each.side)
    known.oracle = known.oracle or row.oracle
    known.released = min(filter(None, (known.released, row.released)), default="")
    if row.rulings is not None:
        known.rulings = list(dict.fromkeys([*(known.rulings or ()), *row.rulings]))


def _same(left: Face, right: Face) -> bool:
    return (left.name, left.line, left.side) == (right.name, right.line, right.side)
