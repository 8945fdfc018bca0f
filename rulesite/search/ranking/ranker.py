"""Which of the texts that were found come first: the rule of a thing before the rules that mention it, today's first.

Texts of today's book are weighed by all that speaks for them (`features`). What only older editions or other documents
say comes after: there matching scores the words, and to that is added that a title is what was asked for, that the
glossary sends readers of this term to this rule, how current a text is, and whether the words stand together.
"""

from __future__ import annotations

import heapq
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

TITLE_IS_IT = 30.0
"""A section or numbered heading with exactly the title that was asked for."""
DEFINED_HERE = 33.0
"""The rule to which the glossary entry of exactly that term sends the reader; less, the longer ago it last did."""
TERM_IS_IT = 18.0
"""That glossary entry itself."""
UNDER_TITLE = 9.0
"""A rule under a heading with that title."""
NAMED_WITHIN = 24.0
"""A title, or the rule that the glossary gives for a term, which is a part of what was asked; by its weight."""
DEFINED_SHARED = 20.0
"""The rule that the glossary gives for a term with all the words and others; less, the more others."""
TITLE_SHARED = 8.0
"""A title that has all the words and others; less, the more others."""
TOGETHER = 4.0
"""The words stand side by side in the order asked for."""
OPENS = 4.0
"""A current text comes to all of the words at once, as one does that says what they are."""
_OPENING = 5
"""How many other words may stand in such an opening."""
NEWEST = 5.0
"""A text of the newest edition; older ones have less."""
_ENTRY = TERM_IS_IT / TITLE_IS_IT
"""What a glossary entry is worth beside a title."""
_OTHERWISE_PUT = 0.8
"""What a title is worth that has the same words in another order, or "a" and "of" between them."""
_BESIDE_RULES = {EXAMPLE: -1.0, INDEX: -4.0}
"""What is worth less than a rule that says the same: an example of one, and an entry that only leads to one."""
_OTHER_DOCUMENT = -6.0
"""For each document that stands before this one in the list of documents."""
_LOOK_CLOSELY = 60
"""How many of the best are looked at more closely."""


TODAY, FORMERLY, PERHAPS, ELSEWHERE = range(4)
"""Whether today's book says it; whether only others do; whether today's has some of it; whether only others have."""
_MOST_LIKELY = 10
"""How many texts of today's book that have only some of the words are shown beside those that have all."""
_MOST_WEIGHED = 40
"""How many texts of today's book are weighed by all that speaks for them: those whose words score best."""
_ALIKE = 0.2
"""How like a query the likest question must be to be told to who asks why."""
_UNLIKE = 0.1
"""A query than which no question is more like it was never asked."""
_LIKE_ENOUGH = 0.25
"""How like a query a question must be for the rule that answers it to come before others' with all the words."""
_OF_SECTION = 5
"""How many texts of a section say how much it is about the query."""
_ELSEWHERE = (
    "today's book does not say it so: by its words, its title, and how new it is, it comes after what that says"
)
_ENOUGH = 0.75
"""How much of a query a text of today's book must have, with what stands around it, to come before others' with all."""


@dataclass(slots=True)
class RankedFamily:
    """A family with the best of its texts: the record shown, its score, and the edition it is shown from."""

    record: int
    score: float
    edition: int
    turn: int = FORMERLY


