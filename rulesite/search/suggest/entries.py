"""What may be typed: numbers, and headings and terms from each of their words on.

A time that is typed narrows it: to the editions that are meant, and to what stood in them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from rulesite.search import analysis
from rulesite.search.query.number_prefix import Typed
from rulesite.search.searcher import Occurrence, Searcher
from rulesite.search.store import names as store_names
from rulesite.search.store.schema import EXAMPLE

_MANY = 400
"""How many candidates of a kind are looked at before the best are chosen."""


@dataclass(frozen=True)
class Standing:
    """A provision under a number: where it stands so, and the edition meant."""

    place: Occurrence
    edition: int


@dataclass(frozen=True, eq=False)
class Entries:
    """The headings and terms of a library, in the order of what may be typed."""

    library: Searcher
    books: dict[str, str]
    """Folded names of the documents, and the slug of each."""
    names: list[str]
    kinds: dict[str, dict[str, int]]
    """For each name the record of the newest heading, and of the newest term, that is called so."""
    starts: list[tuple[str, int, int]]
    """The end of a name from one of its words on, how many words were left out, and which name it is."""
    _beginnings: dict[int, dict[str, list[int]]] = field(default_factory=dict)

    def named(self, beginning: str) -> dict[str, int]:
        """Names of which a word begins so, and how many words stand before that."""
        found: dict[str, int] = {}
        at = bisect_left(self.starts, (beginning,))
        for rest, skipped, name in self.starts[at : at + _MANY]:
            if not rest.startswith(beginning):
                break
            found[self.names[name]] = min(skipped, found.get(self.names[name], skipped))
        return found

    def beginnings(self, letters: int) -> dict[str, list[int]]:
        """The first letters of all ends of names, and which names have them."""
        found = self._beginnings.get(letters)
        if found is None:
            found = {}
            for rest, _, name in self.starts:
                found.setdefault(rest[:letters], []).append(name)
            self._beginnings[letters] = found
        return found


@lru_cache(maxsize=1)
def entries_of(library: Searcher) -> Entries:
    """The entries of a library; read once and kept."""
    kinds: dict[str, dict[str, int]] = {}
    for name, kind, record in library.kept(store_names.NAMES):
        kinds.setdefault(name, {})[kind] = record
    names = list(kinds)
    starts = [(names[nth][start:], skipped, nth) for nth, start, skipped in library.kept(store_names.STARTS)]
    books = {
        name: edition.document
        for edition in library.editions
        for name in (edition.document.lower(), *map(analysis.fold, (edition.short_title, edition.title)))
    }
    return Entries(library, books, names, kinds, starts)


def editions_meant(library: Searcher, asked: Typed) -> int:
    """The editions of a time; where a whole year or day has none, those that were in force then."""
    found, in_force = 0, {}
    for number, edition in enumerate(library.editions):
        if asked.book and edition.document != asked.book:
            continue
        if edition.date.startswith(asked.date.rstrip("-")):
            found |= 1 << number
        elif edition.date < asked.date:
            in_force[edition.document] = 1 << number
    return found or (sum(in_force.values()) if len(asked.date) >= 4 else 0)


def numbered(library: Searcher, asked: Typed) -> Iterator[tuple[str, list[Standing]]]:
    """Numbers that begin as was typed, with the provisions that have each at the time and in the book that is meant.

    First the very number, then its subrules, then longer ones; of each rule the newest place, the newest rule first.
    """
    meant = editions_meant(library, asked) if asked.date else -1
    if asked.book:
        meant &= library.document_masks[asked.book]
    prefix = asked.number
    found = library.numbers_from(prefix, _MANY)
    for number in sorted(
        found, key=lambda name: (name != prefix, name[len(prefix) : len(prefix) + 1].isdigit(), len(name), name)
    ):
        if standing := _standing(library, number, meant):
            yield number, standing


def _standing(library: Searcher, number: str, editions: int) -> list[Standing]:
    newest: dict[int, Standing] = {}
    for place in sorted(library.numbered(number), key=lambda place: place.key):
        edition = (place.editions & editions).bit_length() - 1
        record = library.records[place.record]
        family = record.family
        if edition >= 0 and record.kind != EXAMPLE and (family not in newest or edition > newest[family].edition):
            newest[family] = Standing(place, edition)
    return sorted(newest.values(), key=lambda held: (library.first_of(held.edition), -held.edition))
