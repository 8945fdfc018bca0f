"""Read D'Angelo's rulings: lettered until about 2003, afterwards under the Comprehensive Rules' numbers.

The parts are letters ``A - Abilities``, sections ``A.1 - General``, items ``- A.1.1 - Text`` (the leading dash came
later), rulings ``A.1.Ruling.1``, unnumbered ``Note -`` paragraphs, numbered lists inside an item, and Examples on a
line of their own. A source tag such as ``[CompRules 2001/07/23 - 502.10b]`` follows nearly every claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.dialects import dates, furniture, line_starts, mojibake, repairs, sequence, strays
from ingest.dialects.composing import Composer
from ingest.dialects.tree_builder import Drafted, TreeBuilder
from ingest.document.ledger import LedgerBuilder, Role
from ingest.document.source import Line, Source, SourceError
from ingest.document.tree import DocumentTree, Flag, Kind, Part, Provision, Reading
from rulesite.text import source_tags
from rulesite.text.numbering import LETTER, RuleNumber, Scheme

NAME = "dangelo"

_CHAPTER = re.compile(r"([A-Z]) - (?=\S)|([1-9]) - (?=[A-Z][^.!?]{2,60}$)")
_MARK = r"\s*(?:[-+] )?"
"""What may precede a number: white space, a dash, or the plus sign that marks what is new in a release."""
_SECTION = re.compile(_MARK + r"([A-Z]\.[0-9]{1,3}|[1-9][0-9]{2}) - (?=\S)")
_ADDRESS = rf"(?:[A-Z]\.[0-9]{{1,3}}|[1-9][0-9]{{2}})\.(?:Ruling\.[0-9]{{1,3}}|[0-9]{{1,3}}{LETTER}?)"
_ITEM = re.compile(rf"{_MARK}({_ADDRESS}) - (?=\S)")
_FUSED = re.compile(rf"\s{{2,}}(?={_ADDRESS} - \S)")
"""Where a copy of a table put an item on the same line as the heading beside it."""
_NOTE = re.compile(_MARK + r"Note - (?=\S)")
_LISTED = re.compile(r"[0-9]{1,2}\. (?=\S)|\([a-z0-9]\) |- [\w.]{1,20} - (?=\S)")
"""A point of a list inside an item, or text written like an item but without a known number."""
_CONTENTS = re.compile(r"Table of Contents:?|Contents:?", re.IGNORECASE)
_WRAPPED = 100
"""A source whose median line is shorter than this many characters is hard-wrapped."""


@dataclass
class _Block:
    """A paragraph: its lines, and what its first line begins."""

    kind: str
    number: str
    skip: int
    lines: list[Line]

    @property
    def is_heading(self) -> bool:
        """Whether a numbered item is only a name, like ``502.2 - First Strike``: one short line without a sentence."""
        text = self.lines[0].text.rstrip()
        named = self.number[:1].isdigit() and len(self.lines) == 1 and len(text) < _WRAPPED
        return self.kind == "item" and named and not text.endswith((*line_starts.SENTENCE_END, "]"))

    @property
    def drafted(self) -> Drafted:
        return Drafted(tuple((line.start, line.end) for line in self.lines), self.lines[-1].stop)


def score(source: Source) -> tuple[float, str]:
    """Return how surely a source is in this dialect, 0 to 1, and why."""
    items = sum(bool(_ITEM.match(line.text)) for line in source.lines)
    filled = sum(bool(line.text.strip()) for line in source.lines) or 1
    if not items:
        return 0.0, "no line begins like “- A.1.1 - ” or “- 402.1 - ”"
    return min(1.0, 0.4 + items / filled), f"{items} lines begin like “- A.1.1 - ” or “- 402.1 - ”"


def read(source: Source) -> Reading:
    """Read a source as D'Angelo's rulings; raise SourceError when it has no item."""
    items = [index for index, line in enumerate(source.lines) if _ITEM.match(line.text)]
    if not items:
        raise SourceError(source.name, "no line begins like “- A.1.1 - ”", mend="is this one of D'Angelo's rulings?")
    composer = Composer(
        source,
        LedgerBuilder(source.text),
        repairs.SourceLexicon.of(source.text),
        tags=lambda text: [(tag.start, tag.end) for tag in source_tags.find(text)],
        mojibake=mojibake.table(source.text),
    )
    body = _body_start(source.lines, items[0])
    introduction = _front_matter(source.lines[:body], composer)
    tree = TreeBuilder(composer)
    notes: dict[str, int] = {}
    for block in _blocks(source.lines[body:], composer, wrapped=_is_wrapped(source.lines[body:])):
        _place(block, tree, notes)
    segments = composer.builder.finish()
    provisions, strays_in_text = strays.judge(source.lines, segments, sequence.judge(tree.finish()), lettered=True)
    provisions = tuple(_with_date_flags(provision) for provision in provisions)
    effective, known_from = dates.stated(source.text)
    lettered = sum(not provision.number[0].isdigit() for provision in provisions)
    return Reading(
        source=source,
        dialect=NAME,
        because=score(source)[1],
        tree=DocumentTree(
            document="dangelo",
            scheme=Scheme.LETTERED if lettered * 2 > len(provisions) else Scheme.DECIMAL,
            effective=effective,
            known_from=known_from,
            extent="extract",
            title="",
            introduction=introduction,
            parts=(Part("introduction", introduction, 1, source.lines[body - 1].number),) if introduction else (),
            provisions=provisions,
        ),
        segments=segments,
        repairs=tuple(composer.repairs),
        warnings=source.warnings,
        strays=strays_in_text,
    )


def _body_start(lines: Sequence[Line], first_item: int) -> int:
    """Return the start of the body: the first item, or the headings and notes right above it."""
    start = index = first_item
    for pattern in (_SECTION, _CHAPTER):
        index = start - 1
        while index >= 0 and (_is_bare(lines[index]) or _NOTE.match(lines[index].text)):
            index -= 1
        if index >= 0 and pattern.match(lines[index].text):
            start = index
    return start


def _is_bare(line: Line) -> bool:
    """Whether a line is empty or only a rule drawn across the page."""
    return not line.text.strip() or furniture.reason_for(line) == furniture.RULED


def _front_matter(lines: Sequence[Line], composer: Composer) -> str:
    """Claim the lines above the body: banners, an introduction, the contents list."""
    paragraphs: list[str] = []
    in_contents = False
    for line in lines:
        if not line.text.strip():
            continue
        reason = furniture.reason_for(line)
        in_contents = in_contents or bool(_CONTENTS.fullmatch(line.text.strip()))
        if reason:
            composer.aside(line.start, line.stop, reason)
        elif in_contents:
            composer.builder.claim(line.start, line.stop, Role.CONTENTS)
        else:
            spans = [(line.start, line.end)]
            paragraphs.append(composer.paragraph(spans, Role.NOTE, "introduction", claim=(line.start, line.stop)))
    return "\n".join(paragraphs)


def _is_wrapped(lines: Sequence[Line]) -> bool:
    lengths = sorted(len(line.text) for line in lines if line.text.strip())
    return bool(lengths) and lengths[len(lengths) // 2] < _WRAPPED


def _blocks(lines: Sequence[Line], composer: Composer, *, wrapped: bool) -> Iterator[_Block]:
    """Yield the paragraphs of the body in order, and claim the furniture among them."""
    current: _Block | None = None
    blank = interrupted = False
    for line in _unfused(lines):
        if not line.text.strip():
            blank = True
            continue
        if reason := furniture.reason_for(line):
            composer.aside(line.start, line.stop, reason)
            interrupted = interrupted or furniture.may_interrupt(reason)
            continue
        kind, number, skip = _beginning(line.text)
        if current is not None and not kind and ((wrapped and not blank) or (interrupted and _goes_on(line, current))):
            current.lines.append(line)
            blank = interrupted = False
            continue
        if current is not None:
            yield current
        current = _Block(kind, number, skip, [line])
        blank = interrupted = False
    if current is not None:
        yield current


def _unfused(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines, with a line that holds two items cut in two."""
    for line in lines:
        fused = _FUSED.search(line.text) if _ITEM.match(line.text) else None
        if fused is None:
            yield line
        else:
            cut = line.start + fused.end()
            yield Line(line.number, line.start, line.start + fused.start(), cut, line.text[: fused.start()])
            yield Line(line.number, cut, line.end, line.stop, line.text[fused.end() :])


