"""Snapshots: a small library that many tests of a file want is made for the first of them, and put back for the others."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from copy import deepcopy
from functools import wraps
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import connection

from rulesite.rulebook.models import Library

_APPS = ("rulebook", "checks", "search", "reading")


class Snapshot:
    """Every row of the book as it is in this test, and the files of a folder such as the search index."""

    def __init__(self, folder: Path | None = None) -> None:
        self._rows = [kept for model in _models() if (kept := _read(model))]
        self._files = Path(tempfile.mkdtemp(prefix="snapshot-", dir=os.environ["RULESITE_DATA"])) if folder else None
        if self._files:
            shutil.copytree(folder, self._files, dirs_exist_ok=True)

    def put(self, folder: Path | None = None) -> None:
        """Put the rows into an empty book, and the files into a folder; what is kept of another state is of no use."""
        with connection.cursor() as cursor:
            for statement, rows in self._rows:
                cursor.executemany(statement, rows)
        Library.move_on()
        if folder and self._files:
            shutil.copytree(self._files, folder, dirs_exist_ok=True)


def made_once(make: Callable[..., Any]) -> Callable[..., Any]:
    """A fixture's small library is made for the first test that asks, and put back for the others of the process.

    They get copies of what it returned. What it made in an ``index_folder``, where it asks for one, is put back too;
    rows of other apps, such as people, are not.
    """
    kept: list[tuple[Snapshot, Any]] = []

    @wraps(make)
    def fixture(**given: Any) -> Any:
        folder = given.get("index_folder")
        if not kept:
            made = make(**given)
            kept.append((Snapshot(folder), deepcopy(made)))
            return made
        snapshot, made = kept[0]
        snapshot.put(folder)
        return deepcopy(made)

    return fixture


def _models():
    return [model for name in _APPS for model in apps.get_app_config(name).get_models(include_auto_created=True)]


def _read(model):
    table, strangers = model._meta.db_table, _to_strangers(model)
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{table}"')
        columns = [column[0] for column in cursor.description]
        rows = [
            tuple(None if column in strangers else _given(value) for column, value in zip(columns, row, strict=True))
            for row in cursor.fetchall()
        ]
    names, places = ", ".join(f'"{column}"' for column in columns), ", ".join(["%s"] * len(columns))
    return (f'INSERT INTO "{table}" ({names}) VALUES ({places}) ON CONFLICT DO NOTHING', rows) if rows else None


def _to_strangers(model):
    """The columns that lead to rows which are not put back, such as people, and may be empty."""
    leading = [field for field in model._meta.concrete_fields if field.is_relation and field.null]
    return {field.column for field in leading if field.related_model._meta.app_label not in _APPS}


def _given(value):
    """A value as it can be written again: what PostgreSQL holds as JSON is read as what it says."""
    return json.dumps(value) if isinstance(value, (dict, list)) else value
