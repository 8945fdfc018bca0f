"""Which of the texts that were found come first: the rule of a thing before the rules that mention it, today's first.

Texts of today's book are weighed by all that speaks for them (`features`). What only older editions or other documents
say comes after: there matching scores the words, and to that is added that a title is what was asked for, that the
glossary sends readers of this term to this rule, how current a text is, and whether the words stand together.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from rulesite.search import analysis, features, matched_texts, relaxing
from rulesite.search.parsing import ASIDES, Query
from rulesite.search.schema import EXAMPLE, GLOSSARY, INDEX
from rulesite.search.snapshot import Library
from rulesite.search.today import Today

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
_MOST_WEIGHED = 60
"""How many texts of today's book that have any of the words are weighed: those that match best."""
_ENOUGH = 0.75
"""How much of a query a text of today's book must have, with what stands around it, to come before others' with all."""


@dataclass(slots=True)
class Found:
    """A family with the best of its texts: the record shown, its score, and the edition it is shown from."""

    record: int
    score: float
    edition: int
    turn: int = FORMERLY


class Sought:
    """A query in the words in which it is looked for, with how well texts fit any of them."""

    def __init__(self, library: Library, query: Query) -> None:
        self.query = query
        self.loose = matched_texts.best_with_any(library, query, relaxing.MOST_LOOKED_AT)
        self._today = library.today
        self.asked = features.Asked(self._today, query)
        self._weighed: dict[int, tuple[float, int]] = {}

    def weigh(self, record: int) -> tuple[float, int]:
        """The score of a text of today's book that was prepared, and its turn."""
        held = self._weighed.get(record)
        if held is None:
            found = features.of(self._today, self.asked, record, self.loose.get(self._today.standing[record].text, 0.0))
            enough = found["said_around"] >= _ENOUGH or found["title"] or found["defined"]
            held = self._weighed[record] = features.score(found), TODAY if enough else PERHAPS
        return held


def rank(
    library: Library, matches: Iterable[tuple[int, float]], ways: Sequence[Sought], mask: int, whole: Container[int]
) -> list[Found]:
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
    for one in (rest := _ranked(library, others, ways[0].query, mask)):
        one.turn = FORMERLY if one.record in whole else ELSEWHERE
    return sorted([*found, *rest], key=lambda one: one.turn)


def likely(library: Library, ways: Sequence[Sought]) -> dict[int, float]:
    """Records of today's book that may answer though they have only some of the words: the best of them."""
    numbers = sorted({number for way in ways for number in candidates(library, way)})
    return {one.record: 0.0 for one in _weighed(library.today, numbers, ways)[:_MOST_LIKELY]}


def candidates(library: Library, way: Sought) -> list[int]:
    """Records of today's book that have any of the words, or have or are given by the glossary a name among them.

    What is in quotes they must have.
    """
    today = library.today
    found = set(islice((number for text in way.loose for number in today.records_of.get(text, ())), _MOST_WEIGHED))
    names = way.asked.names
    found.update(record for name in names for record in library.defined.get(name, ()) if record in today.standing)
    titled = (text for name in names for text in library.titled.get(name, ()))
    found.update(number for text in titled for number in today.records_of.get(text, ()))
    if way.query.quoted:
        quoted = [one.words for group in way.query.wanted for one in group if one.exact and len(one.words) > 1]
        saying = set.intersection(*[matched_texts.saying(library, words) for words in quoted] or [set(way.loose)])
        return sorted(number for number in found if library.records[number].text in saying)
    return sorted(found)


def _weighed(today: Today, current: Sequence[int], ways: Sequence[Sought], whole: Container[int] = ()) -> list[Found]:
    """The texts of today's book that were found, best first; of a family the best."""
    records = today.library.records
    today.prepare(current)
    best: dict[int, Found] = {}
    for number in current:
        for way in ways:
            score, turn = way.weigh(number)
            found = Found(number, score, today.edition, TODAY if number in whole else turn)
            held = best.get(records[number].family)
            if held is None or (found.turn, -found.score) < (held.turn, -held.score):
                best[records[number].family] = found
    return sorted(best.values(), key=lambda one: (one.turn, -one.score, records[one.record].sequence))


