"""What the search box offers while somebody types: numbers, headings, glossary terms, editions and words.

Everything comes from the catalogue in memory; nothing is asked of the database or of the index.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.urls import reverse
from rapidfuzz import process
from rapidfuzz.distance import OSA

from rulesite.search import completion, shorthand, snapshot, typed
from rulesite.search.catalogue import Place, Record
from rulesite.search.entries import Entries, editions_meant, entries_of, standing, title_of
from rulesite.search.query import url_of
from rulesite.search.snapshot import Library, NoIndex
from rulesite.search.typed import Typed
from rulesite.text.emphasis import unmarked

_LONGEST = 60
_MOST_RULES = 3
"""How many rules are offered that had the very number that is typed, one after the other."""
_MANY = 400
"""How many candidates of a kind are looked at before the best are chosen."""
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
    folded = typed.fold(prefix, _LONGEST)
    if not folded or limit < 1:
        return []
    try:
        library = snapshot.current().library
    except NoIndex:
        return []
    entries = entries_of(library)
    return _offer(entries, typed.read(folded, entries.books), limit)


def _offer(entries: Entries, asked: Typed, limit: int) -> list[Suggestion]:
    """The kinds mixed: numbers, then names that begin so, then names with a later word that does, words last."""
    library, words = entries.library, asked.words
    if asked.book or asked.date:
        addressed = list(_numbers(entries, asked, limit)) if asked.number else _editions(library, asked)
        if addressed:
            return addressed[:limit]
    letter = len(words) == 1 and words.isalpha()
    numbers = list(_numbers(entries, asked, 2 if letter else limit)) if asked.number else []
    names = _names(entries, words) or _names(entries, shorthand.written_out(words))
    ways = [] if asked.number and not letter else completion.complete(library, words, limit)
    if not (numbers or names or ways):
        names = _near_names(entries, words)
        right = "" if names else completion.correct(library, words)
        ways = [right] if right else []
    room = min(len(ways), 2)
    offered = [*names[: limit - len(numbers) - room], *numbers] if letter else [*numbers, *names]
    return (offered[: limit - room] + [Suggestion("word", way) for way in ways])[:limit]


def _numbers(entries: Entries, asked: Typed, limit: int) -> Iterator[Suggestion]:
    """Numbers that begin so: first the very number, for each rule that had it, then its subrules, then longer ones."""
    library, prefix = entries.library, asked.number
    stands = standing(library, editions_meant(library, asked)) if asked.date else library.numbers
    at = bisect_left(entries.numbers, (prefix,))
    found = []
    for name, number in entries.numbers[at : at + _MANY]:
        if not name.startswith(prefix):
            break
        held = stands.get(number, [])
        if asked.book:
            held = [one for one in held if library.catalogue.editions[one[1].edition].document == asked.book]
        if held:
            rest = name[len(prefix) :]
            found.append((rest != "", rest[:1].isdigit(), len(rest), name, held))
    for *_, longer, held in sorted(found, key=lambda one: one[:4])[:limit]:
        for record, place in held[: 1 if longer != prefix else _MOST_RULES]:
            yield _number(library, record, place)


def _number(library: Library, record: Record, place: Place) -> Suggestion:
    edition = library.catalogue.editions[place.edition]
    newest = library.newest_place[record.group]
    last = library.newest[edition.document]
    moved = newest is not None and newest.edition == last and newest.number != place.number
    _, title, body = library.catalogue.texts[record.text]
    return Suggestion(
        "number",
        place.number,
        unmarked(library.catalogue.contexts[place.context]),
        edition.address,
        url_of(record.kind, edition.document, edition.date, place.key),
        newest.number if newest is not None and moved else "",
        edition.short_title,
        "" if title else _beginning(unmarked(body)),
    )


def _beginning(text: str) -> str:
    """The first words of a text, with an ellipsis where it goes on."""
    text = " ".join(text[: 2 * _SAYS].split())
    return text if len(text) <= _SAYS else f"{text[:_SAYS].rpartition(' ')[0].rstrip(',;:')}…"


def _editions(library: Library, asked: Typed) -> list[Suggestion]:
    """The editions of a time or a book, by document, the newest first."""
    numbers = editions_meant(library, asked)
    held = library.catalogue.editions
    return [
        Suggestion(
            "edition",
            held[number].date,
            held[number].title,
            held[number].address,
            reverse("reading:edition", args=[held[number].document, held[number].date]),
            book=held[number].short_title,
        )
        for number in sorted(numbers, key=lambda one: (library.first_of(one), -one))
    ]


def _names(entries: Entries, prefix: str) -> list[Suggestion]:
    """Headings and terms with a word that begins so, the newest and shortest first, a heading before its term."""
    at = bisect_left(entries.titles, (prefix,))
    found: dict[str, int] = {}
    for rest, skipped, name in entries.titles[at : at + _MANY]:
        if not rest.startswith(prefix):
            break
        found[name] = min(skipped, found.get(name, skipped))
    return _ranked(entries, prefix, ((name, skipped > 0) for name, skipped in found.items()))


def _near_names(entries: Entries, prefix: str) -> list[Suggestion]:
    """Headings and terms whose beginning is what was typed but for a slip of one letter, or of two in a long word."""
    if len(prefix) < _SHORTEST_MISTAKE:
        return []
    furthest = 1 if len(prefix) < 2 * _SHORTEST_MISTAKE else 2
    found: dict[str, int] = {}
    for longer in (0, 1):
        starts = [rest[: len(prefix) + longer] for rest, _, _ in entries.titles]
        for _, letters, at in process.extract(prefix, starts, scorer=OSA.distance, score_cutoff=furthest, limit=_MANY):
            _, _, name = entries.titles[at]
            found[name] = min(int(letters), found.get(name, furthest))
    least = min(found.values(), default=0)
    return _ranked(entries, prefix, ((name, 0) for name, letters in found.items() if letters == least))


def _ranked(entries: Entries, prefix: str, names: Iterable[tuple[str, int]]) -> list[Suggestion]:
    ages = entries.library.ages
    offered: list[tuple[tuple[object, ...], Suggestion]] = []
    for name, later in names:
        for order, (kind, held) in enumerate((("heading", entries.headings), ("term", entries.terms))):
            if name in held:
                record, place = held[name]
                rank = (later, name != prefix, -round(ages[place.edition], 1), len(name), name, order)
                offered.append((rank, _name(entries.library, kind, record, place)))
    return [one for _, one in sorted(offered, key=lambda entry: entry[0])]


def _name(library: Library, kind: str, record: Record, place: Place) -> Suggestion:
    edition = library.catalogue.editions[place.edition]
    url = url_of(record.kind, edition.document, edition.date, place.key)
    return Suggestion(kind, title_of(library, record), place.number, edition.address, url, book=edition.short_title)
