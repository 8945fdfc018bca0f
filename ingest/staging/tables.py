"""Tables: which belong to the book and are published, which hold what people wrote and are never touched, and how a
copy notes its changed rows.

A stage begins as a copy of the published database. Rows that it adds have higher ids than any before (neither SQLite
with AUTOINCREMENT, as Django uses it, nor PostgreSQL gives an id twice); rows that it changes or deletes are noted by
triggers. So a publication knows its changes without comparing the tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from django.apps import apps
from django.db.models import Model

from ingest.staging.db_copies import Joined

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
    "checks.Comparison",
    "checks.Transcript",
    "checks.Verdict",
    "checks.Tally",
    "checks.Concept",
    "checks.Exercise",
    "reading.Prepared",
    "reading.Piece",
)
"""Tables made from documents and scenarios: a publication makes them equal to the stage's."""

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
    "cards.CardCollection",
    "cards.Card",
    "cards.Ruling",
    "cards.CardPart",
    "cards.CardRuling",
    "cards.Word",
    "cards.CardWord",
    "cards.RulingWord",
)
"""Tables that people write, or load beside the book, which refer to the book by address and not by row: a publication
never touches them. (The same holds for the tables of accounts, sessions and the admin's log.)
"""

SHARED = {
    "rulebook.Assertion": "origin = 'file'",
}
"""Tables of both kinds, with the condition for the book's rows. Nothing refers to their ids."""

LIBRARY = "rulebook.Library"
"""The table whose single row names the published book."""


class State(NamedTuple):
    """The state of a published book; zeros if there is none."""

    publication: int
    revision: int
    changed: str


def table(label: str) -> str:
    """The table of a model, by the model's label."""
    return model(label)._meta.db_table


def model(label: str) -> type[Model]:
    """The model with a label."""
    return apps.get_model(label)


@cache
def columns(name: str) -> tuple[str, ...]:
    """The columns of a table, by its name."""
    return tuple(str(field.column) for field in _of(name)._meta.concrete_fields)


@cache
def keys(name: str) -> tuple[tuple[str, ...], ...]:
    """The sets of columns that identify a row of a table."""
    meta = _of(name)._meta
    column = {field.name: str(field.column) for field in meta.concrete_fields}
    single = [(column[field.name],) for field in meta.concrete_fields if field.unique]
    together = [*meta.unique_together, *(constraint.fields for constraint in meta.total_unique_constraints)]
    return *single, *(tuple(column[each] for each in fields) for fields in together)


def listed(columns: Iterable[str]) -> str:
    """Column names, quoted and joined for a statement."""
    return ", ".join(f'"{column}"' for column in columns)


def _of(name: str) -> type[Model]:
    return next(model for model in apps.get_models() if model._meta.db_table == name)


def same_layout(both: Joined) -> bool:
    """Whether two databases have the same migrations."""
    left, right = (f"SELECT app, name FROM {schema}.django_migrations" for schema in (both.main, both.beside))
    query = f"SELECT NOT EXISTS ({left} EXCEPT {right}) AND NOT EXISTS ({right} EXCEPT {left})"
    return bool(both.execute(query).fetchone()[0])


def state(database: Joined, schema: str) -> State:
    """The state of the book in a database."""
    query = f"SELECT publication, revision, CAST(changed AS text) FROM {schema}.{table(LIBRARY)}"
    row = database.execute(query).fetchone()
    return State(*row) if row else State(0, 0, "")


def publication(database: Joined, schema: str) -> int:
    """The number of the publication that a database holds."""
    return state(database, schema).publication


_NOTING = "CREATE TABLE {0}.stage_rows (name TEXT, id BIGINT, PRIMARY KEY (name, id))"
_OF_POSTGRESQL = """
CREATE FUNCTION {0}.stage_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
INSERT INTO {0}.stage_rows SELECT TG_TABLE_NAME, id FROM gone WHERE id <= TG_ARGV[0]::bigint ON CONFLICT DO NOTHING;
RETURN NULL; END $$
"""


def begin_noting(copy: Joined) -> None:
    """Make a fresh copy note from now on which of its rows change or go, and record the state it copies."""
    schema = copy.main
    with copy.writing():
        for name in ("stage_rows", "stage_tables", "stage_copied"):
            copy.execute(f"DROP TABLE IF EXISTS {schema}.{name}")
        copy.execute(_NOTING.format(schema) + (" WITHOUT ROWID" if copy.vendor == "sqlite" else ""))
        copy.execute(f"CREATE TABLE {schema}.stage_tables (name TEXT PRIMARY KEY, last BIGINT)")
        copy.execute(f"CREATE TABLE {schema}.stage_copied (publication INTEGER, revision INTEGER, changed TEXT)")
        copy.execute(f"INSERT INTO {schema}.stage_copied VALUES (?, ?, ?)", state(copy, schema))
        if copy.vendor != "sqlite":
            copy.execute(f"DROP FUNCTION IF EXISTS {schema}.stage_note() CASCADE")
            copy.execute(_OF_POSTGRESQL.format(schema))
        for label in BOOK:
            name = table(label)
            last = copy.execute(f"SELECT coalesce(max(id), 0) FROM {schema}.{name}").fetchone()[0]
            copy.execute(f"INSERT INTO {schema}.stage_tables VALUES (?, ?)", (name, last))
            for event in ("UPDATE", "DELETE"):
                copy.execute(_noting(copy, event, name, last))


def _noting(copy: Joined, event: str, name: str, last: int) -> str:
    """The trigger that notes the rows of a table on an event."""
    if copy.vendor != "sqlite":
        return (
            f"CREATE TRIGGER stage_{event}_{name} AFTER {event} ON {copy.main}.{name} REFERENCING OLD TABLE AS gone "
            f"FOR EACH STATEMENT EXECUTE FUNCTION {copy.main}.stage_note('{last}')"
        )
    return (
        f"CREATE TRIGGER stage_{event}_{name} AFTER {event} ON {name} WHEN OLD.id <= {last} "
        # not "INSERT OR IGNORE": inside an upsert that fires the trigger it would still fail
        f"BEGIN INSERT INTO stage_rows SELECT '{name}', OLD.id WHERE NOT EXISTS "
        f"(SELECT 1 FROM stage_rows WHERE name = '{name}' AND id = OLD.id); END"
    )


def copied(database: Joined, schema: str) -> State:
    """The published state that a stage was copied from, or last brought up to date with."""
    return State(*database.execute(f"SELECT publication, revision, changed FROM {schema}.stage_copied").fetchone())
