"""Rank matching texts: the rule about a thing before rules that mention it, the current edition first.

Texts of the current edition are ranked by all their `features`. Those of older editions or other documents come after:
their score is that of the words, with bonuses for a title that is the query, for a rule to which its glossary entry
refers, for how current the text is, and for words side by side.
"""

from __future__ import annotations

import heapq
import re
from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from rulesite.search import analysis
from rulesite.search.current.edition import CurrentEdition
from rulesite.search.current.question_similarity import NOTHING, Likeness
from rulesite.search.query.parser import ASIDES, Query
from rulesite.search.ranking import features, matching
from rulesite.search.ranking.weighted_query import WeightedQuery
from rulesite.search.searcher import Searcher
from rulesite.search.store.schema import EXAMPLE, GLOSSARY, INDEX
from rulesite.text.free_text_citations import POLICY

TITLE_IS_IT = 30.0
"""A section or numbered heading whose title is the query."""
DEFINED_HERE = 33.0
"""The rule to which the glossary entry of exactly that term refers; less, the longer ago it last did."""
TERM_IS_IT = 18.0
"""That glossary entry itself."""
UNDER_TITLE = 9.0
"""A rule under a heading with that title."""
NAMED_WITHIN = 24.0
"""A title or defined term that is a part of the query; by the weight of that part."""
DEFINED_SHARED = 20.0
"""The rule to which the entry of a term with all the words and others refers; less, the more others."""
TITLE_SHARED = 8.0
"""A title that has all the words and others; less, the more others."""
TOGETHER = 4.0
"""The words stand side by side in the order of the query."""
OPENS = 4.0
"""A current text has all the words in its opening, as a definition does."""
_MAX_OPENING = 5
"""How many other words may be in such an opening."""
NEWEST = 5.0
"""A text of the newest edition; older ones have less."""
_ENTRY = TERM_IS_IT / TITLE_IS_IT
"""The weight of a glossary entry relative to a title."""
_OTHERWISE_PUT = 0.8
"""The factor for a title with the same words in another order, or with "a" and "of" between them."""
_BESIDE_RULES = {EXAMPLE: -1.0, INDEX: -4.0}
"""Kinds that rank below a rule with the same text: an example, and an entry that only refers to a rule."""
_OTHER_DOCUMENT = -6.0
"""For each document before this one in the list of documents."""
_MAX_EXAMINED = 60
"""How many of the best have their texts examined."""


TODAY, FORMERLY, PERHAPS, ELSEWHERE = range(4)
"""The groups in order: full matches in the current edition, full ones elsewhere, partial in it, partial elsewhere."""
_MAX_LIKELY = 10
"""How many partial matches of the current edition are shown besides the full ones."""
_MAX_WEIGHED = 40
"""How many texts of the current edition are ranked by all features: those whose words score best."""
_MIN_SHOWN_LIKENESS = 0.2
"""How similar the most similar question must be to be shown as a reason."""
_MIN_LIKENESS = 0.1
"""Below this similarity to all questions, a query counts as never asked."""
_MIN_ANSWERED_LIKENESS = 0.25
"""How similar a question must be for its rule to rank as a full match."""
_SECTION_TEXTS = 5
"""How many texts of a section determine its score."""
_ELSEWHERE = "not in the current edition in these words: ranked after it, by words, title and date"
_MAX_NAMED = 5
"""Among how many of the best the rules with the name of a section of policy are looked for."""
_DASH = re.compile(r"\s*[\u2013\u2014]\s*|\s-{1,2}\s")
"""What parts the category of an infraction, or the word appendix, from a title."""
_MIN_SHARE = 0.75
"""The share of a query that a text of the current edition, with its surroundings, needs to rank as a full match."""


@dataclass(slots=True)
class RankedFamily:
    """A family with its best text: the record and edition to show, and its score."""

    record: int
    score: float
    edition: int
    turn: int = FORMERLY


