"""Search by words: takes a query and returns the matching rules, best first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulesite.search import analysis, searcher
from rulesite.search.filters import EVERYTHING, Filters
from rulesite.search.filters import read as narrowing_of
from rulesite.search.query import parser, phrase_pairs, synonyms
from rulesite.search.ranking import matching, ranker, relaxation
from rulesite.search.ranking.ranker import RankedFamily
from rulesite.search.results import answers
from rulesite.search.results.excerpts import LENGTH, Marker, excerpt_and_whole
from rulesite.search.results.facets import Facet, facets_of
from rulesite.search.results.hits import Hit, Reason, Results
from rulesite.search.searcher import NoIndex, Searcher, newest_of
from rulesite.search.store.schema import GLOSSARY
from rulesite.search.suggest import spelling
from rulesite.text.emphasis import unmarked

MOST_PER_PAGE = 100
ANSWER = 1_500
"""Characters shown of the best hit and of a definition: nearly every text is shown in full."""
MOST_IN_PLACE = 3_000
"""Characters of a text that can be opened in its place among the results."""


@dataclass(frozen=True)
class _Ranked:
    """A full result, before it is split into pages."""

    families: tuple[RankedFamily, ...]
    query: parser.Query
    mask: int
    marks: tuple[parser.Term, ...] = ()
    """The terms to highlight in the shown texts."""
    typed: str = ""
    """The query with its spelling corrected."""
    ways: tuple[ranker.QueryVariant, ...] = ()
    """The searched variants of the query."""
    rephrased: bool = False
    messages: tuple[str, ...] = ()
    corrected: str = ""
    narrowing: Filters = EVERYTHING
    facets: dict[str, tuple[Facet, ...]] = field(default_factory=dict)


def search(
    text: str,
    *,
    document: str | None = None,
    edition: str | None = None,
    kind: str | None = None,
    page: int = 1,
    size: int = 20,
    exact: bool = False,
    why: bool = False,
) -> Results:
    """The rules that match a query, grouped by rule, those of the current edition first, best first.

    ``document`` is a slug, ``edition`` an address like ``cr/2006-10-01``, ``kind`` one of `RuleVersion.Kind`,
    ``glossary`` or ``example``; ``exact`` turns spelling correction off; ``why`` adds the reasons to each hit.
    Never raises for a query: one that can't be searched gets a message.
    """
    page, size = max(1, page), min(max(1, size), MOST_PER_PAGE)
    text = text.strip()
    if len(text) > parser.MOST_CHARACTERS:
        return Results(
            text[: parser.MOST_CHARACTERS],
            size=size,
            message=f"The query has {len(text):,} characters; the limit is {parser.MOST_CHARACTERS}. Try rare words.",
        )
    try:
        chosen = Filters(document or "", edition or "", kind or "")
        return _search(searcher.current(), text, chosen, page, size, exact, why)
    except NoIndex as absent:
        return Results(text, size=size, message=str(absent))


def _search(library: Searcher, text: str, chosen: Filters, page: int, size: int, exact: bool, why: bool) -> Results:
    ranked = _ranked(library, text, chosen, exact)
    first = (page - 1) * size
    shown = ranked.families[first : first + size]
    answer = shown[:1] if not first and ranked.query.wanted else ()
    hits = (*_hits(library, answer, ranked, whole=True), *_hits(library, shown[len(answer) :], ranked))
    if why:
        hits = tuple(_explained(library, ranked, shown, hits))
    definition = _definition(library, ranked) if answer else None
    messages = list(ranked.messages)
    if not ranked.families and ranked.query.wanted and not messages:
        messages.append("No rule matches.")
    has_query = bool(ranked.query.wanted or ranked.families)
    message = " ".join(messages)
    return Results(
        text, hits, len(ranked.families), page, size, message, ranked.rephrased, ranked.corrected, has_query,
        ranked.narrowing, definition, **ranked.facets, relaxed=_SOME_OF_NONE in ranked.messages,
    )  # fmt: skip


def _explained(
    library: Searcher, ranked: _Ranked, families: Sequence[RankedFamily], hits: Iterable[Hit]
) -> Iterator[Hit]:
    """Yield the hits with their reasons."""
    for family, hit in zip(families, hits, strict=True):
        reasons = ranker.why(library, family.record, ranked.ways) if ranked.ways else ()
        yield replace(hit, why=tuple(Reason(says, round(counts, 1)) for says, counts in reasons))


def _ranked(library: Searcher, text: str, chosen: Filters, exact: bool) -> _Ranked:
    """The full result; memoized for a while, for the next page or another reader."""
    book = phrase_pairs.current()
    key = (library.name, book.state, text, chosen, exact)
    ranked = _recent.get(key)
    if ranked is None:
        ranked = _rank(library, book, text, chosen, exact)
        outdated = any(name != library.name for name, *_ in tuple(_recent))  # a copy: others put in meanwhile
        if len(_recent) >= _MAX_RECENT or outdated:
            _recent.clear()
        _recent[key] = ranked
    return ranked


_recent: dict[tuple[str, tuple[Any, ...], str, Filters, bool], _Ranked] = {}
_MAX_RECENT = 8


def _rank(library: Searcher, book: phrase_pairs.Dictionary, text: str, chosen: Filters, exact: bool) -> _Ranked:
    words, narrowing, messages = narrowing_of(text, library, chosen)
    typed = spelling.with_apostrophes(words, library)
    written = typed if exact else spelling.corrected(typed, library)
    expansions = [] if exact else list(synonyms.expansions(written, book))
    query, *otherwise = (parser.read(one) for one in (written, *(one.text for one in expansions)))
    messages += [message for message in query.messages if all(message in other.messages for other in otherwise)]
    if not query.wanted and otherwise:
        query, *otherwise = otherwise  # only signs were typed, which no text has as they are
    mask = (1 << len(library.editions)) - 1
    if narrowing.document:
        mask &= library.document_masks.get(narrowing.document, 0)
    edition_mask = mask
    if narrowing.edition:
        editions = enumerate(library.editions)
        edition_mask = sum(1 << number for number, edition in editions if edition.address == narrowing.edition)
    if not query.wanted:
        return _everything(library, query, narrowing, mask & edition_mask, messages)
    pairs = dict.fromkeys(pair for one in expansions for pair in one.pairs)
    news = [pair for pair in pairs if synonyms.is_news(pair, written)]
    for pair in news:
        messages.append(f"“{pair.word}” was also looked for as “{'” or “'.join(pair.says)}”: {pair.why}.")
    variants = ranker.ways(library, (query, *otherwise))
    formerly = [] if exact else list(synonyms.formerly(written, book))
    matches = _whole(library, variants)
    matches += _formerly(library, formerly, matches)
    whole = {number for number, _ in matches}
    full = len({library.records[number].family for number in whole})
    if full == 0 or relaxation.is_loose(query):
        likely = ranker.likely(library, variants)
        if relaxation.is_worth_it(query, full) and (not likely or narrowing):
            likely = dict(_records(library, relaxation.some_of(query, library))) | likely
        others = _beside(matches, likely)
        if others and full < relaxation.FEW and len(query.conditions) > 1:
            messages.append(_SOME_OF_FEW if full else _SOME_OF_NONE)
        matches += others
    every = bool(matches)
    matches = _numbered(library, matches, narrowing, mask)
    facets = facets_of(library, matches, mask, edition_mask, narrowing.kind)
    mask &= edition_mask
    matches = _numbered(library, matches, narrowing, mask)
    ranked = ranker.rank(library, _shown(library, matches, narrowing, mask), variants, mask, whole)
    if not ranked and every:
        messages.append("Other rules match, but none with these filters.")
    corrected = written if written != typed else ""
    marks = _marks(query, {**pairs, **dict.fromkeys(pair for one in formerly for pair in one.pairs)})
    return _Ranked(
        tuple(ranked), query, mask, marks, written, variants, bool(news), tuple(messages), corrected, narrowing, facets
    )


def _marks(query: parser.Query, pairs: Iterable[phrase_pairs.Pair]) -> tuple[parser.Term, ...]:
    """The terms to highlight: those of the query, and their synonyms.

    A phrase with synonyms is highlighted as a whole, not wherever one of its words occurs.
    """
    phrases: dict[str, tuple[str, ...]] = {}
    within: set[str] = set()
    for pair in pairs:
        phrases |= {phrase: tuple(word.text for word in analysis.words(phrase)) for phrase in (pair.word, *pair.says)}
        within.update(phrases[pair.word])
    whole = [term for term in query.shown if term.exact or term.prefix or term.words[0] not in within]
    return (*whole, *(parser.Term(words) for words in phrases.values() if words))


def _whole(library: Searcher, ways: Sequence[ranker.QueryVariant]) -> list[tuple[int, float]]:
    """The records that match all of any variant of a query, or that the query names."""
    query = ways[0].query
    matches = list(_records(library, matching.find(library, query)))
    for variant in ways[1:]:
        others = _records(library, matching.find(library, variant.query))
        matches += _beside(matches, {number: score for number, score in others if number in library.today.standing})
    if query.plain:
        matches += _beside(matches, library.defined.get(query.stems) or library.defined.get(query.core) or ())
    return matches


def _formerly(
    library: Searcher, expansions: Iterable[synonyms.Expansion], matches: list[tuple[int, float]]
) -> list[tuple[int, float]]:
    """The records of older editions only that match a former wording of the query, with its phrases word for word."""
    scores_of: dict[int, float] = {}
    for expansion in expansions:
        scores = matching.find(library, parser.read(expansion.text))
        for pair in expansion.pairs:
            saying = matching.together(library, analysis.stems(pair.word)) if scores else ()
            scores = {number: score for number, score in scores.items() if number in saying}
        scores_of |= {
            number: score for number, score in _records(library, scores) if number not in library.today.standing
        }
    return _beside(matches, scores_of)


def _everything(library: Searcher, query: parser.Query, narrowing: Filters, mask: int, messages: list[str]) -> _Ranked:
    """All records that the filters leave, for a query without words; a message if there are no filters either."""
    if query.excluded:
        messages.append("Add words to search for: NOT alone would match nearly every rule.")
    elif not (narrowing.rule or narrowing.kind):
        messages = messages or [_NO_QUERY]
    else:
        if not narrowing.edition:
            mask &= 1 << library.today.edition if mask >> library.today.edition & 1 else mask
        matches = _numbered(library, [(number, 0.0) for number in library.records], narrowing, mask)
        shown = _shown(library, matches, narrowing, mask)
        families = [
            ranker.RankedFamily(number, 0.0, (library.records[number].editions & mask).bit_length() - 1)
            for number, _ in shown
        ]
        families.sort(key=lambda one: library.records[one.record].sequence)
        facets = facets_of(library, matches, mask, mask, narrowing.kind)
        return _Ranked(tuple(families), query, mask, messages=tuple(messages), narrowing=narrowing, facets=facets)
    return _Ranked((), query, mask, messages=tuple(messages), narrowing=narrowing)


def _numbered(
    library: Searcher, matches: list[tuple[int, float]], narrowing: Filters, mask: int
) -> list[tuple[int, float]]:
    """The records with the number of the filter, or below it, in any edition of ``mask``."""
    if not narrowing.rule:
        return matches
    under = {
        place.record
        for number in library.numbers_from(narrowing.rule, _MAX_NUMBERS)
        if narrowing.has_number(number)
        for place in library.numbered(number)
        if place.editions & mask
    }
    return [match for match in matches if match[0] in under]


def _shown(
    library: Searcher, matches: Iterable[tuple[int, float]], narrowing: Filters, mask: int
) -> list[tuple[int, float]]:
    """The records that the filters leave."""
    records, kind = library.records, narrowing.kind
    return [
        (number, score)
        for number, score in matches
        if records[number].editions & mask and (not kind or records[number].kind == kind)
    ]


_MAX_NUMBERS = 5_000
"""How many numbers below a number are examined: more than any section has."""
_SOME_OF_NONE = "No rule has all of these words; these have some of them."
_SOME_OF_FEW = "Few rules have all of these words; the others here have some of them."
_NO_QUERY = "Type a rule number such as 702.19b, or words such as first strike."


def _beside(matches: list[tuple[int, float]], others: Iterable[int] | dict[int, float]) -> list[tuple[int, float]]:
    """The records of ``others`` that are not among the matches, with their scores; 0 for those without a score."""
    known = {number for number, _ in matches}
    scores = others if isinstance(others, dict) else {}
    return [(number, scores.get(number, 0.0)) for number in others if number not in known]


def _records(library: Searcher, scores: matching.Scores) -> Iterator[tuple[int, float]]:
    """Yield the records of the matching texts, with their scores."""
    for text, score in scores.items():
        for number in library.records_of[text]:
            yield number, score


def _definition(library: Searcher, ranked: _Ranked) -> Hit | None:
    """The entry in the current glossary whose term is the query, unless it is the best hit itself."""
    if not ranked.query.plain or ranked.narrowing:
        return None
    for name in (ranked.query.stems, ranked.query.core):
        for text in library.titled.get(name, ()):
            for number in library.today.records_of.get(text, ()):
                family = RankedFamily(number, 0.0, library.today.edition)
                if library.records[number].kind == GLOSSARY and number != ranked.families[0].record:
                    return next(_hits(library, [family], ranked, whole=True))
    return None


def _answer(ranked: _Ranked, text: str) -> tuple[int, int]:
    """The span of the sentence that answers the question; (0, 0) if the query is no question or none answers it."""
    ways = [way.weighted for way in ranked.ways]
    return (answers.answer(ranked.typed, text, ways) if ways else None) or (0, 0)


def _hits(
    library: Searcher, families: Sequence[RankedFamily], ranked: _Ranked, *, whole: bool = False
) -> Iterator[Hit]:
    """Yield hits to show: with excerpts, or ``whole`` texts in which the answer is marked."""
    records = {ranked_family.record: library.records[ranked_family.record] for ranked_family in families}
    places = library.places(records)
    printed = library.printed(record.text for record in records.values())
    family_keys = library.families_called(record.family for record in records.values())
    addresses = [edition.address for edition in library.editions]
    marker = Marker(ranked.marks, library.vocabulary.stem)
    for ranked_family in families:
        record = records[ranked_family.record]
        under = [place for place in places[ranked_family.record] if ranked.narrowing.has_number(place.number)]
        place, number = newest_of(under, ranked.mask)
        edition = library.editions[number]
        title, body = printed[record.text]
        text = unmarked(body or title)
        family = family_keys[record.family]
        length, answer = (ANSWER, _answer(ranked, text)) if whole else (LENGTH, (0, 0))
        shown, in_full = excerpt_and_whole(text, marker, length, answer, 0 if whole else MOST_IN_PLACE)
        yield Hit(
            number=place.number,
            kind=record.kind,
            title=unmarked(place.context),
            document=edition.document,
            date=edition.date,
            short_title=edition.short_title,
            key=place.key,
            score=round(ranked_family.score, 3),
            excerpt=shown,
            whole=in_full,
            other_editions=record.editions.bit_count() - 1,
            editions=tuple(
                addresses[edition_number]
                for edition_number in range(record.newest, -1, -1)
                if record.editions >> edition_number & 1
            ),
            thread=int(family[1:]) if family[:1] == "r" and family[1:].isdigit() else None,
        )
