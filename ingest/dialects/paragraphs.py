"""Paragraphs of a body: which lines belong together, in text that is hard-wrapped and in text that is not.

A page header, or other furniture, may stand in the middle of a paragraph: it is booked as what it is, and the
paragraph goes on after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.dialects import furniture, openings
from ingest.dialects.composing import Composer, Span
from ingest.source import Line


@dataclass
class Paragraph:
    """One paragraph of the body: the spans of its lines, and the offset up to which the ledger books it."""

    spans: list[Span]
    stop: int


def read(
    lines: Sequence[Line], start: int, end: int, composer: Composer, strange: dict[int, str], *, wrapped: bool
) -> Iterator[Paragraph]:
    """The paragraphs of lines ``start`` to ``end`` in order; furniture among them is claimed on the way.

    ``strange`` gives the reasons for lines that are known to be furniture, by index.
    """
    current: Paragraph | None = None
    above: Line | None = None
    blank = interrupted = False
    for index in range(start, end):
        line = lines[index]
        if not line.text.strip():
            blank = True
            continue
        if reason := strange.get(index) or furniture.reason_for(line):
            composer.aside(line.start, line.stop, reason)
            interrupted = interrupted or furniture.may_interrupt(reason)
            blank = True
            continue
        if (
            current is None
            or above is None
            or _begins(line, above, blank=blank, interrupted=interrupted, wrapped=wrapped)
        ):
            if current is not None:
                yield current
            current = Paragraph([], line.stop)
        current.spans.append((line.start, line.end))
        current.stop = line.stop
        above, blank, interrupted = line, False, False
    if current is not None:
        yield current


def _begins(line: Line, above: Line, *, blank: bool, interrupted: bool, wrapped: bool) -> bool:
    """Whether a line begins a paragraph.

    In wrapped text a number counts only after a blank line: `419.8 "Sources of Damage."` at the start of a line
    is the end of a sentence. Elsewhere only a line in lower case, or after one that does not end a sentence, goes on.
    """
    if openings.EXAMPLE.match(line.text):
        return True
    if interrupted:
        return _begins_after_furniture(line, above, wrapped=wrapped)
    if blank:
        return True
    ended = above.text.rstrip().endswith(openings.SENTENCE_END)
    if wrapped:
        return indent(line.text) >= indent(above.text) + 4 and ended
    if openings.is_numbered(line.text):
        return not openings.CITING.search(above.text)
    if line.text.lstrip()[0].islower():
        return False
    return ended or openings.is_heading(above.text) or indent(line.text) > 0


def _begins_after_furniture(line: Line, above: Line, *, wrapped: bool) -> bool:
    """Whether a line begins a paragraph, with a page header or the like between it and the line above."""
    if openings.is_numbered(line.text):
        return not openings.CITING.search(above.text)
    if openings.goes_on(line.text, above.text):
        return False
    if not above.text.rstrip().endswith(openings.SENTENCE_END):
        return False
    return not wrapped or indent(line.text) >= indent(above.text) + 4


def indent(text: str) -> int:
    """How many characters of white space a line begins with."""
    return len(text) - len(text.lstrip())