def _goes_on(line: Line, block: _Block) -> bool:
    """Whether a line continues a paragraph across a page header and blank lines."""
    above = block.lines[-1].text
    return line_starts.goes_on(line.text, above) or not above.rstrip().endswith((*line_starts.SENTENCE_END, "]"))


def _beginning(text: str) -> tuple[str, str, int]:
    """Return what a line begins, its number, and their length; "" for a line that continues a paragraph."""
    if match := _ITEM.match(text):
        return "item", match[1], match.end()
    for kind, pattern in (("section", _SECTION), ("chapter", _CHAPTER)):
        if match := pattern.match(text):
            return kind, match[match.lastindex or 0], match.end()
    if match := _NOTE.match(text):
        return "note", "", match.end()
    if line_starts.EXAMPLE.match(text):
        return "example", "", 0
    if _LISTED.match(text):
        return "listed", "", 0
    return "", "", 0


def _place(block: _Block, tree: TreeBuilder, notes: dict[str, int]) -> None:
    """Put a paragraph in its place in the tree."""
    if block.kind in ("chapter", "section"):
        kind = Kind.CHAPTER if block.kind == "chapter" else Kind.SECTION
        tree.open(block.drafted, str(RuleNumber.parse(block.number)), kind, skip=block.skip)
    elif block.kind == "item":
        number = RuleNumber.parse(block.number)
        kind = Kind.RULING if number.word else Kind.SUBRULE if number.letter else Kind.RULE
        if block.is_heading:
            kind = Kind.HEADING
        tree.open(block.drafted, str(number), kind, skip=block.skip)
    elif block.kind == "note" and (section := tree.section):
        notes[section] = notes.get(section, 0) + 1
        tree.open(block.drafted, f"{section}.Note.{notes[section]}", Kind.NOTE, skip=block.skip)
    elif block.kind == "example" and not tree.empty:
        tree.example(block.drafted)
    else:
        tree.continue_rule(block.drafted)


def _with_date_flags(provision: Provision) -> Provision:
    """Return the provision with a flag for every source tag with an impossible date, which is kept as printed."""
    texts = [provision.text, *(example.text for example in provision.examples if example.labelled)]
    problems = [tag for text in texts for tag in source_tags.find(text) if tag.problem]
    if not problems:
        return provision
    flags = tuple(Flag("impossible date", f"{tag.text}: {tag.problem}", provision.first_line) for tag in problems)
    return Provision(
        **{
            **{name: getattr(provision, name) for name in Provision.__slots__},
            "flags": provision.flags + flags,
        }
    )
