"""Read the glossary at the end of a rules document: terms alone on a line, with their senses below."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile

from ingest.dialects import furniture, line_starts
from ingest.dialects.composing import Composer
from ingest.dialects.regions import Layout
from ingest.document.ledger import Role
from ingest.document.source import Line
from ingest.document.tree import ExampleText, GlossaryEntry
from rulesite.text.inline_examples import inline_examples

_SENSE = re.compile(r"\s*\d{1,2}\.\s")
_SECOND = re.compile(r"\s*2\.\s")
_FUSED_TERM = re.compile(r"(?P<term>[^\W\d][^.:;]{0,60}?)\s*(?=1\.\s+[A-Z“\"])")
_POINTER = re.compile(r"See (?:also )?(?:rule|section)s? ")


@dataclass
class _Block:
    """Lines of one entry. Those in ``going_on`` continue the line above across a page header.

    ``on_new_page`` says that the block comes right after furniture.
    """

    lines: list[Line]
    going_on: set[int] = field(default_factory=set)
    on_new_page: bool = False


def read_glossary(
    lines: Sequence[Line], composer: Composer, strange: dict[int, str] | None = None, *, layout: Layout
) -> tuple[tuple[GlossaryEntry, ...], list[str]]:
    """Return the entries of a glossary in order, and the text above the first entry.

    The first of ``lines`` is the glossary's heading. A term is a line that follows a blank line, does not end a
    sentence, and has its senses right below. A blank line inside an entry does not end it: the next paragraph is then
    indented, numbered or a sentence. ``strange`` maps line indices to the reasons why those lines are furniture.
    """
    entries: list[GlossaryEntry] = []
    taken: Counter[str] = Counter()
    says: list[str] = []
    if lines:
        heading = lines[0]
        span, claim = (heading.start, heading.end), (heading.start, heading.stop)
        says.append(composer.paragraph([span], Role.HEADING, "glossary", claim=claim))
    for block in _reparted(_blocks(_unfused(_outdented(lines)), composer, strange or {}), layout):
        first, last = block.lines[0], block.lines[-1]
        if _is_term(block):
            entries.append(_entry(block, composer, taken, layout=layout))
        elif entries:
            entries[-1] = _longer(entries[-1], block, composer, layout=layout)
        else:
            spans = [(line.start, line.end) for line in block.lines]
            says.append(composer.paragraph(spans, Role.GLOSSARY, "glossary", claim=(first.start, last.stop)))
    return tuple(entries), says


def _outdented(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without the white space that all lines below the heading begin with."""
    below = lines[1:]
    common = min((line_starts.indent(line.text) for line in below if line.text.strip()), default=0)
    return [*lines[:1], *(replace(line, text=line.text[common:]) for line in below)]


def _unfused(lines: Sequence[Line]) -> list[Line]:
    """Split terms from a first sense that lost its line break: ``Draw1. To put``."""
    cut: list[Line] = []
    for index, line in enumerate(lines):
        fused = _FUSED_TERM.match(line.text)
        after = (lines[offset] for offset in range(index + 1, len(lines)))
        entry = takewhile(lambda below: below.text.strip(), after)
        if (
            fused
            and not (index and lines[index - 1].text.strip())
            and any(_SECOND.match(below.text) for below in entry)
        ):
            offset = line.end - len(line.text) + fused.end()
            cut.append(Line(line.number, line.start, line.start + len(fused["term"]), offset, fused["term"]))
            cut.append(Line(line.number, offset, line.end, line.stop, line.text[fused.end() :]))
        else:
            cut.append(line)
    return cut


def _blocks(lines: Sequence[Line], composer: Composer, strange: dict[int, str]) -> list[_Block]:
    """Return runs of lines without a blank line between them, and claim the furniture."""
    blocks: list[_Block] = []
    blank, interrupted = True, False
    for position, line in enumerate(lines):
        if not line.text.strip():
            blank = True
        elif position == 0:
            continue
        elif reason := strange.get(position) or furniture.reason_for(line):
            composer.aside(line.start, line.stop, reason)
            interrupted = interrupted or furniture.may_interrupt(reason)
        else:
            if interrupted and blocks and _stands_alone(blocks[-1].lines):
                blocks[-1].lines.append(line)
            elif interrupted and blocks and _continues(line, blocks[-1].lines[-1]):
                blocks[-1].going_on.add(line.start)
                blocks[-1].lines.append(line)
            elif blank:
                blocks.append(_Block([line], on_new_page=interrupted))
            else:
                blocks[-1].lines.append(line)
            blank, interrupted = False, False
    return blocks


