"""What the search box offers while somebody types: numbers, headings, glossary terms and words.

Everything comes from the catalogue in memory; nothing is asked of the database or of the index.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rulesite.search import analysis, snapshot
from rulesite.search.catalogue import EXAMPLE, GLOSSARY, Place, Record
from rulesite.search.query import url_of
from rulesite.search.snapshot import Library, NoIndex

_LONGEST = 60
_MOST_RULES = 3
"""How many rules are offered that had the very number that is typed, one after the other."""
_MANY = 400
"""How many candidates of a kind are looked at before the best are chosen."""


@dataclass(frozen=True)
class Suggestion:
    """One line under the box. ``url`` is "" for a word, which is searched for."""

    kind: str
    """``number``, ``heading``, ``term`` or ``word``."""
    text: str
    title: str = ""
    edition: str = ""
    url: str = ""
    now: str = ""
    """For a number that the newest edition does not have: the number of the same rule there."""


def typeahead(prefix: str, limit: int = 8) -> list[Suggestion]:
    """The likeliest things that begin so, at most ``limit``; [] for nothing, and while there is no index."""
    folded = analysis.fold(prefix.strip()[:_LONGEST])
    for lead in ("rule ", "rules ", "section ", "cr ", "§ ", "§"):
        folded = folded.removeprefix(lead)
    folded = folded.strip()
    if not folded or limit < 1:
        return []
    try:
        library = snapshot.current().library
    except NoIndex:
        return []
    return _offer(_entries(library), folded, limit)


@dataclass(frozen=True)
class _Entries:
    """The catalogue, in the order of what may be typed."""

    library: Library
    numbers: list[tuple[str, str]]
    """What is typed, in small letters, and the number."""
    titles: list[tuple[str, int, str]]
    """The end of a title from one of its words on, how many words were left out, and the title in small letters."""
    headings: dict[str, tuple[Record, Place]]
    terms: dict[str, tuple[Record, Place]]


@lru_cache(maxsize=1)
def _entries(library: Library) -> _Entries:
    headings: dict[str, tuple[Record, Place]] = {}
    terms: dict[str, tuple[Record, Place]] = {}
    for record in library.catalogue.records:
        title = library.catalogue.texts[record.text][1]
        if not title or record.kind == EXAMPLE:
            continue
        found = terms if record.kind == GLOSSARY else headings
        name = analysis.fold(title)
        held = found.get(name)
        if held is None or library.before(record.places[0].edition, held[1].edition):
            found[name] = (record, record.places[0])
    titles = []
    for name in {**headings, **terms}:
        for skipped, word in enumerate(analysis.words(name)):
            titles.append((name[word.start :], skipped, name))
    numbers = sorted((number.lower(), number) for number in library.numbers)
    return _Entries(library, numbers, sorted(titles), headings, terms)


def _offer(entries: _Entries, prefix: str, limit: int) -> list[Suggestion]:
    """The kinds mixed: numbers, then names that begin so, then names with a later word that does, words last."""
    numbers = list(_numbers(entries, prefix, limit if len(prefix) > 1 or prefix.isdigit() else 2))
    names = _names(entries, prefix)
    first = [one for skipped, one in names if not skipped]
    later = [one for skipped, one in names if skipped]
    several = " " in prefix
    words = [] if several and names else list(_words(entries.library, prefix, 2 if several else limit))
    room_for_words = min(len(words), 2)
    offered = [*numbers, *first, *later][: limit - room_for_words]
    return (offered + words)[:limit]


def _numbers(entries: _Entries, prefix: str, limit: int) -> Iterator[Suggestion]:
    """Numbers that begin so: first the very number, for each rule that had it, then its subrules, then longer ones."""
    at = bisect_left(entries.numbers, (prefix,))
    found = []
    for typed, number in entries.numbers[at : at + _MANY]:
        if not typed.startswith(prefix):
            break
        rest = typed[len(prefix) :]
        found.append((rest != "", rest[:1].isdigit(), len(rest), typed, number))
    editions = entries.library.catalogue.editions
    stood = (
        held
        for *_, longer, number in sorted(found)[:limit]
        for held in entries.library.numbers[number][: 1 if longer != prefix else _MOST_RULES]
    )
    for record, place in stood:
        number, edition = place.number, editions[place.edition]
        now = ""
        newest = entries.library.newest_place[record.group]
        if newest and newest.edition != place.edition and newest.number != number:
            now = newest.number
        yield Suggestion(
            "number",
            number,
            entries.library.catalogue.contexts[place.context],
            edition.address,
            url_of(record.kind, edition.document, edition.date, place.key),
            now,
        )


def _names(entries: _Entries, prefix: str) -> list[tuple[int, Suggestion]]:
    """Headings and terms with a word that begins so, the newest and shortest first, a heading before its term."""
    at = bisect_left(entries.titles, (prefix,))
    found: dict[str, int] = {}
    for rest, skipped, name in entries.titles[at : at + _MANY]:
        if not rest.startswith(prefix):
            break
        found[name] = min(skipped, found.get(name, skipped))
    ages = entries.library.ages
    offered: list[tuple[tuple[object, ...], int, Suggestion]] = []
    for name, skipped in found.items():
        for order, (kind, held) in enumerate((("heading", entries.headings), ("term", entries.terms))):
            if name in held:
                record, place = held[name]
                rank = (skipped > 0, name != prefix, -round(ages[place.edition], 1), len(name), name, order)
                offered.append((rank, skipped, _name(entries.library, kind, record, place)))
    return [(skipped, one) for _, skipped, one in sorted(offered, key=lambda entry: entry[0])]


def _name(library: Library, kind: str, record: Record, place: Place) -> Suggestion:
    edition = library.catalogue.editions[place.edition]
    title = library.catalogue.texts[record.text][1]
    url = url_of(record.kind, edition.document, edition.date, place.key)
    return Suggestion(kind, title, place.number, edition.address, url)


def _words(library: Library, prefix: str, limit: int) -> Iterator[Suggestion]:
    """The commonest words that go on so; for several words typed, the last is completed."""
    before, _, last = prefix.rpartition(" ")
    if len(last) < 2 or not last[0].isalpha():
        return
    at = bisect_left(library.sorted_words, last)
    found = []
    for word in library.sorted_words[at : at + _MANY]:
        if not word.startswith(last):
            break
        if word != last and word.isalpha():
            found.append(word)
    for word in sorted(found, key=lambda one: (-library.catalogue.words[one], one))[:limit]:
        yield Suggestion("word", f"{before} {word}".strip())
