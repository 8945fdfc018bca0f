"""One published generation, opened for reading: shared by the threads of a process, until another one is published.

In memory is what every search looks at: the words, and of each record its text, family, kind and editions. What is
shown, and what few searches ask for, is read from the file.
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
_DAMAGED = "The index is damaged. A maintainer can mend it with: manage.py reindex"
_OTHER = "The index was made by another version. A maintainer can make it anew with: manage.py reindex"
_UNSAFE = "The index could have been written by others, and is not opened. A maintainer finds the mend in the log"


class NoIndex(Exception):  # noqa: N818
    """Nothing has been indexed yet, or the index can't be read; the message says what to do.

    The message is for readers too; ``where`` names paths and the system's own words, for whoever runs the site.
    """

    def __init__(self, said: str, where: object = "") -> None:
        super().__init__(said)
        self.where = str(where)
        if self.where:
            logging.getLogger(__name__).error("%s (%s)", said, self.where)


class Record(NamedTuple):
    """A text in a family: what kind it is there, in which editions, and what decides between equals."""

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
    """Where a record stands: the key of its URL, its number, the title above it, and in which editions that is so."""

    record: int
    key: str
    number: str
    context: str
    editions: int


class Searcher:
    """A generation with the look-ups that searching needs."""

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

    # --- what is read when it is asked for --------------------------------------------------------------------------
    def rows(self, query: str, *given: Any) -> list[Any]:
        """The rows of a query."""
        with self._whole():
            return self._opened.rows(query, given)

    def many(self, query: str, ids: Iterable[int | str]) -> list[Any]:
        """The rows of a query that has one ``json_each(?)`` in it."""
        with self._whole():
            return self._opened.many(query, ids)

    def kept(self, name: str) -> Any:
        """A list that is stored as a whole; see `names`."""
        with self._whole():
            ((stored,),) = self._opened.rows("SELECT value FROM about WHERE name = ?", [name])
            return schema.unpack(stored)

    def full_text(self, ask: Callable[[Engine], T]) -> T:
        """What the engine of full text answers."""
        with self._whole():
            return ask(self._engine)

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Read; raise NoIndex where the generation proves to be damaged."""
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
        """Where some records stand."""
        found: dict[int, list[Occurrence]] = defaultdict(list)
        query = f"{_PLACES} WHERE record IN (SELECT value FROM json_each(?))"
        for row in self.many(query, records):
            found[row[0]].append(_place(row))
        return found

    def numbers_from(self, beginning: str, most: int) -> list[str]:
        """Numbers that begin so, in small letters, in order."""
        held = self._opened.number
        where = f"number <> '' AND {held} >= ? AND {held} < ?"
        query = f"SELECT DISTINCT {held} FROM place WHERE {where} ORDER BY {held} LIMIT ?"
        return [number.lower() for (number,) in self.rows(query, beginning, beginning + "\U0010ffff", most)]

    def numbered(self, number: str) -> list[Occurrence]:
        """The places that have a number, in whatever edition."""
        query = f"{_PLACES} WHERE number <> '' AND {self._opened.number} = ?"
        return [_place(row) for row in self.rows(query, number.lower())]

    def under(self, stems: tuple[str, ...]) -> list[int]:
        """The records that stand under a title of exactly these stems."""
        query = "SELECT DISTINCT record FROM place WHERE context IN (SELECT id FROM context WHERE stems = ?)"
        return [record for (record,) in self.rows(query, " ".join(stems))]

    def families_called(self, families: Iterable[int]) -> dict[int, str]:
        """The names of some families."""
        return dict(self.many("SELECT id, name FROM family WHERE id IN (SELECT value FROM json_each(?))", families))

    # --- what is read once, when it is first asked for ----------------------------------------------------------------
    @cached_property
    def title_stems(self) -> dict[int, tuple[str, ...]]:
        """The stems of the titles that texts have."""
        return {text: tuple(stems.split()) for text, stems in self.rows("SELECT text, stems FROM titled")}

    @cached_property
    def titled(self) -> dict[tuple[str, ...], list[int]]:
        """The stems of a title, and the texts that have it."""
        found: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for text, stems in self.title_stems.items():
            found[stems].append(text)
        return found

    @cached_property
    def defined(self) -> dict[tuple[str, ...], dict[int, float]]:
        """The stems of a glossary term, and the records to which its entry sends the reader, with how current that is.

        A term such as "Legend Rule" is the name of a rule, and its words without "rule" mean it too.
        """
        found: dict[tuple[str, ...], dict[int, float]] = defaultdict(dict)
        for said, record, edition in self.kept(names.DEFINES):
            stems = tuple(said.split())
            for name in {stems, stems[:-1] if stems[-1:] == ("rule",) else stems} - {()}:
                found[name][record] = max(self.ages[edition], found[name].get(record, 0.0))
        return found

    @cached_property
    def names_with(self) -> dict[str, set[tuple[str, ...]]]:
        """For each stem the titles and the glossary terms that have it."""
        found: dict[str, set[tuple[str, ...]]] = defaultdict(set)
        for name in (*self.titled, *self.defined):
            for stem in name:
                found[stem].add(name)
        return found

    @cached_property
    def ages(self) -> list[float]:
        """For each edition 0 to 1: 1 for the newest of its document, less for what is older."""
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
        found: dict[int, list[int]] = defaultdict(list)
        for number, record in self.records.items():
            found[record.family].append(number)
        return found

    @cached_property
    def _sample(self) -> Sample:
        return Sample(self.kept(SAMPLE))

    @cached_property
    def joined_words(self) -> frozenset[str]:
        """The words with a hyphen."""
        return frozenset(self.kept(names.JOINED))

    @cached_property
    def today(self) -> CurrentEdition:
        """The newest edition of the first document. It must not hold the library: the ring of both would stay in memory
        when another generation takes its place."""
        return CurrentEdition(weakref.proxy(self))

    @cached_property
    def passages(self) -> Passages:
        """The bodies of all texts."""
        with self._whole():
            return Passages(self._opened.rows("SELECT texts, lengths, packed FROM passages ORDER BY shelf", ()))

    # --- editions -----------------------------------------------------------------------------------------------------
    def is_current(self, record: int) -> bool:
        """Whether a record stands in the newest edition of its document."""
        return bool(self.records[record].editions & self.current)

    def first_of(self, edition: int) -> int:
        """The newest edition of its document: documents in their order have growing ones."""
        return self.newest[self.editions[edition].document]


