"""As of a day: the edition to read, and the possible meanings of its numbers if an edition is missing in between.

The effective day of an edition is certain. For any other day only the last stored edition before it and the next one
are known: a missing one may have taken effect between them. Where both have the same rule under a number, so had the
missing one; where they differ, each gives a reading, and neither is certain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Generic, Protocol, TypeVar

from rulesite.rulebook.addresses import NoSuchRule
from rulesite.rulebook.models import Document, Edition

DISPUTED = 0.5
"""The maximum confidence of a reading where the editions around a day differ about a number."""
OPEN = 0.9
"""Its maximum where there is no edition after the day to compare with."""


class Dated(Protocol):
    """An edition, as far as a day needs it."""

    @property
    def pk(self) -> int: ...
    @property
    def effective(self) -> date: ...
    @property
    def extent(self) -> str: ...
    @property
    def address(self) -> str: ...


E = TypeVar("E", Edition, Dated)
Row = TypeVar("Row")


@dataclass(frozen=True)
class Readings(Generic[Row]):
    """The possible meanings of a number on a day: by the edition before it and, if that differs, by the one after it.

    ``doubt`` says why it is uncertain, "" if it is certain; ``share`` is the maximum confidence of each reading.
    """

    rows: Sequence[Row] = ()
    doubt: str = ""
    share: float = 1.0


@dataclass(frozen=True)
class AsOf(Generic[E]):
    """A day among the editions of a document.

    ``edition`` is the one to read: the last whole one of that day or before it, or an extract if there is no whole one.
    ``later`` is the next one, a whole one if there is any.
    """

    day: date
    edition: E
    later: E | None
    before: Sequence[E] = field(repr=False)
    """The editions up to the day, the latest first, back to the first whole one."""
    after: Sequence[E] = field(repr=False)
    """The editions after the day, the earliest first, on to the first whole one."""

    @property
    def is_exact(self) -> bool:
        """Whether the edition took effect on that very day, so that no other can lie between."""
        return self.edition.effective == self.day

    @property
    def note(self) -> str:
        """The uncertainty about the day, "" if there is none."""
        if self.is_exact:
            return ""
        kind = "edition" if self.before[0] is self.edition else "whole edition"
        if self.later is None:
            return f"{self.edition.address} is the last {kind} held; {self.day} may have had a later one"
        return (
            f"{self.edition.address} is the last {kind} held before {self.day}, {self.later.address} the next; "
            "another may lie between"
        )

    def read(
        self,
        key: str,
        rows: Mapping[int, Sequence[Row]],
        thread: Callable[[Row], int],
        since: date | None = None,
    ) -> Readings[Row]:
        """The possible meanings of a number; ``rows`` are its provisions by edition, ``thread`` gives the rule of one.

        An extract without the number says nothing about it. There are no rows if neither side has it. For a whole month
        or year, with ``since`` its first day, an edition of that time with the number is meant, though not certainly.
        """
        left = next((edition for edition in self.before if edition.pk in rows or _is_whole(edition)), None)
        right = next((edition for edition in self.after if edition.pk in rows or _is_whole(edition)), None)
        rows_before: Sequence[Row] = rows.get(left.pk, ()) if left else ()
        if left and left.effective == self.day:
            return Readings(rows_before)
        rows_after = rows.get(right.pk, ()) if right else ()
        if right is None or left is None:
            side = "after" if right is None else "before"
            doubt = f"no edition held {side} {self.day} tells whether {key} was the same then"
            return Readings(rows_before or rows_after, doubt, OPEN if rows_before else DISPUTED)
        threads = {thread(row) for row in rows_before}
        others: list[Row] = [row for row in rows_after if thread(row) not in threads]
        if rows_before and threads == {thread(row) for row in rows_after}:
            return Readings(rows_before)
        is_in_period = bool(rows_before and since and left.effective >= since)
        if rows_before and rows_after:
            doubt = f"{key} is a different rule in {left.address} than in {right.address}"
        elif rows_before or rows_after:
            has, lacks = (left, right) if rows_before else (right, left)
            doubt = f"{has.address} has {key}, {lacks.address} has not"
        else:
            doubt = f"neither {left.address} nor {right.address} has {key}"
        doubt = f"{doubt}: another edition may lie between"
        return (
            Readings(rows_before, doubt, OPEN) if is_in_period else Readings([*rows_before, *others], doubt, DISPUTED)
        )


def _is_whole(edition: Dated) -> bool:
    return edition.extent == Edition.Extent.WHOLE


def as_of(document: Document, day: date) -> AsOf[Edition]:
    """The day among the editions of a document; raises NoSuchRule for a day before the first of them."""
    return as_of_among(document.slug, list(document.editions.select_related("document").order_by("effective")), day)


def as_of_among(document: str, editions: Sequence[E], day: date) -> AsOf[E]:
    """The same for all editions of the document of that slug, oldest first."""
    past = [edition for edition in editions if edition.effective <= day]
    if not past:
        first = f"the first one held is dated {editions[0].effective}" if editions else "none is held"
        raise NoSuchRule(f"{day} is before every edition of {document}: {first}")
    before, after = _to_whole(past[::-1]), _to_whole(editions[len(past) :])
    return AsOf(day, before[-1] if _is_whole(before[-1]) else before[0], _nearest(after), before, after)


def _to_whole(editions: Sequence[E]) -> Sequence[E]:
    """The first editions up to a whole one."""
    end = next((count for count, edition in enumerate(editions, 1) if _is_whole(edition)), len(editions))
    return editions[:end]


def _nearest(editions: Sequence[E]) -> E | None:
    if not editions:
        return None
    return editions[-1] if _is_whole(editions[-1]) else editions[0]
