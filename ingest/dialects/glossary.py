"""The glossary at the end of a rules document: terms alone on a line, their senses below."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.dialects import furniture, openings
from ingest.dialects.composing import Composer
from ingest.ledger import Role
from ingest.source import Line
from ingest.tree import ExampleText, GlossaryEntry
from rulesite.text.passages import inline_examples

_SENSE = re.compile(r"\s*\d{1,2}\.\s")


def read_glossary(lines: Sequence[Line], composer: Composer, *, wrapped: bool) -> tuple[GlossaryEntry, ...]:
    """The entries of a glossary in order; the first line of ``lines`` is its heading.

    A term is a line after a blank one that does not end a sentence, with its senses right below. A blank line inside
    an entry (the paragraph after it is indented, numbered or a sentence) does not end it.
    """
    entries: list[GlossaryEntry] = []
    for block in _blocks(lines, composer):
        if entries == [] and not _is_term(block):
            spans = [(line.start, line.end) for line in block]
            composer.paragraph(spans, Role.GLOSSARY, "glossary", claim=(block[0].start, block[-1].stop))
        elif _is_term(block):
            entries.append(_entry(block, composer, entries, wrapped=wrapped))
        else:
            entries[-1] = _longer(entries[-1], block, composer, wrapped=wrapped)
    return tuple(entries)


def _blocks(lines: Sequence[Line], composer: Composer) -> list[list[Line]]:
    """Runs of lines without a blank one; ruled lines and the heading are claimed on the way."""
    blocks: list[list[Line]] = [[]]
    for position, line in enumerate(lines):
        if not line.text.strip():
            blocks.append([])
        elif position == 0:
            composer.builder.claim(line.start, line.stop, Role.HEADING, owner="glossary")
        elif reason := furniture.reason_for(line):
            composer.builder.claim(line.start, line.stop, Role.FURNITURE, reason=reason)
        else:
            blocks[-1].append(line)
    return [block for block in blocks if block]


def _is_term(block: Sequence[Line]) -> bool:
    """Whether a block begins with a term: a short line of its own, no sentence, not indented, senses below."""
    first = block[0].text
    if len(block) < 2 or first[:1].isspace() or _SENSE.match(first) or openings.EXAMPLE.match(first):
        return False
    return len(first.strip()) <= 80 and not re.search(r"[.:;,]\s*$", re.sub(r"\b(?:etc|vs|No)\.$", "", first.strip()))


def _entry(
    block: Sequence[Line], composer: Composer, earlier: Sequence[GlossaryEntry], *, wrapped: bool
) -> GlossaryEntry:
    head = block[0]
    slug = re.sub(r"[^a-z0-9]+", "-", head.text.lower()).strip("-") or "term"
    count = sum(entry.key == slug or entry.key.startswith(f"{slug}~") for entry in earlier)
    key = f"{slug}~{count + 1}" if count else slug
    owner = f"glossary/{key}"
    term = composer.paragraph([(head.start, head.end)], Role.GLOSSARY, owner, claim=(head.start, head.stop))
    text, examples = _body(block[1:], composer, owner, 0, wrapped=wrapped)
    return GlossaryEntry(key, term, text, head.number, block[-1].number, tuple(examples))


def _longer(entry: GlossaryEntry, block: Sequence[Line], composer: Composer, *, wrapped: bool) -> GlossaryEntry:
    """An entry with one more block of paragraphs."""
    labelled = [example for example in entry.examples if example.labelled]
    text, examples = _body(block, composer, f"glossary/{entry.key}", len(labelled), wrapped=wrapped)
    whole = "\n".join(part for part in (entry.text, text) if part)
    kept = [*labelled, *(example for example in examples if example.labelled)]
    inline = _inline(whole, entry.first_line, block[-1].number)
    return GlossaryEntry(entry.key, entry.term, whole, entry.first_line, block[-1].number, (*kept, *inline))


def _inline(text: str, first: int, last: int) -> list[ExampleText]:
    return [ExampleText(text[a:b], False, first, last, a, b) for a, b in inline_examples(text)]


def _body(
    lines: Sequence[Line], composer: Composer, owner: str, examples_before: int, *, wrapped: bool
) -> tuple[str, list[ExampleText]]:
    """The paragraphs and the Examples of some lines of an entry."""
    paragraphs: list[list[Line]] = []
    flush = _is_flush_1999(lines)
    for line in lines:
        indented = line.text[:3].isspace()
        begins = bool(_SENSE.match(line.text) or openings.EXAMPLE.match(line.text))
        if not wrapped or (indented and not flush):
            begins = True
        if wrapped and indented and paragraphs and paragraphs[-1][-1].text[:3].isspace() and _hangs(paragraphs[-1]):
            begins = False
        if not paragraphs or begins:
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


def _hangs(paragraph: Sequence[Line]) -> bool:
    """Whether every line of a paragraph so far is indented, so that an indented line goes on with it."""
    return len(paragraph) > 1 and all(line.text[:3].isspace() for line in paragraph)


def _is_flush_1999(lines: Sequence[Line]) -> bool:
    """Whether a whole entry is indented alike, as in 1999: then indentation begins no paragraph."""
    return all(line.text[:2].isspace() and not line.text[:3].isspace() for line in lines)
