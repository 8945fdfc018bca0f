"""Edition stamps: tell whether the searched data of an edition changed, without reading it.

A change of the searched data gives the edition a new stamp in the same transaction (`receivers`). A generation of the
index stores the stamps of its editions: an edition with the same stamp is unchanged.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping

from rulesite.rulebook.models import Edition, Made

_STAGE = "searched"


def renew(editions: Iterable[int] | None = None) -> None:
    """Give editions, by default all, new stamps after a change; ``editions`` are their ids."""
    held = Edition.objects.all() if editions is None else Edition.objects.filter(pk__in=list(editions))
    _write({edition.address: _new(edition.pk) for edition in held.select_related("document")})


def read(addresses: Mapping[int, str]) -> dict[int, str]:
    """Edition id to its stamp, "" if it has none; ``addresses`` maps the ids to addresses."""
    rows = dict(Made.objects.filter(stage=_STAGE).values_list("unit", "key"))
    own = {pk: rows.get(address, "") for pk, address in addresses.items()}
    return {pk: stamp if stamp.startswith(f"{pk} ") else "" for pk, stamp in own.items()}


def complete(addresses: Mapping[int, str]) -> dict[int, str]:
    """The same, after giving stamps to editions without one and deleting those of removed editions.

    Call it before reading the editions: one that changes in between then has a new stamp.
    """
    own = read(addresses)
    missing = {pk: _new(pk) for pk, stamp in own.items() if not stamp}
    _write({addresses[pk]: stamp for pk, stamp in missing.items()})
    Made.objects.filter(stage=_STAGE).exclude(unit__in=addresses.values()).delete()
    return own | missing


def turn_back(address: str, stamp: str, before: str) -> None:
    """Restore the former stamp of an edition that proved to be unchanged, unless it was changed again."""
    Made.objects.filter(stage=_STAGE, unit=address, key=stamp).update(key=before)


def _new(edition: int) -> str:
    """A new unique stamp. It has the id, which no other edition of the same day has."""
    return f"{edition} {uuid.uuid4().hex}"


def _write(stamps: Mapping[str, str]) -> None:
    rows = Made.objects.filter(stage=_STAGE)
    Made.objects.bulk_create(
        [Made(stage=_STAGE, unit=address, key=stamp) for address, stamp in stamps.items()], ignore_conflicts=True
    )
    for address, stamp in stamps.items():
        rows.filter(unit=address).exclude(key=stamp).update(key=stamp)
