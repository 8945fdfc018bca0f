"""What the search box offers while somebody types: numbers, headings, glossary terms, editions and words.

Everything comes from the index; nothing else is asked of the database than which one is current.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from django.urls import reverse
from rapidfuzz import process
from rapidfuzz.distance import OSA

from rulesite.search import searcher
from rulesite.search.query import number_prefix, phrase_pairs, synonyms
from rulesite.search.query.number_prefix import Typed
from rulesite.search.results.hits import url_of
from rulesite.search.searcher import NoIndex, Searcher, newest_of
from rulesite.search.store.names import HEADING, TERM, name_of
from rulesite.search.store.schema import EXAMPLE
from rulesite.search.suggest import completion
from rulesite.search.suggest.entries import Entries, Standing, editions_meant, entries_of, numbered
from rulesite.text.emphasis import unmarked

_LONGEST = 60
_MOST_RULES = 3
"""How many rules are offered that had the very number that is typed, one after the other."""
_MANY = 400
"""How many near names are looked at before the best are chosen."""
_SAYS = 70
"""Characters of a rule's own words that are shown, where it has no title."""
_SHORTEST_MISTAKE = 4


@dataclass(frozen=True)
class Suggestion:
    """One line under the box. ``url`` is "" for a word, which is searched for."""

    kind: str
    """``number``, ``heading``, ``term``, ``edition`` or ``word``."""
    text: str
    title: str = ""
    """Of a number the title it stands under, of a heading its number."""
    edition: str = ""
    url: str = ""
    now: str = ""
    """For a number that the newest edition does not have: the number of the same rule there."""
    book: str = ""
    """The short title of the document."""
    says: str = ""
    """How a rule begins that has no title of its own."""


def typeahead(prefix: str, limit: int = 8) -> list[Suggestion]:
    """The likeliest things that begin so, at most ``limit``; [] for nothing, and while there is no index."""
    folded = number_prefix.fold(prefix, _LONGEST)
    if not folded or limit < 1:
        return []
    try:
        entries = entries_of(searcher.current())
        return _offer(entries, number_prefix.read(folded, entries.books), limit)
    except NoIndex:
        return []


def _offer(entries: Entries, asked: Typed, limit: int) -> list[Suggestion]:
    """The kinds mixed: numbers, then names that begin so, then names with a later word that does, words last."""
    library, words = entries.library, asked.words
    if asked.book or asked.date:
        addressed = list(_numbers(library, asked, limit)) if asked.number else _editions(library, asked)
        if addressed:
            return addressed[:limit]
    letter = len(words) == 1 and words.isalpha()
    numbers = list(_numbers(library, asked, 2 if letter else limit)) if asked.number else []
    names = _names(entries, words, limit) or _names(entries, _as_told(words), limit)
    ways = [] if asked.number and not letter else completion.complete(library, words, limit)
    if not (numbers or names or ways):
        names = _near_names(entries, words, limit)
        right = "" if names else completion.correct(library, words)
        ways = [right] if right else []
    room = min(len(ways), 2)
    offered = [*names[: limit - len(numbers) - room], *numbers] if letter else [*numbers, *names]
    return (offered[: limit - room] + [Suggestion("word", way) for way in ways])[:limit]


def _numbers(library: Searcher, asked: Typed, limit: int) -> Iterator[Suggestion]:
    """Numbers that begin so: first the very number, for each rule that had it, then its subrules, then longer ones."""
    for number, held in islice(numbered(library, asked), limit):
        for standing in held[: 1 if number != asked.number else _MOST_RULES]:
            yield _number(library, standing)


def _number(library: Searcher, standing: Standing) -> Suggestion:
    place, edition = standing.place, library.editions[standing.edition]
    record = library.records[place.record]
    ((title, body),) = library.printed([record.text]).values()
    return Suggestion(
        "number",
        place.number,
        unmarked(place.context),
        edition.address,
        url_of(record.kind, edition.document, edition.date, place.key),
        _moved_to(library, standing),
        edition.short_title,
        "" if title else _beginning(unmarked(body)),
    )


