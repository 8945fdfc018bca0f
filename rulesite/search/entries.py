"""The catalogue in the order of what may be typed: numbers, and headings and terms from each of their words on.

A time that is typed narrows it: to the editions that are meant, and to what stood in them.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from rulesite.search import analysis
from rulesite.search.catalogue import EXAMPLE, GLOSSARY, Place, Record
from rulesite.search.snapshot import Library
from rulesite.search.typed import Typed
from rulesite.text.emphasis import unmarked


@dataclass(frozen=True)
class Entries:
    """The catalogue, in the order of what may be typed."""

    library: Library
    books: dict[str, str]
    """Folded names of the documents, and the slug of each."""
    numbers: list[tuple[str, str]]
    """What is typed, in small letters, and the number."""
    titles: list[tuple[str, int, str]]
    """The end of a title from one of its words on, how many words were left out, and the title in small letters."""
    headings: dict[str, tuple[Record, Place]]
    terms: dict[str, tuple[Record, Place]]


@lru_cache(maxsize=1)
def entries_of(library: Library) -> Entries:
    """The entries of a library, of headings and terms the newest place of each name; made once and kept."""
    headings: dict[str, tuple[Record, Place]] = {}
    terms: dict[str, tuple[Record, Place]] = {}
    for record in library.catalogue.records:
        name = analysis.fold(title_of(library, record))
        if not name or record.kind == EXAMPLE:
            continue
        found = terms if record.kind == GLOSSARY else headings
        held = found.get(name)
        if held is None or library.before(record.places[0].edition, held[1].edition):
            found[name] = (record, record.places[0])
    titles = []
    for name in {**headings, **terms}:
        for skipped, word in enumerate(analysis.words(name)):
            titles.append((name[word.start :], skipped, name))
    numbers = sorted((number.lower(), number) for number in library.numbers)
    books = {
        name: edition.document
        for edition in library.catalogue.editions
        for name in (edition.document.lower(), *map(analysis.fold, (edition.short_title, edition.title)))
    }
    return Entries(library, books, numbers, sorted(titles), headings, terms)


def title_of(library: Library, record: Record) -> str:
    """The title of a text; some old headings are printed with a colon."""
    return unmarked(library.catalogue.texts[record.text][1]).rstrip(": ")


def editions_meant(library: Library, asked: Typed) -> frozenset[int]:
    """The editions of a time; where a whole year or day has none, those that were in force then."""
    found, in_force = set(), {}
    for number, edition in enumerate(library.catalogue.editions):
        if asked.book and edition.document != asked.book:
            continue
        if edition.date.startswith(asked.date.rstrip("-")):
            found.add(number)
        elif edition.date < asked.date:
            in_force[edition.document] = number
    return frozenset(found or (in_force.values() if len(asked.date) >= 4 else ()))


@lru_cache(maxsize=8)
def standing(library: Library, editions: frozenset[int]) -> dict[str, list[tuple[Record, Place]]]:
    """Every number of some editions, with the provisions that have it there: the newest of each rule, newest first."""
    found: dict[str, dict[int, tuple[Record, Place]]] = defaultdict(dict)
    for record in library.catalogue.records:
        if record.kind in (GLOSSARY, EXAMPLE):
            continue
        for place in record.places:
            if place.edition in editions:
                held = found[place.number].get(record.group)
                if held is None or place.edition > held[1].edition:
                    found[place.number][record.group] = (record, place)
    return {
        number: sorted(rules.values(), key=lambda held: (library.first_of(held[1].edition), -held[1].edition))
        for number, rules in found.items()
    }