_PLACES = "SELECT record, key, number, context.title, editions FROM place JOIN context ON context.id = place.context"


def _place(row: tuple[int, str, str, str, bytes]) -> Occurrence:
    return Occurrence(*row[:4], schema.unpack_editions(row[4]))


def newest_of(places: Iterable[Occurrence], editions: int) -> tuple[Occurrence, int]:
    """Of some places the one in the newest of some editions, and which edition that is; if in none, of all."""
    every = list(places)
    shown = [place for place in every if place.editions & editions] or every
    if shown is every:
        editions = -1
    place = max(shown, key=lambda one: ((one.editions & editions).bit_length(), [-ord(sign) for sign in one.key]))
    return place, (place.editions & editions).bit_length() - 1


_SECONDS = 30
"""How often a process that reads looks for generations that were left."""
_shared: dict[str, Searcher] = {}
_opening = threading.Lock()


def current() -> Searcher:
    """The published generation; raise NoIndex when there is none that can be read."""
    library = _published()
    _tidy(int(time.monotonic() // _SECONDS))
    return library


@lru_cache(maxsize=1)
def _tidy(turn: int) -> None:
    """Remove what nobody reads any more, once in each turn of this process, wherever it may write."""
    with suppress(OSError):
        generations.tidy()


def _published() -> Searcher:
    for _ in range(3):
        name = generations.named()
        if not name:
            raise NoIndex("Nothing has been indexed yet. A maintainer can do it with: manage.py reindex")
        held = _shared.get(name)
        if held is not None:
            return held
        try:
            return _open(name)
        except FileNotFoundError:
            continue  # it was swept away between the look at the name and the opening
        except generations.IndexUnsafe as unsafe:
            raise NoIndex(_UNSAFE, unsafe) from unsafe
        except schema.OtherFormat as error:
            raise NoIndex(_OTHER, error) from error
        except (sqlite3.DatabaseError, ValueError, TypeError, OSError) as error:
            raise NoIndex(_DAMAGED, error) from error
    raise NoIndex("The index is missing. A maintainer can mend it with: manage.py reindex")


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
    )  # where nobody searches there, nothing that speaks to it is installed

    return PostgresReader(name)
