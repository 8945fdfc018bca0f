"""Read the policy of tournaments: tournament rules (until 2009 floor rules), penalty guides, Judging at Regular REL.

The parts are chapters ``4. Communication``, sections ``4.3 Title`` with their text below, and appendices ``Appendix B —
Title``. An infraction has its penalty beside its title, and boxes: Definition, Examples, Philosophy, Additional Remedy.
`policy_headings` finds the headings and the contents list, `policy_pages` what the pages add; paragraphs are found by
their form, as a page does not tell where one ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.dialects import dates, mojibake, policy_headings, policy_pages, policy_tables, repairs
from ingest.dialects.composing import Composer
from ingest.dialects.policy_headings import Heading, Outline
from ingest.dialects.tree_builder import Drafted, TreeBuilder
from ingest.document.ledger import LedgerBuilder, Role
from ingest.document.source import Line, Source, SourceError
from ingest.document.tree import DocumentTree, Kind, Part, Reading
from rulesite.text.numbering import Scheme

NAME = "policy"

_WORKS = (
    ("ipg", re.compile(r"infraction procedure guide|penalty guide", re.IGNORECASE)),
    ("jar", re.compile(r"judging at regular", re.IGNORECASE)),
    ("mtr", re.compile(r"(?:tournament|floor) rules", re.IGNORECASE)),
)
"""The documents by their titles."""
_FRONT = 1500
"""Characters above which a document names itself."""
Tables = dict[int, tuple[tuple[int, int], ...]]
_MIN_HEADINGS = 4
_BULLET = re.compile(r"\s*(?:[•▪●◦\uf0b7\u0083*]|o(?=\s\s?[A-Z])|-(?=\s))\s*")
_LETTERED = re.compile(r"\s*(?:\(?[A-Z]\)|[A-Z]\.|[a-z]\)|\(?[0-9]{1,2}\)|[0-9]{1,2}\.)\s+(?=\S)")
_LABEL = re.compile(
    r"\s*(?:Definitions?|Examples?|Philosophy|Penalty|Penalties|Additional Remedy|Remedy|Upgrades?|Downgrades?"
    r"|Procedure|Annotation)\s*:?\s*",
)
_BOXES = re.compile(
    r"\s*(?P<penalty>No Penalty|Caution|Warning|(?:Game|Match) Loss|Disqualification(?: without prize)?)"
    r"\s+Definition\s*:?\s*",
    re.IGNORECASE,
)
"""A penalty with the label of the next box behind it, where both boxes came on one line."""
_EXAMPLES = re.compile(r"\s*Examples?\s*:?\s*")
_AN_EXAMPLE = re.compile(r"\s*(?:[•\uf0b7]|\(?[A-Z]\)|[A-Z]\.)\s+\S")
_CREDITS = re.compile(r"\s*(?:All trademarks are|(?:©|\(C\)|TM|™)\s?[&0-9])")
_SENTENCE_END = tuple('.?!:;”")')
_WIDTH = 0.9
"""The share of lines that are no longer than the width of a page's text."""
_SLACK = 0.1
"""How much narrower a full line may be, as letters differ in width."""
_MAX_WRAPPED = 140
"""A document whose lines are longer has a paragraph on each line."""


def score(source: Source) -> tuple[float, str]:
    """Return how surely a source is in this dialect, 0 to 1, and why."""
    work = _work(source)
    if not work:
        return 0.0, "it does not call itself tournament rules or a penalty guide"
    count = len(_outline(source, policy_tables.find(source)).headings)
    if count < _MIN_HEADINGS:
        return 0.0, f"it has {count} headings"
    return 0.95, f"it calls itself {work.upper()}, and has {count} headings"


def _work(source: Source) -> str:
    """The document that a source is by its title: of those named in its first lines, the one named first."""
    front = source.text[:_FRONT]
    if re.search(r"comprehensive rules", front[:200], re.IGNORECASE):
        return ""
    named = [(match.start(), work) for work, title in _WORKS if (match := title.search(front))]
    return min(named)[1] if named else ""


def _outline(source: Source, tables: Tables) -> Outline:
    outline = policy_headings.find(source.lines, tables if source.has_cells else ())
    return (
        outline
        if len(outline.headings) + len(outline.borrowed) >= 2 * _MIN_HEADINGS
        else policy_headings.counted(source.lines)
    )


def _navigation(source: Source, outline: Outline, tables: Tables) -> frozenset[int]:
    """The rows of tables that only name headings of the document."""
    numbers = {heading.number for heading in outline.headings}
    return frozenset(
        index
        for index, cells in tables.items()
        if all(policy_headings.is_entry(source.text[slice(*cell)], numbers) for cell in cells)
        and any(source.text[slice(*cell)].strip() for cell in cells)
    )


