"""Paragraphs of a body: which lines belong together, in text that is hard-wrapped and in text that is not.

A page header, or other furniture, may stand in the middle of a paragraph: it is booked as what it is, and the
paragraph goes on after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.dialects import furniture, openings
from ingest.dialects.composing import Composer, Span
from ingest.dialects.regions import Layout
from ingest.source import Line


@dataclass
class Paragraph:
    """One paragraph of the body: the spans of its lines, and the offset up to which the ledger books it."""

    spans: list[Span]
    stop: int


def read(
    lines: Sequence[Line], start: int, end: int, composer: Composer, strange: dict[int, str], *, layout: Layout
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
        if current is None or above is None:
            current = Paragraph([], line.stop)
        else:
            indented = not layout.hanging and openings.indent(line.text) >= openings.indent(above.text) + 4
            parted = _Parted(blank=blank, interrupted=interrupted, indented=indented)
            if _begins(line.text, above.text, parted, wrapped=layout.wrapped):
                yield current
                current = Paragraph([], line.stop)
        current.spans.append((line.start, line.end))
        current.stop = line.stop
        above, blank, interrupted = line, False, False
    if current is not None:
        yield current


@dataclass(frozen=True)
class _Parted:
    """What parts a line from the one above: a blank line, furniture, indentation that means a new paragraph."""

    blank: bool
    interrupted: bool
    indented: bool


def _begins(text: str, above: str, parted: _Parted, *, wrapped: bool) -> bool:
    """Whether a line begins a paragraph.

    In wrapped text a number counts only after a blank line: `419.8 "Sources of Damage."` at the start of a line
    is the end of a sentence. Elsewhere only a line in lower case, or after one that does not end a sentence, goes on.
    """
    if openings.EXAMPLE.match(text):
        return True
    ended = above.rstrip().endswith(openings.SENTENCE_END)
    if parted.interrupted:
        return _begins_after_furniture(text, above, parted, wrapped=wrapped)
    if parted.blank:
        return wrapped or ended or not text[0].islower()
    if wrapped:
        return ended and parted.indented
    if openings.is_numbered(text):
        return not openings.CITING.search(above)
    if text.lstrip()[0].islower():
        return False
    return ended or openings.is_heading(above) or openings.indent(text) > 0


def _begins_after_furniture(text: str, above: str, parted: _Parted, *, wrapped: bool) -> bool:
    """Whether a line begins a paragraph, with a page header or the like between it and the line above."""
    if openings.is_numbered(text):
        return not openings.CITING.search(above)
    if openings.goes_on(text, above) or not above.rstrip().endswith(openings.SENTENCE_END):
        return False
    return not wrapped or parted.indented
