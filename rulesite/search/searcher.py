"""A published generation, opened for reading; the threads of a process share it until another is published.

Memory holds what every search needs: the words, and each record's text, family, kind and editions. What is shown, or
what only few searches need, is read from the file.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
import weakref
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property, lru_cache
from sys import intern
from typing import Any, NamedTuple, TypeVar

from rulesite.search.current.edition import CurrentEdition
from rulesite.search.indexing.corpus import IndexedEdition
from rulesite.search.store import generations, names, schema
from rulesite.search.store.backend import Engine
from rulesite.search.store.passages import Passages
from rulesite.search.store.postgres import generations as postgres_generations
from rulesite.search.store.reader import File, IndexReader
from rulesite.search.store.stored_fields import QUERY, SAMPLE, Sample
from rulesite.search.store.vocabulary import Vocabulary

T = TypeVar("T")
_DAMAGED = "The index is damaged. A maintainer can rebuild it with: manage.py reindex"
_OTHER = "The index was made by another version. A maintainer can rebuild it with: manage.py reindex"
_UNSAFE = (
    "The index could have been changed by other users, so it is not opened. The log tells a maintainer how to fix it"
)


class NoIndex(Exception):  # noqa: N818
    """There is no index, or it can't be read; the message says what to do.

    The message is for readers too; ``where`` has paths and the system's error, for maintainers.
    """

    def __init__(self, message: str, where: object = "") -> None:
        super().__init__(message)
        self.where = str(where)
        if self.where:
            logging.getLogger(__name__).error("%s (%s)", message, self.where)


class Record(NamedTuple):
    """A text in a family: its kind there, its editions, and the order among equals."""

    text: int
    family: int
    kind: str
    editions: int
    sequence: int

    @property
    def newest(self) -> int:
        """Its newest edition."""
        return self.editions.bit_length() - 1


class Occurrence(NamedTuple):
    """A place of a record: the key in its URL, its number, the title above it, and the editions with that place."""

    record: int
    key: str
    number: str
    context: str
    editions: int


class Searcher:
    """A generation with the look-ups that search needs."""

    def __init__(self, opened: IndexReader) -> None:
        self.name = opened.name
        self._opened = opened
        self._engine = opened.engine
        self._errors: tuple[type[Exception], ...] = (*opened.errors, ValueError, TypeError, zlib.error)
        weakref.finalize(self, opened.close)
        self.editions = [
            IndexedEdition(*row)
            for row in self.rows("SELECT document, date, short_title, title FROM edition ORDER BY number")
        ]
        self.records: dict[int, Record] = {
            pk: Record(text, family, intern(kind), schema.unpack_editions(editions), sequence)
            for pk, text, family, kind, editions, sequence in self.rows("SELECT * FROM record")
        }
        self.records_of: dict[int, list[int]] = defaultdict(list)
        """Text to its records."""
        for number, record in self.records.items():
            self.records_of[record.text].append(number)
        self.document_masks: dict[str, int] = defaultdict(int)
        self.newest: dict[str, int] = {}
        """Document to its newest edition."""
        for number, edition in enumerate(self.editions):
            self.document_masks[edition.document] |= 1 << number
            self.newest[edition.document] = number
        self.current = sum(1 << number for number in self.newest.values())
        """The newest edition of each document."""
        self.vocabulary = Vocabulary(self.rows("SELECT word, stem, texts FROM word"))
        ((self.texts,),) = self.rows("SELECT count(*) FROM text")
        """How many texts there are."""

    # --- read each time ---------------------------------------------------------------------------------------------
    def rows(self, query: str, *given: Any) -> list[Any]:
        """The rows of a query."""
        with self._whole():
            return self._opened.rows(query, given)

    def many(self, query: str, ids: Iterable[int | str]) -> list[Any]:
        """The rows of a query that has one ``json_each(?)`` in it."""
        with self._whole():
            return self._opened.many(query, ids)

    def kept(self, name: str) -> Any:
        """A list that is stored in one piece; see `names`."""
        with self._whole():
            ((stored,),) = self._opened.rows("SELECT value FROM about WHERE name = ?", [name])
            return schema.unpack(stored)

    def full_text(self, ask: Callable[[Engine], T]) -> T:
        """The answer of the full-text engine to ``ask``."""
        with self._whole():
            return ask(self._engine)

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Raise NoIndex if reading shows that the generation is damaged."""
        try:
            yield
        except self._errors as error:
            raise NoIndex(_DAMAGED, error) from error

    def printed(self, texts: Iterable[int]) -> dict[int, tuple[str, str]]:
        """The titles and bodies of some texts."""
        sample = self._sample
        with self._whole():
            return sample.read(self._opened.many(QUERY, texts))

    def places(self, records: Iterable[int]) -> dict[int, list[Occurrence]]:
        """Record to its places, for some records."""
        places_of: dict[int, list[Occurrence]] = defaultdict(list)
        query = f"{_PLACES} WHERE record IN (SELECT value FROM json_each(?))"
        for row in self.many(query, records):
            places_of[row[0]].append(_place(row))
        return places_of

    def numbers_from(self, beginning: str, most: int) -> list[str]:
        """At most ``most`` numbers that start with ``beginning``, in lower case, in order."""
        column = self._opened.number
        where = f"number <> '' AND {column} >= ? AND {column} < ?"
        query = f"SELECT DISTINCT {column} FROM place WHERE {where} ORDER BY {column} LIMIT ?"
        return [number.lower() for (number,) in self.rows(query, beginning, beginning + "\U0010ffff", most)]

    def numbered(self, number: str) -> list[Occurrence]:
        """The places with a number, in any edition."""
        query = f"{_PLACES} WHERE number <> '' AND {self._opened.number} = ?"
        return [_place(row) for row in self.rows(query, number.lower())]

    def under(self, stems: tuple[str, ...]) -> list[int]:
        """The records below a title with exactly these stems."""
        query = "SELECT DISTINCT record FROM place WHERE context IN (SELECT id FROM context WHERE stems = ?)"
        return [record for (record,) in self.rows(query, " ".join(stems))]

    def families_called(self, families: Iterable[int]) -> dict[int, str]:
        """The names of some families."""
        return dict(self.many("SELECT id, name FROM family WHERE id IN (SELECT value FROM json_each(?))", families))

    # --- read once, when first used -----------------------------------------------------------------------------------
    @cached_property
    def title_stems(self) -> dict[int, tuple[str, ...]]:
        """Text to the stems of its title."""
        return {text: tuple(stems.split()) for text, stems in self.rows("SELECT text, stems FROM titled")}

    @cached_property
    def titled(self) -> dict[tuple[str, ...], list[int]]:
        """Stems of a title to the texts with that title."""
        texts: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for text, stems in self.title_stems.items():
            texts[stems].append(text)
        return texts

    @cached_property
    def defined(self) -> dict[tuple[str, ...], dict[int, float]]:
        """Stems of a glossary term to the records that its entry refers to, with how current that is, 0 to 1.

        A term such as "Legend Rule" is the name of a rule, and its words without "rule" mean it too.
        """
        records: dict[tuple[str, ...], dict[int, float]] = defaultdict(dict)
        for term, record, edition in self.kept(names.DEFINES):
            stems = tuple(term.split())
            for name in {stems, stems[:-1] if stems[-1:] == ("rule",) else stems} - {()}:
                records[name][record] = max(self.ages[edition], records[name].get(record, 0.0))
        return records

    @cached_property
    def names_with(self) -> dict[str, set[tuple[str, ...]]]:
        """Stem to the titles and glossary terms with that stem."""
        names_of: dict[str, set[tuple[str, ...]]] = defaultdict(set)
        for name in (*self.titled, *self.defined):
            for stem in name:
                names_of[stem].add(name)
        return names_of

    @cached_property
    def ages(self) -> list[float]:
        """How current each edition is: 1 for the newest of its document, less for older ones."""
        order: dict[str, list[int]] = defaultdict(list)
        for number, edition in enumerate(self.editions):
            order[edition.document].append(number)
        ages = [1.0] * len(self.editions)
        for numbers in order.values():
            for place, number in enumerate(numbers):
                ages[number] = (place + 1) / len(numbers)
        return ages

    @cached_property
    def families(self) -> dict[int, list[int]]:
        """Family to its records."""
        records_of: dict[int, list[int]] = defaultdict(list)
        for number, record in self.records.items():
            records_of[record.family].append(number)
        return records_of

    @cached_property
    def _sample(self) -> Sample:
        return Sample(self.kept(SAMPLE))

    @cached_property
    def joined_words(self) -> frozenset[str]:
        """The hyphenated words of the rules."""
        return frozenset(self.kept(names.JOINED))

    @cached_property
    def today(self) -> CurrentEdition:
        """The newest edition of the first document. It has a weak reference to the library: a cycle would keep both in
        memory once another generation is published."""
        return CurrentEdition(weakref.proxy(self))

    @cached_property
    def passages(self) -> Passages:
        """The bodies of all texts."""
        with self._whole():
            return Passages(self._opened.rows("SELECT texts, lengths, packed FROM passages ORDER BY shelf", ()))

    # --- editions -----------------------------------------------------------------------------------------------------
    def is_current(self, record: int) -> bool:
        """Whether a record is in the newest edition of its document."""
        return bool(self.records[record].editions & self.current)

    def first_of(self, edition: int) -> int:
        """The newest edition of the same document; it grows in the order of documents."""
        return self.newest[self.editions[edition].document]


