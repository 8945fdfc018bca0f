"""A setter: what a worker does who sets the pages of an edition. It begins without Django, as every worker does."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesite.reading.prepared import Set


def ready() -> None:
    """Read all that is needed to set pages."""
    import django
    from django.apps import apps

    if not apps.ready:
        django.setup()
    import rulesite.reading.prepared  # noqa: F401


def pages(database: str, edition: int) -> Set:
    """The pages of an edition, by its key in the database of a file, which is read and not written to."""
    ready()
    from django.db import connection

    from rulesite.reading.prepared import set_pages
    from rulesite.rulebook.models import Edition

    if connection.settings_dict["NAME"] != database:
        connection.close()
        connection.settings_dict["NAME"] = database
    try:
        return set_pages(Edition.objects.select_related("document").get(pk=edition))
    finally:
        connection.close()  # it keeps its latest statements, and those with thousands of parameters take megabytes
