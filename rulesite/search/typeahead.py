"""Typeahead: the numbers, headings, glossary terms, editions and words that the search box suggests.

All of it comes from the index; the database is only queried for the name of the current generation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from django.urls import reverse
from rapidfuzz import process
from rapidfuzz.distance import OSA

from rulesite.search import analysis, search, searcher
from rulesite.search.current.questions import ASIDE_STEMS
from rulesite.search.query import number_prefix, phrase_pairs, synonyms
from rulesite.search.query.number_prefix import Typed
from rulesite.search.results.hits import url_of
from rulesite.search.searcher import NoIndex, Searcher, newest_of
from rulesite.search.store.names import HEADING, TERM, name_of
from rulesite.search.store.schema import EXAMPLE
from rulesite.search.suggest import completion
from rulesite.search.suggest.entries import Entries, Standing, editions_meant, entries_of, numbered
from rulesite.text.changes import query as change_query
from rulesite.text.changes.query import ChangeQuery
from rulesite.text.emphasis import unmarked

_MAX_CHARACTERS = 60
_MAX_RULES = 3
"""How many rules are suggested that successively had the exact typed number."""
_MAX_CANDIDATES = 400
"""How many similar names are examined to choose the best."""
_MAX_TEXT = 70
"""Characters shown of the text of a rule without a title."""
_MIN_CORRECTED = 4
_MIN_ANSWERED = 5
"""Characters from which a text is searched for rules that answer it."""
_MAX_ANSWERS = 2
_MAX_QUESTIONS = 2
_MAX_NAMES_BESIDE = 4
"""With as many names there is no search for rules: the text is the start of a name."""


@dataclass(frozen=True)
class Suggestion:
    """A line below the search box. ``url`` is "" for a word, which starts a search."""

    kind: str
    """``number``, ``heading``, ``term``, ``edition`` or ``word``."""
    text: str
    title: str = ""
    """For a number the title above it, for a heading its number."""
    edition: str = ""
    url: str = ""
    now: str = ""
    """The number of the same rule in the newest edition, if it differs."""
    book: str = ""
    """The short title of the document."""
    says: str = ""
    """The first words of a rule without a title."""


def typeahead(prefix: str, limit: int = 8) -> list[Suggestion]:
    """At most ``limit`` suggestions for a prefix, the likeliest first; [] for no text and while there is no index."""
    folded = number_prefix.fold(prefix, _MAX_CHARACTERS)
    if not folded or limit < 1:
        return []
    try:
        entries = entries_of(searcher.current())
        changes = _changes(entries.library, change_query.read(folded))
        return changes[:limit] or _offer(entries, number_prefix.read(folded, entries.books), limit)
    except NoIndex:
        return []


def _offer(entries: Entries, typed: Typed, limit: int) -> list[Suggestion]:
    """Suggestions of all kinds: numbers, names that start with the text, names with a later word that does, words."""
    library, words = entries.library, typed.words
    if typed.book or typed.date:
        addressed = list(_numbers(library, typed, limit)) if typed.number else _editions(library, typed)
        if addressed:
            return addressed[:limit]
    letter = len(words) == 1 and words.isalpha()
    numbers = list(_numbers(library, typed, 2 if letter else limit)) if typed.number else []
    names = _names(entries, words, limit) or _names(entries, _expanded(words), limit)
    answering = list(_answering(library, words)) if len(names) < _MAX_NAMES_BESIDE and not numbers else []
    names += [rule for rule in answering if rule.url not in {name.url for name in names}]
    words_offered = [] if typed.number and not letter else _questions(library, words)
    if not typed.number or letter:
        words_offered += completion.complete(library, words, limit)
    if not (numbers or names or words_offered):
        names = _near_names(entries, words, limit)
        corrected = "" if names else completion.correct(library, words)
        words_offered = [corrected] if corrected else []
    room = min(len(words_offered), 2)
    offered = [*names[: limit - len(numbers) - room], *numbers] if letter else [*numbers, *names]
    return (offered[: limit - room] + [Suggestion("word", word) for word in dict.fromkeys(words_offered)])[:limit]


def _numbers(library: Searcher, typed: Typed, limit: int) -> Iterator[Suggestion]:
    """Yield numbers with the typed prefix: the exact one for each rule that had it, its subrules, longer ones."""
    for number, provisions in islice(numbered(library, typed), limit):
        for standing in provisions[: 1 if number != typed.number else _MAX_RULES]:
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


def _answering(library: Searcher, words: str) -> Iterator[Suggestion]:
    """Yield the rules of the current edition that come first in a search for a text of some length."""
    if len(words) < _MIN_ANSWERED or ASIDE_STEMS.issuperset(analysis.stems(words)):
        return
    results = search.search(words, size=_MAX_ANSWERS)
    if results.corrected:
        return
    for hit in results.hits:
        current = library.editions[library.today.edition]
        if hit.number and hit.edition == current.address and hit.kind != EXAMPLE:
            says = "" if hit.text == hit.title else _beginning(hit.text.removeprefix("… "))
            yield Suggestion("number", hit.number, hit.title, hit.edition, hit.url, book=hit.short_title, says=says)


def _questions(library: Searcher, words: str) -> list[str]:
    """The shortest known questions that begin with a text of two words or more, and that a rule answers."""
    if " " not in words:
        return []
    query = "SELECT said FROM question WHERE substr(said, 1, ?) = ? AND said <> ? AND record IS NOT NULL ORDER BY id"
    return [str(said) for (said,) in library.rows(f"{query} LIMIT {_MAX_QUESTIONS}", len(words), words, words)]


def _moved_to(library: Searcher, standing: Standing) -> str:
    """The number of the same rule in the newest edition; "" if it has none there or the same one."""
    now = 1 << library.first_of(standing.edition)
    family = library.families[library.records[standing.place.record].family]
    records = [
        record
        for record in family
        if library.records[record].editions & now and library.records[record].kind != EXAMPLE
    ]
    if not records:
        return ""
    place, _ = newest_of((place for places in library.places(records).values() for place in places), now)
    return place.number if place.number != standing.place.number else ""


def _beginning(text: str) -> str:
    """The first words of a text, with an ellipsis if more follow."""
    text = " ".join(text[: 2 * _MAX_TEXT].split())
    return text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT].rpartition(' ')[0].rstrip(',;:')}…"


def _editions(library: Searcher, typed: Typed) -> list[Suggestion]:
    """The editions of a date or a document, by document, newest first."""
    meant = editions_meant(library, typed)
    editions = library.editions
    return [
        Suggestion(
            "edition",
            editions[number].date,
            editions[number].title,
            editions[number].address,
            reverse("reading:edition", args=[editions[number].document, editions[number].date]),
            book=editions[number].short_title,
        )
        for number in sorted(range(len(editions)), key=lambda one: (library.first_of(one), -one))
        if meant >> number & 1
    ]


def _changes(library: Searcher, query: ChangeQuery | None) -> list[Suggestion]:
    """What changed in the editions of a time, newest first; [] for a query about anything else, or a span of time."""
    if query is None or query.start:
        return []
    editions = [edition for edition in library.editions if edition.document == library.editions[0].document][1:]
    inside = editions[-1:]
    if time := query.end:
        inside = [edition for edition in editions if str(time.first) <= edition.date <= str(time.last)]
    return [
        Suggestion(
            "edition",
            edition.date,
            "What changed",
            edition.address,
            reverse("reading:notes", args=[edition.document, edition.date]),
            book=edition.short_title,
        )
        for edition in reversed(inside)
    ]


def _names(entries: Entries, prefix: str, limit: int) -> list[Suggestion]:
    """Headings and terms with a word that starts with ``prefix``: newest and shortest first, headings before terms."""
    return _ranked(entries, prefix, {name: skipped > 0 for name, skipped in entries.named(prefix).items()}, limit)


def _near_names(entries: Entries, prefix: str, limit: int) -> list[Suggestion]:
    """Headings and terms that start with the typed text but for one wrong letter, or two in a long text."""
    if len(prefix) < _MIN_CORRECTED:
        return []
    max_distance = 1 if len(prefix) < 2 * _MIN_CORRECTED else 2
    distances: dict[str, int] = {}
    for longer in (0, 1):
        starts = entries.beginnings(len(prefix) + longer)
        matches = process.extract(
            prefix, starts.keys(), scorer=OSA.distance, score_cutoff=max_distance, limit=_MAX_CANDIDATES
        )
        for start, distance, _ in matches:
            for name in starts[start]:
                distances[entries.names[name]] = min(int(distance), distances.get(entries.names[name], max_distance))
    least = min(distances.values(), default=0)
    return _ranked(entries, prefix, {name: False for name, distance in distances.items() if distance == least}, limit)


def _ranked(entries: Entries, prefix: str, names: Mapping[str, bool], limit: int) -> list[Suggestion]:
    """The best of some names; ``names`` maps each to whether only a later word of it starts with the prefix."""
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


def _expanded(words: str) -> str:
    """The words in the wording of the rules; unchanged if they have no synonym."""
    return next((expansion.text for expansion in synonyms.expansions(words, phrase_pairs.current())), words)
