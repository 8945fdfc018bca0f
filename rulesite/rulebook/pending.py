"""Pending work: an ingest that is running or was interrupted, and corrections that descent has not followed yet."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from django.db.models import Q

from rulesite.rulebook import workspaces
from rulesite.rulebook.models import Edition, Made
from rulesite.rulebook.workspaces import Folder, IsThere, Workspace

ORDERS = "orders.json"
"""The name under which an ingest stores its request in its annex."""
_STAGE = "stage"
FOLLOW = "follow"
"""The stage that records an edition with changes for descent to follow."""


def stage() -> Workspace:
    """The annex that an ingest works in; it exists exactly while one is running or interrupted."""
    return workspaces.of(_STAGE)


def is_pending() -> bool:
    """Whether requested documents are not yet published."""
    annex = stage()
    return annex.has(ORDERS) if isinstance(annex, Folder) else annex.exists()


def pending_condition() -> IsThere | None:
    """`is_pending` as part of another query; None for a database that can't tell, where the disk has to be checked."""
    return IsThere(_STAGE) if workspaces.is_shared() else None


def note(edition: Edition) -> None:
    """Record that descent has to follow changes in an edition; call it in the transaction of the change."""
    Made.objects.update_or_create(stage=FOLLOW, unit=edition.address, defaults={"key": uuid.uuid4().hex})


def unfollowed() -> dict[str, str]:
    """The addresses of the editions that descent has to follow, each with a mark that a later change replaces."""
    return dict(Made.objects.filter(stage=FOLLOW).values_list("unit", "key"))


def settle(followed: Mapping[str, str] | None = None) -> None:
    """Clear these marks, by default all, in the transaction that stores the new descent."""
    noted = Made.objects.filter(stage=FOLLOW)
    if followed is not None:
        noted = noted.filter(Q(*(Q(unit=unit, key=key) for unit, key in followed.items()), _connector=Q.OR))
    noted.delete()
