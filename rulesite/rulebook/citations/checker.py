"""Checking (the linter, `manage.py cite`): which citations of a text still hold, have moved, or never existed.

The era of a text is not guessed. Without a date a citation is judged only by what every edition that used its number
agrees on, or by the heading quoted beside it; where they differ, the answer is "ambiguous" and lists what it may mean.
A citation that names its edition, ``CR 402.1 (2008-02-01)``, is judged by that edition and never rewritten: with
another number it would be false.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from rulesite.rulebook.citations import rewriter
from rulesite.rulebook.citations.extraction import Markup, Passage, passages
from rulesite.rulebook.citations.number_meanings import Meaning, NumberMeanings, NumbersOnDay
from rulesite.rulebook.descent import as_of as editions
from rulesite.rulebook.models import Document, Edition
from rulesite.text import number_ranges
from rulesite.text.citations import Citation
from rulesite.text.numbering import Level, RuleNumber
from rulesite.text.wording import words


class Status(StrEnum):
    """The verdict on a citation."""

    VALID = "valid"
    """Today's rule of that number is the cited one, or the edition named beside it has the number."""
    MOVED = "moved"
    """The rule has another number now."""
    REMOVED = "removed"
    """The rule existed and has no successor in the newest edition."""
    AMBIGUOUS = "ambiguous"
    """It depends on the edition that was meant, or there are several successors."""
    NEVER = "never existed"
    """No stored edition has the number, or the one in force on the given day has not."""


CERTAIN = 0.35
"""A move less sure than this is not offered as one."""


@dataclass(frozen=True)
class Finding:
    """One citation of a text; ``start`` and ``end`` are its place in the source, ``line`` and ``column`` from 1."""

    start: int
    end: int
    line: int
    column: int
    text: str
    status: Status
    reason: str
    meanings: tuple[Meaning, ...] = ()
    replacement: str = ""
    """What to write instead, "" where nothing is sure."""
    sure: bool = True
    """Whether the status holds even if an unknown edition lies between the stored ones around the day."""


@dataclass(frozen=True)
class Report:
    """All citations of a text, in order."""

    findings: Sequence[Finding]
    edition: Edition | None
    """The edition in force on the day of the text; None without a day."""
    later: Edition | None = None
    """The next stored edition."""
    note: str = ""
    counts: Counter[str] = field(default_factory=Counter)

    def fixed(self, source: str) -> str:
        """The source with every citation that moved written with its new number; nothing else is touched."""
        return rewriter.rewritten(self.findings, source)


def check(source: str, *, as_of: date | None = None, markup: Markup = Markup.TEXT) -> Report:
    """Judge every citation of a text.

    ``as_of`` is the day the text was written: its numbers are those of the edition then in force, as far as the
    stored editions before and after the day agree about them.
    Raises NoSuchRule when the day is before every edition.
    """
    document = Document.objects.order_by("position", "slug").first()
    around = editions.as_of(document, as_of) if as_of and document else None
    cited_passages = passages(source, markup)
    held = {*Document.objects.values_list("slug", flat=True)} if any(each.policy for each in cited_passages) else ()
    cited_passages = [each for each in cited_passages if not each.policy or each.policy in held]
    cited: dict[str, set[tuple[str, date | None]]] = defaultdict(set)
    for passage in cited_passages:
        numbers = {(number, passage.day or as_of) for number in passage.citation.ends}
        cited[passage.policy] |= numbers
    known = {slug: NumberMeanings(numbers, slug) for slug, numbers in cited.items()}
    lines = _Lines(source)
    judged = [
        (passage, _finding(passage, known[passage.policy], passage.day or as_of, lines)) for passage in cited_passages
    ]
    findings = rewriter.settled([pair for pair in judged if pair[0].mention.sure or pair[1].meanings], source, markup)
    counts = Counter(str(finding.status) for finding in findings)
    return (
        Report(findings, around.edition, around.later, around.note, counts)
        if around
        else Report(findings, None, counts=counts)
    )


