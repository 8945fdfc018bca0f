"""Citing: which rule citations of a text still hold, which have moved, and which never were.

The era of a text is not guessed. Without a date a citation is judged only by what every edition that used its number
agrees on, or by the heading quoted beside it; where they differ, the answer is "ambiguous" and lists what it may mean.
A citation that names its edition, ``CR 402.1 (2008-02-01)``, is judged by that edition and never rewritten: with
another number it would be false.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from itertools import pairwise

from rulesite.rulebook import resolving
from rulesite.rulebook.addresses import NoSuchRule
from rulesite.rulebook.models import Document, Edition, RuleVersion
from rulesite.rulebook.passages import Markup, Passage, passages
from rulesite.rulebook.walking import Way
from rulesite.text.citations import Citation
from rulesite.text.numbering import Level, RuleNumber
from rulesite.text.wording import words

_TAIL_OF_RUN = re.compile(r"(\s?[-–‑‒]\s?|\s(?:through|thru|to)\s)(?:rules?\s)?(.+)", re.IGNORECASE | re.DOTALL)
"""How a run is printed after its first number: what joins its ends, and the last one, short or whole."""


class Status(StrEnum):
    """What is to be said of a citation."""

    VALID = "valid"
    """Today's rule of that number is the one that was cited, or the edition that is named beside it has the number."""
    MOVED = "moved"
    """The rule stands under another number now."""
    REMOVED = "removed"
    """The rule existed and has no heir in the newest edition."""
    AMBIGUOUS = "ambiguous"
    """It depends on the edition that was meant, or on which of several heirs."""
    NEVER = "never existed"
    """No edition held has the number, or not the one in force on the day given."""


CERTAIN = 0.35
"""A move less sure than this is not offered as one."""


@dataclass(frozen=True)
class Meaning:
    """One thing a number has meant: from which edition to which, and what it is today."""

    since: Edition
    until: Edition
    today: tuple[Way, ...]
    removed: Edition | None
    titles: frozenset[str]

    @property
    def number(self) -> str:
        """Today's number, "" where there is none."""
        return self.today[0].end.key if self.today else ""


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


@dataclass(frozen=True)
class Report:
    """All citations of a text, in order."""

    findings: Sequence[Finding]
    edition: Edition | None
    note: str = ""
    counts: Counter[str] = field(default_factory=Counter)

    def fixed(self, source: str) -> str:
        """The source with every citation that moved written with its new number; nothing else is touched."""
        pieces, at = [], 0
        for finding in sorted(self.findings, key=lambda each: each.start):
            if finding.replacement and finding.start >= at:
                pieces += [source[at : finding.start], finding.replacement]
                at = finding.end
        return "".join([*pieces, source[at:]])


def check(source: str, *, as_of: date | None = None, markup: Markup = Markup.TEXT) -> Report:
    """Judge every citation of a text.

    ``as_of`` is the day the text was written: its numbers are those of the edition then in force.
    Raises NoSuchRule when the day lies before every edition.
    """
    document = Document.objects.order_by("position", "slug").first()
    edition, note = resolving.in_force(document, as_of) if as_of and document else (None, "")
    found = passages(source, markup)
    cited = {(number, passage.day or as_of) for passage in found for number in _numbers(passage.citation)}
    known = _Numbers(cited)
    lines = _Lines(source)
    judged = [(passage, _finding(passage, known, passage.day or as_of, lines)) for passage in found]
    findings = list(_in_full([pair for pair in judged if pair[0].mention.sure or pair[1].meanings]))
    return Report(findings, edition, note, Counter(str(finding.status) for finding in findings))