class QueryVariant:
    """A query in one wording, with how well texts of the current edition match it."""

    def __init__(self, library: Searcher, weighted: WeightedQuery, *, unasked: bool) -> None:
        self.query = weighted.query
        self.weighted = weighted
        self.unasked = unasked
        """Whether questions are ignored, because none is like it."""
        self._today = library.today
        self._weighed: dict[int, tuple[float, int]] = {}
        scores, called = self.weighted.scores, self._called()
        best = heapq.nlargest(_MAX_WEIGHED, scores, key=scores.__getitem__)
        like: Collection[int] = () if unasked else weighted.alike.best
        self._matches = self.weighted.matches(called.union(best, like))
        kept = called.union(like)
        self.candidates = {record for record, match in self._matches.items() if match.says or record in kept}
        """Records whose words score best, that a part of the query names, or with a similar question."""
        rules, provisions = self.weighted.rules, library.today.provisions(self.candidates)
        for record in self.candidates:
            rule = provisions[record].rule
            rules[rule] = max(rules.get(rule, 0.0), scores.get(record, 0.0))
        sections: dict[str, list[float]] = defaultdict(list)
        for record in best:  # the best of each section first
            if record in self.candidates and (section := provisions[record].section):
                sections[section].append(scores[record])
        self.weighted.sections = {
            section: sum(held[:_SECTION_TEXTS]) / _SECTION_TEXTS for section, held in sections.items()
        }

    def _called(self) -> set[int]:
        """The records of the current edition that a run of the words names."""
        library, names = self._today.library, self.weighted.names
        texts = (text for name in names for text in library.titled.get(name, ()))
        records = {record for text in texts for record in self._today.records_of.get(text, ())}
        defined = (record for name in names for record in library.defined.get(name, ()))
        return records.union(record for record in defined if record in self._today.standing)

    @property
    def named(self) -> set[int]:
        """The records of the current edition whose title is the query, or that its glossary gives for it."""
        texts = (text for name in self.weighted.is_named for text in self._today.library.titled.get(name, ()))
        records = {record for text in texts for record in self._today.records_of.get(text, ())}
        return records | self.weighted.given

    def likenesses(self, records: Collection[int]) -> Mapping[int, Likeness]:
        """The similarity of the query to the questions about each record; only records with a similar question."""
        return {} if self.unasked else self.weighted.alike.among(records)

    def weigh(self, records: Iterable[int]) -> dict[int, tuple[float, int]]:
        """The score and group of each of some records of the current edition."""
        requested = [*records]
        for record, evidence in self.features([record for record in requested if record not in self._weighed]).items():
            says = evidence["said_around"] >= _MIN_SHARE or evidence.get("title") or evidence.get("defined")
            enough = says or evidence["question"] >= _MIN_ANSWERED_LIKENESS
            self._weighed[record] = features.score(evidence, unasked=self.unasked), TODAY if enough else PERHAPS
        return {record: self._weighed[record] for record in requested}

    def features(self, records: Collection[int]) -> dict[int, dict[str, float]]:
        """The features of some records of the current edition."""
        provisions = self._today.provisions(records)
        self._matches.update(self.weighted.matches(record for record in records if record not in self._matches))
        like = self.likenesses(records).get
        return {
            record: features.of(
                self._today, self.weighted, provisions[record], self._matches[record], like(record, NOTHING)
            )
            for record in records
        }


def ways(library: Searcher, queries: Iterable[Query]) -> tuple[QueryVariant, ...]:
    """The variants of a query to search, the typed one first.

    Questions are ignored if the query is a name in the book: it leads to what has that name, whatever players ask
    about it.
    """
    distinct: list[Query] = []
    for query in queries:
        if not any(_same(query, earlier) for earlier in distinct):
            distinct.append(query)
    weighted = [WeightedQuery(library.today, query) for query in distinct]
    unasked = weighted[0].is_known or max(each_query.likest for each_query in weighted) < _MIN_LIKENESS
    return tuple(QueryVariant(library, each_query, unasked=unasked) for each_query in weighted)


def _same(one: Query, other: Query) -> bool:
    """Whether two queries are only words, and have the same stems."""
    plain = one.plain and other.plain and not one.quoted and not other.quoted
    return plain and one.stems == other.stems and one.core == other.core


