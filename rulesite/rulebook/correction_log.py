"""The log of corrections, read: which entries readers see, which were taken back, which no longer apply.

An entry that turns the two wordings of an earlier one round takes it back, and the two cancel each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from rulesite.rulebook.models import Correction, RuleVersion


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
    """What became of each of these entries, by primary key; three queries for any number of them."""
    wanted = list(corrections)
    places = {(correction.edition_id, correction.key) for correction in wanted}
    editions, keys = {place[0] for place in places}, {place[1] for place in places}
    logs: dict[tuple[int, str], list[Correction]] = {place: [] for place in places}
    for entry in Correction.objects.filter(edition__in=editions, key__in=keys).order_by("made", "pk"):
        logs.get((entry.edition_id, entry.key), []).append(entry)
    shown = {
        (edition, key): wording
        for edition, key, wording in RuleVersion.objects.filter(edition__in=editions, key__in=keys).values_list(
            "edition", "key", "wording"
        )
    }
    found: dict[int, State] = {}
    for place, log in logs.items():
        found |= _states(log, shown.get(place))
    return {correction.pk: found[correction.pk] for correction in wanted}


def standing(version: RuleVersion) -> list[Correction]:
    """The corrections that the text shown for a provision rests on, the newest first; [] for nearly all of them."""
    log = list(
        Correction.objects.filter(edition=version.edition_id, key=version.key)
        .select_related("original", "corrected", "author")
        .order_by("made", "pk")
    )
    found = _states(log, version.wording_id)
    return [entry for entry in reversed(log) if found[entry.pk] is State.APPLIED]


def _states(log: list[Correction], shown: int | None) -> dict[int, State]:
    """The states of the entries of one provision, oldest first, given the wording that it shows."""
    found: dict[int, State] = {}
    remaining = in_force(log)
    kept = {entry.pk for entry in remaining}
    at = shown
    for entry in reversed(remaining):
        if entry.corrected_id == at:
            found[entry.pk], at = State.APPLIED, entry.original_id
        else:
            found[entry.pk] = State.STALE
    withdrawals = _withdrawals(log)
    for entry in log:
        if entry.pk not in kept:
            found[entry.pk] = State.WITHDRAWAL if entry.pk in withdrawals else State.WITHDRAWN
    return found


def _withdrawals(log: list[Correction]) -> dict[int, int]:
    """Which entries take which back: each the latest one still in force whose wordings it turns round."""
    open_entries: list[Correction] = []
    pairs: dict[int, int] = {}
    for entry in log:
        turned = next(
            (
                earlier
                for earlier in reversed(open_entries)
                if (earlier.original_id, earlier.corrected_id) == (entry.corrected_id, entry.original_id)
            ),
            None,
        )
        if turned is None:
            open_entries.append(entry)
        else:
            open_entries.remove(turned)
            pairs[entry.pk] = turned.pk
    return pairs


def in_force(log: list[Correction]) -> list[Correction]:
    """The entries that were neither taken back nor take one back, oldest first."""
    pairs = _withdrawals(log)
    cancelled = set(pairs) | set(pairs.values())
    return [entry for entry in log if entry.pk not in cancelled]