class _Lines:
    """A text, and where its lines begin."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._starts = [0, *(found.end() for found in re.finditer("\n", source))]

    def at(self, place: int) -> tuple[int, int]:
        """Line and column of a place, from 1."""
        line = bisect_right(self._starts, place)
        return line, place - self._starts[line - 1] + 1


def _numbers(citation: Citation) -> list[str]:
    return [str(number) for number in (citation.first, citation.last) if number is not None]


_TOGETHER = 50
"""Numbers that are looked up in one query, with all that became of them."""


class _Numbers:
    """What the numbers of one text have meant, each in any edition or in that of a day, looked up together."""

    def __init__(self, cited: Iterable[tuple[str, date | None]]) -> None:
        self._editions = Edition.objects.select_related("document").in_bulk()
        self._of_document: dict[int, list[Edition]] = defaultdict(list)
        for edition in sorted(self._editions.values(), key=lambda each: each.effective):
            self._of_document[edition.document_id].append(edition)
        self._in_force: dict[tuple[int, date], int] = {}
        self._versions: dict[str, list[RuleVersion]] = defaultdict(list)
        self._today: dict[int, list[Way]] = {}
        self._meanings: dict[tuple[str, int | None], tuple[Meaning, ...]] = {}
        days: dict[str, set[date | None]] = defaultdict(set)
        for number, day in cited:
            days[number].add(day)
        listed = sorted(days)
        for at in range(0, len(listed), _TOGETHER):
            self._look_up(listed[at : at + _TOGETHER], days)

    def _look_up(self, numbers: Sequence[str], days: Mapping[str, Iterable[date | None]]) -> None:
        """Read the versions under some numbers, and what became of those that are meant on their days."""
        rows = RuleVersion.objects.filter(number__in=numbers)
        for version in rows.order_by("edition__document__position", "edition__effective", "position"):
            version.edition = self._editions[version.edition_id]
            self._versions[version.number].append(version)
        meant = {(number, self._edition(number, day)) for number in numbers for day in days[number]}
        lasts = list({era[-1].pk: era[-1] for one in meant for era in self._eras(*one)}.values())
        for at in range(0, len(lasts), _TOGETHER):
            self._today |= resolving.todays(lasts[at : at + _TOGETHER])

    def ever(self, number: str) -> list[RuleVersion]:
        """The versions under a number in every edition of the document that a bare number means."""
        found = self._versions.get(number, [])
        return [version for version in found if version.edition.document_id == found[0].edition.document_id]

    def meanings(self, number: str, day: date | None) -> tuple[Meaning, ...]:
        """What a number has meant, by thread, oldest first; only in the edition in force where a day is given."""
        key = number, self._edition(number, day)
        if key not in self._meanings:
            self._meanings[key] = tuple(self._meaning(era) for era in self._eras(*key))
        return self._meanings[key]

    def _eras(self, number: str, edition: int | None) -> list[list[RuleVersion]]:
        """The versions that are meant, by thread; ``edition`` as `_edition` gives it."""
        eras: dict[int, list[RuleVersion]] = defaultdict(list)
        for version in self.ever(number):
            if edition in (None, version.edition_id):
                eras[version.rule_id or -version.pk].append(version)
        return list(eras.values())

    def _edition(self, number: str, day: date | None) -> int | None:
        """The edition of a number's document that was in force on a day; None where any is meant, 0 where none was."""
        found = self._versions.get(number)
        if day is None or not found:
            return None
        document = found[0].edition.document
        if (document.pk, day) not in self._in_force:
            try:
                editions = self._of_document[document.pk]
                self._in_force[document.pk, day] = resolving.in_force_among(document, editions, day)[0].pk
            except NoSuchRule:
                self._in_force[document.pk, day] = 0
        return self._in_force[document.pk, day]

    def _meaning(self, era: list[RuleVersion]) -> Meaning:
        last = era[-1]
        today = tuple(self._today[last.pk])
        removed = None if today else resolving.ended(last)
        titles = frozenset(" ".join(words(version.title)) for version in era if version.title)
        return Meaning(era[0].edition, last.edition, today, removed, titles)


@dataclass(frozen=True)
class _Then:
    """What the numbers of a text meant on one day; in every edition where none is given."""

    numbers: _Numbers
    day: date | None

    def meanings(self, number: str) -> tuple[Meaning, ...]:
        """See `_Numbers.meanings`."""
        return self.numbers.meanings(number, self.day)


def _finding(passage: Passage, known: _Numbers, day: date | None, lines: _Lines) -> Finding:
    judge = _judge_dated if passage.day else _judge
    status, reason, meanings, replacement = judge(passage.citation, _Then(known, day))
    if not (passage.mention.sure or passage.day):
        status, reason, replacement = Status.AMBIGUOUS, f"it may be no citation; as one: {status}, {reason}", ""
    if replacement and passage.mention.historic:
        replacement, reason = "", f"{reason}; the text calls it an old number, so it is not rewritten"
    if replacement and lines.source[passage.start : passage.end] != passage.citation.text:
        replacement, reason = "", f"{reason}; markup stands inside it, so it is not rewritten"
    return Finding(
        passage.start, passage.end, *lines.at(passage.start), passage.citation.text, status, reason, meanings,
        replacement,
    )  # fmt: skip


