"""Tables: which hold the book and are published, which hold what people said and are never touched, and what a copy
notes of the rows that it changes.

A stage begins as a copy of the published database. Rows that it adds have higher ids than any before (SQLite never
gives an id twice where a key is AUTOINCREMENT, as Django's are); rows that it changes or removes are noted by
triggers. So what a publication has to do is known without comparing the tables.
"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from django.apps import apps
from django.db.models import Model

BOOK = (
    "rulebook.Document",
    "rulebook.Edition",
    "rulebook.Source",
    "rulebook.Wording",
    "rulebook.Rule",
    "rulebook.RuleVersion",
    "rulebook.Witness",
    "rulebook.Flag",
    "rulebook.Example",
    "rulebook.GlossaryTerm",
    "rulebook.IndexEntry",
    "rulebook.Original",
    "rulebook.Reference",
    "rulebook.Citation",
    "rulebook.CitationTarget",
    "rulebook.Attribution",
    "rulebook.AttributionTarget",
    "rulebook.Descent",
    "rulebook.Rephrased",
    "rulebook.PhrasePair",
    "rulebook.Made",
    "checks.Scenario",
    "checks.KnownGap",
    "checks.Pin",
    "checks.Binding",
    "checks.Transcript",
    "checks.Verdict",
    "checks.Tally",
    "checks.Concept",
    "checks.Exercise",
    "reading.Prepared",
    "reading.Piece",
)
"""What is made from documents and scenarios: a publication makes these tables equal to the stage's."""

PEOPLE = (
    "rulebook.Correction",
    "rulebook.Commentary",
    "rulebook.Page",
    "rulebook.StruckPair",
    "checks.Confirmation",
    "search.SearchCount",
    "desk.Proposal",
    "desk.Decision",
    "desk.Publication",
)
"""What people wrote, by addresses and not by rows of the book: a publication never touches it. (So are the tables of
accounts, sessions and the admin's log.)"""

SHARED = {
    "rulebook.Assertion": "origin = 'file'",
}
"""Tables of both: the rows that are the book's, by what is true of them alone. Nothing refers to their ids."""

LIBRARY = "rulebook.Library"
"""The one row that says which book is published."""

SAME_LAYOUT = """
SELECT NOT EXISTS (SELECT app, name FROM main.django_migrations EXCEPT SELECT app, name FROM stage.django_migrations)
   AND NOT EXISTS (SELECT app, name FROM stage.django_migrations EXCEPT SELECT app, name FROM main.django_migrations)
"""
"""Whether two databases were laid out by the same migrations."""


class State(NamedTuple):
    """The state of a published book; zeros while there is none."""

    publication: int
    revision: int
    changed: str


def table(label: str) -> str:
    """The table of a model, by its label."""
    return model(label)._meta.db_table


def model(label: str) -> type[Model]:
    """The model of a label."""
    return apps.get_model(label)


def state(database: sqlite3.Connection, schema: str = "main") -> State:
    """The state of the book in a database."""
    row = database.execute(f"SELECT publication, revision, changed FROM {schema}.{table(LIBRARY)}").fetchone()
    return State(*row) if row else State(0, 0, "")


def publication(database: sqlite3.Connection, schema: str = "main") -> int:
    """Which publication a database holds."""
    return state(database, schema).publication


def begin_noting(copy: sqlite3.Connection) -> None:
    """Have a fresh copy note, from now on, which of its rows are changed or removed, and what it was a copy of."""
    copy.execute("BEGIN")
    copy.execute("CREATE TABLE stage_rows (name TEXT, id INTEGER, PRIMARY KEY (name, id)) WITHOUT ROWID")
    copy.execute("CREATE TABLE stage_tables (name TEXT PRIMARY KEY, last INTEGER)")
    copy.execute("CREATE TABLE stage_copied (publication INTEGER, revision INTEGER, changed TEXT)")
    copy.execute("INSERT INTO stage_copied VALUES (?, ?, ?)", state(copy))
    for label in BOOK:
        name = table(label)
        last = copy.execute(f"SELECT coalesce(max(id), 0) FROM {name}").fetchone()[0]
        copy.execute("INSERT INTO stage_tables VALUES (?, ?)", (name, last))
        for event in ("UPDATE", "DELETE"):
            copy.execute(
                f"CREATE TRIGGER stage_{event}_{name} AFTER {event} ON {name} WHEN OLD.id <= {last} "
                # not "INSERT OR IGNORE": an upsert that sets the trigger off would have it fail all the same
                f"BEGIN INSERT INTO stage_rows SELECT '{name}', OLD.id WHERE NOT EXISTS "
                f"(SELECT 1 FROM stage_rows WHERE name = '{name}' AND id = OLD.id); END"
            )
    copy.execute("COMMIT")


def copied(database: sqlite3.Connection, schema: str = "stage") -> State:
    """The state of the book that a stage was copied from, or was brought in step with since."""
    return State(*database.execute(f"SELECT publication, revision, changed FROM {schema}.stage_copied").fetchone())
