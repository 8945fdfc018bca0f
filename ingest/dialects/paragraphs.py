"""Group the lines of a body into paragraphs, in hard-wrapped text and in text with one line per paragraph.

A page header or other furniture may interrupt a paragraph: it is booked as furniture, and the paragraph continues after
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.dialects import furniture, line_starts, regions
from ingest.dialects.composing import Composer, Span
from ingest.dialects.regions import Layout
from ingest.document.source import Line
from rulesite.text.numbering import RuleNumber


@dataclass
class Paragraph:
    """A paragraph of the body: the spans of its lines, and the offset up to which the ledger books it."""

    spans: list[Span]
    stop: int


def read(
    lines: Sequence[Line], start: int, end: int, composer: Composer, strange: dict[int, str], *, layout: Layout
) -> Iterator[Paragraph]:
    """Yield the paragraphs of lines ``start`` to ``end`` in order, and claim the furniture among them.

    ``strange`` maps line indices to the reasons why those lines are furniture.
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
            indented = not layout.hanging and line_starts.indent(line.text) >= line_starts.indent(above.text) + 4
            parted = _Parted(blank=blank, interrupted=interrupted, indented=indented)
            if _begins(line.text, above.text, parted, wrapped=layout.wrapped) or (
                layout.wrapped and _opens(lines, index, above.text, latest)
            ):
                yield current
                current = Paragraph([], line.stop)
        latest = (line_starts.leading_number(line.text) if not current.spans else None) or latest
        current.spans.append((line.start, line.end))
        current.stop = line.stop
        above, blank, interrupted = line, False, False
    if current is not None:
        yield current


@dataclass(frozen=True)
class _Parted:
    """What separates a line from the line above: a blank line, furniture, or indentation that begins a paragraph."""

    blank: bool
    interrupted: bool
    indented: bool


def _opens(lines: Sequence[Line], index: int, above: str, latest: RuleNumber | None) -> bool:
    """Whether a line of wrapped text opens a provision although no blank line separates it from the one above.

    Its number must come after the ``latest`` one, the line above must not lead up to a citation, and a sentence or a
    title must have ended there. The very next number may follow any line.
    """
    if regions.opens_chapter(lines, index):
        return True
    number = line_starts.leading_number(lines[index].text)
    if number is None or (latest and number <= latest) or line_starts.CITING.search(above):
        return False
    ended = line_starts.is_heading(above) or regions.CHAPTER_START.match(above) or line_starts.ends_sentence(above)
    ended = ended or above.rstrip().endswith("]")
    follows = latest is not None and number in latest.successors()
    return bool(ended or follows) and regions.opens_provision(lines[index].text)


def _begins(text: str, above: str, parted: _Parted, *, wrapped: bool) -> bool:
    """Whether a line begins a paragraph.

    In wrapped text a number alone proves nothing: `419.8 "Sources of Damage."` at the start of a line is the end of a
    sentence. In other text, only a line in lower case, or after a line that does not end a sentence, continues a
    paragraph.
    """
    if line_starts.EXAMPLE.match(text):
        return True
    ended = line_starts.ends_sentence(above)
    if parted.interrupted:
        return _begins_after_furniture(text, above, parted, wrapped=wrapped)
    if parted.blank:
        return wrapped or ended or not text[0].islower()
    if wrapped:
        return ended and parted.indented
    if line_starts.is_numbered(text):
        return not line_starts.CITING.search(above)
    if text.lstrip()[0].islower():
        return False
    return ended or line_starts.is_heading(above) or line_starts.indent(text) > 0


def _begins_after_furniture(text: str, above: str, parted: _Parted, *, wrapped: bool) -> bool:
    """Whether a line begins a paragraph after a page header or other furniture."""
    if line_starts.is_numbered(text):
        return not line_starts.CITING.search(above)
    if line_starts.goes_on(text, above) or not line_starts.ends_sentence(above):
        return False
    return not wrapped or parted.indented