def _in_full(judged: Sequence[tuple[Passage, Finding]]) -> Iterator[Finding]:
    """The findings, those of an abbreviated list together: ``410.1a/b`` is rewritten as a whole and in full, or not.

    Were only its first number rewritten, the letter behind it would cite a rule that nobody meant.
    """
    heads = [nth for nth, (passage, _) in enumerate(judged) if not (nth and passage.mention.short)]
    for head, following in pairwise([*heads, len(judged)]):
        group = judged[head:following]
        if len(group) == 1 or not any(each.replacement for _, each in group):
            yield from (each for _, each in group)
        elif all(each.replacement or each.status is Status.VALID for _, each in group):
            yield from (replace(each, replacement=each.replacement or str(said.citation.first)) for said, each in group)
        else:
            told = "it is abbreviated with one that is not sure, so it is not rewritten"
            for _, each in group:
                yield replace(each, replacement="", reason=f"{each.reason}; {told}") if each.replacement else each


def _judge_dated(citation: Citation, known: _Then) -> tuple[Status, str, tuple[Meaning, ...], str]:
    """A citation that names its edition holds when that edition has what it cites, whatever became of it since."""
    told: list[str] = []
    meanings: list[Meaning] = []
    for number in _numbers(citation):
        then = known.meanings(number)
        if not then:
            return Status.NEVER, f"{number}: {_why_never(number, known)}", (), ""
        meanings += then
        told += [_since(meaning) for meaning in then]
    return Status.VALID, f"as {meanings[0].until.address} has it; {', '.join(dict.fromkeys(told))}", tuple(meanings), ""


def _since(meaning: Meaning) -> str:
    if not meaning.today:
        return f"removed by the edition of {meaning.removed.slug}" if meaning.removed else "removed since"
    return f"now {meaning.number} of {meaning.today[0].end.edition.address}"


def _judge(citation: Citation, known: _Then) -> tuple[Status, str, tuple[Meaning, ...], str]:
    """Status, reason, what the number has meant, and what to write instead."""
    if citation.last is not None:
        return _judge_run(citation, known)
    return _judge_number(str(citation.first), citation.name, known)


def _judge_number(number: str, name: str, known: _Then) -> tuple[Status, str, tuple[Meaning, ...], str]:
    meanings = known.meanings(number)
    if not meanings:
        return Status.NEVER, _why_never(number, known), (), ""
    named = tuple(meaning for meaning in meanings if " ".join(words(name)) in meaning.titles) if name else ()
    if name and not named and RuleNumber.parse(number).level is Level.CHAPTER:
        return Status.AMBIGUOUS, f"no edition held has “{name}” as its section {number}", meanings, ""
    chosen = named or meanings
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
        return Status.VALID, f"the rule of that number in {way.end.edition.address}{beside}", chosen, ""
    if way.confidence < CERTAIN:
        reason = f"perhaps {first.number} of {way.end.edition.address}, but only {sure}{beside}"
        return Status.AMBIGUOUS, reason, chosen, ""
    return Status.MOVED, f"now {first.number} of {way.end.edition.address} ({sure}){beside}", chosen, first.number


def _beside(meaning: Meaning) -> str:
    others = [way.end.key for way in meaning.today[1:]]
    return f"; parts of it at {', '.join(others[:4])}" + (" and elsewhere" if len(others) > 4 else "") if others else ""


def _eras(number: str, meanings: Sequence[Meaning]) -> str:
    told = []
    for meaning in meanings:
        era = meaning.since.slug if meaning.since == meaning.until else f"{meaning.since.slug} to {meaning.until.slug}"
        told.append(f"{era}: {'now ' + meaning.number if meaning.number else 'removed since'}")
    return f"what {number} means depends on the edition ({'; '.join(told)}); give the day it was written"


def _why_never(number: str, known: _Then) -> str:
    ever = known.numbers.ever(number)
    if not ever:
        return f"no edition held has {number}"
    document = ever[0].edition.document.slug
    return f"not in {document} on {known.day}; {ever[0].edition.slug} to {ever[-1].edition.slug} use the number"


def _judge_run(citation: Citation, known: _Then) -> tuple[Status, str, tuple[Meaning, ...], str]:
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
    one, other = RuleNumber.parse(first.partition("~")[0]), RuleNumber.parse(last.partition("~")[0])
    if one.parent != other.parent or other <= one:
        return Status.AMBIGUOUS, f"its ends are {first} and {last} now, which is no run", meanings, ""
    printed = citation.text
    cut = len(str(citation.first))
    tail = _TAIL_OF_RUN.match(printed, cut)
    joint, close = tail.groups() if tail else ("–", last)
    short = other.letter if one.letter and close.isalpha() else last
    return Status.MOVED, f"now {first} to {last}", meanings, f"{first}{joint}{short}"
