"""Precomputed badges of an edition's examples, rendered once its games are counted.

Each is kept with the key under which its example was counted (see `rulesite.checks.results.tallies`). If only some
examples have been counted anew, only their provisions are rendered again, for many editions at once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from rulesite.checks.models import Tally
from rulesite.checks.results.badges import Badges
from rulesite.reading.models import Prepared, pack, unpack, written
from rulesite.reading.rendering import badges
from rulesite.rulebook.models import Edition, Example, Made

KIND = "games"
_PLAYED = "play"
"""The stage of an ingest whose key for an edition covers everything known about its games."""
_EDITIONS_AT_ONCE = 20
"""Editions rendered in one batch."""
_BATCH = 2000


def unit(edition: Edition) -> str:
    """The name under which the badges of an edition are stored."""
    return f"{KIND} {edition.address}"


def keys(code: str) -> dict[str, str]:
    """The keys that up-to-date badges have with this code: of all counted editions, by address."""
    played = Made.objects.filter(stage=_PLAYED).values_list("unit", "key")
    return {address: key_of(code, counted) for address, counted in played}


def key(code: str, edition: Edition) -> str:
    """The key that up-to-date badges of an edition have, "" if its games are not counted yet."""
    counted = Made.objects.filter(stage=_PLAYED, unit=edition.address).values_list("key", flat=True).first()
    return key_of(code, counted) if counted is not None else ""


def key_of(code: str, counted: str) -> str:
    """The key of badges, from the digest of the code and the key of the counts."""
    return hashlib.sha256(f"{code} {counted}".encode()).hexdigest()


class Games(NamedTuple):
    """The rendered badges of an edition, packed, and their key."""

    edition: int
    unit: str
    key: str
    packed: bytes


@dataclass
class _Part:
    """The part of an edition to render: the provisions of some or all examples, which replace the stored ones."""

    edition: Edition
    key: str
    data: dict[str, Any]
    examples: list[int] | None


def set_games(editions: Iterable[Edition], code: str) -> Iterator[Games]:
    """Render the badges of some editions, each only where it is out of date. Stores nothing."""
    key_of = keys(code)
    chosen, known = [edition for edition in editions if edition.address in key_of], Badges()
    for start in range(0, len(chosen), _EDITIONS_AT_ONCE):
        yield from _set(chosen[start : start + _EDITIONS_AT_ONCE], key_of, code, known)


def keep(games: Iterable[Games]) -> None:
    """Store rendered badges."""
    Prepared.objects.bulk_create(
        (Prepared(unit=game.unit, edition_id=game.edition, key=game.key, packed=game.packed) for game in games),
        update_conflicts=True, unique_fields=["unit"], update_fields=["edition", "key", "packed"], batch_size=50,
    )  # fmt: skip


def _set(editions: list[Edition], wanted: dict[str, str], code: str, known: Badges) -> Iterator[Games]:
    stored = {row.edition_id: row for row in Prepared.objects.filter(unit__in=[unit(edition) for edition in editions])}
    tallies = {tally.edition_id: tally for tally in Tally.objects.filter(edition__in=editions)}
    parts = {}
    for edition in editions:
        row, tally = stored.get(edition.pk), tallies.get(edition.pk)
        if row is None or row.key != wanted[edition.address]:
            parts[edition.pk] = _part(edition, wanted[edition.address], code, row, tally)
    versions = {pk: (of, key) for pk, key, of in _versions(parts)}
    badges_of = known.of(versions)
    for pk, (of, key) in versions.items():
        parts[of].data["shown"].pop(key, None)
        if pk in badges_of:
            parts[of].data["shown"][key] = badges.shown(badges_of[pk])
    for pk, part in parts.items():
        yield Games(pk, unit(part.edition), part.key, pack(written(part.data)))


def _part(edition: Edition, key: str, code: str, row: Prepared | None, tally: Tally | None) -> _Part:
    """The part of an edition to render, from its stored badges and its current counts."""
    names = {str(pk): name for pk, (name, *_) in tally.counted.items() if name} if tally else {}
    rests_on = [code, tally.rests_on if tally else ""]
    before = json.loads(unpack(row.packed)) if row is not None else {}
    examples = None
    if before.get("rests_on") == rests_on and tally is not None:
        names_before = before["names"]
        examples = [int(pk) for pk in names.keys() | names_before.keys() if names.get(pk) != names_before.get(pk)]
    shown = before["shown"] if examples is not None else {}
    return _Part(edition, key, {"rests_on": rests_on, "names": names, "shown": shown}, examples)


def _versions(parts: dict[int, _Part]) -> Iterator[tuple[int, str, int]]:
    """The provisions to render, by their examples: primary key, key in the edition, edition."""
    pks = [pk for part in parts.values() for pk in part.examples or ()]
    whole = [edition for edition, part in parts.items() if part.examples is None]
    rows = Example.objects.filter(version__isnull=False).order_by()
    for start in range(0, len(pks), _BATCH):
        selected = rows.filter(pk__in=pks[start : start + _BATCH])
        yield from selected.values_list("version", "version__key", "version__edition").distinct()
    for edition in whole:
        selected = rows.filter(version__edition=edition)
        yield from selected.values_list("version", "version__key", "version__edition").distinct()


def shown(edition: Edition, code: str) -> dict[str, Any] | None:
    """The badges of an edition's examples as HTML, by provision key; None if they are out of date."""
    packed = (
        Prepared.objects.filter(unit=unit(edition), key=key(code, edition)).values_list("packed", flat=True).first()
    )
    shown: dict[str, Any] | None = json.loads(unpack(packed))["shown"] if packed is not None else None
    return shown
