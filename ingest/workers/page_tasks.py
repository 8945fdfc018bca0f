"""The tasks of a worker that renders pages of editions."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from ingest.workers import preload

if TYPE_CHECKING:
    from rulesite.reading.precomputed.badges import Games
    from rulesite.reading.precomputed.store import Set


def pages(database: preload.Where, edition: int) -> Set:
    """Render the pages of an edition, by its key in a database, which is only read."""
    with preload.reading(database):
        from rulesite.reading.precomputed.store import set_pages
        from rulesite.rulebook.models import Edition

        return set_pages(Edition.objects.select_related("document").get(pk=edition))


def games(database: preload.Where, editions: Collection[int]) -> list[Games]:
    """Render the missing badges of some editions, by their keys in a database, which is only read."""
    with preload.reading(database):
        from rulesite.reading.precomputed.store import set_games
        from rulesite.rulebook.models import Edition

        stored = Edition.objects.select_related("document").defer(*Edition.long())
        return set_games(stored.filter(pk__in=editions))
