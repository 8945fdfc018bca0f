"""The current edition, that is the newest of the first document, with the data that ranking needs.

A provision matches by more than its own words: also by the titles above it, its parent rule, its Examples, its former
texts and the texts that cite it; see `fields`. All of it is read from the generation when needed.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

from rulesite.search import analysis
from rulesite.search.current import fields
from rulesite.search.current.question_similarity import Questions

if TYPE_CHECKING:
    from rulesite.search.searcher import Searcher

Stems = tuple[str, ...]


class Provision(NamedTuple):
    """A provision of the current edition: its record, kind, rule and stems."""

    record: int
    kind: str
    rule: str
    title: Stems
    own: Stems
    """The stems of its title and text, with `fields.PAUSE` between sentences."""
    context: Stems
    """The stems of the title above it, or of its own."""

    @property
    def section(self) -> str:
        """The number of its section, "" for none."""
        return self.rule.partition(".")[0]


class Posting(NamedTuple):
    """The occurrences of a stem: the number of titles and texts with it, and for each record, in order, its impact (1
    to 255) and the fields with it."""

    texts: int
    records: array[int]
    impacts: bytes
    fields: bytes

    def at(self, records: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Yield those of some records that have the stem, with the fields that have it."""
        held, having = self.records, self.fields
        end = len(held)
        for record in records:
            index = bisect_left(held, record)
            if index < end and held[index] == record:
                yield record, having[index]


class CurrentEdition:
    """The current edition of a library, which caches it; threads may share it."""

    def __init__(self, library: Searcher) -> None:
        self.library = library
        self.edition = library.first_of(0) if library.editions else 0
        """The number of the newest edition of the first document."""
        mask = 1 << self.edition
        self.standing = frozenset(number for number, record in library.records.items() if record.editions & mask)
        """The records in it."""
        self._provisions: dict[int, Provision] = {}
        self._postings: dict[str, Posting] = {}
        self.questions = Questions(library)
        """Players' questions about it."""

    @cached_property
    def records_of(self) -> dict[int, list[int]]:
        """Text to its records in this edition."""
        records: dict[int, list[int]] = defaultdict(list)
        for record in self.standing:
            records[self.library.records[record].text].append(record)
        return records

    @cached_property
    def headed(self) -> frozenset[str]:
        """The numbers of the rules with a heading, such as those of keywords."""
        return frozenset(rule for (rule,) in self.library.rows("SELECT rule FROM provision WHERE kind = 'heading'"))

    @cached_property
    def _ages(self) -> dict[int, float]:
        """Family in this edition to the share of the document's editions that have it, 0 to 1."""
        library = self.library
        every = library.document_masks[library.editions[self.edition].document] if library.editions else 0
        editions_of = dict.fromkeys((library.records[record].family for record in self.standing), 0)
        for record in library.records.values():
            if record.family in editions_of:
                editions_of[record.family] |= record.editions & every
        return {family: editions.bit_count() / every.bit_count() for family, editions in editions_of.items()}

    def age(self, record: int) -> float:
        """The share of the document's editions that have the family of a record, 0 to 1."""
        return self._ages[self.library.records[record].family]

    @cached_property
    def variants(self) -> frozenset[int]:
        """The records below a title about variants or multiplayer games."""
        return frozenset(
            record
            for posting in self.postings(_OF_VARIANTS).values()
            for record, having in zip(posting.records, posting.fields, strict=True)
            if having & (fields.TITLE | fields.UNDER)
        )

    def postings(self, stems: Iterable[str]) -> dict[str, Posting]:
        """The postings of some stems, except for those without any. Memoized: all of them take a megabyte or two."""
        cached = self._postings
        requested = {*stems}
        if missing := requested - cached.keys():
            query = "SELECT * FROM impact WHERE stem IN (SELECT value FROM json_each(?))"
            rows = self.library.many(query, missing)
            loaded = {stem: Posting(texts, array("I", records), *worth) for stem, texts, records, *worth in rows}
            cached.update(loaded)
        return {stem: posting for stem in requested if (posting := cached.get(stem)) is not None}

    def provisions(self, records: Iterable[int]) -> Mapping[int, Provision]:
        """Record to its provision, for some records and all that were read before."""
        cached = self._provisions
        if missing := [record for record in records if record not in cached]:
            query = f"{_PROVISION} WHERE record IN (SELECT value FROM json_each(?))"
            for record, kind, rule, *row in self.library.many(query, missing):
                title, body, context = (tuple(map(intern, stems.split())) for stems in row)
                cached[record] = Provision(record, kind, rule, title, title + body, context)
        return cached

    def rarity(self, texts: int) -> float:
        """The rarity of a stem in ``texts`` texts: nearly 0 if all have it, 9 if none has."""
        every = max(len(self.standing), texts)
        return math.log(1 + (every - texts + 0.5) / (texts + 0.5))


_OF_VARIANTS = frozenset(map(analysis.stem, ("variant", "multiplayer", "option")))
_PROVISION = "SELECT record, kind, rule, title, said, context FROM provision"
