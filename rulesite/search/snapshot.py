"""One published generation, opened for reading: its Whoosh searcher and its catalogue, always of the same build.

The catalogue is shared by the threads of a process, the searcher belongs to one thread. `current` looks at the pointer
each time and opens the new generation when it has changed.
"""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from functools import cached_property
from pathlib import Path

from whoosh.filedb.filestore import FileStorage
from whoosh.searching import Searcher

from rulesite.search import analysis, generations
from rulesite.search.catalogue import EXAMPLE, GLOSSARY, Catalogue, Place, Record
from rulesite.search.index import CATALOGUE
from rulesite.search.weighting import Bm25

_REMARK = re.compile(r"(?<=\S)\s*\([^()]*\)$")


class NoIndex(Exception):  # noqa: N818
    """Nothing has been indexed yet, or the index can't be read; the message says what to do."""


class Library:
    """A catalogue with the look-ups that searching needs."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self.catalogue = Catalogue.read(path / CATALOGUE)
        self.text_of = {key: number for number, (key, _, _) in enumerate(self.catalogue.texts)}
        self.records_of: dict[int, list[int]] = defaultdict(list)
        """Text to its records."""
        self.masks: list[int] = []
        """For each record its editions, one bit each."""
        for number, record in enumerate(self.catalogue.records):
            self.records_of[record.text].append(number)
            mask = 0
            for place in record.places:
                mask |= 1 << place.edition
            self.masks.append(mask)
        self.document_masks: dict[str, int] = defaultdict(int)
        self.newest: dict[str, int] = {}
        """Document to its newest edition."""
        for number, edition in enumerate(self.catalogue.editions):
            self.document_masks[edition.document] |= 1 << number
            self.newest[edition.document] = number

    @cached_property
    def context_stems(self) -> list[tuple[str, ...]]:
        """The stems of every title under which something stands."""
        return [tuple(analysis.stems(title)) for title in self.catalogue.contexts]

    @cached_property
    def title_stems(self) -> dict[int, tuple[str, ...]]:
        """The stems of the titles that texts have; a remark such as "(Obsolete)" after one is no part of it."""
        return {
            number: tuple(analysis.stems(_REMARK.sub("", title)))
            for number, (_, title, _) in enumerate(self.catalogue.texts)
            if title
        }

    @cached_property
    def titled(self) -> dict[tuple[str, ...], list[int]]:
        """The stems of a title, and the texts that have it."""
        found: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for text, stems in self.title_stems.items():
            found[stems].append(text)
        return found

    @cached_property
    def under(self) -> dict[int, list[int]]:
        """Title to the records that stand under it somewhere."""
        found: dict[int, list[int]] = defaultdict(list)
        for number, record in enumerate(self.catalogue.records):
            for context in {place.context for place in record.places}:
                found[context].append(number)
        return found

    @cached_property
    def sorted_words(self) -> list[str]:
        """The vocabulary in order."""
        return sorted(self.catalogue.words)

    @cached_property
    def known_stems(self) -> set[str]:
        """The stems of the vocabulary."""
        return {analysis.stem(word) for word in self.catalogue.words}

    @cached_property
    def stem_counts(self) -> dict[str, int]:
        """For each stem in how many texts its words stand, counted word by word."""
        found: dict[str, int] = defaultdict(int)
        for word, texts in self.catalogue.words.items():
            found[analysis.stem(word)] += texts
        return found

    @cached_property
    def contractions(self) -> dict[str, str]:
        """What people type without the apostrophe: ``dont``, where that is no word itself."""
        words = self.catalogue.words
        short = {word.replace("'", ""): word for word in words if "'" in word and not word.endswith("'s")}
        return {typed: word for typed, word in short.items() if typed not in words}

    @cached_property
    def correctable(self) -> list[str]:
        """The words that a typing mistake can be taken for."""
        return [word for word in self.sorted_words if word.isalpha() and len(word) > 2]

    @cached_property
    def defined(self) -> dict[tuple[str, ...], dict[int, float]]:
        """The stems of a glossary term, and the records to which its entry sends the reader, with how current that is.

        A term such as "Legend Rule" is the name of a rule, and its words without "rule" mean it too.
        """
        found: dict[tuple[str, ...], dict[int, float]] = defaultdict(dict)
        for term, record, edition in self.catalogue.defines:
            stems = tuple(analysis.stems(_REMARK.sub("", term)))
            for name in {stems, stems[:-1] if stems[-1:] == ("rule",) else stems} - {()}:
                found[name][record] = max(self.ages[edition], found[name].get(record, 0.0))
        return found

    @cached_property
    def ages(self) -> list[float]:
        """For each edition 0 to 1: 1 for the newest of its document, less for what is older."""
        order: dict[str, list[int]] = defaultdict(list)
        for number, edition in enumerate(self.catalogue.editions):
            order[edition.document].append(number)
        ages = [1.0] * len(self.catalogue.editions)
        for numbers in order.values():
            for place, number in enumerate(numbers):
                ages[number] = (place + 1) / len(numbers)
        return ages

    @cached_property
    def newest_place(self) -> list[Place | None]:
        """For each group its newest place as a provision or term: where the rule stands now."""
        found: list[Place | None] = [None] * len(self.catalogue.groups)
        for record in self.catalogue.records:
            held = found[record.group]
            if record.kind != EXAMPLE and (held is None or record.places[0].edition > held.edition):
                found[record.group] = record.places[0]
        return found

    @cached_property
    def numbers(self) -> dict[str, list[tuple[Record, Place]]]:
        """Every number ever used, and for each rule that had it where it had it last; first the newest of the rules."""
        found: dict[str, dict[int, tuple[Record, Place]]] = defaultdict(dict)
        for record in self.catalogue.records:
            if record.kind in (GLOSSARY, EXAMPLE):
                continue
            for place in record.places:
                held = found[place.number].get(record.group)
                if held is None or place.edition > held[1].edition:
                    found[place.number][record.group] = (record, place)
        rank = {edition: (-self.first_of(edition), edition) for edition in range(len(self.catalogue.editions))}
        return {
            number: sorted(rules.values(), key=lambda held: rank[held[1].edition], reverse=True)
            for number, rules in found.items()
        }

    def is_current(self, record: int) -> bool:
        """Whether a record stands in the newest edition of its document."""
        return any(self.masks[record] >> edition & 1 for edition in self.newest.values())

    def first_of(self, edition: int) -> int:
        """The newest edition of its document: documents in their order have growing ones."""
        return self.newest[self.catalogue.editions[edition].document]

    def before(self, one: int, other: int) -> bool:
        """Whether an edition is asked first: of the document that comes first, the newest."""
        editions = self.catalogue.editions
        if editions[one].document == editions[other].document:
            return one > other
        return one < other


class Snapshot:
    """A library and this thread's searcher over the same generation."""

    def __init__(self, library: Library, searcher: Searcher) -> None:
        self.library = library
        self.searcher = searcher
        self.text_at: list[int] = _texts_by_document(searcher, library)


