"""Read the Comprehensive Rules, from 1999 to today: whole books and fragments, wrapped or not.

The parts are chapters ``4. Spells``, sections ``402. Abilities``, rules ``402.8. Text``, numbered headings ``408.1.
Timing`` and subrules ``402.8g Text``. Examples stand under their rule, and unnumbered paragraphs continue the rule
above. A glossary, an index (in 1999) and credits follow. `paragraphs` decides which lines form a paragraph,
`fused_paragraphs` splits paragraphs that were fused, and `composing` produces their text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ingest.dialects import (
    back_index,
    dates,
    furniture,
    fused_paragraphs,
    line_starts,
    mojibake,
    paragraphs,
    regions,
    repairs,
    sequence,
    strays,
)
from ingest.dialects.composing import Composer
from ingest.dialects.glossary import read_glossary
from ingest.dialects.paragraphs import Paragraph
from ingest.dialects.tree_builder import Drafted, TreeBuilder
from ingest.document.ledger import LedgerBuilder, Role
from ingest.document.source import Line, Source, SourceError
from ingest.document.tree import DocumentTree, GlossaryEntry, Kind, Part, Reading
from rulesite.text.numbering import RuleNumber, Scheme

NAME = "comprehensive"
_MAX_TITLE = 80
_VERB = re.compile(r"\b(?:is|are|may|can|can’t|can't|must|has|have|means|isn’t|isn't)\b")


def score(source: Source) -> tuple[float, str]:
    """Return how surely a source is in this dialect, 0 to 1, and why."""
    starts = sum(regions.opens_rule(line.text) for line in source.lines)
    filled = sum(bool(line.text.strip()) for line in source.lines) or 1
    if not starts:
        return 0.0, "no line begins with a number like 402.1"
    return min(1.0, 0.3 + starts / filled), f"{starts} lines begin with a number like 402.1"


def read(source: Source) -> Reading:
    """Read a source as Comprehensive Rules; raise SourceError when it has no numbered rule."""
    areas = regions.find(source.lines)
    if areas is None:
        raise SourceError(source.name, "no line begins with a rule number like 402.1", mend="is this a rules document?")
    lexicon = repairs.SourceLexicon.of(source.text)
    composer = Composer(source, LedgerBuilder(source.text), lexicon, mojibake=mojibake.table(source.text))
    tree = TreeBuilder(composer)
    edges = furniture.edges(source.lines, areas.front, areas.last_number) if areas.is_extract else {}
    layout = regions.layout(source.lines, areas.body, areas.glossary)
    front = _front_matter(source, areas, composer, edges)
    if not areas.is_extract:
        _claim_contents(source.lines[areas.contents : areas.contents_end], composer)
    strange = furniture.amid(source.lines, areas.body, areas.book_end) | edges
    for paragraph in paragraphs.read(source.lines, areas.body, areas.glossary, composer, strange, layout=layout):
        for piece in fused_paragraphs.split(paragraph, source.text, tree.last_number):
            _place(piece, source, tree)
    in_glossary = {
        line_index - areas.glossary: reason for line_index, reason in strange.items() if line_index >= areas.glossary
    }
    glossary = source.lines[areas.glossary : areas.glossary_end]
    entries, prose = read_glossary(glossary, composer, in_glossary, layout=layout)
    in_index = {line_index - areas.index: reason for line_index, reason in strange.items() if line_index >= areas.index}
    back = back_index.read(source.lines[areas.index : areas.index_end], composer, in_index)
    closing = [source.lines[line_index] for line_index in areas.closing]
    parts = (
        *_part("introduction", [front.title, front.introduction], source.lines[: areas.body]),
        *_part("glossary", prose, glossary),
        *_part("index", back.says, source.lines[areas.index : areas.index_end]),
        *_part("credits", _closing(closing, composer), closing),
    )
    segments = composer.builder.finish()
    provisions, strays_in_text = strays.judge(source.lines, segments, sequence.judge(tree.finish()))
    effective, known_from = dates.stated(source.text)
    return Reading(
        source=source,
        dialect=NAME,
        because=score(source)[1],
        tree=DocumentTree(
            document="cr",
            scheme=Scheme.DECIMAL,
            effective=effective,
            known_from=known_from,
            extent="extract" if areas.is_extract else "whole",
            title=front.title,
            introduction=front.introduction,
            provisions=provisions,
            glossary=entries,
            index=back.entries,
            parts=parts,
        ),
        segments=segments,
        repairs=tuple(composer.repairs),
        warnings=(*source.warnings, *_lacking(source, areas, entries)),
        strays=strays_in_text,
        truncated=_truncation(source, areas, {provision.number for provision in provisions}, entries),
    )


@dataclass(frozen=True)
class _Front:
    title: str
    introduction: str


def _front_matter(source: Source, areas: regions.Regions, composer: Composer, edges: dict[int, str]) -> _Front:
    """Claim the lines above the body: title, date and introduction, or a website's furniture in an extract."""
    title = ""
    paragraphs: list[str] = []
    run: list[Line] = []

    def close() -> None:
        if run:
            spans = [(line.start, line.end) for line in run]
            paragraphs.append(composer.paragraph(spans, Role.NOTE, "introduction", claim=(run[0].start, run[-1].stop)))
            run.clear()

    for index in range(areas.body):
        line = source.lines[index]
        if (areas.contents <= index < areas.contents_end and not areas.is_extract) or not line.text.strip():
            close()
        elif index in edges and not regions.is_title(line.text):
            cyrillic = mojibake.cyrillic(line.text)
            reason = edges[index] + (f"; in its own encoding: {cyrillic.strip(' |')}" if cyrillic else "")
            composer.aside(line.start, line.stop, reason)
        elif reason := furniture.reason_for(line):
            close()
            composer.aside(line.start, line.stop, reason)
        elif not title and regions.is_title(line.text):
            close()
            title = composer.paragraph([(line.start, line.end)], Role.HEADING, "title", claim=(line.start, line.stop))
        else:
            run.append(line)
    close()
    return _Front(title, "\n".join(paragraphs))


