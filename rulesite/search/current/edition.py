"""Today's book: the newest edition of the first document, as the ranking of answers looks at it.

A provision is known by more than its own words: by the titles above it, by the rule that it is a part of, by the
Examples that illustrate it, by its former texts and by what cites it; see `fields`.  Read from the generation when it
is asked for.
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
    """A text of today's book: its record and kind, the rule that it belongs to, its stems."""

    record: int
    kind: str
    rule: str
    title: Stems
    own: Stems
    """Of its title and its text, with `fields.PAUSE` between sentences."""
    context: Stems
    """Of the title that stands above it, or its own."""

    @property
    def section(self) -> str:
        """The number of the section that it belongs to, "" for none."""
        return self.rule.partition(".")[0]


class Posting(NamedTuple):
    """Where a stem stands: in how many titles and texts, and of each record that it is known by, in order, how much it
    is worth there (1 to 255) and in which fields it stands."""

    texts: int
    records: array[int]
    impacts: bytes
    fields: bytes

    def at(self, records: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Those of some records that have it, with the fields in which it stands."""
        held, having = self.records, self.fields
        end = len(held)
        for record in records:
            nth = bisect_left(held, record)
            if nth < end and held[nth] == record:
                yield record, having[nth]


class CurrentEdition:
    """Today's book of a library, which keeps it; threads may share it."""

    def __init__(self, library: Searcher) -> None:
        self.library = library
        self.edition = library.first_of(0) if library.editions else 0
        """The number of the newest edition of the first document."""
        mask = 1 << self.edition
        self.standing = frozenset(number for number, record in library.records.items() if record.editions & mask)
        """Its records."""
        self._provisions: dict[int, Provision] = {}
        self._postings: dict[str, Posting] = {}
        self.questions = Questions(library)
        """What players ask of it."""

    @cached_property
    def records_of(self) -> dict[int, list[int]]:
        """Of each text that it prints the records that stand in it."""
        found: dict[int, list[int]] = defaultdict(list)
        for record in self.standing:
            found[self.library.records[record].text].append(record)
        return found

    @cached_property
    def headed(self) -> frozenset[str]:
        """The numbers of the rules that have a heading of their own, as those of a keyword have."""
        return frozenset(rule for (rule,) in self.library.rows("SELECT rule FROM provision WHERE kind = 'heading'"))

    @cached_property
    def _ages(self) -> dict[int, float]:
        """Of each family that stands in it, in how many of the document's editions any of its texts did, 0 to 1."""
        library = self.library
        every = library.document_masks[library.editions[self.edition].document] if library.editions else 0
        held = dict.fromkeys((library.records[record].family for record in self.standing), 0)
        for record in library.records.values():
            if record.family in held:
                held[record.family] |= record.editions & every
        return {family: editions.bit_count() / every.bit_count() for family, editions in held.items()}

    def age(self, record: int) -> float:
        """In how many of the document's editions one of its records stands, by whatever text, 0 to 1."""
        return self._ages[self.library.records[record].family]

    @cached_property
    def variants(self) -> frozenset[int]:
        """The records that stand under a title of a way of playing that only some games have."""
        return frozenset(
            record
            for posting in self.postings(_OF_VARIANTS).values()
            for record, having in zip(posting.records, posting.fields, strict=True)
            if having & (fields.TITLE | fields.UNDER)
        )

    def postings(self, stems: Iterable[str]) -> dict[str, Posting]:
        """Where some stems stand; nothing of those that stand nowhere. Kept: all together are a megabyte or two."""
        held = self._postings
        wanted = {*stems}
        if missing := wanted - held.keys():
            query = "SELECT * FROM impact WHERE stem IN (SELECT value FROM json_each(?))"
            rows = self.library.many(query, missing)
            read = {stem: Posting(texts, array("I", records), *worth) for stem, texts, records, *worth in rows}
            held.update(read)
        return {stem: posting for stem in wanted if (posting := held.get(stem)) is not None}

    def provisions(self, records: Iterable[int]) -> Mapping[int, Provision]:
        """Some of its texts, and others that were read before."""
        held = self._provisions
        if missing := [record for record in records if record not in held]:
            query = f"{_PROVISION} WHERE record IN (SELECT value FROM json_each(?))"
            for record, kind, rule, *row in self.library.many(query, missing):
                title, said, context = (tuple(map(intern, stems.split())) for stems in row)
                held[record] = Provision(record, kind, rule, title, title + said, context)
        return held

    def rarity(self, texts: int) -> float:
        """How much a stem says that stands in so many of its texts: nearly 0 where all have it, 9 where none has."""
        every = max(len(self.standing), texts)
        return math.log(1 + (every - texts + 0.5) / (texts + 0.5))


_OF_VARIANTS = frozenset(map(analysis.stem, ("variant", "multiplayer", "option")))
_PROVISION = "SELECT record, kind, rule, title, said, context FROM provision"