class _Lines:
    """A text, and where its lines begin."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._starts = [0, *(newline.end() for newline in re.finditer("\n", source))]

    def at(self, place: int) -> tuple[int, int]:
        """Line and column of a place, from 1."""
        line = bisect_right(self._starts, place)
        return line, place - self._starts[line - 1] + 1


def _finding(passage: Passage, known: NumberMeanings, day: date | None, lines: _Lines) -> Finding:
    judge, then = _judge_dated if passage.day else _judge, NumbersOnDay(known, day)
    if passage.policy and not passage.citation.ends:
        judge = _judge_whole
    status, reason, meanings, replacement = judge(passage.citation, then)
    if passage.policy and len({meaning.title for meaning in meanings} - {""}) == 1:
        reason = f"“{meanings[0].title}” in {meanings[0].until.address}; {reason}"
    sure = status is not Status.AMBIGUOUS and not any(then.doubt(number) for number in passage.citation.ends)
    if not (passage.mention.sure or passage.day):
        status, reason, replacement = Status.AMBIGUOUS, f"it may not be a citation; as one: {status}, {reason}", ""
        sure = False
    if replacement and passage.mention.historic:
        replacement, reason = "", f"{reason}; the text calls it an old number, so it is not rewritten"
    if replacement and lines.source[passage.start : passage.end] != passage.citation.text:
        replacement, reason = "", f"{reason}; it contains markup, so it is not rewritten"
    return Finding(
        passage.start, passage.end, *lines.at(passage.start), passage.citation.text, status, reason, meanings,
        replacement, sure,
    )  # fmt: skip


def _judge_dated(citation: Citation, known: NumbersOnDay) -> tuple[Status, str, tuple[Meaning, ...], str]:
    """The verdict on a citation that names its edition: valid if that edition has the number, whatever came later."""
    notes: list[str] = []
    meanings: list[Meaning] = []
    for number in citation.ends:
        meanings_then = known.meanings(number)
        if not meanings_then:
            return Status.NEVER, f"{number}: {_why_never(number, known)}", (), ""
        meanings += meanings_then
        if len(meanings_then) > 1 and (doubt := known.doubt(number)):
            return Status.AMBIGUOUS, _either(meanings_then, doubt), tuple(meanings), ""
        notes += [_since(meaning) for meaning in meanings_then]
        notes += [f"not sure: {doubt}"] if (doubt := known.doubt(number)) else []
    return (
        Status.VALID,
        f"as {meanings[0].until.address} has it; {', '.join(dict.fromkeys(notes))}",
        tuple(meanings),
        "",
    )


def _judge_whole(citation: Citation, known: NumbersOnDay) -> tuple[Status, str, tuple[Meaning, ...], str]:
    """The verdict on a document cited as a whole: valid if an edition of it is held that was in force on the day."""
    edition = known.numbers.whole(known.day)
    if edition is None:
        return Status.NEVER, f"no edition of {citation.document} held is as old as {known.day}", (), ""
    return Status.VALID, f"{edition.document.title}, the edition {edition.address}", (), ""


def _either(meanings: Sequence[Meaning], doubt: str) -> str:
    """What a number can have meant on a day that no edition settles, and why none does."""
    readings = [f"{meaning.since.address} has it, {_since(meaning)}" for meaning in meanings]
    return f"{'; '.join(readings)}; not sure: {doubt}"


def _since(meaning: Meaning) -> str:
    if not meaning.today:
        return f"removed by the edition of {meaning.removed.slug}" if meaning.removed else "removed since"
    return f"now {meaning.number} of {meaning.today[0].end.edition.address}"


def _judge(citation: Citation, known: NumbersOnDay) -> tuple[Status, str, tuple[Meaning, ...], str]:
    """Status, reason, what the number has meant, and what to write instead."""
    if citation.last is not None:
        return _judge_run(citation, known)
    return _judge_number(str(citation.first), citation.name, known)


def _judge_number(number: str, name: str, known: NumbersOnDay) -> tuple[Status, str, tuple[Meaning, ...], str]:
    meanings = known.meanings(number)
    if not meanings:
        return Status.NEVER, _why_never(number, known), (), ""
    with_title = tuple(meaning for meaning in meanings if " ".join(words(name)) in meaning.titles) if name else ()
    if name and not with_title and RuleNumber.parse(number).level is Level.CHAPTER:
        return Status.AMBIGUOUS, f"no edition held has “{name}” as its section {number}", meanings, ""
    chosen = with_title or meanings
    if doubt := known.doubt(number):
        return *_doubted(number, chosen, doubt), ""
    if len({meaning.number for meaning in chosen}) > 1:
        return Status.AMBIGUOUS, _eras(number, chosen), chosen, ""
    first = chosen[0]
    if not first.today:
        by = f" by the edition of {first.removed.slug}" if first.removed else ""
        return Status.REMOVED, f"removed{by}", chosen, ""
    way = first.today[0]
    sure = f"{way.confidence:.0%} sure"
    beside = _beside(first)
    if first.number == number and way.end.edition.document_id == first.until.document_id:
        return Status.VALID, f"the rule with that number in {way.end.edition.address}{beside}", chosen, ""
    if way.confidence < CERTAIN:
        reason = f"perhaps {first.number} of {way.end.edition.address}, but only {sure}{beside}"
        return Status.AMBIGUOUS, reason, chosen, ""
    return Status.MOVED, f"now {first.number} of {way.end.edition.address} ({sure}){beside}", chosen, first.number


def _doubted(number: str, meanings: tuple[Meaning, ...], doubt: str) -> tuple[Status, str, tuple[Meaning, ...]]:
    """The verdict on a number whose meaning no edition settles: at best, today's rule still has it."""
    first = meanings[0]
    document = first.until.document_id
    is_unchanged = len(meanings) == 1 and first.number == number and first.today[0].end.edition.document_id == document
    return Status.VALID if is_unchanged else Status.AMBIGUOUS, _either(meanings, doubt), meanings


