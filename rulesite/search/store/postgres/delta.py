"""Deltas: load only the differences of a generation from the one it was made from into PostgreSQL.

The other one, its *ground* (base), was loaded in full. Each table then becomes a table with the rows that the base
lacks, a table with the keys of its outdated rows, and a view under the table's name that combines them.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulesite.search.store import schema
from rulesite.search.store.postgres import bulk_load
from rulesite.search.store.postgres.bulk_load import Table
from rulesite.search.store.stored_fields import Printed
from rulesite.search.store.whoosh.writer import words_of

if TYPE_CHECKING:
    import psycopg

_MAX_SHARE = 0.1
"""The share of the texts that may differ; with more, the generation is loaded in full."""
_TEXT_TABLE = Table("said", (("text", "bigint", True), ("size", "integer", False), ("words", "tsvector", False),
                       ("stems", "tsvector", False)))  # fmt: skip
_POSTING = Table("posting", (("of_stems", "boolean", True), ("word", "text", True), ("texts", "bytea", False),
                             ("counts", "bytea", False)))  # fmt: skip
TextWords = dict[int, tuple[list[str], list[str]]]
"""Text to its words and their stems."""


def pour(db: psycopg.Connection[Any], file: Path, ground: str, ground_file: Path) -> bool:
    """Write the differences from the base, whose schema is ``ground``, into the current schema of a connection.

    Writes in its transaction. Returns False, and writes nothing, if too much differs.
    """
    with closing(schema.read(file)) as held, closing(schema.read(ground_file)) as before:
        held.execute("ATTACH ? AS ground", [f"{ground_file.resolve().as_uri()}?mode=ro&immutable=1"])
        changed, gone = (_texts(held, *pair) for pair in (("main", "ground"), ("ground", "main")))
        ((texts,),) = held.execute("SELECT count(*) FROM printed")
        tables = bulk_load.tables(held)
        if len(changed | gone) > _MAX_SHARE * texts or not all(table.keys for table in tables):
            return False
        for table in tables:
            _write(db, ground, table, bulk_load.rows(table, _differing(held, table)), _left(held, table))
        old, new = _text_words(before, gone), _text_words(held, changed)
        vectors = [(text, len(words), *map(bulk_load.vector, (words, stems))) for text, (words, stems) in new.items()]
        _write(db, ground, _TEXT_TABLE, vectors, [(text,) for text in sorted(changed | gone)])
        postings, keys = _postings(db, ground, old, new)
        _write(db, ground, _POSTING, postings, keys)
    return True


def _texts(held: sqlite3.Connection, one: str, other: str) -> set[int]:
    """The texts of one file that the other lacks or has in another form."""
    query = (
        f"SELECT a.text FROM {one}.printed AS a LEFT JOIN {other}.printed AS b ON b.text = a.text "
        "WHERE b.text IS NULL OR a.title IS NOT b.title OR a.packed IS NOT b.packed"
    )
    return {text for (text,) in held.execute(query)}


def _same(table: Table) -> str:
    return " AND ".join(f'a."{key}" = b."{key}"' for key in table.keys)


def _differing(held: sqlite3.Connection, table: Table) -> Iterable[Sequence[Any]]:
    """The rows of a table that the base lacks."""
    columns = " AND ".join(f'a."{name}" COLLATE BINARY IS b."{name}"' for name in table.columns)
    query = f'SELECT * FROM main."{table.name}" AS a WHERE NOT EXISTS (SELECT 1 FROM ground."{table.name}" AS b WHERE '
    return held.execute(f"{query}{_same(table)} AND {columns})")


def _left(held: sqlite3.Connection, table: Table) -> Iterable[Sequence[Any]]:
    """The keys of the outdated rows of the base."""
    keys = ", ".join(f'a."{key}"' for key in table.keys)
    columns = " AND ".join(f'a."{name}" COLLATE BINARY IS b."{name}"' for name in table.columns)
    query = f'SELECT {keys} FROM ground."{table.name}" AS a WHERE NOT EXISTS (SELECT 1 FROM main."{table.name}" AS b '
    return held.execute(f"{query}WHERE {_same(table)} AND {columns})")


def _write(
    db: psycopg.Connection[Any],
    ground: str,
    table: Table,
    rows: Iterable[Sequence[Any]],
    left: Iterable[Sequence[Any]],
) -> None:
    own, less = Table(f"own_{table.name}", table.laid_out), Table(f"less_{table.name}", table.key_columns)
    for part, part_rows in ((own, rows), (less, left)):
        bulk_load.create(db, part)
        bulk_load.write(db, part.name, part_rows)
    columns = ", ".join(f'"{name}"' for name in table.columns)
    db.execute(
        f'CREATE VIEW "{table.name}" AS SELECT {columns} FROM "{own.name}" UNION ALL SELECT {columns} FROM '
        f'{ground}."{table.name}" AS a WHERE NOT EXISTS (SELECT FROM "{less.name}" AS b WHERE {_same(table)})'.encode()
    )


def _text_words(held: sqlite3.Connection, texts: Collection[int]) -> TextWords:
    stem_of: dict[str, str] = dict(held.execute("SELECT word, stem FROM word"))
    words_of_text = {text: words_of(*printed) for text, printed in sorted(Printed(held).of(texts).items())}
    return {text: (words, [stem_of[word] for word in words]) for text, words in words_of_text.items()}


def _postings(
    db: psycopg.Connection[Any], ground: str, old: TextWords, new: TextWords
) -> tuple[list[Sequence[Any]], list[Sequence[Any]]]:
    """The postings of the words of texts that came or went, and the keys of these postings."""
    counts: dict[tuple[bool, str], dict[int, int]] = defaultdict(dict)
    for of_stems in (False, True):
        for columns in old.values():
            for word in columns[of_stems]:
                counts.setdefault((of_stems, word), {})
        for text, columns in new.items():
            for word, times in Counter(columns[of_stems]).items():
                counts[of_stems, word][text] = times
    rows: list[Sequence[Any]] = []
    for key, standing in _standing(db, ground, counts, old.keys() | new.keys()):
        texts = sorted((standing | counts[key]).items())
        if texts:
            rows.append((*key, *(array("I", column).tobytes() for column in zip(*texts, strict=True))))
    return rows, [*sorted(counts)]


def _standing(
    db: psycopg.Connection[Any], ground: str, keys: Iterable[tuple[bool, str]], but: Collection[int]
) -> Iterator[tuple[tuple[bool, str], dict[int, int]]]:
    """Yield each key with the texts of its posting in the base and their counts, without the texts in ``but``."""
    query = f"SELECT word, texts, counts FROM {ground}.posting WHERE of_stems = %s AND word = ANY(%s)".encode()
    for of_stems in (False, True):
        words = [word for kind, word in keys if kind == of_stems]
        rows = {row[0]: row[1:] for row in db.execute(query, [of_stems, words])}
        for word in words:
            texts, counts = (array("I", column) for column in rows.get(word, (b"", b"")))
            yield (of_stems, word), {text: n for text, n in zip(texts, counts, strict=True) if text not in but}
