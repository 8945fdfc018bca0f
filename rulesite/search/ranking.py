"""Which of the texts that were found come first: the rule of a thing before the rules that mention it.

Whoosh scores the words. To that is added what it can't know: that a title is what was asked for, that the glossary
sends readers of this term to this rule, how current a text is, and whether the words stand together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from rulesite.search import analysis, relaxing
from rulesite.search.catalogue import EXAMPLE, GLOSSARY, Record
from rulesite.search.parsing import ASIDES, Query
from rulesite.search.snapshot import Library

TITLE_IS_IT = 30.0
"""A section or numbered heading with exactly the title that was asked for."""
DEFINED_HERE = 33.0
"""The rule to which the glossary entry of exactly that term sends the reader; less, the longer ago it last did."""
TERM_IS_IT = 22.0
"""That glossary entry itself."""
UNDER_TITLE = 9.0
"""A rule under a heading with that title."""
NAMED_WITHIN = 32.0
"""A title, or the rule that the glossary gives for a term, which is a part of what was asked; by its weight."""
DEFINED_SHARED = 20.0
"""The rule that the glossary gives for a term with all the words and others; less, the more others."""
TITLE_SHARED = 8.0
"""A title that has all the words and others; less, the more others."""
TOGETHER = 4.0
"""The words stand side by side in the order asked for."""
EXACT = 1.5
"""The words stand as they were typed, not only their stems."""
OPENS = 3.0
"""A current text comes to all of the words at once, as one does that says what they are."""
_OPENING = 5
"""How many other words may stand in such an opening."""
NEWEST = 5.0
"""A text of the newest edition; older ones have less."""
_ENTRY = TERM_IS_IT / TITLE_IS_IT
"""What a glossary entry is worth beside a title."""
_OTHERWISE_PUT = 0.8
"""What a title is worth that has the same words in another order, or "a" and "of" between them."""
_EXAMPLE = -1.0
_OTHER_DOCUMENT = -6.0
"""For each document that stands before this one in the list of documents."""
_LOOK_CLOSELY = 60
"""How many of the best are looked at word by word."""


@dataclass(slots=True)
class Found:
    """A group with the best of its texts: the record shown and its score."""

    record: int
    score: float
    edition: int


def rank(library: Library, matches: Iterable[tuple[int, float]], asked: Query, mask: int) -> list[Found]:
    """Group records with their Whoosh scores, best group first.

    ``mask`` are the editions that may be shown. A group shows the newest text found and is as good as its best.
    """
    catalogue, masks = library.catalogue, library.masks
    bonus = _bonuses(library, asked) if asked.plain else {}
    static = _static(library)
    groups: dict[int, Found] = {}
    for number, score in matches:
        shown = masks[number] & mask
        edition = shown.bit_length() - 1
        record = catalogue.records[number]
        total = score + static[edition]
        if bonus:
            total += bonus.get(number, 0.0)
        if record.kind == EXAMPLE:
            total += _EXAMPLE
        held = groups.get(record.group)
        if held is None:
            groups[record.group] = Found(number, total, edition)
            continue
        if edition > held.edition or (edition == held.edition and total > held.score):
            held.record, held.edition = number, edition
        held.score = max(held.score, total)
    found = sorted(groups.values(), key=lambda one: (-one.score, -one.edition, one.record))
    _look_closely(library, found[:_LOOK_CLOSELY], asked)
    found[:_LOOK_CLOSELY] = sorted(found[:_LOOK_CLOSELY], key=lambda one: (-one.score, -one.edition, one.record))
    return found


def _static(library: Library) -> list[float]:
    """What each edition adds to a score, whatever the query."""
    order: dict[str, int] = {}
    for edition in library.catalogue.editions:
        order.setdefault(edition.document, len(order))
    return [
        NEWEST * age + _OTHER_DOCUMENT * order[edition.document]
        for age, edition in zip(library.ages, library.catalogue.editions, strict=True)
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
                entry = _ENTRY if library.catalogue.records[number].kind == GLOSSARY else 1.0
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
    for term, records in library.defined.items():
        if len(term) > len(wanted) and wanted.issubset(term):
            for record, age in records.items():
                gain = DEFINED_SHARED * age * len(wanted) / len(term)
                gained[record] = max(gain, gained.get(record, 0.0))
    for text, title in library.title_stems.items():
        if not wanted.issubset(title):
            continue
        for number in library.records_of[text]:
            kind = library.catalogue.records[number].kind
            if title == stems:
                gain = TERM_IS_IT if kind == GLOSSARY else TITLE_IS_IT
            elif ASIDES.issuperset(set(title) - wanted):
                gain = _OTHERWISE_PUT * (TERM_IS_IT if kind == GLOSSARY else TITLE_IS_IT)
            else:
                gain = TITLE_SHARED * len(wanted) / len(title)
            gained[number] = max(gained.get(number, 0.0), gain)
    for number in _under(library, stems):
        gained[number] = max(gained.get(number, 0.0), UNDER_TITLE)
    return gained


def _under(library: Library, stems: tuple[str, ...]) -> list[int]:
    """The records that stand under a title which is what was asked for."""
    contexts = (number for number, title in enumerate(library.context_stems) if title == stems)
    return [number for context in contexts for number in library.under[context]]


def _look_closely(library: Library, best: list[Found], asked: Query) -> None:
    """Add what takes reading the texts: exact words, and words side by side."""
    sought = [one for one in asked.shown if not one.prefix]
    if not sought:
        return
    typed = {word for one in sought for word in one.words}
    order = asked.core if asked.plain and len(asked.core) > 1 else ()
    core = set(asked.core)
    passed_over = () if asked.core == asked.stems else ASIDES
    for one in best:
        record = library.catalogue.records[one.record]
        _, title, body = library.catalogue.texts[record.text]
        said = [word.text for word in analysis.words(f"{title} {body}")]
        one.score += EXACT * len(typed.intersection(said)) / len(typed)
        body_stems = {analysis.stem(word.text) for word in islice(analysis.words(body), len(core) + _OPENING)}
        if asked.plain and core <= body_stems and library.is_current(one.record):
            one.score += OPENS
        if order and _side_by_side(order, [analysis.stem(word) for word in said if word not in passed_over]):
            one.score += TOGETHER


def _side_by_side(order: tuple[str, ...], said: list[str]) -> bool:
    width = len(order)
    return any(tuple(said[at : at + width]) == order for at, word in enumerate(said) if word == order[0])


def show_first(record: Record, shown: int) -> int:
    """Which of a record's places is the newest among the editions that may be shown."""
    return next((at for at, place in enumerate(record.places) if shown >> place.edition & 1), 0)