def _ranked(library: Library, matches: Iterable[tuple[int, float]], asked: Query, mask: int) -> list[Found]:
    """What is not of today's book, best family first."""
    records = library.records
    bonus = _bonuses(library, asked) if asked.plain else {}
    static = _static(library)
    families: dict[int, Found] = {}
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
            families[record.family] = Found(number, total, edition)
        else:
            held.score = max(held.score, total)
        if held is None or this > shown[record.family]:
            shown[record.family] = this
            families[record.family].record, families[record.family].edition = number, edition

    def order(one: Found) -> tuple[float, int, int]:
        return -one.score, -one.edition, records[one.record].sequence

    found = sorted(families.values(), key=order)
    _look_closely(library, found[:_LOOK_CLOSELY], asked)
    found[:_LOOK_CLOSELY] = sorted(found[:_LOOK_CLOSELY], key=order)
    return found


def _static(library: Library) -> list[float]:
    """What each edition adds to a score, whatever the query."""
    order: dict[str, int] = {}
    for edition in library.editions:
        order.setdefault(edition.document, len(order))
    return [
        NEWEST * age + _OTHER_DOCUMENT * order[edition.document]
        for age, edition in zip(library.ages, library.editions, strict=True)
    ]


def _bonuses(library: Library, asked: Query) -> dict[int, float]:
    """What records gain because a title or a glossary term is what was asked for."""
    gained = _named(library, asked.stems)
    if asked.core != asked.stems:
        for record, gain in _named(library, asked.core).items():
            gained[record] = max(gain, gained.get(record, 0.0))
    for record, gain in named_within(library, asked).items():
        gained[record] = max(gain, gained.get(record, 0.0))
    return gained


def named_within(library: Library, asked: Query, least: float = 0.0) -> dict[int, float]:
    """What records gain whose name is some of the words that were asked for, ``least`` of their weight or more."""
    gained: dict[int, float] = {}
    for run in relaxing.names_within(asked):
        weight = relaxing.weight(run, asked, library)
        if weight < least:
            continue
        named = [number for text in library.titled.get(run, ()) for number in library.records_of[text]]
        defined = library.defined.get(run, {})
        if named or defined:
            gain = NAMED_WITHIN * weight**1.5
            for number in [*named, *defined]:
                age = (1 + defined.get(number, 1.0)) / 2
                entry = _ENTRY if library.records[number].kind == GLOSSARY else 1.0
                gained[number] = max(gain * age * entry, gained.get(number, 0.0))
    return gained


def _named(library: Library, stems: tuple[str, ...]) -> dict[int, float]:
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


def _look_closely(library: Library, best: list[Found], asked: Query) -> None:
    """Add what takes looking at each text: words side by side, and at its beginning."""
    core = asked.core if asked.plain else ()
    if not core:
        return
    texts = {one.record: library.records[one.record].text for one in best}
    together = matched_texts.together(library, core, len(asked.stems) - len(core)) if len(core) > 1 else ()
    current = [text for record, text in texts.items() if library.is_current(record)]
    opening = {text for text, (title, body) in library.printed(current).items() if _opens(body or title, core)}
    for one in best:
        text = texts[one.record]
        one.score += TOGETHER * (text in together) + OPENS * (text in opening and library.is_current(one.record))


def _opens(text: str, stems: tuple[str, ...]) -> bool:
    """Whether a text has some stems among its first words."""
    most = len(set(stems)) + _OPENING
    begins = islice(analysis.words(text[: most * analysis.LONGEST_WORD]), most)
    return set(stems).issubset(analysis.stem(word.text) for word in begins)
