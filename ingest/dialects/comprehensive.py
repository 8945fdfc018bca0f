"""The dialect of the Comprehensive Rules, 1999 to today, whole books and fragments, wrapped or not.

Chapters ``4. Spells``, sections ``402. Abilities``, rules ``402.8. Text``, numbered headings ``408.1. Timing``, subrules
``402.8g Text``; Examples under their rule; unnumbered paragraphs go on with the rule above; then a glossary, an
index in 1999, and credits. What a line may be is decided here; what a paragraph says is composed in `composing`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ingest.composing import Composer, Span
from ingest.dialects import dates, furniture, mojibake, regions, repairs
from ingest.dialects.drafting import Drafted, TreeBuilder
from ingest.dialects.glossary import read_glossary
from ingest.ledger import LedgerBuilder, Role
from ingest.source import Line, Source, SourceError
from ingest.tree import DocumentTree, Kind, Reading
from rulesite.text.numbering import RuleNumber, Scheme

NAME = "comprehensive"

_NUMBER = re.compile(r"(\s{0,4})([1-9]\d\d\.\d{1,3}[a-z]?)(?:\.(?=\s|[A-Z\"“'‘(]|$)|(?=\s|[A-Z\"“‘(]))\s*(?=\S)")
_GAPPED_NUMBER = re.compile(r"(\s{0,4})([1-9]\d\d\.)(\s)(\d{1,3}[a-z])(?=\s+[A-Z\"“‘])")
_SECTION = re.compile(r"(\s{0,4})([1-9]\d\d)\.\s+(?=[A-Z\"“])")
_EXAMPLE = re.compile(r"\s*EXAMPLES?:\s*|\s*Examples?:\s*")
_INLINE_EXAMPLE = re.compile(r"(?<=[.)”\"’'])\s+(?=Example:\s)")
_FUSED = re.compile(
    r"(?<=[.)”\"’'!?])\s+([1-9]\d\d\.\d{1,3}[a-z]?|[1-9]\d\d)(?:\.(?=\s)|(?<=[a-z])(?=\s))\s+(?=[A-Z\"“(\[])"
)
_FUSED_HEADING = re.compile(r"\s+([1-9]\d\d\.\d{1,3}[a-z]?)\.?\s+(?=[A-Z\"“])")
_CITING = re.compile(r"(?:rules?|sections?|and|or|to|through|–|-|,)\s*$", re.IGNORECASE)
_END = tuple(".!?:”\"’')…")


@dataclass
class _Paragraph:
    """One paragraph of the body, as spans of the source with what it begins."""

    spans: list[Span]
    stop: int
    number: str = ""
    example: bool = False
    blank_above: bool = False
    indent: int = 0
    children: list[_Paragraph] = field(default_factory=list)


def score(source: Source) -> tuple[float, str]:
    """How sure this dialect is of a source, 0 to 1, and why."""
    starts = sum(bool(regions.RULE_START.match(line.text)) for line in source.lines)
    filled = sum(bool(line.text.strip()) for line in source.lines) or 1
    if not starts:
        return 0.0, "no line begins with a number like 402.1"
    return min(1.0, 0.3 + starts / filled), f"{starts} lines begin with a number like 402.1"


def read(source: Source) -> Reading:
    """Read a source as Comprehensive Rules; raise SourceError when it holds no numbered rule."""
    found = regions.find(source.lines)
    if found is None:
        raise SourceError(source.name, "no line begins with a rule number like 402.1", mend="is this a rules document?")
    lexicon = repairs.Lexicon.of(source.text)
    composer = Composer(source, LedgerBuilder(source.text), lexicon, mojibake=mojibake.table(source.text))
    tree = TreeBuilder(composer)
    edges = furniture.edges(source.lines, found.body, found.last_number) if found.is_extract else {}
    wrapped = regions.is_hard_wrapped(source.lines, found.body, found.glossary)
    front = _front_matter(source, found, composer, edges)
    if not found.is_extract:
        _claim_lines(source.lines[found.contents : found.contents_end], composer, Role.CONTENTS)
    for paragraph in _paragraphs(source.lines, found.body, found.glossary, composer, edges, wrapped=wrapped):
        for piece in _split(paragraph, source.text, tree):
            _place(piece, source, tree)
    entries = read_glossary(source.lines[found.glossary : found.index], composer, wrapped=wrapped)
    _claim_lines(source.lines[found.index : found.credits], composer, Role.CONTENTS, "index")
    _claim_lines(source.lines[found.credits :], composer, Role.CREDITS)
    provisions = tree.finish()
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
            extent="extract" if found.is_extract else "whole",
            title=front.title,
            introduction=front.introduction,
            provisions=provisions,
            glossary=entries,
        ),
        segments=composer.builder.finish(),
        repairs=tuple(composer.repairs),
        warnings=source.warnings,
        truncated=_truncation(source, found, {provision.number for provision in provisions}),
    )


@dataclass(frozen=True)
class _Front:
    title: str
    introduction: str


def _front_matter(source: Source, found: regions.Regions, composer: Composer, edges: dict[int, str]) -> _Front:
    """Claim what stands above the body: title, effective date, introduction; or, in an extract, chrome."""
    title = ""
    paragraphs: list[str] = []
    run: list[Line] = []

    def close() -> None:
        if run:
            spans = [(line.start, line.end) for line in run]
            paragraphs.append(composer.paragraph(spans, Role.NOTE, "introduction", claim=(run[0].start, run[-1].stop)))
            run.clear()

    for index in range(found.body):
        line = source.lines[index]
        if (found.contents <= index < found.contents_end and not found.is_extract) or not line.text.strip():
            close()
        elif index in edges and not _is_title(line.text):
            cyrillic = mojibake.cyrillic(line.text)
            reason = edges[index] + (f"; in its own encoding: {cyrillic.strip(' |')}" if cyrillic else "")
            composer.builder.claim(line.start, line.stop, Role.FURNITURE, reason=reason)
        elif reason := furniture.reason_for(line):
            close()
            composer.builder.claim(line.start, line.stop, Role.FURNITURE, reason=reason)
        elif not title and _is_title(line.text):
            close()
            title = composer.paragraph([(line.start, line.end)], Role.HEADING, "title", claim=(line.start, line.stop))
        else:
            run.append(line)
    close()
    return _Front(title, "\n".join(paragraphs))


def _is_title(text: str) -> bool:
    return (
        bool(re.search(r"comprehensive rules\b", text, re.IGNORECASE))
        and len(text) < 100
        and "Part" not in text
        and not text.rstrip().endswith(".")
    )


def _claim_lines(lines: Sequence[Line], composer: Composer, role: Role, reason: str = "") -> None:
    for line in lines:
        if line.text.strip():
            why = furniture.reason_for(line)
            claimed = Role.FURNITURE if why == "ruled line" else role
            composer.builder.claim(line.start, line.stop, claimed, reason=why if claimed is Role.FURNITURE else reason)


def _paragraphs(
    lines: Sequence[Line], start: int, end: int, composer: Composer, edges: dict[int, str], *, wrapped: bool
) -> Iterator[_Paragraph]:
    """The paragraphs of the body in order; furniture among them is claimed on the way."""
    current: _Paragraph | None = None
    blank = True
    for index in range(start, end):
        line = lines[index]
        reason = edges.get(index) or furniture.reason_for(line)
        if not line.text.strip() or reason:
            if reason:
                composer.builder.claim(line.start, line.stop, Role.FURNITURE, reason=reason)
            blank = True
            continue
        if current is None or _begins(line, current, lines, index, blank=blank, wrapped=wrapped):
            if current is not None:
                yield current
            current = _Paragraph([], line.stop, blank_above=blank, indent=_indent(line.text))
        current.spans.append((line.start, line.end))
        current.stop = line.stop
        blank = False
    if current is not None:
        yield current


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _begins(line: Line, current: _Paragraph, lines: Sequence[Line], index: int, *, blank: bool, wrapped: bool) -> bool:
    """Whether a line begins a paragraph.

    In wrapped text a number counts only after a blank line: `419.8 "Sources of Damage."` at the start of a line
    is the end of a sentence. Elsewhere only a line in lower case, after one that does not end a sentence, goes on.
    """
    if blank or _EXAMPLE.match(line.text):
        return True
    if wrapped:
        above = lines[index - 1].text
        return _indent(line.text) >= _indent(above) + 4 and above.rstrip().endswith(_END)
    if _NUMBER.match(line.text) or _SECTION.match(line.text) or _GAPPED_NUMBER.match(line.text):
        return not _CITING.search(lines[index - 1].text)
    text = line.text.lstrip()
    above = lines[index - 1].text.rstrip()
    return not (
        text[0].islower() or (not above.endswith(_END) and not _is_heading_text(above) and _indent(line.text) == 0)
    )


def _is_heading_text(text: str) -> bool:
    return bool(_NUMBER.match(text) or _SECTION.match(text)) and not text.rstrip().endswith(_END)


def _split(paragraph: _Paragraph, text: str, tree: TreeBuilder) -> Iterator[_Paragraph]:
    """Cut a paragraph where another rule or an Example was fused to it."""
    joined = _Joined.of(paragraph.spans, text)
    cuts: list[int] = [0]
    number = _leading_number(joined.text) or tree.last_number
    heading = _heading_fused_to_subrule(joined.text, number)
    if heading:
        cuts.append(heading)
        number = _leading_number(joined.text[heading:]) or number
    for found in sorted(
        [*_FUSED.finditer(joined.text), *_INLINE_EXAMPLE.finditer(joined.text)], key=lambda m: m.start()
    ):
        if found.re is _INLINE_EXAMPLE:
            if not _EXAMPLE.match(joined.text):
                cuts.append(found.end())
            continue
        candidate = RuleNumber.parse(found[1])
        if number is not None and candidate in number.successors() and not _CITING.search(joined.text[: found.start()]):
            cuts.append(found.start(1))
            number = candidate
    cuts = sorted(set(cuts))
    for start, end in zip(cuts, [*cuts[1:], len(joined.text)], strict=True):
        spans = joined.spans(start, end)
        last = end == len(joined.text)
        stop = paragraph.stop if last else joined.offsets[end]
        yield _Paragraph(spans, stop, blank_above=paragraph.blank_above, indent=paragraph.indent)


@dataclass(frozen=True)
class _Joined:
    """The lines of a paragraph as one string, with the source offset of each character."""

    text: str
    offsets: list[int]
    lines: list[Span]

    @classmethod
    def of(cls, spans: Sequence[Span], text: str) -> _Joined:
        pieces: list[str] = []
        offsets: list[int] = []
        for start, end in spans:
            if pieces:
                pieces.append(" ")
                offsets.append(start - 1)
            pieces.append(text[start:end])
            offsets.extend(range(start, end))
        return cls("".join(pieces), offsets, list(spans))

    def spans(self, start: int, end: int) -> list[Span]:
        """The source spans of a stretch of the joined text."""
        low = self.offsets[start]
        high = self.offsets[end - 1] + 1
        return [(max(low, a), min(high, b)) for a, b in self.lines if a < high and b > low]


def _leading_number(text: str) -> RuleNumber | None:
    found = _NUMBER.match(text) or _SECTION.match(text)
    return RuleNumber.try_parse(found[2]) if found else None


def _heading_fused_to_subrule(text: str, number: RuleNumber | None) -> int:
    """Where the first subrule starts that was fused to its heading (``415.7. Changing Targets 415.7a The``), else 0."""
    if number is None or number.letter:
        return 0
    for found in _FUSED_HEADING.finditer(text):
        candidate = RuleNumber.parse(found[1])
        title = text[: found.start()]
        first = candidate in (number.successors()[:1])
        if first and len(title) < 90 and not title.endswith(_END) and not _CITING.search(title):
            return found.start(1)
    return 0


def _place(paragraph: _Paragraph, source: Source, tree: TreeBuilder) -> None:
    """Put one paragraph where it belongs in the tree."""
    first = source.text[paragraph.spans[0][0] : paragraph.spans[0][1]]
    drafted = Drafted(tuple(paragraph.spans), paragraph.stop)
    label = _EXAMPLE.match(first)
    if label and not tree.empty:
        tree.example(drafted)
        return
    chapter = regions.CHAPTER_START.match(first)
    if chapter and len(paragraph.spans) == 1 and tree.may_be_chapter(chapter[1]):
        tree.open(drafted, chapter[1], Kind.CHAPTER, skip=chapter.start(2))
        return
    if gapped := _GAPPED_NUMBER.match(first):
        number = RuleNumber.parse(gapped[2] + gapped[4])
        fix = repairs.Fix(gapped.start(3), gapped.end(3), "", "a space inside the number")
        tree.open(drafted, str(number), Kind.SUBRULE, skip=gapped.end() - len(gapped[1]), number_fix=fix)
        return
    found = _NUMBER.match(first) or _SECTION.match(first)
    parsed = RuleNumber.try_parse(found[2]) if found else None
    if found is None or parsed is None:
        tree.continue_rule(drafted)
        return
    skip = found.end() - len(found[1])
    kind = _kind(parsed, _title(source, paragraph, found.end()))
    last = first[found.end() - 1]
    fix = None
    if not last.isspace():
        fix = repairs.Fix(found.end() - 1, found.end(), last + " ", "a space was lost after the number")
    tree.open(drafted, str(parsed), kind, skip=skip, number_fix=fix)


def _title(source: Source, paragraph: _Paragraph, skip: int) -> str:
    """The text after the number of a one-line paragraph, "" when it has more lines."""
    if len(paragraph.spans) > 1:
        return ""
    start, end = paragraph.spans[0]
    return source.text[start:end][skip:].strip()


def _kind(number: RuleNumber, title: str) -> Kind:
    """Heading or rule: a numbered heading has no sentence, only a name."""
    if number.rule is None:
        return Kind.SECTION
    if number.letter:
        return Kind.SUBRULE
    named = title and len(title) <= 80 and title[0].isupper() and not _is_sentence(title)
    if named and not re.search(r"\b(?:is|are|may|can|can’t|can't|must|has|have|means|isn’t|isn't)\b", title):
        return Kind.HEADING
    return Kind.RULE


def _is_sentence(text: str) -> bool:
    """Whether a text closes like a sentence: with a full stop and its kin, quotes after it or not."""
    return text.rstrip(" ”\"’'").endswith((".", "!", "?", ":", ")"))


def _truncation(source: Source, found: regions.Regions, numbers: set[str]) -> str:
    """Why a whole book seems to end too soon: its contents list promises parts that never come; "" if none is."""
    if found.is_extract:
        return ""
    lines = source.lines[found.contents : found.contents_end]
    listed = [line.text.strip().partition(".")[0] for line in lines]
    sections = [number for number in listed if number.isdigit() and len(number) == 3]
    missing = [number for number in sections if number not in numbers]
    promised = {line.text.strip().lower() for line in lines}
    if missing and missing[-1] == sections[-1]:
        return f"the contents list names section {missing[0]}, but the text ends before it"
    if "glossary" in promised and found.glossary == found.end:
        return "the contents list promises a glossary, but the text ends before it"
    if "credits" in promised and found.credits == found.end:
        return "the contents list promises credits, but the text ends before them"
    return ""