def _moved_to(library: Searcher, standing: Standing) -> str:
    """The number of the same rule in the newest edition, "" where it has none there, or that very one."""
    now = 1 << library.first_of(standing.edition)
    family = library.families[library.records[standing.place.record].family]
    records = [one for one in family if library.records[one].editions & now and library.records[one].kind != EXAMPLE]
    if not records:
        return ""
    place, _ = newest_of((place for places in library.places(records).values() for place in places), now)
    return place.number if place.number != standing.place.number else ""


def _beginning(text: str) -> str:
    """The first words of a text, with an ellipsis where it goes on."""
    text = " ".join(text[: 2 * _SAYS].split())
    return text if len(text) <= _SAYS else f"{text[:_SAYS].rpartition(' ')[0].rstrip(',;:')}…"


def _editions(library: Searcher, asked: Typed) -> list[Suggestion]:
    """The editions of a time or a book, by document, the newest first."""
    meant = editions_meant(library, asked)
    held = library.editions
    return [
        Suggestion(
            "edition",
            held[number].date,
            held[number].title,
            held[number].address,
            reverse("reading:edition", args=[held[number].document, held[number].date]),
            book=held[number].short_title,
        )
        for number in sorted(range(len(held)), key=lambda one: (library.first_of(one), -one))
        if meant >> number & 1
    ]


def _names(entries: Entries, prefix: str, limit: int) -> list[Suggestion]:
    """Headings and terms with a word that begins so, the newest and shortest first, a heading before its term."""
    return _ranked(entries, prefix, {name: skipped > 0 for name, skipped in entries.named(prefix).items()}, limit)


def _near_names(entries: Entries, prefix: str, limit: int) -> list[Suggestion]:
    """Headings and terms whose beginning is what was typed but for a slip of one letter, or of two in a long word."""
    if len(prefix) < _SHORTEST_MISTAKE:
        return []
    furthest = 1 if len(prefix) < 2 * _SHORTEST_MISTAKE else 2
    found: dict[str, int] = {}
    for longer in (0, 1):
        starts = entries.beginnings(len(prefix) + longer)
        near = process.extract(prefix, starts.keys(), scorer=OSA.distance, score_cutoff=furthest, limit=_MANY)
        for start, letters, _ in near:
            for name in starts[start]:
                found[entries.names[name]] = min(int(letters), found.get(entries.names[name], furthest))
    least = min(found.values(), default=0)
    return _ranked(entries, prefix, {name: False for name, letters in found.items() if letters == least}, limit)


def _ranked(entries: Entries, prefix: str, names: Mapping[str, bool], limit: int) -> list[Suggestion]:
    """The best of some names, of which it is said whether they begin with a later word."""
    library = entries.library
    offered = []
    for name, later in names.items():
        for order, kind in enumerate((HEADING, TERM)):
            record = entries.kinds[name].get(kind)
            if record is not None:
                age = library.ages[library.records[record].newest]
                offered.append((later, name != prefix, -round(age, 1), len(name), name, order, kind, record))
    return [_name(library, kind, record) for *_, kind, record in sorted(offered)[:limit]]


def _name(library: Searcher, kind: str, number: int) -> Suggestion:
    record = library.records[number]
    ((title, _),) = library.printed([record.text]).values()
    place, newest = newest_of(library.places([number])[number], -1)
    edition = library.editions[newest]
    url = url_of(record.kind, edition.document, edition.date, place.key)
    return Suggestion(kind, name_of(title), place.number, edition.address, url, book=edition.short_title)


def _as_told(words: str) -> str:
    """Words as the rules would say them, the same where nothing is known of them."""
    return next((one.text for one in synonyms.told(words, phrase_pairs.current())), words)