class QueryVariant:
    """A query in the words in which it is looked for, with how well texts of today's book fit it."""

    def __init__(self, library: Searcher, asked: WeightedQuery, *, unasked: bool) -> None:
        self.query = asked.query
        self.asked = asked
        self.unasked = unasked
        """Whether questions tell nothing of it."""
        self._today = library.today
        self._weighed: dict[int, tuple[float, int]] = {}
        scores, called = self.asked.scores, self._called()
        best = heapq.nlargest(_MOST_WEIGHED, scores, key=scores.__getitem__)
        like: Collection[int] = () if unasked else asked.alike.best
        self._matches = self.asked.matches(called.union(best, like))
        kept = called.union(like)
        self.candidates = {record for record, match in self._matches.items() if match.says or record in kept}
        """Texts whose words score best, that have or are given by the glossary a name among the words, or of which
        something like it is asked."""
        rules, provisions = self.asked.rules, library.today.provisions(self.candidates)
        for record in self.candidates:
            rule = provisions[record].rule
            rules[rule] = max(rules.get(rule, 0.0), scores.get(record, 0.0))
        sections: dict[str, list[float]] = defaultdict(list)
        for record in best:  # the best of each section first
            if record in self.candidates and (section := provisions[record].section):
                sections[section].append(scores[record])
        self.asked.sections = {section: sum(held[:_OF_SECTION]) / _OF_SECTION for section, held in sections.items()}

    def _called(self) -> set[int]:
        """The texts of today's book that a run of the words is a name of."""
        library, names = self._today.library, self.asked.names
        texts = (text for name in names for text in library.titled.get(name, ()))
        found = {record for text in texts for record in self._today.records_of.get(text, ())}
        given = (record for name in names for record in library.defined.get(name, ()))
        return found.union(record for record in given if record in self._today.standing)

    def likenesses(self, records: Collection[int]) -> Mapping[int, Likeness]:
        """Those of some texts of which something like it is asked, and how like that is."""
        return {} if self.unasked else self.asked.alike.among(records)

    def weigh(self, records: Iterable[int]) -> dict[int, tuple[float, int]]:
        """The scores of texts of today's book, and their turns."""
        wanted = [*records]
        for record, found in self.features([record for record in wanted if record not in self._weighed]).items():
            says = found["said_around"] >= _ENOUGH or found.get("title") or found.get("defined")
            enough = says or found["question"] >= _LIKE_ENOUGH
            self._weighed[record] = features.score(found, unasked=self.unasked), TODAY if enough else PERHAPS
        return {record: self._weighed[record] for record in wanted}

    def features(self, records: Collection[int]) -> dict[int, dict[str, float]]:
        """All that speaks for some texts of today's book."""
        provisions = self._today.provisions(records)
        self._matches.update(self.asked.matches(record for record in records if record not in self._matches))
        like = self.likenesses(records).get
        return {
            record: features.of(
                self._today, self.asked, provisions[record], self._matches[record], like(record, NOTHING)
            )
            for record in records
        }


def ways(library: Searcher, queries: Iterable[Query]) -> tuple[QueryVariant, ...]:
    """The ways in which a query is looked for, of which the first is as it was typed.

    Questions tell nothing of a name that the book knows: it leads to what is called so, whatever is asked about it.
    """
    distinct: list[Query] = []
    for query in queries:
        if not any(_same(query, other) for other in distinct):
            distinct.append(query)
    asked = [WeightedQuery(library.today, query) for query in distinct]
    unasked = asked[0].is_known or max(one.likest for one in asked) < _UNLIKE
    return tuple(QueryVariant(library, one, unasked=unasked) for one in asked)


def _same(one: Query, other: Query) -> bool:
    """Whether two are words alone, and the same but for their forms."""
    plain = one.plain and other.plain and not one.quoted and not other.quoted
    return plain and one.stems == other.stems and one.core == other.core


def rank(
    library: Searcher,
    matches: Iterable[tuple[int, float]],
    ways: Sequence[QueryVariant],
    mask: int,
    whole: Container[int],
) -> list[RankedFamily]:
    """Group records with the scores of their words, best family first.

    ``mask`` are the editions that may be shown. A family shows the newest text found and is as good as its best; it is
    held against each of the ``ways`` in which the query is looked for, of which the first is as it was typed. ``whole``
    are the records that say all of it.
    """
    matches = list(matches)
    today = library.today
    current = [number for number, _ in matches if number in today.standing] if mask >> today.edition & 1 else []
    found = _weighed(today, current, ways, whole)
    held = {library.records[one.record].family for one in found}
    others = [match for match in matches if library.records[match[0]].family not in held]
    for one in (rest := _ranked(library, others, ways[0], mask)):
        one.turn = FORMERLY if one.record in whole else ELSEWHERE
    return sorted([*found, *rest], key=lambda one: one.turn)


