"""Citing: which rule citations of a text still hold, which have moved, and which never were.

The era of a text is not guessed. Without a date a citation is judged only by what every edition that used its number
agrees on, or by the heading quoted beside it; where they differ, the answer is "ambiguous" and lists what it may mean.
A citation that names its edition, ``CR 402.1 (2008-02-01)``, is judged by that edition and never rewritten: with
another number it would be false.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from itertools import takewhile

from rulesite.rulebook import history
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
        for finding in sorted(self.findings, key=lambda each: -each.start):
            if finding.replacement:
                source = source[: finding.start] + finding.replacement + source[finding.end :]
        return source


def check(source: str, *, as_of: date | None = None, markup: Markup = Markup.TEXT) -> Report:
    """Judge every citation of a text.

    ``as_of`` is the day the text was written: its numbers are those of the edition then in force.
    Raises NoSuchRule when the day lies before every edition.
    """
    document = Document.objects.order_by("position", "slug").first()
    edition, note = history.in_force(document, as_of) if as_of and document else (None, "")
    found = passages(source, markup)
    known = _Numbers({number for passage in found for number in _numbers(passage.citation)}, edition, as_of)
    dated = {day: _dated(day, document, found) for day in {passage.day for passage in found if passage.day}}
    judged = [(passage, _finding(passage, dated.get(passage.day, known), source)) for passage in found]
    findings = list(_in_full([pair for pair in judged if pair[0].mention.sure or pair[1].meanings]))
    return Report(findings, edition, note, Counter(str(finding.status) for finding in findings))


def _dated(day: date, document: Document | None, found: Sequence[Passage]) -> _Numbers:
    """What the numbers cited with a day meant on it."""
    numbers = {number for passage in found if passage.day == day for number in _numbers(passage.citation)}
    try:
        edition = history.in_force(document, day)[0] if document else None
    except NoSuchRule:
        edition = None
    return _Numbers(numbers, edition, day)


def _numbers(citation: Citation) -> list[str]:
    return [str(number) for number in (citation.first, citation.last) if number is not None]


_TOGETHER = 50
"""Numbers that are looked up in one query, with all that became of them."""


class _Numbers:
    """What the numbers of one text have meant, looked up together."""

    def __init__(self, numbers: set[str], edition: Edition | None, as_of: date | None) -> None:
        self.edition, self.as_of = edition, as_of
        self._meanings: dict[str, tuple[Meaning, ...]] = {}
        versions: dict[str, list[RuleVersion]] = defaultdict(list)
        editions = Edition.objects.select_related("document").in_bulk()
        self._versions = versions
        self._today: dict[int, list[Way]] = {}
        listed = sorted(numbers)
        for at in range(0, len(listed), _TOGETHER):
            rows = RuleVersion.objects.filter(number__in=listed[at : at + _TOGETHER])
            for version in rows.order_by("edition__document__position", "edition__effective", "position"):
                version.edition = editions[version.edition_id]
                versions[version.number].append(version)
            lasts = [era[-1] for number in listed[at : at + _TOGETHER] for era in self._eras(number)]
            self._today |= history.todays(lasts)

    def ever(self, number: str) -> list[RuleVersion]:
        """The versions under a number in every edition of the document that a bare number means."""
        found = self._versions.get(number, [])
        return [version for version in found if version.edition.document_id == found[0].edition.document_id]

    def meanings(self, number: str) -> tuple[Meaning, ...]:
        """What a number has meant, by thread, oldest first; only the edition in force where a day is given."""
        if number not in self._meanings:
            self._meanings[number] = tuple(self._meaning(era) for era in self._eras(number))
        return self._meanings[number]

    def _eras(self, number: str) -> list[list[RuleVersion]]:
        """The versions that are meant, by thread."""
        eras: dict[int, list[RuleVersion]] = defaultdict(list)
        for version in self._then(number):
            eras[version.rule_id or -version.pk].append(version)
        return list(eras.values())

    def _then(self, number: str) -> list[RuleVersion]:
        versions = self.ever(number)
        if not versions or self.as_of is None:
            return versions
        if self.edition and versions[0].edition.document_id == self.edition.document_id:
            return [version for version in versions if version.edition_id == self.edition.pk]
        try:
            other, _ = history.in_force(versions[0].edition.document, self.as_of)
        except NoSuchRule:
            return []
        return [version for version in versions if version.edition_id == other.pk]

    def _meaning(self, era: list[RuleVersion]) -> Meaning:
        last = era[-1]
        today = tuple(self._today[last.pk])
        removed = None if today else history.ended(last)
        titles = frozenset(" ".join(words(version.title)) for version in era if version.title)
        return Meaning(era[0].edition, last.edition, today, removed, titles)


def _finding(passage: Passage, known: _Numbers, source: str) -> Finding:
    judge = _judge_dated if passage.day else _judge
    status, reason, meanings, replacement = judge(passage.citation, known)
    if not (passage.mention.sure or passage.day):
        status, reason, replacement = Status.AMBIGUOUS, f"it may be no citation; as one: {status}, {reason}", ""
    if replacement and passage.mention.historic:
        replacement, reason = "", f"{reason}; the text calls it an old number, so it is not rewritten"
    line = source.count("\n", 0, passage.start) + 1
    column = passage.start - (source.rfind("\n", 0, passage.start) + 1) + 1
    if replacement and source[passage.start : passage.end] != passage.citation.text:
        replacement, reason = "", f"{reason}; markup stands inside it, so it is not rewritten"
    return Finding(
        passage.start, passage.end, line, column, passage.citation.text, status, reason, meanings, replacement
    )


def _in_full(judged: Sequence[tuple[Passage, Finding]]) -> Iterator[Finding]:
    """The findings, those of an abbreviated list together: ``410.1a/b`` is rewritten as a whole and in full, or not.

    Were only its first number rewritten, the letter behind it would cite a rule that nobody meant.
    """
    for nth, (passage, finding) in enumerate(judged):
        if passage.mention.short:
            continue
        rest = takewhile(lambda pair: pair[0].mention.short, judged[nth + 1 :])
        group = [(passage, finding), *rest]
        if len(group) == 1 or not any(each.replacement for _, each in group):
            yield from (each for _, each in group)
        elif all(each.replacement or each.status is Status.VALID for _, each in group):
            yield from (replace(each, replacement=each.replacement or str(said.citation.first)) for said, each in group)
        else:
            told = "it is abbreviated with one that is not sure, so it is not rewritten"
            for _, each in group:
                yield replace(each, replacement="", reason=f"{each.reason}; {told}") if each.replacement else each


def _judge_dated(citation: Citation, known: _Numbers) -> tuple[Status, str, tuple[Meaning, ...], str]:
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


def _judge(citation: Citation, known: _Numbers) -> tuple[Status, str, tuple[Meaning, ...], str]:
    """Status, reason, what the number has meant, and what to write instead."""
    if citation.last is not None:
        return _judge_run(citation, known)
    return _judge_number(str(citation.first), citation.name, known)


def _judge_number(number: str, name: str, known: _Numbers) -> tuple[Status, str, tuple[Meaning, ...], str]:
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


def _why_never(number: str, known: _Numbers) -> str:
    ever = known.ever(number)
    if not ever:
        return f"no edition held has {number}"
    document = ever[0].edition.document.slug
    return f"not in {document} on {known.as_of}; {ever[0].edition.slug} to {ever[-1].edition.slug} use the number"


def _judge_run(citation: Citation, known: _Numbers) -> tuple[Status, str, tuple[Meaning, ...], str]:
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
    joint, end = tail.groups() if tail else ("–", last)
    short = other.letter if one.letter and end.isalpha() else last
    return Status.MOVED, f"now {first} to {last}", meanings, f"{first}{joint}{short}"
