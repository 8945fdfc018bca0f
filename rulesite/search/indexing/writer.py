"""Write the catalogue: the places of all records, updated edition by edition.

`IndexWriter` takes the contents of one edition after the other, finds what was added and removed in each, and finally
writes these changes. A rebuild works the same way, with all editions new.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulesite.search import analysis
from rulesite.search.current import fields, questions
from rulesite.search.indexing.corpus import Contents, Corpus, Entry, IndexedEdition
from rulesite.search.indexing.texts import Texts
from rulesite.search.store import names, schema
from rulesite.search.store.ids import Ids


@dataclass(frozen=True)
class Changes:
    """The size of a catalogue, and how many texts were added and removed."""

    texts: int
    added: int
    removed: int
    places: int


class IndexWriter:
    """Writes a catalogue: `arrange` the editions, `put` those that changed, then `finish`."""

    def __init__(self, db: sqlite3.Connection, generation: Path, book: Corpus) -> None:
        self._db = db
        self._texts = Texts(db, generation, book)
        self._contexts: Ids[str] = Ids(db.execute("SELECT title, id FROM context"))
        self._families: Ids[str] = Ids(db.execute("SELECT name, id FROM family"))
        records = db.execute("SELECT text, family, kind, id FROM record")
        self._records: Ids[tuple[int, int, str]] = Ids(((row[0], row[1], row[2]), row[3]) for row in records)
        places = db.execute("SELECT record, key, number, context, id, editions FROM place").fetchall()
        self._places: Ids[tuple[int, str, str, int]] = Ids(((row[0], row[1], row[2], row[3]), row[4]) for row in places)
        self._record_of: dict[int, int] = {row[4]: row[0] for row in places}
        """Place to its record."""
        self._editions: dict[int, int] = defaultdict(int, {row[4]: schema.unpack_editions(row[5]) for row in places})
        """Place to its editions."""
        self._touched: set[int] = set()
        """The places whose editions changed."""
        self._put: dict[int, list[int]] = {}
        """Updated edition to its places, which may be in another order than before."""
        self._new_order = self._renumbered = self._redefined = False
        """Whether the list of editions, the number of any edition, or the meaning of any term changed."""

    def arrange(self, editions: Sequence[IndexedEdition]) -> None:
        """Number the editions from 0, and remove from the catalogue all that are not among them."""
        before = {IndexedEdition(*row[1:5]): row for row in self._db.execute("SELECT * FROM edition ORDER BY number")}
        if before and list(before) == list(editions):
            return
        rows = {held.address: row for held, row in before.items()}
        numbers = {held.address: number for number, held in enumerate(editions)}
        for address, row in rows.items():
            if address not in numbers:
                self._mark(schema.unpack(row[7]), row[0], stands=False)
        moves = list(_moves([(row[0], numbers.get(address)) for address, row in rows.items()]))
        if any(first != to for first, _, to in moves):
            for place, standing in self._editions.items():
                self._editions[place] = sum((standing >> first & (1 << count) - 1) << to for first, count, to in moves)
            self._renumbered = True
        self._new_order = True
        nothing = ("", b"", schema.pack([]), schema.pack([]))
        self._db.execute("DELETE FROM edition")
        for number, held in enumerate(editions):
            rest = rows[held.address][5:] if held.address in rows else nothing
            self._db.execute("INSERT INTO edition VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", [number, *held, *rest])

    def put(self, number: int, contents: Contents) -> None:
        """Replace the contents of an edition with those of the database."""
        query = "SELECT places, defines FROM edition WHERE number = ?"
        stored, defines = self._db.execute(query, [number]).fetchone()
        old, new = schema.unpack(stored), [self._place(entry) for entry in contents.entries()]
        self._mark(set(old) - set(new), number, stands=False)
        self._mark(set(new) - set(old), number, stands=True)
        self._put[number] = new
        defined = [
            (" ".join(names.stems_of(name)), self._record_of[new[position]])
            for term, position in contents.defines
            for name in names.names_in(term)
        ]
        now = schema.pack(defined)
        self._redefined = self._redefined or now != defines
        self._db.execute(
            "UPDATE edition SET said = ?, places = ?, defines = ? WHERE number = ?",
            [contents.digest, schema.pack(new), now, number],
        )

    def stamp(self, stamps: Sequence[str]) -> None:
        """Store the stamps of all editions, in their order."""
        self._db.executemany(
            "UPDATE edition SET stamp = ? WHERE number = ?", [(stamp, number) for number, stamp in enumerate(stamps)]
        )

    def finish(self) -> Changes:
        """Write everything that depends on the updated editions."""
        texts = self._store_records(self._store_places())
        named = self._new_order or self._texts.have_titles(texts)
        added, removed = self._texts.store({text for text, _, _ in self._records})
        self._store_titles("context", self._contexts, {context for _, _, _, context in self._places})
        self._store_titles("family", self._families, {family for _, family, _ in self._records})
        names.store(self._db, names=named, defines=self._new_order or self._redefined)
        documents = [document for (document,) in self._db.execute("SELECT document FROM edition ORDER BY number")]
        today = max((number for number, document in enumerate(documents) if document == documents[0]), default=None)
        fields.store(self._db, today)
        questions.store(self._db)
        places = sum(editions.bit_count() for editions in self._editions.values())
        return Changes(len(self._texts), added, removed, places)

    def _place(self, entry: Entry) -> int:
        text = self._texts.id_of(entry.title, entry.wording)
        record = self._records[text, self._families[entry.family], entry.kind]
        place = self._places[record, entry.key, entry.number, self._contexts[entry.context]]
        self._record_of[place] = record
        return place

    def _mark(self, places: Collection[int], number: int, *, stands: bool) -> None:
        for place in places:
            held = self._editions[place]
            self._editions[place] = held | 1 << number if stands else held & ~(1 << number)
        self._touched.update(places)

    def _store_places(self) -> set[int]:
        """Write the places whose editions changed, and return their records."""
        new, touched = set(self._places.new), self._touched
        records: set[int] = set()
        for where, place in (
            [*self._places.items()]
            if self._renumbered
            else [(where, place) for where, place in self._places.items() if place in touched]
        ):
            if place in touched:
                records.add(where[0])
            editions = schema.pack_editions(self._editions[place])
            if not editions:
                del self._places[where], self._editions[place], self._record_of[place]
                self._db.execute("DELETE FROM place WHERE id = ?", [place])
            elif where in new:
                self._db.execute("INSERT INTO place VALUES (?, ?, ?, ?, ?, ?)", [place, *where, editions])
            else:
                self._db.execute("UPDATE place SET editions = ? WHERE id = ?", [editions, place])
        return records

    def _store_records(self, touched: set[int]) -> set[int]:
        """Write the records whose editions, or positions in their newest edition, changed.

        Returns the texts of these records.
        """
        record_of = self._record_of
        affected = touched.union(*({record_of[place] for place in places} for places in self._put.values()))
        if self._renumbered:
            affected.update(record_of.values())
        editions = dict.fromkeys(affected, 0)
        for place, record in record_of.items():
            if record in editions:
                editions[record] |= self._editions[place]
        query = "SELECT id, editions, sequence FROM record WHERE id IN (SELECT value FROM json_each(?))"
        stored_rows = {
            record: (schema.unpack_editions(stored), sequence)
            for record, stored, sequence in schema.many(self._db, query, affected)
        }
        sequences = {record: sequence for record, (_, sequence) in stored_rows.items()} | self._sequences(
            {
                record: standing
                for record, standing in editions.items()
                if standing and (record in touched or standing.bit_length() - 1 in self._put)
            }
        )
        texts: set[int] = set()
        for slot, record in [(slot, record) for slot, record in self._records.items() if record in editions]:
            standing = editions[record]
            if not standing:
                del self._records[slot]
                self._db.execute("DELETE FROM record WHERE id = ?", [record])
            elif stored_rows.get(record) != (standing, sequences[record]):
                row = [record, *slot, schema.pack_editions(standing), sequences[record]]
                self._db.execute("INSERT OR REPLACE INTO record VALUES (?, ?, ?, ?, ?, ?)", row)
            else:
                continue
            texts.add(slot[0])
        return texts

    def _sequences(self, editions: dict[int, int]) -> dict[int, int]:
        """The sequences of some records: by position in their newest edition, then by the keys of their texts.

        They order equal hits, independently of how the catalogue was built.
        """
        newest: dict[int, list[int]] = defaultdict(list)
        for record, standing in editions.items():
            newest[standing.bit_length() - 1].append(record)
        keys = self._texts.keys()
        key_of = {
            record: int(keys[text][:8], 16) for (text, _, _), record in self._records.items() if record in editions
        }
        sequences: dict[int, int] = {}
        for number, records in newest.items():
            places = self._put.get(number)
            if places is None:
                (stored,) = self._db.execute("SELECT places FROM edition WHERE number = ?", [number]).fetchone()
                places = schema.unpack(stored)
            first_position: dict[int, int] = {}
            for position, place in enumerate(places):
                first_position.setdefault(self._record_of[place], position)
            for record in records:
                sequences[record] = first_position[record] << 32 | key_of[record]
        return sequences

    def _store_titles(self, table: str, ids: Ids[str], used: set[int]) -> None:
        for title in ids.new:
            if ids[title] in used:
                stems = [" ".join(analysis.stems(title))] if table == "context" else []
                self._db.execute(f"INSERT INTO {table} VALUES (?, ?{', ?' * len(stems)})", [ids[title], title, *stems])
        unused = [(number,) for number in ids.values() if number not in used]
        self._db.executemany(f"DELETE FROM {table} WHERE id = ?", unused)


def _moves(numbers: list[tuple[int, int | None]]) -> Iterator[tuple[int, int, int]]:
    """Yield runs of editions that keep their order: the old number of the first, the count, and its new number.

    >>> list(_moves([(0, 0), (1, 1), (2, 3), (3, 4), (4, None)]))
    [(0, 2, 0), (2, 2, 3)]
    """
    first = count = to = 0
    for old, new in [*numbers, (-1, None)]:
        if count and (old, new) == (first + count, to + count):
            count += 1
            continue
        if count:
            yield first, count, to
        first, count, to = (old, 1, new) if new is not None else (0, 0, 0)
