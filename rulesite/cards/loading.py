"""Loads files of cards: what they would change, and then all of it, with the links and the index of rulings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rulesite.cards.files.merge import read_files
from rulesite.cards.files.shapes import CardFileError
from rulesite.cards.linking import Linked, link_if_outdated
from rulesite.cards.models import Card, CardCollection
from rulesite.cards.ruling_index.builder import refresh
from rulesite.cards.store import CardStoreError, Stored, count_changes, store
from rulesite.progress import ReportProgress, silence

REFUSALS = (CardFileError, CardStoreError)
"""What a file that is not read raises; nothing is changed then."""


@dataclass(frozen=True)
class Loaded:
    """What was stored, what was linked if that was needed, and the tokens that were left out."""

    stored: Stored
    linked: Linked | None
    cards: int
    tokens: int


def load(paths: Sequence[Path], *, prune: bool = False, report_progress: ReportProgress = silence) -> Loaded:
    """Read everything, then store it. Raises one of `REFUSALS`, with everything as it was."""
    read = read_files(paths, report_progress)
    stored = store(read, ", ".join(path.name for path in paths), prune=prune, report_progress=report_progress)
    tokens = read.tokens
    del read  # a hundred megabytes that what follows does not need
    linked = link_if_outdated(report_progress)
    refresh(report_progress)
    return Loaded(stored, linked, CardCollection.objects.get().cards, tokens)


def look(paths: Sequence[Path], report_progress: ReportProgress = silence) -> dict[str, int]:
    """How many cards and rulings some files have, and what they would change. Raises one of `REFUSALS`."""
    read = read_files(paths, report_progress)
    added, changed = count_changes(read)
    rulings = {row for card in read.cards.values() for row in card.rulings or ()}
    rulings |= {row for rows in read.rulings.values() for row in rows}
    if (
        read.has_ruling_file
        and not read.cards
        and not Card.objects.filter(oracle__in=list(read.rulings)[:500]).exists()
    ):
        raise CardStoreError(
            "the rulings name cards by Scryfall's ids, and none of the first is of a card here: bring the card file "
            "(“Oracle Cards”) first"
        )
    return {
        "cards": len(read.cards),
        "new": added,
        "changed": changed,
        "same": len(read.cards) - added - changed,
        "rulings": len(rulings),
        "tokens": read.tokens,
    }
