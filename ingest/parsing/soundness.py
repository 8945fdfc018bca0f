"""Soundness: whether a reading is one document in numerical order, or must be refused.

A misprinted number, or a line that may be a provision, is a doubt and shown as one. More of them than any sound copy
has mean something else: two books in one file, the same one twice, paragraphs out of order.
"""

from __future__ import annotations

from collections.abc import Sequence

from ingest.dialects import dates, sequence
from ingest.document.source import SourceError, number_of
from ingest.document.tree import Provision, Reading
from rulesite.text.numbering import Scheme

_ONE = "keep one document in the file"
_MAX_MISPRINTS = 3
"""Number of any such fault that may be misprints even in the shortest document."""
_SHARE = {"twice": 100, "out of order": 200, "stray": 50}
"""The limit in a long document: one such fault for this many provisions."""


def refuse_unsound(reading: Reading) -> None:
    """Raise SourceError if a reading holds more than one document, or its provisions are out of order."""
    _refuse_two_days(reading)
    _refuse_strays(reading)
    _refuse_twice(reading)
    _refuse_disorder(reading)


def _too_many(count: int, what: str, of: int) -> bool:
    return count > max(_MAX_MISPRINTS, of // _SHARE[what])


def _refuse_two_days(reading: Reading) -> None:
    """Refuse a text that states another date below its first provisions than above them."""
    text, provisions = reading.source.text, reading.tree.provisions
    if reading.tree.scheme is Scheme.DOTTED:  # its lists of cards and releases have days of their own
        return
    stated = [(day, number_of(text, offset)) for day, offset in dates.days(text)]
    if len(stated) < 2 or not provisions:
        return
    (first, above), body = stated[0], provisions[0].first_line
    second = next(((day, line) for day, line in stated[1:] if day != first and above < body < line), None)
    if second:
        what = f"it contains two documents: one is dated {first} (line {above}), another {second[0]}"
        raise SourceError(reading.source.name, what, line=second[1], mend=_ONE)


def _refuse_strays(reading: Reading) -> None:
    """Refuse a text with more lines that may be provisions, and are not, than accidents explain."""
    doubts = [stray for stray in reading.strays if not stray.evidence]
    if not _too_many(len(doubts), "stray", len(reading.tree.provisions)):
        return
    first, count = doubts[0], f"{len(doubts):,}"
    what = (
        f"{count} lines from {first.number} on have numbers but are not provisions: the file may contain two documents"
    )
    raise SourceError(reading.source.name, what, line=first.line, mend=_ONE)


def _refuse_twice(reading: Reading) -> None:
    """Refuse a text that prints too many of its provisions twice."""
    provisions = reading.tree.provisions
    again = [provision for provision in provisions if "~" in provision.key]
    once = len(provisions) - len(again)
    if _too_many(len(again), "twice", once) or (len(again) > 1 and 2 * len(again) >= once):
        what = f"it contains two documents, or one twice: {_these(again)} again"
        raise SourceError(reading.source.name, what, line=again[0].first_line, mend=_ONE)


def _refuse_disorder(reading: Reading) -> None:
    """Refuse a text with too many of its provisions out of order."""
    provisions = reading.tree.provisions
    if reading.tree.scheme is Scheme.DOTTED:  # its numbers are of two forms; its dialect takes them only in order
        return
    strange = sequence.out_of_order(provisions)
    if _too_many(len(strange), "out of order", len(provisions)):
        what = f"its paragraphs are out of order: {_these(strange)} where others belong"
        raise SourceError(reading.source.name, what, line=strange[0].first_line, mend="put them in order")


def _these(provisions: Sequence[Provision]) -> str:
    """A subject for some provisions: ``402.1 and 5 more stand``."""
    more = f" and {len(provisions) - 1:,} more" if len(provisions) > 1 else ""
    return f"{provisions[0].number}{more} {'stand' if more else 'stands'}"
