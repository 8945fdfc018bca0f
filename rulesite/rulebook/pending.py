"""What is pending: an ingest that is at work, or that was stopped and will be taken up again; and words that a person
changed, which descent has not followed yet.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from django.db.models import Q

from rulesite.rulebook import annexes
from rulesite.rulebook.annexes import Annex, Folder, IsThere
from rulesite.rulebook.models import Edition, Made

ORDERS = "orders.json"
"""What is kept in the annex of an ingest of what was asked for."""
_STAGE = "stage"
FOLLOW = "follow"
"""The stage under which it is noted that descent has to follow what was changed in an edition."""


def stage() -> Annex:
    """The annex that an ingest works in; it is there exactly as long as one is at work or was stopped."""
    return annexes.of(_STAGE)


def is_pending() -> bool:
    """Whether documents were asked for that are not published yet."""
    annex = stage()
    return annex.has(ORDERS) if isinstance(annex, Folder) else annex.exists()


def asked_along() -> IsThere | None:
    """The same as part of another query, None where the database cannot tell and the disk is looked at."""
    return IsThere(_STAGE) if annexes.is_shared() else None


def note(edition: Edition) -> None:
    """Note that descent has to follow what was changed in an edition; in the transaction that changes it."""
    Made.objects.update_or_create(stage=FOLLOW, unit=edition.address, defaults={"key": uuid.uuid4().hex})


def unfollowed() -> dict[str, str]:
    """The addresses of the editions that descent has to follow, each with a mark that a later change replaces."""
    return dict(Made.objects.filter(stage=FOLLOW).values_list("unit", "key"))


def settle(followed: Mapping[str, str] | None = None) -> None:
    """Descent has followed what was marked so, by default everything; in the transaction that stores what it drew."""
    noted = Made.objects.filter(stage=FOLLOW)
    if followed is not None:
        noted = noted.filter(Q(*(Q(unit=unit, key=key) for unit, key in followed.items()), _connector=Q.OR))
    noted.delete()