def read(source: Source) -> Reading:
    """Read a source as a policy document; raise SourceError when it has no headings."""
    tables = policy_tables.find(source)
    outline = _outline(source, tables)
    if not outline.headings:
        raise SourceError(
            source.name, "no line is a heading like “4.3 Title”", mend="is this a tournament rules document?"
        )
    _refuse_two(source, outline)
    composer = Composer(
        source, LedgerBuilder(source.text), repairs.SourceLexicon.of(source.text), mojibake=mojibake.table(source.text)
    )
    strange = policy_pages.furniture(source)
    for index, reason in strange.items():
        line = source.lines[index]
        composer.aside(line.start, line.stop, reason)
    title, introduction = _front_matter(source, outline, composer, strange)
    tree = TreeBuilder(composer, ordered=False)
    closing: list[str] = []
    navigation = _navigation(source, outline, tables)
    for index in navigation - strange.keys():
        composer.builder.claim(source.lines[index].start, source.lines[index].stop, Role.CONTENTS)
    blocks = _Blocks(source, outline, strange | dict.fromkeys(navigation, "contents"), tables=tables)
    for block in blocks:
        _place(block, tree, composer, closing)
    effective, known_from = dates.stated(source.text)
    last = source.lines[-1].number
    return Reading(
        source=source,
        dialect=NAME,
        because=score(source)[1],
        tree=DocumentTree(
            document=_work(source) or "mtr",
            scheme=Scheme.DOTTED,
            effective=effective,
            known_from=known_from,
            extent="whole",
            title=title,
            introduction=introduction,
            provisions=tree.finish(),
            parts=(
                *((Part("introduction", introduction, 1, max(1, outline.body)),) if introduction else ()),
                *((Part("credits", "\n".join(closing), last, last),) if closing else ()),
            ),
        ),
        segments=composer.builder.finish(),
        repairs=tuple(composer.repairs),
        warnings=source.warnings,
    )


def _refuse_two(source: Source, outline: Outline) -> None:
    """Raise SourceError if the title comes again with another day."""
    days = list(dates.days(source.text))
    for day, offset in days[1:]:
        line = source.line_at(offset)
        above = "\n".join(each.text for each in source.lines[max(0, line - 4) : line - 1])
        if line - 1 > outline.body and day != days[0][0] and any(title.search(above) for _, title in _WORKS):
            what = f"it contains two documents: one is dated {days[0][0]}, another {day}"
            raise SourceError(source.name, what, line=line, mend="keep one document in the file")


@dataclass
class _Block:
    """A paragraph: its kind (heading, penalty, label, example, row, credits or ""), its lines, and its heading.

    The spans of a row are its cells.
    """

    kind: str
    spans: list[tuple[int, int]]
    stop: int
    heading: Heading | None = None


def _front_matter(source: Source, outline: Outline, composer: Composer, strange: dict[int, str]) -> tuple[str, str]:
    """Claim the lines above the body; return the title and the introduction."""
    title = ""
    paragraphs: list[str] = []
    borrowed = {heading.index: "heading" for heading in outline.borrowed.values()}
    for block in _Blocks(source, outline, strange | borrowed, front=True):
        first = source.text[slice(*block.spans[0])]
        claim = (block.spans[0][0], block.stop)
        if not title and any(pattern.search(first) for _, pattern in _WORKS):
            title = composer.paragraph(block.spans, Role.HEADING, "title", claim=claim)
        else:
            paragraphs.append(composer.paragraph(block.spans, Role.NOTE, "introduction", claim=claim))
    for index in outline.contents - strange.keys():
        line = source.lines[index]
        composer.builder.claim(line.start, line.stop, Role.CONTENTS)
    return title, "\n".join(paragraphs)


