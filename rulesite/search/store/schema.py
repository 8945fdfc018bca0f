"""How a generation of the index is laid out: the tables of a small SQLite file that is written once, then only read.

Full text lies in a folder of Whoosh's beside it; see `whoosh`.

A *text* is a distinct pair of title and wording. A *record* says that a text stands in one *family* (a rule through
time, or a glossary term through time) as one kind of thing. A *place* is a record under one number and one title above
it, with the editions where it stands so. An edition is a row of places, in the order of the book. So an edition more
adds what is new in it, and a bit to everything else that it repeats.

Sets of editions are kept as bits of a number, the oldest edition of the first document lowest.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FILE = "index.sqlite3"
FORMAT = f"18 {sys.byteorder}"
"""Another one when the tables, or what stands in them, are made otherwise: older generations are then made anew."""

_SPARE = 0.1
"""The share of a file's pages that may be free: what changes next takes them."""
GLOSSARY, EXAMPLE, INDEX = "glossary", "example", "index"
"""The kinds beside those of `RuleVersion`."""

_TABLES = """
CREATE TABLE about (name TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
CREATE TABLE edition (
    number INTEGER PRIMARY KEY, document TEXT, date TEXT, short_title TEXT, title TEXT,
    stamp TEXT, said BLOB, places BLOB, defines BLOB);
CREATE TABLE word (word TEXT PRIMARY KEY, stem TEXT, texts INTEGER) WITHOUT ROWID;
CREATE TABLE text (id INTEGER PRIMARY KEY, key TEXT);
CREATE TABLE printed (text INTEGER PRIMARY KEY, title TEXT, packed BLOB);
CREATE TABLE joined (text INTEGER PRIMARY KEY, words TEXT);
CREATE TABLE titled (text INTEGER PRIMARY KEY, title TEXT, stems TEXT);
CREATE TABLE context (id INTEGER PRIMARY KEY, title TEXT, stems TEXT);
CREATE INDEX contexts_called ON context (stems);
CREATE TABLE family (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE record (id INTEGER PRIMARY KEY, text INTEGER, family INTEGER, kind TEXT, editions BLOB, sequence INTEGER);
CREATE TABLE place (
    id INTEGER PRIMARY KEY, record INTEGER, key TEXT, number TEXT COLLATE NOCASE, context INTEGER, editions BLOB);
CREATE INDEX places_of ON place (record);
CREATE INDEX places_under ON place (context);
CREATE INDEX places_numbered ON place (number) WHERE number <> '';
CREATE TABLE provision (
    record INTEGER PRIMARY KEY, made BLOB, own BLOB, number TEXT, text TEXT, cites TEXT, kind TEXT, rule TEXT,
    title TEXT, said TEXT, context TEXT);
CREATE TABLE impact (stem TEXT PRIMARY KEY, texts INTEGER, records BLOB, impacts BLOB, fields BLOB);
CREATE TABLE question (
    id INTEGER PRIMARY KEY, number TEXT, opens TEXT, said TEXT, whole REAL, record INTEGER);
CREATE TABLE question_stem (stem TEXT PRIMARY KEY, rarity REAL, questions BLOB);
CREATE TABLE passages (shelf INTEGER PRIMARY KEY, texts BLOB, lengths BLOB, packed BLOB);
"""
"""What the columns hold beside what their names say:

- ``edition.stamp``: by what the database knows its state; ``.said``: a digest of all that is searched of it;
- ``word.stem``: what its stem is here; ``.texts``: how many texts have it;
- ``joined``: the words with a hyphen that a text has, if it has any;
- ``printed.packed``: the body, see `stored_fields`;
- ``passages``: the bodies of many texts, folded, one after the other: which texts, and how long each is;
- ``provision``: each record of today's book: a digest of all that it is known by, one of what it is itself, its number,
  the key of its text, the numbers that are cited there, the rule that it belongs to, the stems of its title, text and
  context;
- ``impact``: for each stem in how many titles and texts of today's book it stands, and what it is worth where; see
  `fields`;
- ``question``: what players ask, the shortest first: the rule that answers and the words with which it opens, what the
  stems of the question are worth together, and the record of today's book that it belongs to, if any; see `questions`;
- ``record.sequence``: where it stands in the newest edition that has it, which decides between equals.
"""


def create(path: Path) -> sqlite3.Connection:
    """A new, empty file, open for writing."""
    db = _open_for_writing(path)
    db.executescript(_TABLES)
    db.execute("INSERT INTO about VALUES ('format', ?)", [FORMAT])
    return db


def change(path: Path) -> sqlite3.Connection:
    """A copy of a file, to be changed; raises ValueError when it is laid out otherwise."""
    db = _open_for_writing(path)
    _check(db, path)
    return db


def read(path: Path) -> sqlite3.Connection:
    """A finished file, for reading in any thread; raises ValueError when it is laid out otherwise."""
    if not path.is_file():
        raise FileNotFoundError(path)
    db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    _check(db, path)
    return db


def _open_for_writing(path: Path) -> sqlite3.Connection:
    """Nobody knows of the file before it is whole, so what a crash leaves of it is of no use, and needs no journal."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=OFF")
    db.execute("PRAGMA synchronous=OFF")
    return db


class OtherFormat(ValueError):  # noqa: N818
    """An index that another version has made."""


def _check(db: sqlite3.Connection, path: Path) -> None:
    try:
        (form,) = db.execute("SELECT value FROM about WHERE name = 'format'").fetchone()
    except BaseException:
        db.close()
        raise
    if form != FORMAT:
        db.close()
        raise OtherFormat(f"{path.name} has the format {form}, and {FORMAT} is wanted")


def tighten(db: sqlite3.Connection) -> None:
    """Give back the pages on which nothing stands any more, where they are many; outside of a transaction."""
    ((free,),), ((pages,),) = db.execute("PRAGMA freelist_count"), db.execute("PRAGMA page_count")
    if free > _SPARE * pages:
        db.execute("PRAGMA temp_store=MEMORY")
        db.execute("VACUUM")


def pack_editions(editions: int) -> bytes:
    """A set of editions as it is stored."""
    return editions.to_bytes((editions.bit_length() + 7) // 8, "little")


def unpack_editions(stored: bytes) -> int:
    """A set of editions that was stored.

    >>> unpack_editions(pack_editions(1 << 134 | 1)) == 1 << 134 | 1
    True
    """
    return int.from_bytes(stored, "little")


def pack(value: Any) -> bytes:
    """A list that is read as a whole, as it is stored."""
    return zlib.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"))


def unpack(stored: bytes) -> Any:
    """A list that was stored as a whole."""
    return json.loads(zlib.decompress(stored).decode("utf-8", "surrogatepass"))


def keep(db: sqlite3.Connection, name: str, value: Any) -> None:
    """Store a list that is made anew with each generation."""
    db.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", [name, pack(value)])


def kept(db: sqlite3.Connection, name: str) -> Any:
    """A list that was stored with the generation."""
    (stored,) = db.execute("SELECT value FROM about WHERE name = ?", [name]).fetchone()
    return unpack(stored)


def many(db: sqlite3.Connection, query: str, ids: Iterable[int | str]) -> list[Any]:
    """The rows of a query that has one ``json_each(?)`` in it, for many ids."""
    return db.execute(query, [json.dumps(list(ids))]).fetchall()