def rank(
    library: Searcher,
    matches: Iterable[tuple[int, float]],
    ways: Sequence[QueryVariant],
    mask: int,
    whole: Container[int],
) -> list[RankedFamily]:
    """Group records by family, best family first.

    ``matches`` are records with the scores of their words, ``mask`` the editions that may be shown, ``ways`` the
    variants of the query, the typed one first, and ``whole`` the records that match all of it. A family shows its
    newest matching text, and has the score of its best text in the best variant.
    """
    matches = list(matches)
    today = library.today
    current = [number for number, _ in matches if number in today.standing] if mask >> today.edition & 1 else []
    ranked = _weighed(today, current, ways, whole)
    families = {library.records[one.record].family for one in ranked}
    others = [match for match in matches if library.records[match[0]].family not in families]
    for one in (rest := _ranked(library, others, ways[0], mask)):
        one.turn = FORMERLY if one.record in whole else ELSEWHERE
    ordered = sorted([*ranked, *rest], key=lambda one: one.turn)
    return _with_policy(library, ordered, ways[0], mask)


def _with_policy(library: Searcher, ordered: list[RankedFamily], way: QueryVariant, mask: int) -> list[RankedFamily]:
    """The families, with sections of policy in force whose title is the query moved to the front.

    Rules and glossary entries with that name stay before them.
    """
    titled = _titled_policy(library, way, mask) if way.query.plain else {}
    moved = [family for family in ordered if library.records[family.record].family in titled]
    if not moved:
        return ordered
    for family in moved:
        family.record, family.edition = titled[library.records[family.record].family]
        family.turn = TODAY
    others = [family for family in ordered if family not in moved]
    named = [index for index, family in enumerate(others[:_MAX_NAMED]) if family.record in way.named]
    place = max(named, default=-1) + 1
    return [*others[:place], *moved, *others[place:]]


def _titled_policy(library: Searcher, way: QueryVariant, mask: int) -> dict[int, tuple[int, int]]:
    """The sections in the newest editions of policy with the query as their title, or as its part after a dash.

    Each family with its record and edition.
    """
    newest = {edition.document: number for number, edition in enumerate(library.editions)}
    editions = [number for document, number in newest.items() if document in POLICY and mask >> number & 1]
    if not editions:
        return {}
    titled: dict[int, tuple[int, int]] = {}
    for stems in {way.query.stems, way.query.core} - {()}:
        for name in set.intersection(*(library.names_with.get(stem, set()) for stem in stems)):
            if name[-len(stems) :] != stems:
                continue
            texts = library.titled.get(name, ())
            printed = library.printed(texts) if name != stems else {}
            for text in texts:
                last = _DASH.split(printed[text][0])[-1] if printed else ""
                if printed and tuple(analysis.stems(last)) != stems:
                    continue
                for record in library.records_of[text]:
                    for edition in editions:
                        if library.records[record].editions >> edition & 1:
                            titled[library.records[record].family] = record, edition
    return titled


def likely(library: Searcher, ways: Sequence[QueryVariant]) -> dict[int, float]:
    """The best partial matches of the current edition, each with a word score of 0.

    They must have the quoted phrases.
    """
    records = set().union(*(way.candidates for way in ways))
    for way in ways:
        if way.query.quoted:
            quoted = [item.words for group in way.query.wanted for item in group if item.exact and len(item.words) > 1]
            for words in quoted:
                saying = matching.saying(library, words)
                records = {record for record in records if library.records[record].text in saying}
    return {item.record: 0.0 for item in _weighed(library.today, sorted(records), ways)[:_MAX_LIKELY]}


