"""Pouring: the tables of a finished generation go from its file into PostgreSQL, and its words into full text there.

``said`` has of each text how many words it has, and its words and its stems as PostgreSQL's text vectors, with an
index over both. ``posting`` has of each word and stem in which texts it stands and how often: PostgreSQL finds texts by
its vectors, and has no BM25, which needs those counts.
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
_MOST_PLACES = 16_383
"""The last place of a word that a text vector knows."""
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
    """Write the tables of a generation into the schema that a connection looks into, within its transaction."""
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
    """A table: its name, and of each column the name, PostgreSQL's type, and whether it belongs to the key."""

    name: str
    laid_out: tuple[tuple[str, str, bool], ...]

    @property
    def columns(self) -> list[str]:
        """The names of its columns."""
        return [name for name, _, _ in self.laid_out]

    @property
    def key_columns(self) -> tuple[tuple[str, str, bool], ...]:
        """The columns of its key."""
        return tuple(column for column in self.laid_out if column[2])

    @property
    def keys(self) -> list[str]:
        """Their names."""
        return [name for name, _, _ in self.key_columns]


def tables(held: sqlite3.Connection) -> list[Table]:
    """The tables of a file that are poured as they are."""
    query = "SELECT name FROM main.sqlite_master WHERE type = 'table' ORDER BY name"
    found = []
    for (name,) in held.execute(query).fetchall():
        columns = held.execute(f'PRAGMA main.table_info("{name}")').fetchall()
        found.append(Table(name, tuple((row[1], _TYPES[row[2]], bool(row[5])) for row in columns)))
    return found


def create(db: psycopg.Connection[Any], table: Table) -> None:
    """Make a table, empty."""
    laid_out = [f'"{name}" {kind}' for name, kind, _ in table.laid_out]
    keys = ", ".join(f'"{key}"' for key in table.keys)
    laid_out += [f"PRIMARY KEY ({keys})"] if keys else []
    db.execute(f'CREATE TABLE "{table.name}" ({", ".join(laid_out)})'.encode())


def rows(table: Table, found: Iterable[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    """Rows of a file, as PostgreSQL takes them."""
    packed = {nth for nth, (_, kind, _) in enumerate(table.laid_out) if kind == "bytea"}
    for row in found:
        yield [value.encode() if nth in packed and isinstance(value, str) else value for nth, value in enumerate(row)]


def write(db: psycopg.Connection[Any], name: str, found: Iterable[Sequence[Any]]) -> None:
    """Write rows into a table."""
    with db.cursor().copy(f'COPY "{name}" FROM STDIN'.encode()) as copy:
        for row in found:
            copy.write_row(row)


def _pour_words(db: psycopg.Connection[Any], held: sqlite3.Connection) -> None:
    stem_of: dict[str, str] = dict(held.execute("SELECT word, stem FROM word"))
    found: dict[tuple[bool, str], tuple[array[int], array[int]]] = defaultdict(lambda: (array("I"), array("I")))

    def vectors() -> Iterator[Sequence[Any]]:
        for text, words in _told(held):
            stems = [stem_of[word] for word in words]
            for of_stems, said in ((False, words), (True, stems)):
                for word, times in Counter(said).items():
                    texts, counts = found[of_stems, word]
                    texts.append(text)
                    counts.append(times)
            yield text, len(words), vector(words), vector(stems)

    write(db, "said", vectors())
    postings = ((*key, texts.tobytes(), counts.tobytes()) for key, (texts, counts) in sorted(found.items()))
    write(db, "posting", postings)


def _told(held: sqlite3.Connection) -> Iterator[tuple[int, list[str]]]:
    """The words of each text, in the order of the texts."""
    printed = Printed(held)
    texts = [text for (text,) in held.execute("SELECT text FROM printed ORDER BY text").fetchall()]
    for first in range(0, len(texts), _BATCH):
        for text, (title, body) in sorted(printed.of(texts[first : first + _BATCH]).items()):
            yield text, words_of(title, body)


def vector(words: Iterable[str]) -> str:
    """Words in their order as PostgreSQL reads a text vector.

    >>> print(vector(["{t}", "can't", "{t}"]))
    '{t}':1,3 'can''t':2
    """
    places: dict[str, list[str]] = defaultdict(list)
    for place, word in enumerate(words, start=1):
        if place <= _MOST_PLACES:
            places[word].append(str(place))
    return " ".join(f"{quoted(word)}:{','.join(where)}" for word, where in places.items())


def quoted(word: str) -> str:
    r"""A word as it stands in a text vector or a query of one, whatever signs it has.

    >>> print(quoted("can't"), quoted("\\"))
    'can''t' '\\'
    """
    return "'" + word.replace("\\", "\\\\").replace("'", "''") + "'"
