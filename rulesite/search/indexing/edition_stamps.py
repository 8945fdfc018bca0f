"""Stamps: which state of an edition the database holds, as far as it is searched, known without reading it.

Whatever changes what is searched of an edition gives it another stamp, in the same transaction (`following`). A
generation of the index keeps the stamps of what it was made from: an edition with the same stamp is the same.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping

from rulesite.rulebook.models import Edition, Made

_STAGE = "searched"


def renew(editions: Iterable[int] | None = None) -> None:
    """Give some editions, by their ids, new stamps, since something of them changed; by default all."""
    held = Edition.objects.all() if editions is None else Edition.objects.filter(pk__in=list(editions))
    _write({edition.address: _new(edition.pk) for edition in held.select_related("document")})


def read(addresses: Mapping[int, str]) -> dict[int, str]:
    """The stamps of editions, given by their ids and addresses; "" for one that has none."""
    rows = dict(Made.objects.filter(stage=_STAGE).values_list("unit", "key"))
    own = {pk: rows.get(address, "") for pk, address in addresses.items()}
    return {pk: stamp if stamp.startswith(f"{pk} ") else "" for pk, stamp in own.items()}


def complete(addresses: Mapping[int, str]) -> dict[int, str]:
    """The same, one that has none getting it; and the stamps of editions that are gone go.

    To be read before the editions themselves: what changes in between then has another one.
    """
    own = read(addresses)
    missing = {pk: _new(pk) for pk, stamp in own.items() if not stamp}
    _write({addresses[pk]: stamp for pk, stamp in missing.items()})
    Made.objects.filter(stage=_STAGE).exclude(unit__in=addresses.values()).delete()
    return own | missing


def turn_back(address: str, stamp: str, before: str) -> None:
    """Give an edition the stamp that it had before, because it proved to be the same; not if it has changed again."""
    Made.objects.filter(stage=_STAGE, unit=address, key=stamp).update(key=before)


def _new(edition: int) -> str:
    """A stamp that was never given: with the id, which no other edition of the same day will have."""
    return f"{edition} {uuid.uuid4().hex}"


def _write(stamps: Mapping[str, str]) -> None:
    rows = Made.objects.filter(stage=_STAGE)
    Made.objects.bulk_create(
        [Made(stage=_STAGE, unit=address, key=stamp) for address, stamp in stamps.items()], ignore_conflicts=True
    )
    for address, stamp in stamps.items():
        rows.filter(unit=address).exclude(key=stamp).update(key=stamp)