def _weighed(
    today: CurrentEdition, current: Sequence[int], ways: Sequence[QueryVariant], whole: Container[int] = ()
) -> list[RankedFamily]:
    """The matches in the current edition, best first, one for each family.

    Candidates, and other records whose words score best, are ranked by features; the rest follow by their words.
    """
    candidates = set().union(*(way.candidates for way in ways))
    close = [record for record in current if record in candidates]
    rest = [(_by_words(record, ways), record) for record in current if record not in candidates]
    if room := max(0, _MAX_WEIGHED - len(close)):
        rest.sort(reverse=True)
        close, rest = close + [record for _, record in rest[:room]], rest[room:]
    families = []
    for index, way in enumerate(ways):
        weighed = way.weigh(
            record for record in close if record in way.candidates or (index == 0 and record not in candidates)
        )
        for record, (score, turn) in weighed.items():
            families.append(RankedFamily(record, score, today.edition, TODAY if record in whole else turn))
    least = min((one.score for one in families), default=0.0)
    for words, record in rest:
        turn = TODAY if record in whole else PERHAPS
        families.append(RankedFamily(record, least - 1 / (1 + words), today.edition, turn))
    return _best_of_families(today.library, families)


def why(library: Searcher, record: int, ways: Sequence[QueryVariant]) -> Iterator[tuple[str, float]]:
    """Yield the reasons for a record's rank and their weights, the largest first.

    They are those of the query variant in which it scores best.
    """
    if record in library.today.standing:
        held = [(way.features([record])[record], way) for way in ways]
        evidence, way = max(held, key=lambda one: features.score(one[0], unasked=one[1].unasked))
        yield from features.why(evidence, unasked=way.unasked)
        like = way.likenesses([record]).get(record, NOTHING)
        if like.likest >= _MIN_SHOWN_LIKENESS:
            yield f"answers a player's question: “{library.today.questions.text_of(like.question)}”", 0.0
    else:
        yield _ELSEWHERE, 0.0


def _by_words(record: int, ways: Sequence[QueryVariant]) -> float:
    return max(way.weighted.scores.get(record, 0.0) for way in ways)


def _best_of_families(library: Searcher, families: Iterable[RankedFamily]) -> list[RankedFamily]:
    """The best of each family, best first; all down to the last full match of the current edition join its group."""
    records = library.records
    best: dict[int, RankedFamily] = {}
    for one in sorted(families, key=lambda one: (-one.score, records[one.record].sequence)):
        best.setdefault(records[one.record].family, one)
    ordered = [*best.values()]
    last = max((index for index, one in enumerate(ordered) if one.turn == TODAY), default=-1)
    for one in ordered[: last + 1]:
        one.turn = TODAY
    return ordered


def _ranked(
    library: Searcher, matches: Iterable[tuple[int, float]], way: QueryVariant, mask: int
) -> list[RankedFamily]:
    """The families that the current edition does not match, best first."""
    records, query = library.records, way.query
    bonus = _bonuses(library, way) if query.plain else {}
    static = _static(library)
    families: dict[int, RankedFamily] = {}
    shown: dict[int, tuple[int, float, int]] = {}
    for number, score in matches:
        record = records[number]
        edition = (record.editions & mask).bit_length() - 1
        total = score + static[edition]
        if bonus:
            total += bonus.get(number, 0.0)
        total += _BESIDE_RULES.get(record.kind, 0.0)
        rank = edition, total, -record.sequence
        family = families.get(record.family)
        if family is None:
            families[record.family] = RankedFamily(number, total, edition)
        else:
            family.score = max(family.score, total)
        if family is None or rank > shown[record.family]:
            shown[record.family] = rank
            families[record.family].record, families[record.family].edition = number, edition

    def order(one: RankedFamily) -> tuple[float, int, int]:
        return -one.score, -one.edition, records[one.record].sequence

    ordered = sorted(families.values(), key=order)
    _look_closely(library, ordered[:_MAX_EXAMINED], query)
    ordered[:_MAX_EXAMINED] = sorted(ordered[:_MAX_EXAMINED], key=order)
    return ordered


def _static(library: Searcher) -> list[float]:
    """The bonus of each edition, for any query."""
    order: dict[str, int] = {}
    for edition in library.editions:
        order.setdefault(edition.document, len(order))
    return [
        NEWEST * age + _OTHER_DOCUMENT * order[edition.document]
        for age, edition in zip(library.ages, library.editions, strict=True)
    ]