def _continues(line: Line, above: Line) -> bool:
    """Whether a line continues the line above across a page header."""
    if _SENSE.match(line.text) or line_starts.EXAMPLE.match(line.text):
        return False
    return line_starts.goes_on(line.text, above.text) or not line_starts.ends_sentence(above.text)


def _reparted(blocks: list[_Block], layout: Layout) -> list[_Block]:
    """Return blocks that begin at each term, with or without a blank line above it.

    A copy may have a blank line after every line, none at all, or a page break between two entries.
    """
    lines = [line for block in blocks for line in block.lines]
    every = layout.spaced or (len(lines) > 2 and all(len(block.lines) == 1 for block in blocks))
    parted = [block for block in blocks if not every and not (layout.wrapped and block.on_new_page)]
    begin = {block.lines[0].start for block in parted}
    begin |= _terms(lines, layout, {block.lines[0].start for block in parted if _is_term(block)})
    going_on = set().union(*(block.going_on for block in blocks))
    reparted: list[_Block] = []
    for line in lines:
        if not reparted or line.start in begin:
            reparted.append(_Block([], going_on))
        reparted[-1].lines.append(line)
    return reparted


def _terms(lines: Sequence[Line], layout: Layout, known: Set[int]) -> set[int]:
    """Return the starts of the lines that are terms, including the ``known`` ones, without relying on blank lines.

    The line right below a term is never a term.
    """
    width = _width(lines) if layout.wrapped else 0
    terms = set(known)
    for index, (line, below) in enumerate(pairwise(lines)):
        above = lines[index - 1] if index else None
        if not (above and above.start in terms) and _heads(line.text, above.text if above else "", below.text, width):
            terms.add(line.start)
    return terms


