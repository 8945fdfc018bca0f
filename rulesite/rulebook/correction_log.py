"""The log of corrections, read: which entries readers see, which were taken back, which no longer apply.

What readers see at a place follows from the words that were read there and its log: each entry in force whose words
stand is laid over them, in order. An entry that takes an earlier one back cancels it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from enum import StrEnum

from django.db.models import Q

from rulesite.rulebook import loose_words, places
from rulesite.rulebook.models import Correction, Original
from rulesite.rulebook.places import Place, Row

TAGS = "tags"
"""What the log has in place of an edition where the reading of a source tag is corrected, see `tag_words`."""


class State(StrEnum):
    """What became of an entry of the log."""

    APPLIED = "applied"
    """Readers see its words, or a later correction builds on them."""
    WITHDRAWN = "withdrawn"
    """A later entry took it back."""
    WITHDRAWAL = "withdrawal"
    """It takes an earlier entry back."""
    STALE = "no longer applies"
    """The source is now read with other words than those it corrects."""


def states(corrections: Iterable[Correction]) -> dict[int, State]:
    """What became of each of these entries, by primary key; seven queries for any number of them, and one for each kind
    of loose words."""
    wanted = list(corrections)
    about = {Place.corrected_by(correction) for correction in wanted}
    read = read_at(about)
    found: dict[int, State] = {}
    for place, log in logs(about).items():
        found |= _states(log, read.get(place))
    return {correction.pk: found[correction.pk] for correction in wanted}


def standing(row: Row) -> list[Correction]:
    """The corrections that what readers see of a row rests on, the newest first: those of its heading, Examples
    and source tags too.

    [] for nearly all of them, after one query.
    """
    place = Place.of(row)
    own = Q(edition=place.edition) & (Q(owner=place.owner) | Q(owner__startswith=f"{place.owner}/example/"))
    if row.wording is not None:
        own |= Q(edition=TAGS, owner__startswith=f"{row.wording.digest}/")
    entries = list(Correction.objects.filter(own).select_related("author").order_by("-made", "-pk"))
    found = states(entries) if entries else {}
    return [entry for entry in entries if found[entry.pk] is State.APPLIED]


def standing_loose(kind: str, owner: str) -> list[Correction]:
    """The corrections that loose words rest on, the newest first; [] for nearly all of them, after one query."""
    entries = list(Correction.objects.filter(edition=kind, owner=owner).select_related("author"))
    found = states(entries) if entries else {}
    return [entry for entry in entries if found[entry.pk] is State.APPLIED]


def logs(about: Iterable[Place]) -> dict[Place, list[Correction]]:
    """The entries of some places, oldest first; none for a place that nobody corrected."""
    wanted = set(about)
    found: dict[Place, list[Correction]] = defaultdict(list)
    rows = Correction.objects.filter(
        edition__in={place.edition for place in wanted}, owner__in={place.owner for place in wanted}
    )
    for entry in rows.order_by("made", "pk"):
        if (place := Place.corrected_by(entry)) in wanted:
            found[place].append(entry)
    return dict(found)


def as_read(held: dict[Place, Row]) -> dict[Place, str]:
    """The words that the source was read with at each of some places, whatever readers see there."""
    read = {place: places.shown(row, place.part) for place, row in held.items()}
    editions = {places.holder(row).edition_id: place.edition for place, row in held.items()}
    originals = Original.objects.filter(edition__in=editions, owner__in={place.owner for place in held})
    for original in originals:
        place = Place(editions[original.edition_id], original.owner, original.part)
        if place in read:
            read[place] = original.text
    return read


def read_at(about: Iterable[Place]) -> dict[Place, str]:
    """The words that were read at some places, of editions or loose, without those that are gone."""
    wanted = set(about)
    return as_read(places.rows(wanted)) | loose_words.as_read(wanted)


def lay(log: Iterable[Correction], read: str | None) -> tuple[str, dict[int, bool]]:
    """What readers see over the words ``read`` (None where the place is gone), and which entries in force apply."""
    text, applied = read or "", {}
    for entry in in_force(log):
        applied[entry.pk] = read is not None and entry.original == text
        if applied[entry.pk]:
            text = entry.corrected
    return text, applied


def in_force(log: Iterable[Correction]) -> list[Correction]:
    """The entries that were neither taken back nor take one back, oldest first."""
    entries = list(log)
    cancelled = {entry.withdraws_id for entry in entries}
    return [entry for entry in entries if entry.withdraws_id is None and entry.pk not in cancelled]


def _states(log: list[Correction], read: str | None) -> dict[int, State]:
    """The states of the entries of one place, oldest first, given the words that were read there."""
    _, applied = lay(log, read)
    found: dict[int, State] = {}
    for entry in log:
        if entry.pk in applied:
            found[entry.pk] = State.APPLIED if applied[entry.pk] else State.STALE
        else:
            found[entry.pk] = State.WITHDRAWN if entry.withdraws_id is None else State.WITHDRAWAL
    return found
