"""Paragraphs of a body: which lines belong together, in text that is hard-wrapped and in text that is not.

A page header, or other furniture, may stand in the middle of a paragraph: it is booked as what it is, and the
paragraph goes on after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.dialects import furniture, openings, regions
from ingest.dialects.composing import Composer, Span
from ingest.dialects.regions import Layout
from ingest.source import Line
from rulesite.text.numbering import RuleNumber


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
    latest: RuleNumber | None = None
    blank = interrupted = False
    for index in range(start, end):
        line = lines[index]
        if not line.text.strip():
            blank = not layout.spaced
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
            if _begins(line.text, above.text, parted, wrapped=layout.wrapped) or (
                layout.wrapped and _opens(lines, index, above.text, latest)
            ):
                yield current
                current = Paragraph([], line.stop)
        latest = (openings.leading_number(line.text) if not current.spans else None) or latest
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


def _opens(lines: Sequence[Line], index: int, above: str, latest: RuleNumber | None) -> bool:
    """Whether a line of wrapped text opens a provision although no blank line parts it from the one above.

    Its number comes later in the book than the ``latest`` one, nothing above it leads up to a citation, and a sentence
    or a title has ended there; the very next number may stand below anything else.
    """
    if regions.opens_chapter(lines, index):
        return True
    number = openings.leading_number(lines[index].text)
    if number is None or (latest and number <= latest) or openings.CITING.search(above):
        return False
    ended = openings.is_heading(above) or regions.CHAPTER_START.match(above) or openings.ends_sentence(above)
    ended = ended or above.rstrip().endswith("]")
    follows = latest is not None and number in latest.successors()
    return bool(ended or follows) and regions.opens_provision(lines[index].text)


def _begins(text: str, above: str, parted: _Parted, *, wrapped: bool) -> bool:
    """Whether a line begins a paragraph.

    In wrapped text a number alone proves nothing: `419.8 "Sources of Damage."` at the start of a line is the end of a
    sentence. Elsewhere only a line in lower case, or after one that does not end a sentence, goes on.
    """
    if openings.EXAMPLE.match(text):
        return True
    ended = openings.ends_sentence(above)
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
    if openings.goes_on(text, above) or not openings.ends_sentence(above):
        return False
    return not wrapped or parted.indented