def _claim_contents(lines: Sequence[Line], composer: Composer) -> None:
    for line in lines:
        if line.text.strip():
            reason = furniture.reason_for(line)
            role = Role.FURNITURE if reason else Role.CONTENTS
            composer.builder.claim(line.start, line.stop, role, reason=reason)


def _closing(lines: Sequence[Line], composer: Composer) -> Iterator[str]:
    """Yield the lines of the credits. Every line counts, as each names people."""
    for line in lines:
        if reason := furniture.reason_for(line):
            composer.aside(line.start, line.stop, reason)
        elif line.text.strip():
            span, claim = (line.start, line.end), (line.start, line.stop)
            yield composer.paragraph([span], Role.CREDITS, "credits", claim=claim)


def _part(kind: str, texts: Iterable[str], lines: Sequence[Line]) -> Iterator[Part]:
    """Yield a part for text that belongs to no provision or entry, if there is any."""
    text = "\n".join(text for text in texts if text)
    if text:
        yield Part(kind, text, lines[0].number, lines[-1].number)


def _place(paragraph: Paragraph, source: Source, tree: TreeBuilder) -> None:
    """Put a paragraph in its place in the tree."""
    first = source.text[paragraph.spans[0][0] : paragraph.spans[0][1]]
    drafted = Drafted(tuple(paragraph.spans), paragraph.stop)
    if line_starts.EXAMPLE.match(first) and not tree.empty:
        tree.example(drafted)
    elif (chapter := _chapter(source, paragraph)) and tree.may_be_chapter(chapter[1]):
        tree.open(drafted, chapter[1], Kind.CHAPTER, skip=chapter.start(2))
    elif gapped := line_starts.gapped_number(first):
        number = RuleNumber.parse(f"{gapped['section']}.{gapped['rule']}{gapped['letter']}")
        start, end = gapped.span("gaps")
        gap = repairs.Fix(start, end, f".{gapped['rule']}", "a space inside the number")
        kind = _kind(number, _title(source, paragraph, gapped.end()))
        tree.open(drafted, str(number), kind, skip=gapped.end(), number_fix=gap)
    elif match := line_starts.NUMBER.match(first) or line_starts.SECTION.match(first):
        number, end = RuleNumber.parse(match[2]), match.end()
        fix = None
        if not first[end - 1].isspace():
            fix = repairs.Fix(end - 1, end, first[end - 1] + " ", "a space was lost after the number")
        elif (again := line_starts.NUMBER.match(first[end:])) and again[2] == match[2]:
            fix = repairs.Fix(end, end + again.end(), "", "the number is printed twice")
            end += again.end()
        kind = _kind(number, _title(source, paragraph, end))
        tree.open(drafted, str(number), kind, skip=end, number_fix=fix)
    else:
        tree.continue_rule(drafted)


