"""What the numbers of a text have meant: in every edition that used them, or on the day of the text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from rulesite.rulebook.addresses import NoSuchRule
from rulesite.rulebook.descent import as_of as editions
from rulesite.rulebook.descent import resolution
from rulesite.rulebook.descent.as_of import AsOf, Readings
from rulesite.rulebook.descent.traversal import Way
from rulesite.rulebook.models import Document, Edition, RuleVersion
from rulesite.text.wording import words


@dataclass(frozen=True)
class Meaning:
    """One meaning of a number: the editions from and until which it had it, and today's rules."""

    since: Edition
    until: Edition
    today: tuple[Way, ...]
    removed: Edition | None
    titles: frozenset[str]
    title: str = ""
    """Its heading in the last of these editions."""

    @property
    def number(self) -> str:
        """Today's number, "" where there is none."""
        return self.today[0].end.key if self.today else ""


_BATCH = 50
"""Numbers that are looked up in one query, with all that became of them."""


class NumberMeanings:
    """What the numbers of one text have meant, each in any edition or in that of a day, looked up together."""

    def __init__(self, cited: Iterable[tuple[str, date | None]], document: str = "") -> None:
        """Look up numbers with their days; ``document`` is the slug of the only document that is meant, "" for any."""
        editions_held = Edition.objects.select_related("document").defer(*Edition.long())
        self._editions = (editions_held.filter(document__slug=document) if document else editions_held).in_bulk()
        self._of_document: dict[int, list[Edition]] = defaultdict(list)
        for edition in sorted(self._editions.values(), key=lambda each: each.effective):
            self._of_document[edition.document_id].append(edition)
        self._first = min((each.document for each in self._editions.values()), key=_place, default=None)
        self._around: dict[tuple[int, date], AsOf[Edition] | None] = {}
        self._versions: dict[str, list[RuleVersion]] = defaultdict(list)
        self._today: dict[int, list[Way]] = {}
        self._read: dict[tuple[str, date | None], Readings[RuleVersion]] = {}
        self._meanings: dict[tuple[str, date | None], tuple[Meaning, ...]] = {}
        days: dict[str, set[date | None]] = defaultdict(set)
        for number, day in cited:
            days[number].add(day)
        listed = sorted(days)
        for start in range(0, len(listed), _BATCH):
            self._look_up(listed[start : start + _BATCH], days)

    def _look_up(self, numbers: Sequence[str], days: Mapping[str, Iterable[date | None]]) -> None:
        """Read the versions under some numbers, and what became of those that are meant on their days."""
        rows = RuleVersion.objects.filter(number__in=numbers, edition__in=self._editions)
        for version in rows.order_by("edition__document__position", "edition__effective", "position"):
            version.edition = self._editions[version.edition_id]
            self._versions[version.number].append(version)
        pairs = {(number, day) for number in numbers for day in days[number]}
        lasts = list({era[-1].pk: era[-1] for number, day in pairs for era in self._eras(number, day)}.values())
        for start in range(0, len(lasts), _BATCH):
            self._today |= resolution.todays(lasts[start : start + _BATCH])

    def whole(self, day: date | None) -> Edition | None:
        """The edition of the first document that was in force on a day, the newest without a day; None before them."""
        if self._first is None:
            return None
        available = self._of_document[self._first.pk]
        return next((each for each in reversed(available) if day is None or each.effective <= day), None)

    def ever(self, number: str) -> list[RuleVersion]:
        """The versions under a number in every edition of the document that a bare number means."""
        versions = self._versions.get(number, [])
        return [version for version in versions if version.edition.document_id == versions[0].edition.document_id]

    def meanings(self, number: str, day: date | None) -> tuple[Meaning, ...]:
        """The meanings of a number, by thread, oldest first; with a day, only those possible on that day."""
        if (number, day) not in self._meanings:
            self._meanings[number, day] = tuple(self._meaning(era) for era in self._eras(number, day))
        return self._meanings[number, day]

    def _eras(self, number: str, day: date | None) -> list[list[RuleVersion]]:
        """The versions that are meant, by thread."""
        eras: dict[int, list[RuleVersion]] = defaultdict(list)
        for version in self.read(number, day).rows:
            eras[_thread(version)].append(version)
        return list(eras.values())

    def read(self, number: str, day: date | None) -> Readings[RuleVersion]:
        """The versions of a number that can be meant on a day, or in any edition, and why that is not sure."""
        if (number, day) not in self._read:
            self._read[number, day] = self._as_of(number, day) if day else Readings(self.ever(number))
        return self._read[number, day]

    def _as_of(self, number: str, day: date) -> Readings[RuleVersion]:
        versions = self.ever(number)
        if (around := self.around(number, day)) is None:
            return Readings()
        by_edition: dict[int, list[RuleVersion]] = defaultdict(list)
        for version in versions:
            by_edition[version.edition_id].append(version)
        return around.read(number, by_edition, _thread)

    def around(self, number: str, day: date) -> AsOf[Edition] | None:
        """A day among the editions of a number's document, of the first one where none has it; None before them."""
        versions = self._versions.get(number)
        document = versions[0].edition.document if versions else self._first
        if document is None:
            return None
        if (document.pk, day) not in self._around:
            try:
                available = self._of_document[document.pk]
                self._around[document.pk, day] = editions.as_of_among(document.slug, available, day)
            except NoSuchRule:
                self._around[document.pk, day] = None
        return self._around[document.pk, day]

    def _meaning(self, era: list[RuleVersion]) -> Meaning:
        last = era[-1]
        today = tuple(self._today[last.pk])
        removed = None if today else resolution.ended(last)
        titles = frozenset(" ".join(words(version.title)) for version in era if version.title)
        return Meaning(era[0].edition, last.edition, today, removed, titles, last.title)


def _place(document: Document) -> tuple[int, str]:
    return document.position, document.slug


def _thread(version: RuleVersion) -> int:
    """The rule that a version belongs to, a negative number of its own where it is alone."""
    return version.rule_id or -version.pk


@dataclass(frozen=True)
class NumbersOnDay:
    """What the numbers of a text meant on one day; in every edition where none is given."""

    numbers: NumberMeanings
    day: date | None

    def meanings(self, number: str) -> tuple[Meaning, ...]:
        """See `NumberMeanings.meanings`."""
        return self.numbers.meanings(number, self.day)

    def doubt(self, number: str) -> str:
        """Why it is not sure what a number meant on the day, "" where it is."""
        return self.numbers.read(number, self.day).doubt