def _texts_by_document(searcher: Searcher, library: Library) -> list[int]:
    """The text of each Whoosh document, -1 for one that was dropped."""
    reader = searcher.reader()
    found = [-1] * reader.doc_count_all()
    for number in reader.all_doc_ids():
        found[number] = library.text_of.get(reader.stored_fields(number)["key"], -1)
    return found


_own = threading.local()
_shared: dict[str, Library] = {}
_opening = threading.Lock()


def current() -> Snapshot:
    """The published generation; raise NoIndex when there is none that can be read."""
    for attempt in (1, 2, 3):
        path = generations.current()
        if path is None:
            raise NoIndex("Nothing has been indexed yet. A maintainer can do it with: manage.py reindex")
        held: Snapshot | None = getattr(_own, "snapshot", None)
        if held is not None and held.library.name == path.name and getattr(_own, "root", None) == path.parent:
            return held
        try:
            snapshot = _open(path)
        except FileNotFoundError:
            if attempt == 3:
                raise NoIndex("The index is damaged. A maintainer can mend it with: manage.py reindex") from None
            continue  # it was swept away between the look at the pointer and the opening
        except generations.IndexUnsafe as unsafe:
            raise NoIndex(f"The index can't be used: {unsafe}") from unsafe
        except Exception as error:  # a damaged pickle or a cut file may raise anything at all
            raise NoIndex(f"The index is damaged ({error}). Mend it with: manage.py reindex") from error
        if held is not None:
            held.searcher.close()
        _own.snapshot, _own.root = snapshot, path.parent
        return snapshot
    raise NoIndex("The index changes too fast to be read.")


def _open(path: Path) -> Snapshot:
    generations.check_trust(path.parent)
    generations.check_trust(path)
    with _opening:
        library = _shared.get(str(path))
        if library is None:
            library = Library(path)
            _shared.clear()
            _shared[str(path)] = library
    index = FileStorage(str(path)).open_index()
    return Snapshot(library, index.searcher(weighting=Bm25()))
