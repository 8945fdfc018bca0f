"""The one door to search: words in, rules out, best first.

Another engine may stand behind it later; nobody outside `rulesite.search` imports Whoosh.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.urls import reverse
from whoosh.collectors import TimeLimit, TimeLimitCollector, TopCollector
from whoosh.query import Query as WhooshQuery
from whoosh.searching import Searcher

from rulesite.search import analysis, corrections, parsing, ranking, relaxing, shorthand, snapshot
from rulesite.search.catalogue import EXAMPLE, GLOSSARY
from rulesite.search.excerpts import Piece, excerpt
from rulesite.search.facets import Facet, facets_of
from rulesite.search.ranking import Found
from rulesite.search.snapshot import Library, NoIndex, Snapshot
from rulesite.text.emphasis import unmarked

SECONDS = 0.7
"""How long the index may look for one query; what was found by then is shown."""
MOST_PER_PAGE = 100


@dataclass(frozen=True)
class Hit:
    """One rule that was found: its newest text that fits, and where that stands."""

    number: str
    """As printed; "" for a glossary term."""
    kind: str
    """A kind of `RuleVersion`, ``glossary`` or ``example``."""
    title: str
    """The title of the section or heading it stands under, or the glossary term."""
    document: str
    date: str
    short_title: str
    key: str
    score: float
    excerpt: tuple[Piece, ...]
    other_editions: int
    """How many other editions have the same text in the same rule."""
    editions: tuple[str, ...]
    """The addresses of all of them, newest first."""
    thread: int | None
    """The id of its rule through time, None where descent has not said."""

    @property
    def edition(self) -> str:
        """``cr/2006-10-01``."""
        return f"{self.document}/{self.date}"

    @property
    def text(self) -> str:
        """The excerpt without its marks."""
        return "".join(piece.text for piece in self.excerpt)

    @property
    def url(self) -> str:
        """Its page on the site."""
        return url_of(self.kind, self.document, self.date, self.key, has_number=bool(self.number))


@dataclass(frozen=True)
class Results:
    """What a search gives."""

    text: str
    hits: tuple[Hit, ...] = ()
    total: int = 0
    page: int = 1
    size: int = 20
    message: str = ""
    """What the reader should know about the query; "" when all is as asked."""
    suggestion: str = ""
    """The query as it was probably meant, when it found nothing as typed."""
    sought: bool = False
    """Whether there was something to search for; when not, the message says why."""
    documents: tuple[Facet, ...] = ()
    editions: tuple[Facet, ...] = ()
    kinds: tuple[Facet, ...] = ()

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return max(1, -(-self.total // self.size))


@dataclass(frozen=True)
class _Ranked:
    """A whole result, before a page of it is cut."""

    found: tuple[Found, ...]
    asked: parsing.Query
    mask: int
    messages: tuple[str, ...] = ()
    facets: dict[str, tuple[Facet, ...]] = field(default_factory=dict)


def search(
    text: str,
    *,
    document: str | None = None,
    edition: str | None = None,
    kind: str | None = None,
    page: int = 1,
    size: int = 20,
) -> Results:
    """Rules that say the words, best first, grouped by rule.

    ``document`` is a slug, ``edition`` an address like ``cr/2006-10-01``, ``kind`` one of `RuleVersion.Kind`,
    ``glossary`` or ``example``. Never raises for anything that is typed: what can't be searched has a message.
    """
    page, size = max(1, page), min(max(1, size), MOST_PER_PAGE)
    text = text.strip()
    if len(text) > parsing.MOST_CHARACTERS:
        return Results(
            text[: parsing.MOST_CHARACTERS],
            size=size,
            message=f"That is {len(text):,} characters; a search takes {parsing.MOST_CHARACTERS}. Try rare words.",
        )
    try:
        now = snapshot.current()
    except NoIndex as absent:
        return Results(text, size=size, message=str(absent))
    ranked = _ranked(now, text, document or "", edition or "", kind or "")
    first = (page - 1) * size
    hits = tuple(_hit(now.library, one, ranked) for one in ranked.found[first : first + size])
    suggestion = "" if ranked.found else corrections.suggest(text, ranked.asked, now.library)
    messages = list(ranked.messages)
    if not ranked.found and ranked.asked.wanted and not messages:
        messages.append("Nothing says that.")
    return Results(text, hits, len(ranked.found), page, size, " ".join(messages), suggestion, bool(ranked.asked.wanted),
                   **ranked.facets)  # fmt: skip


def url_of(kind: str, document: str, date: str, key: str, *, has_number: bool = True) -> str:
    """The page of a provision or a glossary term."""
    term = kind == GLOSSARY or (kind == EXAMPLE and not has_number)
    return reverse("reading:term" if term else "reading:rule", args=[document, date, key])


def _ranked(now: Snapshot, text: str, document: str, edition: str, kind: str) -> _Ranked:
    """The whole result; kept for a while, so that a second page, or a second reader, has it at once."""
    key = (now.library.name, text, document, edition, kind)
    held = _recent.get(key)
    if held is None:
        held = _rank(now, text, document, edition, kind)
        if len(_recent) >= _MOST_RECENT:
            _recent.clear()
        _recent[key] = held
    return held


_recent: dict[tuple[str, str, str, str, str], _Ranked] = {}
_MOST_RECENT = 64


def _rank(now: Snapshot, text: str, document: str, edition: str, kind: str) -> _Ranked:
    library = now.library
    written = shorthand.written_out(corrections.with_apostrophes(text, library))
    asked = parsing.read(written)
    everything = (1 << len(library.catalogue.editions)) - 1
    if not asked.wanted:
        messages = asked.messages
        if asked.excluded:
            messages.append("Say also what to look for: NOT alone would find nearly every rule.")
        elif not messages:
            messages = [_NOTHING_ASKED]
        return _Ranked((), asked, everything, tuple(messages))
    mask = everything
    if document:
        mask &= library.document_masks.get(document, 0)
    edition_mask = everything
    if edition:
        edition_mask = sum(
            1 << number for number, held in enumerate(library.catalogue.editions) if held.address == edition
        )
    messages = list(asked.messages)
    if written != text:
        messages.append(f"Looked for “{written}”.")
    matches, in_time = _matches(now, asked)
    if asked.plain:
        matches += _beside(matches, library.defined.get(asked.stems) or library.defined.get(asked.core) or ())
    full = len({library.catalogue.records[number].group for number, _ in matches})
    known = full > 0 or _all_known(asked, library)
    if known and relaxing.is_worth_it(asked, full):
        others, in_time = _some_matches(now, asked)
        others = _beside(matches, others)
        matches += others
        if others:
            messages.append(_SOME_OF_FEW if full else _SOME_OF_NONE)
    if known and relaxing.is_loose(asked):
        least = 0.0 if full < relaxing.FEW else relaxing.MOST_OF_IT
        matches += _beside(matches, ranking.named_within(library, asked, least))
    if not in_time:
        messages.append("That took too long to search in full; these are some of the rules that fit.")
    facets = facets_of(library, matches, mask, edition_mask, kind)
    mask &= edition_mask
    shown = [
        (number, score)
        for number, score in matches
        if library.masks[number] & mask and (not kind or library.catalogue.records[number].kind == kind)
    ]
    found = ranking.rank(library, shown, asked, mask)
    if not found and matches:
        messages.append("Rules elsewhere say that, but none under these filters.")
    return _Ranked(tuple(found), asked, mask, tuple(messages), facets)


_SOME_OF_NONE = "No rule has all of these words; these have some of them."
_SOME_OF_FEW = "Few rules have all of these words; the others here have some of them."
_NOTHING_ASKED = "Type a rule number such as 702.19b, or words such as first strike."


def _beside(matches: list[tuple[int, float]], others: Iterable[int] | dict[int, float]) -> list[tuple[int, float]]:
    """Other records than those that match, with their scores; without a score what is not found by its own words."""
    known = {number for number, _ in matches}
    scores = others if isinstance(others, dict) else {}
    return [(number, scores.get(number, 0.0)) for number in others if number not in known]


def _all_known(asked: parsing.Query, library: Library) -> bool:
    """Whether every word asked for stands somewhere: otherwise a typo is likelier than a want of some of them."""
    words = library.catalogue.words
    stems = library.known_stems
    return all(
        word in words or analysis.stem(word) in stems or one.prefix for one in asked.positive for word in one.words
    )


def _matches(now: Snapshot, asked: parsing.Query) -> tuple[list[tuple[int, float]], bool]:
    """The records of all texts that fit, with Whoosh's scores, and whether there was time to see all."""
    library = now.library
    found, in_time = collect(now.searcher, parsing.to_whoosh(asked, library.sorted_words, library.catalogue.words))
    return list(_records(now, found)), in_time


