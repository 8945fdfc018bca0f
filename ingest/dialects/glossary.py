"""The glossary at the end of a rules document: terms alone on a line, their senses below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ingest.dialects import furniture, openings
from ingest.dialects.composing import Composer
from ingest.dialects.regions import Layout
from ingest.ledger import Role
from ingest.source import Line
from ingest.tree import ExampleText, GlossaryEntry
from rulesite.text.passages import inline_examples

_SENSE = re.compile(r"\s*\d{1,2}\.\s")


@dataclass
class _Block:
    """Lines that belong to one entry; those in ``going_on`` continue the line above over a page header."""

    lines: list[Line]
    going_on: set[int] = field(default_factory=set)


def read_glossary(
    lines: Sequence[Line], composer: Composer, strange: dict[int, str] | None = None, *, layout: Layout
) -> tuple[GlossaryEntry, ...]:
    """The entries of a glossary in order; the first line of ``lines`` is its heading.

    A term is a line after a blank one that does not end a sentence, with its senses right below. A blank line inside
    an entry (the paragraph after it is indented, numbered or a sentence) does not end it. ``strange`` gives the
    reasons for lines that are known to be furniture, by index.
    """
    entries: list[GlossaryEntry] = []
    for block in _respaced(_blocks(lines, composer, strange or {})):
        first, last = block.lines[0], block.lines[-1]
        if _is_term(block):
            entries.append(_entry(block, composer, entries, layout=layout))
        elif entries:
            entries[-1] = _longer(entries[-1], block, composer, layout=layout)
        else:
            spans = [(line.start, line.end) for line in block.lines]
            composer.paragraph(spans, Role.GLOSSARY, "glossary", claim=(first.start, last.stop))
    return tuple(entries)


def _blocks(lines: Sequence[Line], composer: Composer, strange: dict[int, str]) -> list[_Block]:
    """Runs of lines without a blank one; furniture and the heading are claimed on the way."""
    blocks: list[_Block] = []
    blank, interrupted = True, False
    for position, line in enumerate(lines):
        if not line.text.strip():
            blank = True
        elif position == 0:
            composer.builder.claim(line.start, line.stop, Role.HEADING, owner="glossary")
        elif reason := strange.get(position) or furniture.reason_for(line):
            composer.aside(line.start, line.stop, reason)
            interrupted = interrupted or furniture.may_interrupt(reason)
        else:
            if interrupted and blocks and _continues(line, blocks[-1].lines[-1]):
                if not _stands_alone(blocks[-1].lines):
                    blocks[-1].going_on.add(line.number)
                blocks[-1].lines.append(line)
            elif blank:
                blocks.append(_Block([line]))
            else:
                blocks[-1].lines.append(line)
            blank, interrupted = False, False
    return blocks


def _continues(line: Line, above: Line) -> bool:
    """Whether a line goes on with the one above although a page header parts them."""
    if _SENSE.match(line.text) or openings.EXAMPLE.match(line.text):
        return False
    return openings.goes_on(line.text, above.text) or not above.text.rstrip().endswith(openings.SENTENCE_END)


def _respaced(blocks: list[_Block]) -> list[_Block]:
    """Blocks as they are; where a copy put a blank line after every line, each term with what follows it."""
    if len(blocks) < 3 or any(len(block.lines) > 1 for block in blocks):
        return blocks
    joined: list[_Block] = []
    for block in blocks:
        if joined and _stands_alone(joined[-1].lines) and not _stands_alone(block.lines):
            joined[-1].lines += block.lines
        else:
            joined.append(block)
    return joined


def _stands_alone(lines: Sequence[Line]) -> bool:
    """Whether some lines are a term without its senses."""
    return len(lines) == 1 and _is_name(lines[0].text)


def _is_term(block: _Block) -> bool:
    """Whether a block begins with a term, its senses below."""
    return len(block.lines) > 1 and _is_name(block.lines[0].text)


def _is_name(text: str) -> bool:
    """Whether a line could be a term: short, no sentence, not indented, neither a sense nor an Example."""
    if text[:1].isspace() or _SENSE.match(text) or openings.EXAMPLE.match(text):
        return False
    return len(text.strip()) <= 80 and not re.search(
        r"[.:;,][”\"’')]*\s*$", re.sub(r"\b(?:etc|vs|No)\.$", "", text.strip())
    )


def _entry(block: _Block, composer: Composer, earlier: Sequence[GlossaryEntry], *, layout: Layout) -> GlossaryEntry:
    head, last = block.lines[0], block.lines[-1]
    spans = [(head.start, head.end)]
    slug = re.sub(r"[^a-z0-9]+", "-", composer.preview(spans).lower()).strip("-") or "term"
    count = sum(entry.key == slug or entry.key.startswith(f"{slug}~") for entry in earlier)
    key = f"{slug}~{count + 1}" if count else slug
    owner = f"glossary/{key}"
    term = composer.paragraph(spans, Role.GLOSSARY, owner, claim=(head.start, head.stop))
    text, examples = _body(_Block(block.lines[1:], block.going_on), composer, owner, 0, layout=layout)
    return GlossaryEntry(key, term, text, head.number, last.number, tuple(examples))


def _longer(entry: GlossaryEntry, block: _Block, composer: Composer, *, layout: Layout) -> GlossaryEntry:
    """An entry with one more block of paragraphs."""
    labelled = [example for example in entry.examples if example.labelled]
    text, examples = _body(block, composer, f"glossary/{entry.key}", len(labelled), layout=layout)
    whole = "\n".join(part for part in (entry.text, text) if part)
    kept = [*labelled, *(example for example in examples if example.labelled)]
    last = block.lines[-1].number
    inline = _inline(whole, entry.first_line, last)
    return GlossaryEntry(entry.key, entry.term, whole, entry.first_line, last, (*kept, *inline))


def _inline(text: str, first: int, last: int) -> list[ExampleText]:
    return [ExampleText(text[a:b], False, first, last, a, b) for a, b in inline_examples(text)]


def _body(
    block: _Block, composer: Composer, owner: str, examples_before: int, *, layout: Layout
) -> tuple[str, list[ExampleText]]:
    """The paragraphs and the Examples of some lines of an entry."""
    lines = block.lines
    paragraphs: list[list[Line]] = []
    flush = _is_flush_1999(lines)
    for line in lines:
        if not paragraphs or (
            line.number not in block.going_on and _begins(line, paragraphs[-1], layout=layout, flush=flush)
        ):
            paragraphs.append([])
        paragraphs[-1].append(line)
    texts: list[str] = []
    examples: list[ExampleText] = []
    for paragraph in paragraphs:
        spans = [(line.start, line.end) for line in paragraph]
        claim = (paragraph[0].start, paragraph[-1].stop)
        label = openings.EXAMPLE.match(paragraph[0].text)
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
    """Whether a line begins a paragraph of its own, after the lines of one."""
    if _SENSE.match(line.text) or openings.EXAMPLE.match(line.text):
        return True
    above = paragraph[-1].text
    if not layout.wrapped:
        return not line.text[0].islower() or above.rstrip().endswith(openings.SENTENCE_END)
    indented = line.text[:3].isspace() and not flush
    if layout.hanging:
        return above[:3].isspace() and not line.text[:3].isspace()
    return indented and not (above[:3].isspace() and _hangs(paragraph))


def _hangs(paragraph: Sequence[Line]) -> bool:
    """Whether every line of a paragraph so far is indented, so that an indented line goes on with it."""
    return len(paragraph) > 1 and all(line.text[:3].isspace() for line in paragraph)


def _is_flush_1999(lines: Sequence[Line]) -> bool:
    """Whether a whole entry is indented alike, as in 1999: then indentation begins no paragraph."""
    return all(line.text[:2].isspace() and not line.text[:3].isspace() for line in lines)