def _chapter(source: Source, paragraph: Paragraph) -> re.Match[str] | None:
    """Match a paragraph that is the heading of a chapter."""
    start, end = paragraph.spans[0]
    return regions.CHAPTER_START.match(source.text[start:end]) if len(paragraph.spans) == 1 else None


def _title(source: Source, paragraph: Paragraph, skip: int) -> str:
    """Return the text of a paragraph after its number."""
    lines = [source.text[start:end] for start, end in paragraph.spans]
    return " ".join(" ".join([lines[0][skip:], *lines[1:]]).split())


def _kind(number: RuleNumber, title: str) -> Kind:
    """Return the kind of a provision, heading or rule: a numbered heading is a name without a sentence."""
    if number.rule is None:
        return Kind.SECTION
    if number.letter:
        return Kind.SUBRULE
    named = title and len(title) <= _MAX_TITLE and title[0].isupper() and not _is_sentence(title)
    return Kind.HEADING if named and not _VERB.search(title) else Kind.RULE


def _is_sentence(text: str) -> bool:
    """Whether a text closes like a sentence: with a full stop or the like, perhaps followed by quotation marks."""
    return text.rstrip(" ”\"’'").endswith((".", "!", "?", ":", ")"))


def _truncation(source: Source, areas: regions.Regions, numbers: set[str], entries: Sequence[GlossaryEntry]) -> str:
    """Return why a book seems cut off (parts in its contents list are missing), or ""."""
    if areas.is_extract:
        return ""
    lines = source.lines[areas.contents : areas.contents_end]
    listed = [line.text.strip().partition(".")[0] for line in lines]
    sections = [number for number in listed if number.isdigit() and len(number) == 3]
    missing = [number for number in sections if number not in numbers]
    promised = _promised(source, areas)
    if missing and missing[-1] == sections[-1]:
        return f"the contents list names section {missing[0]}, but the text ends before it"
    if "glossary" in promised and areas.glossary == areas.end:
        return "the contents list promises a glossary, but the text ends before it"
    if "credits" in promised and areas.credits == areas.end and not _is_to_z(entries):
        return "the contents list promises credits, but the text ends before them"
    return ""


def _lacking(source: Source, areas: regions.Regions, entries: Sequence[GlossaryEntry]) -> tuple[str, ...]:
    """Return the unnumbered parts that a book lists in its contents and lacks, although it is not cut off."""
    if areas.is_extract:
        return ()
    present = {"glossary": bool(entries), "credits": areas.credits < areas.end}
    return tuple(
        f"the contents list promises {name}, which this copy lacks"
        for name in sorted(_promised(source, areas) & present.keys())
        if not present[name]
    )


def _promised(source: Source, areas: regions.Regions) -> set[str]:
    """Return the lines of the contents list, in lower case."""
    return {regions.entry_of(line.text) for line in source.lines[areas.contents : areas.contents_end]}


def _is_to_z(entries: Sequence[GlossaryEntry]) -> bool:
    """Whether a glossary reaches the end of the alphabet, so that none of it is cut off."""
    return bool(entries) and entries[-1].term[:1].upper() >= "W"