def _width(lines: Sequence[Line]) -> int:
    """Return the width of wrapped text: nine lines in ten are no longer."""
    lengths = sorted(len(line.text.rstrip()) for line in lines)
    return lengths[len(lengths) * 9 // 10] if lengths else 0


def _heads(text: str, above: str, below: str, width: int) -> bool:
    """Whether a line is a term, judged without blank lines: a name with something else below it.

    In text wrapped at ``width`` (0 for none), the line must also have ended before it was full.
    """
    if not _is_name(text):
        return False
    if not width:
        return not _is_name(below) or below.rstrip().endswith(("”", '"'))
    ended = not above or line_starts.ends_sentence(above) or _has_room(above, text, width)
    return ended and not text[0].islower() and _has_room(text, below, width)


def _has_room(line: str, below: str, width: int) -> bool:
    """Whether the first word of the line below would have fitted on a line, which therefore ended on purpose."""
    return len(line.rstrip()) + 1 + len(below.split()[0]) <= width


def _stands_alone(lines: Sequence[Line]) -> bool:
    """Whether these lines are a term without its senses."""
    return len(lines) == 1 and _is_name(lines[0].text)


def _is_term(block: _Block) -> bool:
    """Whether a block begins with a term that has senses below it."""
    return len(block.lines) > 1 and _is_name(block.lines[0].text)


def _is_name(text: str) -> bool:
    """Whether a line could be a term: short, not a sentence, not indented, and not a sense, a pointer or an Example."""
    if text[:1].isspace() or any(pattern.match(text) for pattern in (_SENSE, _POINTER, line_starts.EXAMPLE)):
        return False
    return len(text.strip()) <= 80 and not re.search(
        r"[.:;,][”\"’')]*\s*$", re.sub(r"\b(?:etc|vs|No)\.$", "", text.strip())
    )


def _entry(block: _Block, composer: Composer, taken: Counter[str], *, layout: Layout) -> GlossaryEntry:
    """Return the entry of a block. ``taken`` counts earlier terms by the key that each would have alone."""
    head, last = block.lines[0], block.lines[-1]
    spans = [(head.start, head.end)]
    slug = re.sub(r"[^a-z0-9]+", "-", composer.preview(spans).lower()).strip("-") or "term"
    taken[slug] += 1
    key = f"{slug}~{taken[slug]}" if taken[slug] > 1 else slug
    owner = f"glossary/{key}"
    term = composer.paragraph(spans, Role.GLOSSARY, owner, claim=(head.start, head.stop))
    text, examples = _body(_Block(block.lines[1:], block.going_on), composer, owner, 0, layout=layout)
    return GlossaryEntry(key, term, text, head.number, last.number, tuple(examples))


def _longer(entry: GlossaryEntry, block: _Block, composer: Composer, *, layout: Layout) -> GlossaryEntry:
    """Return an entry extended by another block of paragraphs."""
    labelled = [example for example in entry.examples if example.labelled]
    text, examples = _body(block, composer, f"glossary/{entry.key}", len(labelled), layout=layout)
    whole = "\n".join(part for part in (entry.text, text) if part)
    with_labels = [*labelled, *(example for example in examples if example.labelled)]
    last = block.lines[-1].number
    inline = _inline(whole, entry.first_line, last)
    return GlossaryEntry(entry.key, entry.term, whole, entry.first_line, last, (*with_labels, *inline))


def _inline(text: str, first: int, last: int) -> list[ExampleText]:
    return [ExampleText(text[a:b], False, first, last, a, b) for a, b in inline_examples(text)]


def _body(
    block: _Block, composer: Composer, owner: str, examples_before: int, *, layout: Layout
) -> tuple[str, list[ExampleText]]:
    """Return the text and the Examples of some lines of an entry."""
    lines = block.lines
    paragraphs: list[list[Line]] = []
    flush = _is_flush_1999(lines)
    for line in lines:
        if not paragraphs or (
            line.start not in block.going_on and _begins(line, paragraphs[-1], layout=layout, flush=flush)
        ):
            paragraphs.append([])
        paragraphs[-1].append(line)
    texts: list[str] = []
    examples: list[ExampleText] = []
    for paragraph in paragraphs:
        spans = [(line.start, line.end) for line in paragraph]
        claim = (paragraph[0].start, paragraph[-1].stop)
        label = line_starts.EXAMPLE.match(paragraph[0].text)
        if label:
            part = f"{owner}/example/{examples_before + len(examples) + 1}"
            text = composer.paragraph(spans, Role.EXAMPLE, part, claim=claim)
            text = text[len(label.group().strip()) :].strip()
            examples.append(ExampleText(text, True, paragraph[0].number, paragraph[-1].number))
        else:
            texts.append(composer.paragraph(spans, Role.GLOSSARY, owner, claim=claim))
    text = "\n".join(texts)
    return text, [*examples, *_inline(text, lines[0].number, lines[-1].number)] if lines else examples


def _begins(line: Line, paragraph: Sequence[Line], *, layout: Layout, flush: bool) -> bool:
    """Whether a line begins a new paragraph after the lines of another."""
    if _SENSE.match(line.text) or line_starts.EXAMPLE.match(line.text):
        return True
    above = paragraph[-1].text
    if not layout.wrapped:
        return not line.text[0].islower() or line_starts.ends_sentence(above)
    indented = line.text[:3].isspace() and not flush
    if layout.hanging:
        return above[:3].isspace() and not line.text[:3].isspace()
    return indented and not (above[:3].isspace() and _hangs(paragraph))


def _hangs(paragraph: Sequence[Line]) -> bool:
    """Whether every line of a paragraph so far is indented, so that another indented line continues it."""
    return len(paragraph) > 1 and all(line.text[:3].isspace() for line in paragraph)


def _is_flush_1999(lines: Sequence[Line]) -> bool:
    """Whether a whole entry is indented alike, as in 1999, where indentation begins no paragraph."""
    return all(line.text[:2].isspace() and not line.text[:3].isspace() for line in lines)