def likely(library: Searcher, ways: Sequence[QueryVariant]) -> dict[int, float]:
    """Records of today's book that may answer though they have only some of the words: the best of them.

    What is in quotes they must have.
    """
    found = set().union(*(way.candidates for way in ways))
    for way in ways:
        if way.query.quoted:
            quoted = [one.words for group in way.query.wanted for one in group if one.exact and len(one.words) > 1]
            for words in quoted:
                saying = matching.saying(library, words)
                found = {record for record in found if library.records[record].text in saying}
    return {one.record: 0.0 for one in _weighed(library.today, sorted(found), ways)[:_MOST_LIKELY]}


def _weighed(
    today: CurrentEdition, current: Sequence[int], ways: Sequence[QueryVariant], whole: Container[int] = ()
) -> list[RankedFamily]:
    """The texts of today's book that were found, best first; of a family the best.

    Those are weighed that are candidates, and others whose words score best; the rest come after, by their words.
    """
    candidates = set().union(*(way.candidates for way in ways))
    close = [record for record in current if record in candidates]
    rest = [(_by_words(record, ways), record) for record in current if record not in candidates]
    if room := max(0, _MOST_WEIGHED - len(close)):
        rest.sort(reverse=True)
        close, rest = close + [record for _, record in rest[:room]], rest[room:]
    found = []
    for nth, way in enumerate(ways):
        weighed = way.weigh(
            record for record in close if record in way.candidates or (nth == 0 and record not in candidates)
        )
        for record, (score, turn) in weighed.items():
            found.append(RankedFamily(record, score, today.edition, TODAY if record in whole else turn))
    least = min((one.score for one in found), default=0.0)
    for words, record in rest:
        turn = TODAY if record in whole else PERHAPS
        found.append(RankedFamily(record, least - 1 / (1 + words), today.edition, turn))
    return _best_of_families(today.library, found)


def why(library: Searcher, record: int, ways: Sequence[QueryVariant]) -> Iterator[tuple[str, float]]:
    """What brought a record its place, the most first: in words for a reader, and how much.

    It is held against the way of looking for the query in which it does best.
    """
    if record in library.today.standing:
        held = [(way.features([record])[record], way) for way in ways]
        found, way = max(held, key=lambda one: features.score(one[0], unasked=one[1].unasked))
        yield from features.why(found, unasked=way.unasked)
        like = way.likenesses([record]).get(record, NOTHING)
        if like.likest >= _ALIKE:
            yield f"players ask of it: “{library.today.questions.said(like.question)}”", 0.0
    else:
        yield _ELSEWHERE, 0.0


def _by_words(record: int, ways: Sequence[QueryVariant]) -> float:
    return max(way.asked.scores.get(record, 0.0) for way in ways)


def _best_of_families(library: Searcher, found: Iterable[RankedFamily]) -> list[RankedFamily]:
    """What was found, best first, of each family one; it is today's turn down to the last that says enough."""
    records = library.records
    best: dict[int, RankedFamily] = {}
    for one in sorted(found, key=lambda one: (-one.score, records[one.record].sequence)):
        best.setdefault(records[one.record].family, one)
    ordered = [*best.values()]
    last = max((nth for nth, one in enumerate(ordered) if one.turn == TODAY), default=-1)
    for one in ordered[: last + 1]:
        one.turn = TODAY
    return ordered


def _ranked(
    library: Searcher, matches: Iterable[tuple[int, float]], way: QueryVariant, mask: int
) -> list[RankedFamily]:
    """What is not of today's book, best family first."""
    records, asked = library.records, way.query
    bonus = _bonuses(library, way) if asked.plain else {}
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
        this = edition, total, -record.sequence
        held = families.get(record.family)
        if held is None:
            families[record.family] = RankedFamily(number, total, edition)
        else:
            held.score = max(held.score, total)
        if held is None or this > shown[record.family]:
            shown[record.family] = this
            families[record.family].record, families[record.family].edition = number, edition

    def order(one: RankedFamily) -> tuple[float, int, int]:
        return -one.score, -one.edition, records[one.record].sequence

    found = sorted(families.values(), key=order)
    _look_closely(library, found[:_LOOK_CLOSELY], asked)
    found[:_LOOK_CLOSELY] = sorted(found[:_LOOK_CLOSELY], key=order)
    return found