def _beside(meaning: Meaning) -> str:
    others = [way.end.key for way in meaning.today[1:]]
    return f"; parts of it at {', '.join(others[:4])}" + (" and elsewhere" if len(others) > 4 else "") if others else ""


def _eras(number: str, meanings: Sequence[Meaning]) -> str:
    parts = []
    for meaning in meanings:
        era = meaning.since.slug if meaning.since == meaning.until else f"{meaning.since.slug} to {meaning.until.slug}"
        parts.append(f"{era}: {'now ' + meaning.number if meaning.number else 'removed since'}")
    return f"what {number} means depends on the edition ({'; '.join(parts)}); give the day it was written"


def _why_never(number: str, known: NumbersOnDay) -> str:
    ever, doubt = known.numbers.ever(number), known.doubt(number)
    if not ever:
        return f"no edition held has {number}" + (f"; not sure: {doubt}" if doubt else "")
    document = ever[0].edition.document.slug
    usage = f"{ever[0].edition.slug} to {ever[-1].edition.slug} use the number"
    return f"not in {document} on {known.day}; {usage}" + (f"; not sure: {doubt}" if doubt else "")


def _judge_run(citation: Citation, known: NumbersOnDay) -> tuple[Status, str, tuple[Meaning, ...], str]:
    """A run holds when both its ends do, and moves when both move to one place in the same order."""
    ends = [_judge_number(str(end), "", known) for end in (citation.first, citation.last)]
    meanings = tuple(meaning for end in ends for meaning in end[2])
    for status in (Status.NEVER, Status.AMBIGUOUS, Status.REMOVED):
        for number, end in zip((citation.first, citation.last), ends, strict=True):
            if end[0] is status:
                return status, f"{number}: {end[1]}", meanings, ""
    if all(end[0] is Status.VALID for end in ends):
        return Status.VALID, ends[0][1], meanings, ""
    first, last = (end[2][0].number for end in ends)
    left, right = RuleNumber.parse(first.partition("~")[0]), RuleNumber.parse(last.partition("~")[0])
    if left.parent != right.parent or right <= left:
        return Status.AMBIGUOUS, f"its ends are {first} and {last} now, which is not a range", meanings, ""
    return Status.MOVED, f"now {first} to {last}", meanings, number_ranges.reprinted(citation.text, left, right)
