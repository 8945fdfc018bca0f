"""Preparing the data folder: create its database, or migrate it, before anything is written to it."""

from __future__ import annotations

import os

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from rulesite import databases, diagnostics, file_permissions


def writable() -> bool:
    """Whether this user may write in the data folder; a missing one can be created."""
    folder = settings.DATA_DIR
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return os.access(folder, os.W_OK | os.X_OK)


def prepare() -> None:
    """Create the data folder and its database, or migrate the database.

    Raises trouble.Trouble if that fails, and for a database made by a newer version.
    """
    settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not writable():
        raise diagnostics.shut(settings.DATA_DIR)
    file_permissions.shut(
        path for path in file_permissions.open_to_others(settings.DATA_DIR) if path != settings.DATA_DIR
    )
    databases.check(connection)
    schema = diagnostics.schema()
    if schema is diagnostics.Schema.NEWER:
        raise schema.trouble
    if schema is not diagnostics.Schema.CURRENT:
        call_command("migrate", verbosity=0)
