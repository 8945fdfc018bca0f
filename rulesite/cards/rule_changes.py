"""Which rules of a keyword changed since a ruling: only on evidence, in a sentence that says what the rule said.

A rule counts if the held editions before and after the day of the ruling agree about it, if the newest edition has
other words for it (one thread through all renumberings), if the difference has a sign of another meaning
(`rulesite.text.changes.pivots`), and if a sentence of the ruling has its words from the rule of that day, and some that
only one of the two wordings has. So what is marked can be looked at side by side; a ruling without a mark may still be
out of date.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from rulesite.cards.vocabulary import Entry
from rulesite.rulebook.models import Edition, RuleVersion, Wording
from rulesite.text.changes.pivots import has_pivot
from rulesite.text.stemming import stem
from rulesite.text.wording import words

_MIN_SHARED = 2
"""Words that came or went and that the sentence uses, beside the keyword and words that stand in every text."""
_MIN_RESTATED = 0.6
"""The share of a sentence's words that the rule of that day has too."""
_MIN_WORDS = 5
"""Words of a sentence, without those that stand in every text: fewer can be alike by chance."""
_MAX_CHANGES = 3
_PLAIN = frozenset(
    "a an and any are as at be been but by can can't cannot card cards cause causes could do does doesn't each effect "  # noqa: SIM905
    "effects example for from game had has have if in into is isn't it its it's may more no not object objects of on "
    "one only or other permanent player players rule rules see so spell still spells ability abilities that the "
    "their them then there they this those to turn two was were when whenever which while who will with would "
    "you your".split()
)
_SENTENCE = re.compile(r"(?<=[.!?])[\"”)]*\s+")
_WORD = re.compile(r"[a-z][a-z'-]+")


@dataclass(frozen=True)
class Change:
    """A rule whose words are no longer those of a ruling's day."""

    number: str
    """Its number today."""
    title: str
    """The keyword."""
    then: str
    """The address of the rule in the edition of that day: 2007-02-01/502.9b."""
    now: str
    """The address in the newest edition."""
    since: str
    """The first edition with other words."""


class KeywordHistory:
    """The words of each keyword's rules through all editions of a document; each read when first needed."""

    def __init__(self, newest: Edition) -> None:
        self._newest = newest
        rows = Edition.objects.filter(document=newest.document_id, extent=Edition.Extent.WHOLE)
        self._days = list(rows.order_by("effective").values_list("effective", flat=True))
        self._threads: dict[str, list[tuple[str, list[tuple[date, str, int]]]]] = {}
        self._texts: dict[int, str] = {}
        self._all_stems = lru_cache(maxsize=5_000)(lambda pk: _stems(self._text(pk)))
        self._differences = lru_cache(maxsize=20_000)(self._difference)

    def changes(self, keywords: Sequence[Entry], day: date, text: str) -> list[Change]:
        """The rules of some keywords that a ruling of a day rests on and that have changed since."""
        index = bisect_right(self._days, day)
        if not index or index == len(self._days):
            return []  # no edition of that day is held, or the newest was in force
        then, following = self._days[index - 1], self._days[index]
        sentences: list[frozenset[str]] | None = None
        changes: dict[str, Change] = {}
        for keyword in keywords:
            for number, versions in self._versions(keyword):
                before = next((row for row in versions if row[0] == then), None)
                now = versions[-1]
                after = next((row for row in versions if row[0] == following), None)
                if before is None or after is None or self._differences(before[2], after[2]):
                    continue  # a missing edition may have had the change already
                if now[0] != self._newest.effective or before[2] == now[2]:
                    continue
                changed = self._differences(before[2], now[2]) - _stems(keyword.title)
                if not changed:
                    continue
                if sentences is None:
                    sentences = [each for part in _SENTENCE.split(text) if len(each := _stems(part)) >= _MIN_WORDS]
                if not any(self._rests_on(sentence, before[2], changed) for sentence in sentences):
                    continue
                since = next(row[0] for row in versions if row[0] > then and row[2] != before[2])
                addresses = f"{then}/{before[1]}", f"{now[0]}/{now[1]}"
                changes.setdefault(addresses[1], Change(number, keyword.title, *addresses, since.isoformat()))
        return list(changes.values())[:_MAX_CHANGES]

    def _rests_on(self, sentence: frozenset[str], wording: int, changed: frozenset[str]) -> bool:
        """Whether a sentence has its words from a rule, some of them from what changed."""
        rule = self._all_stems(wording)
        return len(sentence & changed) >= _MIN_SHARED and len(sentence & rule) >= _MIN_RESTATED * len(sentence)

    def _versions(self, keyword: Entry) -> list[tuple[str, list[tuple[date, str, int]]]]:
        """Each rule of a keyword in the newest edition: its number, and day, key and wording in every edition."""
        if keyword.key not in self._threads:
            self._threads[keyword.key] = self._read(keyword)
        return self._threads[keyword.key]

    def _read(self, keyword: Entry) -> list[tuple[str, list[tuple[date, str, int]]]]:
        if not keyword.is_heading:
            return []
        own = self._newest.versions.filter(key=keyword.key).values("pk")
        below = RuleVersion.objects.filter(parent__in=own) | RuleVersion.objects.filter(pk__in=own)
        numbers = dict(below.exclude(rule=None).exclude(wording=None).order_by().values_list("rule_id", "number"))
        versions: dict[int, list[tuple[date, str, int]]] = {rule: [] for rule in numbers}
        rows = RuleVersion.objects.filter(rule__in=list(numbers), edition__document=self._newest.document_id)
        for rule, day, key, wording in rows.order_by("edition__effective").values_list(
            "rule_id", "edition__effective", "key", "wording_id"
        ):
            if wording:
                versions[rule].append((day, key, wording))
        return [(numbers[rule], listed) for rule, listed in versions.items() if len(listed) > 1]

    def _difference(self, before: int, after: int) -> frozenset[str]:
        """The stems that only one of two wordings has; empty without a sign of another meaning.

        A sentence that was added in words that stood there already ("multiple instances are redundant") is none.
        """
        old, new = self._text(before), self._text(after)
        return _stems(old) ^ _stems(new) if has_pivot(old, new) else frozenset()

    def _text(self, pk: int) -> str:
        if pk not in self._texts:
            self._texts[pk] = Wording.objects.values_list("text", flat=True).get(pk=pk)
        return self._texts[pk]


def _stems(text: str) -> frozenset[str]:
    """The stems of the words of a text that are not in every text."""
    return frozenset(stem(word) for word in words(text.lower()) if word not in _PLAIN and _WORD.fullmatch(word))
