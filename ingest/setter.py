"""A setter: what a worker does who sets the pages of an edition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ingest import readying

if TYPE_CHECKING:
    from rulesite.reading.prepared import Set


def pages(database: str, edition: int) -> Set:
    """The pages of an edition, by its key in the database of a file, which is read and not written to."""
    with readying.reading(database):
        from rulesite.reading.prepared import set_pages
        from rulesite.rulebook.models import Edition

        return set_pages(Edition.objects.select_related("document").get(pk=edition))