def _some_matches(now: Snapshot, asked: parsing.Query) -> tuple[dict[int, float], bool]:
    """The records that have some of the words, with their scores; and if there was time to see all."""
    every_time: list[bool] = []

    def timed(question: WhooshQuery) -> list[tuple[int, float]]:
        found, in_time = collect(now.searcher, question)
        every_time.append(in_time)
        return found

    return dict(_records(now, relaxing.some_of(asked, now.library, timed))), all(every_time)


def _records(now: Snapshot, found: Iterable[tuple[int, float]]) -> Iterable[tuple[int, float]]:
    """The records of the texts that Whoosh has found."""
    for document, score in found:
        text = now.text_at[document]
        if text >= 0:
            yield from ((number, score) for number in now.library.records_of[text])


def collect(
    searcher: Searcher, question: WhooshQuery, seconds: float = SECONDS
) -> tuple[list[tuple[int, float]], bool]:
    """All documents that fit, best first, and whether that is all of them or as many as there was time for.

    Whoosh's short cuts by "quality" never end on some prefix queries, and no time limit stops them: they are off. Its
    alarm signal would only work in a process's main thread: it is off too.
    """
    inner = TopCollector(limit=max(1, searcher.doc_count_all()), usequality=False, replace=0)
    collector = TimeLimitCollector(inner, timelimit=seconds, use_alarm=False)
    try:
        searcher.search_with_collector(question, collector)
    except TimeLimit:
        in_time = False
    else:
        in_time = True
    return [(-document, score) for score, document in sorted(inner.items, reverse=True)], in_time


def _hit(library: Library, found: Found, ranked: _Ranked) -> Hit:
    catalogue = library.catalogue
    record = catalogue.records[found.record]
    place = record.places[ranking.show_first(record, ranked.mask)]
    _, title, body = catalogue.texts[record.text]
    edition = catalogue.editions[place.edition]
    group = catalogue.groups[record.group]
    return Hit(
        number=place.number,
        kind=record.kind,
        title=unmarked(catalogue.contexts[place.context]),
        document=edition.document,
        date=edition.date,
        short_title=edition.short_title,
        key=place.key,
        score=round(found.score, 3),
        excerpt=excerpt(unmarked(body or title), ranked.asked.shown),
        other_editions=len(record.places) - 1,
        editions=tuple(catalogue.editions[other.edition].address for other in record.places),
        thread=int(group[1:]) if group[:1] == "r" and group[1:].isdigit() else None,
    )