class _Blocks:
    """The paragraphs of the body of a document in order, or those above it."""

    def __init__(
        self,
        source: Source,
        outline: Outline,
        strange: dict[int, str],
        *,
        tables: Tables | None = None,
        front: bool = False,
    ) -> None:
        self._source, self._outline, self._strange, self._tables = source, outline, strange, tables or {}
        self._range = range(outline.body) if front else range(outline.body, len(source.lines))
        lengths = sorted(len(line.text.rstrip()) for line in source.lines if line.text.strip())
        self._width = lengths[int(len(lengths) * _WIDTH)] if lengths else 0
        self._wrapped = self._width <= _MAX_WRAPPED

    def __iter__(self) -> Iterator[_Block]:
        heads = {heading.index: heading for heading in self._outline.headings}
        current: _Block | None = None
        above: Line | None = None
        blank = paged = in_examples = False
        for index in self._range:
            line = self._source.lines[index]
            if index in self._strange:
                paged = True
                continue
            if not line.text.strip():
                blank = not paged or blank
                continue
            if index in self._outline.contents:
                if current:
                    yield current
                current = None
                continue
            heading = heads.get(index)
            if heading is None and index in self._tables:
                if current:
                    yield current
                current = _Block("row", list(self._tables[index]), line.stop)
                above, blank, paged = line, False, False
                continue
            if index in self._outline.borrowed:
                if current:
                    yield current
                current = None
                yield self._borrowed(self._outline.borrowed[index])
            if heading is None and (boxes := _BOXES.fullmatch(line.text)):
                if current:
                    yield current
                cut = line.start + boxes.end("penalty")
                yield _Block("label", [(line.start, cut)], cut)
                current = _Block("label", [(cut, line.end)], line.stop)
                above, blank, paged, in_examples = line, False, False, False
                continue
            kind = self._kind(line, index, in_examples)
            goes_on = (
                current is not None and heading is None and not kind and above is not None
                and self._goes_on(current, above, line, blank=blank, paged=paged)
            )  # fmt: skip
            if goes_on and current is not None:
                current.spans.append((line.start, line.end))
                current.stop = line.stop
            else:
                if current:
                    yield current
                if heading:
                    in_examples = False
                    opened = list(self._opened(line, heading))
                    yield opened[0]
                    current = opened[1] if len(opened) > 1 else None
                else:
                    in_examples = kind == "examples" or (in_examples and kind == "example")
                    kind = "credits" if kind == "" and _CREDITS.match(line.text) else kind
                    current = _Block(kind, [(line.start, line.end)], line.stop)
            above, blank, paged = line, False, False
        if current:
            yield current

    def _borrowed(self, heading: Heading) -> _Block:
        line = self._source.lines[heading.index]
        return _Block("heading", [(line.start + heading.start, line.end)], line.stop, heading)

    def _opened(self, line: Line, heading: Heading) -> Iterator[_Block]:
        """Yield a heading, and the text that follows it on its line."""
        end = line.start + heading.title_end
        rest = self._source.text[end : line.end]
        stop = end if rest.strip() else line.stop
        yield _Block("heading", [(line.start + heading.start, end)], stop, heading)
        if rest.strip():
            yield _Block("beside", [(end, line.end)], line.stop)

    def _kind(self, line: Line, index: int, in_examples: bool) -> str:
        """What a line begins: a label, an example, a point of a list, or "" for what may go on."""
        if _EXAMPLES.fullmatch(line.text) and self._example_follows(index):
            return "examples"
        if _LABEL.fullmatch(line.text):
            return "label"
        if in_examples and _AN_EXAMPLE.match(line.text):
            return "example"
        return "point" if _BULLET.match(line.text) or _LETTERED.match(line.text) else ""

    def _example_follows(self, index: int) -> bool:
        for later in range(index + 1, min(index + 6, len(self._source.lines))):
            text = self._source.lines[later].text
            if text.strip() and later not in self._strange:
                return bool(_AN_EXAMPLE.match(text))
        return False

    def _goes_on(self, current: _Block, above: Line, line: Line, *, blank: bool, paged: bool) -> bool:
        """Whether a line continues a paragraph: no room was left on the line above for its first word."""
        if not self._wrapped or current.kind in ("label", "examples", "heading", "row") or (blank and not paged):
            return False
        text, over = line.text.strip(), above.text.strip()
        if _CREDITS.match(line.text):
            return False
        if text[0].islower() and not over.endswith((".", "?", "!")):
            return True
        if paged and over.endswith(_SENTENCE_END):
            return len(over) + len(text.split()[0]) + 1 > self._width * (1 - _SLACK)
        return len(over) + len(text.split()[0]) + 1 > self._width * (1 - 2 * _SLACK)


def _place(block: _Block, tree: TreeBuilder, composer: Composer, closing: list[str]) -> None:
    """Put a paragraph in its place in the tree."""
    drafted = Drafted(tuple(block.spans), block.stop)
    heading = block.heading
    if heading is not None:
        above = _above(heading.number)
        kind = Kind.SECTION if above else Kind.CHAPTER
        titled = heading.title_end > heading.title_start
        tree.open(drafted, heading.number, kind, skip=heading.skip, titled=titled, parent=above)
    elif block.kind == "row":
        tree.row(drafted)
    elif block.kind == "examples":
        composer.builder.claim(block.spans[0][0], block.stop, Role.EXAMPLE, owner=f"{tree.last_key}/example/1")
    elif block.kind == "example":
        tree.example(drafted)
    elif block.kind == "credits":
        claim = (block.spans[0][0], block.stop)
        closing.append(composer.paragraph(block.spans, Role.CREDITS, "credits", claim=claim))
    else:
        tree.continue_rule(drafted)


def _above(number: str) -> str:
    """The number of the chapter of a section, "" for a chapter: ``4`` of 4.3, until 2009 ``110`` of 113.

    >>> _above("4.3"), _above("113"), _above("110"), _above("51"), _above("4"), _above("B")
    ('4', '110', '', '50', '', '')
    """
    if "." in number:
        return number.partition(".")[0]
    return f"{number[:-1]}0" if len(number) > 1 and not number.endswith("0") else ""
