"""Bulk load: copy the tables of a finished generation into PostgreSQL, and its words into full text there.

Table ``said`` has the word count of each text, and its words and stems as text vectors with an index on both. Table
``posting`` has the texts with each word and stem, and how often they have it: PostgreSQL finds texts by vectors, but
has no BM25, which needs these counts.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesite.search.store import schema
from rulesite.search.store.stored_fields import Printed
from rulesite.search.store.whoosh.writer import words_of

if TYPE_CHECKING:
    import psycopg

_TYPES = {"INTEGER": "bigint", "TEXT": "text", "REAL": "double precision", "BLOB": "bytea"}
_BATCH = 1000
_MAX_POSITION = 16_383
"""The highest position in a text vector."""
_POSTINGS = """
CREATE TABLE said (text bigint PRIMARY KEY, size integer, words tsvector, stems tsvector);
CREATE TABLE posting (of_stems boolean, word text, texts bytea, counts bytea, PRIMARY KEY (of_stems, word));
"""
_INDEXES = """
CREATE INDEX said_words ON said USING gin (words);
CREATE INDEX said_stems ON said USING gin (stems);
CREATE INDEX place_record ON place (record);
CREATE INDEX place_context ON place (context);
CREATE INDEX place_number ON place (lower(number)) WHERE number <> '';
CREATE INDEX context_stems ON context (stems);
ANALYZE said, place, record, impact, provision, printed
"""


def pour(db: psycopg.Connection[Any], file: Path) -> None:
    """Write the tables of a generation into the current schema of a connection, within its transaction."""
    with closing(schema.read(file)) as held:
        for table in tables(held):
            create(db, table)
            write(db, table.name, rows(table, held.execute(f'SELECT * FROM "{table.name}"')))
        _run(db, _POSTINGS)
        _pour_words(db, held)
        _run(db, _INDEXES)


def _run(db: psycopg.Connection[Any], statements: str) -> None:
    for statement in filter(None, map(str.strip, statements.split(";"))):
        db.execute(statement.encode())


class Table(NamedTuple):
    """A table: its name, and the name, PostgreSQL type and key membership of each column."""

    name: str
    laid_out: tuple[tuple[str, str, bool], ...]

    @property
    def columns(self) -> list[str]:
        """The names of its columns."""
        return [name for name, _, _ in self.laid_out]

    @property
    def key_columns(self) -> tuple[tuple[str, str, bool], ...]:
        """The columns of its primary key."""
        return tuple(column for column in self.laid_out if column[2])

    @property
    def keys(self) -> list[str]:
        """The names of the key columns."""
        return [name for name, _, _ in self.key_columns]


def tables(held: sqlite3.Connection) -> list[Table]:
    """The tables of a file, all of which are copied unchanged."""
    query = "SELECT name FROM main.sqlite_master WHERE type = 'table' ORDER BY name"
    tables_of_file = []
    for (name,) in held.execute(query).fetchall():
        columns = held.execute(f'PRAGMA main.table_info("{name}")').fetchall()
        tables_of_file.append(Table(name, tuple((row[1], _TYPES[row[2]], bool(row[5])) for row in columns)))
    return tables_of_file


def create(db: psycopg.Connection[Any], table: Table) -> None:
    """Create an empty table."""
    laid_out = [f'"{name}" {kind}' for name, kind, _ in table.laid_out]
    keys = ", ".join(f'"{key}"' for key in table.keys)
    laid_out += [f"PRIMARY KEY ({keys})"] if keys else []
    db.execute(f'CREATE TABLE "{table.name}" ({", ".join(laid_out)})'.encode())


def rows(table: Table, raw_rows: Iterable[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    """Yield rows of a file with the types that PostgreSQL expects."""
    packed = {index for index, (_, kind, _) in enumerate(table.laid_out) if kind == "bytea"}
    for row in raw_rows:
        yield [
            value.encode() if index in packed and isinstance(value, str) else value for index, value in enumerate(row)
        ]


def write(db: psycopg.Connection[Any], name: str, new_rows: Iterable[Sequence[Any]]) -> None:
    """Write rows into a table."""
    with db.cursor().copy(f'COPY "{name}" FROM STDIN'.encode()) as copy:
        for row in new_rows:
            copy.write_row(row)


def _pour_words(db: psycopg.Connection[Any], held: sqlite3.Connection) -> None:
    stem_of: dict[str, str] = dict(held.execute("SELECT word, stem FROM word"))
    postings_of: dict[tuple[bool, str], tuple[array[int], array[int]]] = defaultdict(lambda: (array("I"), array("I")))

    def vectors() -> Iterator[Sequence[Any]]:
        for text, words in _words_of_texts(held):
            stems = [stem_of[word] for word in words]
            for of_stems, column in ((False, words), (True, stems)):
                for word, times in Counter(column).items():
                    texts, counts = postings_of[of_stems, word]
                    texts.append(text)
                    counts.append(times)
            yield text, len(words), vector(words), vector(stems)

    write(db, "said", vectors())
    postings = ((*key, texts.tobytes(), counts.tobytes()) for key, (texts, counts) in sorted(postings_of.items()))
    write(db, "posting", postings)


def _words_of_texts(held: sqlite3.Connection) -> Iterator[tuple[int, list[str]]]:
    """Yield each text with its words, in the order of the texts."""
    printed = Printed(held)
    texts = [text for (text,) in held.execute("SELECT text FROM printed ORDER BY text").fetchall()]
    for first in range(0, len(texts), _BATCH):
        for text, (title, body) in sorted(printed.of(texts[first : first + _BATCH]).items()):
            yield text, words_of(title, body)


def vector(words: Iterable[str]) -> str:
    """A text vector of words in order, in PostgreSQL's syntax.

    >>> print(vector(["{t}", "can't", "{t}"]))
    '{t}':1,3 'can''t':2
    """
    places: dict[str, list[str]] = defaultdict(list)
    for place, word in enumerate(words, start=1):
        if place <= _MAX_POSITION:
            places[word].append(str(place))
    return " ".join(f"{quoted(word)}:{','.join(where)}" for word, where in places.items())


def quoted(word: str) -> str:
    r"""A word quoted for a text vector or a text query, with any characters.

    >>> print(quoted("can't"), quoted("\\"))
    'can''t' '\\'
    """
    return "'" + word.replace("\\", "\\\\").replace("'", "''") + "'"