def _static(library: Searcher) -> list[float]:
    """What each edition adds to a score, whatever the query."""
    order: dict[str, int] = {}
    for edition in library.editions:
        order.setdefault(edition.document, len(order))
    return [
        NEWEST * age + _OTHER_DOCUMENT * order[edition.document]
        for age, edition in zip(library.ages, library.editions, strict=True)
    ]


def _bonuses(library: Searcher, way: QueryVariant) -> dict[int, float]:
    """What records gain because a title or a glossary term is what was asked for."""
    asked = way.query
    gained = _named(library, asked.stems)
    others = [_named(library, asked.core)] if asked.core != asked.stems else []
    for record, gain in chain(*(one.items() for one in (*others, _named_within(library, way)))):
        gained[record] = max(gain, gained.get(record, 0.0))
    return gained


def _named_within(library: Searcher, way: QueryVariant) -> dict[int, float]:
    """What records gain whose name is some of the words that were asked for."""
    gained: dict[int, float] = {}
    for run, weight in way.asked.names.items():
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
    """What records gain because these stems are a title or a glossary term, or part of one."""
    gained: dict[int, float] = {}
    if not stems:
        return gained
    for record, age in library.defined.get(stems, {}).items():
        gained[record] = DEFINED_HERE * (1 + age) / 2
    wanted = set(stems)
    for name in set.intersection(*(library.names_with.get(stem, set()) for stem in wanted)):
        if len(name) > len(wanted):
            for record, age in library.defined.get(name, {}).items():
                gain = DEFINED_SHARED * age * len(wanted) / len(name)
                gained[record] = max(gain, gained.get(record, 0.0))
        for number in (number for text in library.titled.get(name, ()) for number in library.records_of[text]):
            kind = library.records[number].kind
            if name == stems:
                gain = TERM_IS_IT if kind == GLOSSARY else TITLE_IS_IT
            elif ASIDES.issuperset(set(name) - wanted):
                gain = _OTHERWISE_PUT * (TERM_IS_IT if kind == GLOSSARY else TITLE_IS_IT)
            else:
                gain = TITLE_SHARED * len(wanted) / len(name)
            gained[number] = max(gained.get(number, 0.0), gain)
    for number in library.under(stems):
        if library.records[number].kind != INDEX:
            gained[number] = max(gained.get(number, 0.0), UNDER_TITLE)
    return gained


def _look_closely(library: Searcher, best: list[RankedFamily], asked: Query) -> None:
    """Add what takes looking at each text: words side by side, and at its beginning."""
    core = asked.core if asked.plain else ()
    if not core:
        return
    texts = {one.record: library.records[one.record].text for one in best}
    together = _together(library, core, len(asked.stems) - len(core), texts.values()) if len(core) > 1 else ()
    current = [text for record, text in texts.items() if library.is_current(record)]
    opening = {text for text, (title, body) in library.printed(current).items() if _opens(body or title, core)}
    for one in best:
        text = texts[one.record]
        one.score += TOGETHER * (text in together) + OPENS * (text in opening and library.is_current(one.record))


def _together(library: Searcher, stems: Sequence[str], apart: int, texts: Iterable[int]) -> set[int]:
    """Those of some texts that have stems side by side; in any order, with so many other words between them."""
    if apart:
        return matching.near(library, stems, apart, texts)
    return matching.together(library, stems)


def _opens(text: str, stems: tuple[str, ...]) -> bool:
    """Whether a text has some stems among its first words."""
    most = len(set(stems)) + _OPENING
    begins = islice(analysis.words(text[: most * analysis.LONGEST_WORD]), most)
    return set(stems).issubset(analysis.stem(word.text) for word in begins)
