"""The schema of a generation: the tables of a small SQLite file that is written once and then only read.

Full text is in a Whoosh folder next to it; see `whoosh`.

A *text* is a distinct pair of title and wording. A *record* is a text of one kind in a *family* (the thread of a rule
or of a glossary term). A *place* is a record with a number and the title above it, and the editions that have it there.
An edition is a list of places in the order of the book. So a further edition adds what is new in it, and a bit to
everything that it repeats.

A set of editions is the bits of a number; the lowest bit is the oldest edition of the first document.
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
"""Change it whenever the tables or their contents change: older generations are then rebuilt."""

_SPARE = 0.1
"""The share of a file's pages that may be free for later changes."""
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
"""The columns whose names do not explain them:

- ``edition.stamp``: the edition stamp; ``.said``: a digest of everything searched in it;
- ``word.stem``: its stem in this generation; ``.texts``: how many texts have it;
- ``joined``: the hyphenated words of a text, if it has any;
- ``printed.packed``: the body, see `stored_fields`;
- ``passages``: the folded bodies of many texts, concatenated, with the texts and their lengths;
- ``provision``: each record of the current edition: a digest of all its fields, a digest of itself, its number, the key
  of its text, the numbers that it cites, its rule, and the stems of its title, text and context;
- ``impact``: for each stem the number of titles and texts of the current edition with it, and its impact on each
  record; see `fields`;
- ``question``: players' questions, the shortest first: the rule that answers and its first words, the total rarity of
  the stems of the question, and the record of the current edition that answers it, if any; see `questions`;
- ``record.sequence``: its position in the newest edition that has it, which orders equal hits.
"""


def create(path: Path) -> sqlite3.Connection:
    """Create an empty file and open it for writing."""
    db = _open_for_writing(path)
    db.executescript(_TABLES)
    db.execute("INSERT INTO about VALUES ('format', ?)", [FORMAT])
    return db


def change(path: Path) -> sqlite3.Connection:
    """Open a copy of a file for writing; raises ValueError if it has another format."""
    db = _open_for_writing(path)
    _check(db, path)
    return db


def read(path: Path) -> sqlite3.Connection:
    """Open a finished file for reading in any thread; raises ValueError if it has another format."""
    if not path.is_file():
        raise FileNotFoundError(path)
    db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    _check(db, path)
    return db


def _open_for_writing(path: Path) -> sqlite3.Connection:
    """Open a file without a journal: it is unused until complete, so after a crash it is not needed."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=OFF")
    db.execute("PRAGMA synchronous=OFF")
    return db


class OtherFormat(ValueError):  # noqa: N818
    """The index was made by another version."""


def _check(db: sqlite3.Connection, path: Path) -> None:
    try:
        (form,) = db.execute("SELECT value FROM about WHERE name = 'format'").fetchone()
    except BaseException:
        db.close()
        raise
    if form != FORMAT:
        db.close()
        raise OtherFormat(f"{path.name} has the format {form}, but {FORMAT} is needed")


def tighten(db: sqlite3.Connection) -> None:
    """Vacuum the file if many of its pages are free; call it outside a transaction."""
    ((free,),), ((pages,),) = db.execute("PRAGMA freelist_count"), db.execute("PRAGMA page_count")
    if free > _SPARE * pages:
        db.execute("PRAGMA temp_store=MEMORY")
        db.execute("VACUUM")


def pack_editions(editions: int) -> bytes:
    """A set of editions as it is stored."""
    return editions.to_bytes((editions.bit_length() + 7) // 8, "little")


def unpack_editions(stored: bytes) -> int:
    """A set of editions, from its stored form.

    >>> unpack_editions(pack_editions(1 << 134 | 1)) == 1 << 134 | 1
    True
    """
    return int.from_bytes(stored, "little")


def pack(value: Any) -> bytes:
    """The stored form of a list that is read in one piece."""
    return zlib.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"))


def unpack(stored: bytes) -> Any:
    """A list, from its stored form."""
    return json.loads(zlib.decompress(stored).decode("utf-8", "surrogatepass"))


def keep(db: sqlite3.Connection, name: str, value: Any) -> None:
    """Store a list in the generation by a name."""
    db.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", [name, pack(value)])


def kept(db: sqlite3.Connection, name: str) -> Any:
    """The list with a name in the generation."""
    (stored,) = db.execute("SELECT value FROM about WHERE name = ?", [name]).fetchone()
    return unpack(stored)


def many(db: sqlite3.Connection, query: str, ids: Iterable[int | str]) -> list[Any]:
    """The rows of a query that has one ``json_each(?)`` in it, for many ids."""
    return db.execute(query, [json.dumps(list(ids))]).fetchall()
