"""The changes between two editions in groups by what they are about: new keywords first, moved rules last."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from rulesite.reading.caching.memo import memoize, of_all_between
from rulesite.reading.changes.comparison import (
    ChangeRow,
    Comparison,
    Shown,
    comparison_of,
    section_of,
    shown,
    shown_terms,
)
from rulesite.reading.changes.glossary_changes import TermChange
from rulesite.rulebook.descent.comparison import texts_of
from rulesite.rulebook.models import Edition, Library
from rulesite.text.changes.pivots import has_pivot
from rulesite.text.emphasis import unmarked

KEYWORDS, NEW, MEANING, REWORDED, SPLIT, REMOVED, TERMS, MOVED = (
    "keywords", "new", "meaning", "reworded", "split", "removed", "glossary", "moved"
)  # fmt: skip
_LABELS = {
    KEYWORDS: ("New keywords", "new keyword", ""),
    NEW: ("New rules", "new rule", ""),
    MEANING: (
        "Changed in meaning",
        "rule changed in meaning",
        "Sorted by signs: a number, a word such as may, not or unless, or a whole clause came or went.",
    ),
    REWORDED: ("Reworded", "reworded", "Other words, without such a sign."),
    SPLIT: ("Split or merged", "split or merged", ""),
    REMOVED: ("Removed", "removed", ""),
    TERMS: ("Glossary", "glossary entry changed", ""),
    MOVED: ("Moved, same words", "moved", ""),
}
"""Name of a group: its heading, what one of it is called in a sentence, and a note on how it is made."""
_PLURALS = {
    KEYWORDS: "new keywords",
    NEW: "new rules",
    MEANING: "rules changed in meaning",
    TERMS: "glossary entries changed",
}
_LISTED_IN_SUMMARY = 4
"""New keywords that a summary names."""
_SUBRULE = re.compile(r"[a-z]+(?:~\d+)?$")


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a group: a change, and the new subrules of a new keyword."""

    change: ChangeRow | TermChange
    below: tuple[ChangeRow, ...] = ()


@dataclass(frozen=True)
class Group:
    """The changes of one kind, in the order of the book; ``name`` is that of its kind in URLs and style sheets."""

    name: str
    items: Sequence[Item]

    @property
    def label(self) -> str:
        """Its heading."""
        return _LABELS[self.name][0]

    @property
    def note(self) -> str:
        """How it is made; "" if the heading says so."""
        return _LABELS[self.name][2]

    @property
    def phrase(self) -> str:
        """Its count in words: "3 new rules"."""
        count = len(self.items)
        return f"{count:,} {_LABELS[self.name][1] if count == 1 else _PLURALS.get(self.name, _LABELS[self.name][1])}"


@dataclass(frozen=True)
class ShownItem:
    """An entry with its texts."""

    shown: Shown
    below: Sequence[Shown]


@dataclass(frozen=True)
class ShownGroup:
    """A group, or the part of it that is on one page, with its texts."""

    group: Group
    items: Sequence[ShownItem]
    goes_on: bool
    """Whether an earlier page has its beginning."""


def groups_of(earlier: Edition, later: Edition, library: Library | None) -> Sequence[Group]:
    """The groups of changes between two editions that are not empty."""
    return _groups(library, earlier, later)


@partial(memoize, most=64, of=of_all_between)
def _groups(earlier: Edition, later: Edition) -> Sequence[Group]:
    return group(comparison_of(earlier, later, Library.current()))


