"""Reading the log of corrections: which entries readers see, which are withdrawn, and which no longer apply.

The words shown at a place are the words of the source there with its log applied: in order, each entry in force whose
original words match. A withdrawal cancels an earlier entry.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from enum import StrEnum

from django.db.models import Q

from rulesite.rulebook.corrections import registry, targets
from rulesite.rulebook.corrections.targets import CorrectionTarget, Row
from rulesite.rulebook.models import Correction, Original

TAGS = "tags"
"""The log's value in place of an edition for corrections of how a source tag is read, see `source_tags`."""


class State(StrEnum):
    """The state of an entry of the log."""

    APPLIED = "applied"
    """Readers see its words, or a later correction builds on them."""
    WITHDRAWN = "withdrawn"
    """A later entry withdrew it."""
    WITHDRAWAL = "withdrawal"
    """It withdraws an earlier entry."""
    STALE = "no longer applies"
    """The source now has other words than those it corrects."""


def states(corrections: Iterable[Correction]) -> dict[int, State]:
    """The states of entries, by primary key.

    Seven queries for any number of them, and one for each kind of loose words.
    """
    requested = list(corrections)
    about = {CorrectionTarget.corrected_by(correction) for correction in requested}
    current_texts = read_at(about)
    known: dict[int, State] = {}
    for place, log in logs(about).items():
        known |= _states(log, current_texts.get(place))
    return {correction.pk: known[correction.pk] for correction in requested}


def standing(row: Row) -> list[Correction]:
    """The corrections behind the shown words of a row, its heading, Examples and source tags; newest first.

    [] for nearly all rows, after one query.
    """
    place = CorrectionTarget.of(row)
    is_of_row = Q(edition=place.edition) & (Q(owner=place.owner) | Q(owner__startswith=f"{place.owner}/example/"))
    if row.wording is not None:
        is_of_row |= Q(edition=TAGS, owner__startswith=f"{row.wording.digest}/")
    entries = list(Correction.objects.filter(is_of_row).select_related("author").order_by("-made", "-pk"))
    by_entry = states(entries) if entries else {}
    return [entry for entry in entries if by_entry[entry.pk] is State.APPLIED]


def standing_loose(kind: str, owner: str) -> list[Correction]:
    """The corrections behind loose words, newest first; [] for nearly all of them, after one query."""
    entries = list(Correction.objects.filter(edition=kind, owner=owner).select_related("author"))
    by_entry = states(entries) if entries else {}
    return [entry for entry in entries if by_entry[entry.pk] is State.APPLIED]


def logs(about: Iterable[CorrectionTarget]) -> dict[CorrectionTarget, list[Correction]]:
    """The entries of some places, oldest first; none for a place without corrections."""
    requested = set(about)
    entries: dict[CorrectionTarget, list[Correction]] = defaultdict(list)
    rows = Correction.objects.filter(
        edition__in={place.edition for place in requested}, owner__in={place.owner for place in requested}
    )
    for entry in rows.order_by("made", "pk"):
        if (place := CorrectionTarget.corrected_by(entry)) in requested:
            entries[place].append(entry)
    return dict(entries)


def as_read(held: dict[CorrectionTarget, Row]) -> dict[CorrectionTarget, str]:
    """The words of the source at each of some places, whatever readers see there."""
    texts = {place: targets.shown(row, place.part) for place, row in held.items()}
    editions = {targets.holder(row).edition_id: place.edition for place, row in held.items()}
    originals = Original.objects.filter(edition__in=editions, owner__in={place.owner for place in held})
    for original in originals:
        place = CorrectionTarget(editions[original.edition_id], original.owner, original.part)
        if place in texts:
            texts[place] = original.text
    return texts


def read_at(about: Iterable[CorrectionTarget]) -> dict[CorrectionTarget, str]:
    """The words of the source at some places, of editions or loose, without places that no longer exist."""
    requested = set(about)
    return as_read(targets.rows(requested)) | registry.as_read(requested)


def lay(log: Iterable[Correction], read: str | None) -> tuple[str, dict[int, bool]]:
    """The words shown for ``read`` (None where the place no longer exists), and which entries in force apply."""
    text, applied = read or "", {}
    for entry in in_force(log):
        applied[entry.pk] = read is not None and entry.original == text
        if applied[entry.pk]:
            text = entry.corrected
    return text, applied


def in_force(log: Iterable[Correction]) -> list[Correction]:
    """The entries that are neither withdrawn nor withdrawals, oldest first."""
    entries = list(log)
    cancelled = {entry.withdraws_id for entry in entries}
    return [entry for entry in entries if entry.withdraws_id is None and entry.pk not in cancelled]


def _states(log: list[Correction], read: str | None) -> dict[int, State]:
    """The states of the entries of one place, oldest first, given the words of the source there."""
    _, applied = lay(log, read)
    by_entry: dict[int, State] = {}
    for entry in log:
        if entry.pk in applied:
            by_entry[entry.pk] = State.APPLIED if applied[entry.pk] else State.STALE
        else:
            by_entry[entry.pk] = State.WITHDRAWN if entry.withdraws_id is None else State.WITHDRAWAL
    return by_entry
