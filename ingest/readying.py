"""Readying: what a worker reads before it does something. It begins without Django, as every worker does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


def django() -> None:
    """Have the site's models, and what sets pages and what prepares the index."""
    import django
    from django.apps import apps

    if not apps.ready:
        django.setup()
    import rulesite.reading.prepared
    import rulesite.search.index  # noqa: F401


def engine() -> None:
    """Have the engine and its grammars."""
    django()
    from rulesite.checks import trying

    trying.prepare()


@contextmanager
def reading(database: str) -> Iterator[None]:
    """Within it the models are those of the database of a file, which is read and not written to."""
    django()
    from django.db import connection

    if connection.settings_dict["NAME"] != database:
        connection.close()
        connection.settings_dict["NAME"] = database
    try:
        yield
    finally:
        connection.close()  # it keeps its latest statements, and those with thousands of parameters take megabytes
