"""Preloading: what a worker imports before its tasks. It starts without Django, as every worker does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


def django() -> None:
    """Load the site's models, and the modules that render pages and build the index."""
    import django
    from django.apps import apps

    if not apps.ready:
        django.setup()
    import rulesite.reading.precomputed.store
    import rulesite.search.indexing.builder  # noqa: F401


def engine() -> None:
    """Load the engine and its grammars."""
    django()
    from rulesite.checks.playing import sandbox

    sandbox.prepare()


Where = tuple[tuple[str, Any], ...]
"""A database, as connection settings name it."""
_NAMED = ("NAME", "HOST", "PORT", "USER", "PASSWORD")


def where() -> Where:
    """The current database of this process, for a worker that reads it."""
    from django.db import connection

    database = connection.settings_dict
    own = {"OPTIONS": database["OPTIONS"]} if connection.vendor == "postgresql" else {}
    return tuple(({name: database[name] for name in _NAMED} | own).items())


@contextmanager
def reading(database: Where) -> Iterator[None]:
    """A block in which the models use a database read-only."""
    django()
    from django.db import connection

    if any(connection.settings_dict[name] != value for name, value in database):
        connection.close()
        connection.settings_dict.update(database)
    try:
        yield
    finally:
        connection.close()  # its statement cache, with thousands of parameters each, takes megabytes
