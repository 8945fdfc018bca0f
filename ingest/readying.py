"""Readying: what a worker reads before it does something. It begins without Django, as every worker does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


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


Where = tuple[tuple[str, Any], ...]
"""A database, as the settings of a connection name it."""
_NAMED = ("NAME", "HOST", "PORT", "USER", "PASSWORD")


def where() -> Where:
    """The database that this process works in, for a worker who is to read it."""
    from django.db import connection

    said = connection.settings_dict
    own = {"OPTIONS": said["OPTIONS"]} if connection.vendor == "postgresql" else {}
    return tuple(({name: said[name] for name in _NAMED} | own).items())


@contextmanager
def reading(database: Where) -> Iterator[None]:
    """Within it the models are those of a database, which is read and not written to."""
    django()
    from django.db import connection

    if any(connection.settings_dict[name] != said for name, said in database):
        connection.close()
        connection.settings_dict.update(database)
    try:
        yield
    finally:
        connection.close()  # it keeps its latest statements, and those with thousands of parameters take megabytes