def group(comparison: Comparison) -> Sequence[Group]:
    """The changes of a comparison in groups, those that are not empty."""
    items: dict[str, list[Item]] = {name: [] for name in _LABELS}
    keywords = {row.key for row in comparison.rows if _is_keyword(row, comparison)}
    below: dict[str, list[ChangeRow]] = defaultdict(list)
    meant = _changed_in_meaning(comparison)
    moves = {(row.before.key, row.after.key) for row in comparison.rows if row.before and row.after}
    for row in comparison.rows:
        if row.kind == "new" and row.key in keywords:
            items[KEYWORDS].append(Item(row))
        elif row.kind == "new" and _above(row.key) in keywords:
            below[_above(row.key)].append(row)
        elif row.kind == "new":
            items[NEW].append(Item(row))
        elif row.kind == "reworded":
            items[MEANING if id(row) in meant else REWORDED].append(Item(row))
        elif row.kind in ("split", "merged"):
            items[SPLIT].append(Item(row))
        elif row.kind == "removed":
            items[REMOVED].append(Item(row))
        elif row.kind == "moved" and _went_alone(row, moves):
            items[MOVED].append(Item(row))
    items[KEYWORDS] = [Item(item.change, tuple(below[item.change.key])) for item in items[KEYWORDS]]  # type: ignore[union-attr]
    items[TERMS] = [Item(change) for change in comparison.terms if not change.small]
    return [Group(name, listed) for name, listed in items.items() if listed]


def _is_keyword(row: ChangeRow, comparison: Comparison) -> bool:
    """Whether a change is a new rule with a heading of its own in a section of keywords."""
    if row.kind != "new" or row.after is None or not row.after.title or _above(row.key) != row.key:
        return False
    section = section_of(row.after)
    return section != row.key and "keyword" in comparison.titles.get(("new", section), "").lower()


def _went_alone(row: ChangeRow, moves: set[tuple[str, str]]) -> bool:
    """Whether a moved provision is no subrule that went along with its rule; ``moves`` has each rule's keys."""
    if row.before is None or row.after is None:
        return False
    above = _above(row.before.key), _above(row.after.key)
    return above == (row.before.key, row.after.key) or above not in moves


def _above(key: str) -> str:
    """The key of the rule of a subrule; of any other provision its own."""
    return _SUBRULE.sub("", key) if "." in key else key


def _changed_in_meaning(comparison: Comparison) -> set[int]:
    """The reworded changes that show a sign of another meaning, by id."""
    reworded = [row for row in comparison.rows if row.kind == "reworded" and row.before and row.after]
    texts = texts_of(side.wording for row in reworded for side in (row.before, row.after) if side)
    scheme = comparison.later.scheme
    return {
        id(row)
        for row in reworded
        if row.before
        and row.after
        and has_pivot(
            f"{row.before.title}\n{texts[row.before.wording]}", f"{row.after.title}\n{texts[row.after.wording]}", scheme
        )
    }


def page_of(groups: Sequence[Group], comparison: Comparison, start: int, stop: int) -> list[ShownGroup]:
    """The entries from ``start`` to ``stop``, counted through all groups, with their texts."""
    pages: list[ShownGroup] = []
    offset = 0
    for listed in groups:
        first, last = max(0, start - offset), max(0, stop - offset)
        if chosen := listed.items[first:last]:
            pages.append(ShownGroup(listed, _shown(comparison, chosen), goes_on=first > 0))
        offset += len(listed.items)
    return pages


def _shown(comparison: Comparison, items: Sequence[Item]) -> list[ShownItem]:
    if isinstance(items[0].change, TermChange):
        terms = [item.change for item in items if isinstance(item.change, TermChange)]
        return [ShownItem(each, ()) for each in shown_terms(comparison, terms)]
    rows = [row for item in items for row in (item.change, *item.below) if isinstance(row, ChangeRow)]
    texts = iter(shown(comparison, rows))
    return [ShownItem(next(texts), [next(texts) for _ in item.below]) for item in items]


def summary(groups: Iterable[Group], comparison: Comparison) -> str:
    """The changes in one sentence: "2 new keywords (Heal, Power-up), 3 rules changed in meaning, 8 moved."."""
    parts = []
    for listed in groups:
        part = listed.phrase
        if listed.name == KEYWORDS:
            changes = [item.change for item in listed.items if isinstance(item.change, ChangeRow)]
            names = [unmarked(change.after.title) for change in changes if change.after]
            more = len(names) - _LISTED_IN_SUMMARY
            part += f" ({', '.join(names[:_LISTED_IN_SUMMARY])}{f' and {more} more' if more > 0 else ''})"
        parts.append(part)
    if not parts:
        return "No rule changed." if comparison.rows else "No rule stands in both."
    return f"{', '.join(parts)}."
