"""Dating: find the edition of a source that does not state it.

In order of trust: a person's statement, the text's own statement, the file's name, the stored edition with the same
text, and, for rulings, the latest source tag in the text.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Set
from dataclasses import dataclass

from ingest.document.source import SourceError
from ingest.document.tree import DocumentTree
from rulesite.text import source_tags
from rulesite.text.wording import fingerprint

_IN_NAME = re.compile(r"(?<!\d)((?:19|20)\d\d)[-_.]?([01]\d)[-_.]?([0-3]\d)(?!\d)")
POLICY = frozenset(["mtr", "ipg", "jar"])
FIRST_POLICY = datetime.date(1994, 1, 1)
"""The year of the first tournament rules, before the first edition of the Comprehensive Rules."""
_MIN_SHARE = 0.9
"""Minimum share of a fragment's lines that an edition must have for the fragment to be part of it."""


@dataclass(frozen=True)
class Dated:
    """A date and its evidence."""

    effective: datetime.date
    known_from: str
    precision: str = "day"
    note: str = ""
    """A further note for a person about the evidence."""


@dataclass(frozen=True)
class EditionFingerprints:
    """A stored edition for dating: fingerprints of its text and, for a whole edition, its numbers."""

    words: Set[str]
    numbers: Set[str] = frozenset()

    def lacks(self, tree: DocumentTree) -> bool:
        """Whether a tree has a number that this edition certainly lacks."""
        return bool(self.numbers) and any(provision.number not in self.numbers for provision in tree.provisions)


def lines_of(tree: DocumentTree) -> list[str]:
    """Fingerprints of a tree's texts: each provision and each labelled Example."""
    texts = [provision.text for provision in tree.provisions if provision.text]
    texts += [example.text for provision in tree.provisions for example in provision.examples if example.labelled]
    return [fingerprint(text) for text in texts]


def by_words(tree: DocumentTree, editions: Mapping[datetime.date, EditionFingerprints]) -> Dated | None:
    """The edition that a fragment's text is from; None if none has nine tenths of the text and all its numbers.

    Of several equally good ones the earliest is taken, and the others are named.
    """
    lines = lines_of(tree)
    counts = {
        effective: sum(line in fingerprints.words for line in lines)
        for effective, fingerprints in editions.items()
        if not fingerprints.lacks(tree)
    }
    if not lines or not counts:
        return None
    most = max(counts.values())
    if most < _MIN_SHARE * len(lines):
        return None
    best = sorted(effective for effective, count in counts.items() if count == most)
    known = f"matches {most} of {len(lines)} lines of {best[0]}"
    if len(best) == 1:
        return Dated(best[0], known)
    others = ", ".join(map(str, best[1:]))
    note = (
        f"its words are in {len(best)} editions, of which the earliest, {best[0]}, was chosen: if it belongs to "
        f"another ({others}), give its date with --effective or in sources.toml"
    )
    return Dated(best[0], f"{known}, as many as of {others}", note=note)


def out_of_range(day: datetime.date, first: datetime.date, today: datetime.date) -> str:
    """Why the day of an edition is suspicious: before the ``first`` rules, or after tomorrow; "" if it is not.

    >>> first, today = datetime.date(1999, 4, 21), datetime.date(2026, 6, 19)
    >>> out_of_range(datetime.date(1980, 1, 1), first, today), out_of_range(today, first, today)
    ('before the first known rules (1999-04-21)', '')
    """
    if day < first:
        return f"before the first known rules ({first})"
    return "after tomorrow" if day > today and (day - today).days > 1 else ""


def by_name(name: str) -> Dated | None:
    """The date in a file's name.

    >>> by_name("MagicCompRules_20210224.txt").effective
    datetime.date(2021, 2, 24)
    """
    for match in _IN_NAME.finditer(name):
        try:
            return Dated(datetime.date(int(match[1]), int(match[2]), int(match[3])), "the file's name")
        except ValueError:
            continue
    return None


def by_tags(tree: DocumentTree) -> Dated | None:
    """The latest day in the source tags of a text, which can't be older."""
    days = [
        tag.date
        for provision in tree.provisions
        for tag in source_tags.find(provision.text)
        if tag.date and tag.precision == source_tags.Precision.DAY
    ]
    return Dated(max(days), "latest source tag in the text") if days else None


def date(name: str, tree: DocumentTree, editions: Mapping[datetime.date, EditionFingerprints]) -> Dated:
    """The best date for a source without a stated one. Raises SourceError if there is no evidence."""
    if tree.effective:
        return Dated(tree.effective, tree.known_from)
    dated = by_name(name) or by_words(tree, editions) or by_tags(tree)
    if dated is None:
        raise SourceError(
            name,
            "the edition is unknown: there is no date in the text or the file's name, "
            "and no stored edition has its words and all its numbers",
            mend="give --effective 2006-10-01, or list it in sources.toml",
        )
    return dated