def _bonuses(library: Searcher, way: QueryVariant) -> dict[int, float]:
    """Record to its bonus because the query, or a part of it, is a title or a glossary term."""
    query = way.query
    gained = _named(library, query.stems)
    others = [_named(library, query.core)] if query.core != query.stems else []
    for record, gain in chain(*(gains_of.items() for gains_of in (*others, _named_within(library, way)))):
        gained[record] = max(gain, gained.get(record, 0.0))
    return gained


def _named_within(library: Searcher, way: QueryVariant) -> dict[int, float]:
    """Record to its bonus because its name is a part of the query."""
    gained: dict[int, float] = {}
    for run, weight in way.weighted.names.items():
        if run in (way.query.stems, way.query.core):
            continue
        named = [number for text in library.titled.get(run, ()) for number in library.records_of[text]]
        defined = library.defined.get(run, {})
        gain = NAMED_WITHIN * weight**1.5
        for number in [*named, *defined]:
            age = (1 + defined.get(number, 1.0)) / 2
            entry = _ENTRY if library.records[number].kind == GLOSSARY else 1.0
            gained[number] = max(gain * age * entry, gained.get(number, 0.0))
    return gained


def _named(library: Searcher, stems: tuple[str, ...]) -> dict[int, float]:
    """Record to its bonus because these stems are a title or a glossary term, or part of one."""
    gained: dict[int, float] = {}
    if not stems:
        return gained
    for record, age in library.defined.get(stems, {}).items():
        gained[record] = DEFINED_HERE * (1 + age) / 2
    distinct = set(stems)
    for name in set.intersection(*(library.names_with.get(stem, set()) for stem in distinct)):
        if len(name) > len(distinct):
            for record, age in library.defined.get(name, {}).items():
                gain = DEFINED_SHARED * age * len(distinct) / len(name)
                gained[record] = max(gain, gained.get(record, 0.0))
        for number in (number for text in library.titled.get(name, ()) for number in library.records_of[text]):
            kind = library.records[number].kind
            if name == stems:
                gain = TERM_IS_IT if kind == GLOSSARY else TITLE_IS_IT
            elif ASIDES.issuperset(set(name) - distinct):
                gain = _OTHERWISE_PUT * (TERM_IS_IT if kind == GLOSSARY else TITLE_IS_IT)
            else:
                gain = TITLE_SHARED * len(distinct) / len(name)
            gained[number] = max(gained.get(number, 0.0), gain)
    for number in library.under(stems):
        if library.records[number].kind != INDEX:
            gained[number] = max(gained.get(number, 0.0), UNDER_TITLE)
    return gained


def _look_closely(library: Searcher, best: list[RankedFamily], query: Query) -> None:
    """Add the bonuses that need the texts themselves: words side by side, and in the opening."""
    core = query.core if query.plain else ()
    if not core:
        return
    texts = {family.record: library.records[family.record].text for family in best}
    together = _together(library, core, len(query.stems) - len(core), texts.values()) if len(core) > 1 else ()
    current = [text for record, text in texts.items() if library.is_current(record)]
    opening = {text for text, (title, body) in library.printed(current).items() if _opens(body or title, core)}
    for family in best:
        text = texts[family.record]
        family.score += TOGETHER * (text in together) + OPENS * (text in opening and library.is_current(family.record))


def _together(library: Searcher, stems: Sequence[str], apart: int, texts: Iterable[int]) -> set[int]:
    """The texts with some stems side by side; if ``apart``, in any order with at most so many other words between."""
    if apart:
        return matching.near(library, stems, apart, texts)
    return matching.together(library, stems)


def _opens(text: str, stems: tuple[str, ...]) -> bool:
    """Whether a text has all the stems among its first words."""
    most = len(set(stems)) + _MAX_OPENING
    begins = islice(analysis.words(text[: most * analysis.LONGEST_WORD]), most)
    return set(stems).issubset(analysis.stem(word.text) for word in begins)