_PLACES = "SELECT record, key, number, context.title, editions FROM place JOIN context ON context.id = place.context"


def _place(row: tuple[int, str, str, str, bytes]) -> Occurrence:
    return Occurrence(*row[:4], schema.unpack_editions(row[4]))


def newest_of(places: Iterable[Occurrence], editions: int) -> tuple[Occurrence, int]:
    """The place in the newest of ``editions``, and that edition; of all editions if no place is in these."""
    every = list(places)
    shown = [place for place in every if place.editions & editions] or every
    if shown is every:
        editions = -1
    place = max(shown, key=lambda one: ((one.editions & editions).bit_length(), [-ord(sign) for sign in one.key]))
    return place, (place.editions & editions).bit_length() - 1


_TIDY_SECONDS = 30
"""Seconds between two searches of a reading process for abandoned generations."""
_shared: dict[str, Searcher] = {}
_opening = threading.Lock()


def current() -> Searcher:
    """The published generation; raises NoIndex if none can be read."""
    library = _published()
    _tidy(int(time.monotonic() // _TIDY_SECONDS))
    return library


@lru_cache(maxsize=1)
def _tidy(turn: int) -> None:
    """Remove unused generations, once in each turn of this process, if it may write."""
    with suppress(OSError):
        generations.tidy()


def _published() -> Searcher:
    for _ in range(3):
        name = generations.named()
        if not name:
            raise NoIndex("Nothing has been indexed yet. A maintainer can build the index with: manage.py reindex")
        library = _shared.get(name)
        if library is not None:
            return library
        try:
            return _open(name)
        except FileNotFoundError:
            continue  # removed after its name was read
        except generations.IndexUnsafe as unsafe:
            raise NoIndex(_UNSAFE, unsafe) from unsafe
        except schema.OtherFormat as error:
            raise NoIndex(_OTHER, error) from error
        except (sqlite3.DatabaseError, ValueError, TypeError, OSError) as error:
            raise NoIndex(_DAMAGED, error) from error
    raise NoIndex("The index is missing. A maintainer can rebuild it with: manage.py reindex")


def _open(name: str) -> Searcher:
    with _opening:
        library = _shared.get(name)
        if library is None:
            library = Searcher(_poured(name) if postgres_generations.searched() else _file(name))
            _shared.clear()
            _shared[name] = library
        return library


def _file(name: str) -> IndexReader:
    path = generations.folder(name)
    if path is None:
        raise FileNotFoundError(name)
    generations.check_trust(path.parent)
    generations.check_trust(path)
    return File(path)


def _poured(name: str) -> IndexReader:
    from rulesite.search.store.postgres.reader import (
        PostgresReader,
    )  # its driver is only installed where PostgreSQL searches

    return PostgresReader(name)
