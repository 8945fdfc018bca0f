"""Turn lines of a source into clean paragraphs, and claim every character of them in the ledger.

A paragraph is drafted from its lines (white space folded, a line end read as a space, a hyphen at a line end kept and
joined), repaired, and claimed. Each character of the clean text remembers its offset in the source.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ingest.dialects import repairs
from ingest.dialects.repairs import Fix
from ingest.document.ledger import LedgerBuilder, Role
from ingest.document.pdf_tables import CELL
from ingest.document.source import Source
from ingest.document.tree import Flag, Repair

Span = tuple[int, int]
_RUN = re.compile(r"[^\S ]\s*| \s+")
"""White space other than a single space."""


@dataclass(frozen=True)
class Draft:
    """A paragraph's characters with the offset of each, before repairs. ``joins`` are its line breaks."""

    text: str
    origins: tuple[int, ...]
    joins: frozenset[int]


@dataclass
class Composer:
    """Composes the paragraphs of one source: returns clean text, claims segments, records repairs and flags.

    ``tags`` returns the spans of clean text that are source tags, which get segments of their own.
    """

    source: Source
    builder: LedgerBuilder
    lexicon: repairs.SourceLexicon
    tags: Callable[[str], Iterable[Span]] = lambda text: ()
    mojibake: dict[str, str] = field(default_factory=dict)
    repairs: list[Repair] = field(default_factory=list)
    flags: dict[str, list[Flag]] = field(default_factory=dict)
    _asides: list[Span] = field(default_factory=list)

    def aside(self, start: int, end: int, reason: str) -> None:
        """Claim furniture, also in the middle of a paragraph, whose own claim then leaves it out."""
        self.builder.claim(start, end, Role.FURNITURE, reason=reason)
        insort(self._asides, (start, end))

    def preview(self, spans: Sequence[Span]) -> str:
        """Return the clean text of a paragraph without claiming or recording anything."""
        draft = draft_of(self.source.text, spans)
        return _apply(draft, repairs.find(draft.text, draft.joins, self.lexicon))[0]

    def paragraph(
        self,
        spans: Sequence[Span],
        role: Role,
        owner: str,
        *,
        claim: Span | None = None,
        skip: int = 0,
        cells: bool = False,
    ) -> str:
        """Return the clean text of one paragraph, and claim it in the ledger.

        ``spans`` are the contents of its lines. ``claim`` is the stretch of the source that the ledger books for it
        (with its number and line ends), by default from the start of the first span to the end of the last. The first
        ``skip`` characters of the first span (a number, a label) are claimed but not part of the clean text. With
        ``cells`` the spans are the cells of a table's row, and have tabs between them.
        """
        draft = row_of(self.source.text, spans) if cells else draft_of(self.source.text, spans)
        skip = bisect_left(draft.origins, spans[0][0] + skip)
        fixes = repairs.find(draft.text, draft.joins, self.lexicon)
        fixes += [
            fix for fix in self._mojibake(draft.text) if not any(_overlap(fix, earlier_fix) for earlier_fix in fixes)
        ]
        fixes = sorted((fix for fix in fixes if fix.start >= skip), key=lambda fix: fix.start)
        text, origins = _apply(draft, fixes)
        start, end = claim or (spans[0][0], spans[-1][1])
        cuts: list[tuple[int, int, Role, str, str]] = []
        for fix in fixes:
            span = self._before_asides(_source_span(draft, fix.start, fix.end))
            before = self.source.text[span[0] : span[1]]
            self.repairs.append(Repair(*span, self.source.line_at(span[0]), before, fix.after, fix.reason, owner))
            cuts.append((*span, Role.REPAIR, fix.reason, fix.after))
        for tag_start, tag_end in self.tags(text):
            span = (origins[tag_start], origins[tag_end - 1] + 1)
            if not any(span[0] < cut[1] and cut[0] < span[1] for cut in cuts):
                cuts.append((*span, Role.ATTRIBUTION, "", ""))
        self._claim(start, end, role, owner, cuts)
        self._flag(draft, owner)
        return text if cells else text[skip:].strip()

    def line_of(self, offset: int) -> int:
        """Return the line number of a source offset."""
        return self.source.line_at(offset)

    def flag(self, owner: str, kind: str, note: str, line: int) -> None:
        """Record a doubt about a provision."""
        self.flags.setdefault(owner, []).append(Flag(kind, note, line))

    def _claim(self, start: int, end: int, role: Role, owner: str, cuts: list[tuple[int, int, Role, str, str]]) -> None:
        offset = start
        for cut_start, cut_end, cut_role, reason, after in [*sorted(cuts), (end, end, role, "", "")]:
            for low, high in self._without_asides(offset, cut_start):
                self.builder.claim(low, high, role, owner=owner)
            for low, high in self._without_asides(cut_start, cut_end):
                self.builder.claim(low, high, cut_role, owner=owner, reason=reason, after=after)
            offset = cut_end

    def _asides_in(self, start: int, end: int) -> list[Span]:
        """Return the furniture inside a stretch of the source."""
        return self._asides[bisect_left(self._asides, (start, start)) : bisect_right(self._asides, (end, end))]

    def _without_asides(self, start: int, end: int) -> Iterator[Span]:
        """Yield a stretch of the source without the furniture in it."""
        for low, high in self._asides_in(start, end):
            yield start, low
            start = high
        yield start, end

    def _before_asides(self, span: Span) -> Span:
        """Return the part of a repaired stretch before any furniture in it."""
        asides = self._asides_in(*span)
        return (span[0], asides[0][0]) if asides else span

    def _mojibake(self, text: str) -> Iterable[Fix]:
        if not self.mojibake:
            return
        for match in re.finditer("|".join(map(re.escape, self.mojibake)), text):
            yield Fix(
                match.start(), match.end(), self.mojibake[match.group()], "a character was read in the wrong encoding"
            )

    def _flag(self, draft: Draft, owner: str) -> None:
        for offset in repairs.missing_symbols(draft.text):
            note = f"a symbol seems to be missing at “{draft.text[max(0, offset - 1) : offset + 12]}…”"
            self.flag(owner, "missing symbol", note, self.line_of(draft.origins[offset]))
        for offset in repairs.doubtful_breaks(draft.text, draft.joins, self.lexicon):
            place = draft.text[max(0, offset - 6) : offset + 7]
            note = f"it is uncertain whether a word continues after the line break at “{place}”"
            self.flag(owner, "doubtful break", note, self.line_of(draft.origins[offset]))


def draft_of(text: str, spans: Sequence[Span]) -> Draft:
    r"""Fold the white space of some stretches of a text and join them.

    >>> draft_of("comes-\ninto  play \nat once", [(0, 6), (7, 18), (19, 26)]).text
    'comes-into play at once'
    """
    pieces: list[str] = []  # never contains an empty string
    origins: list[int] = []
    joins: set[int] = set()
    for start, end in spans:
        _strip_space(pieces, origins)
        if pieces and not _hyphenated(pieces, text, start):
            joins.add(len(origins))
            pieces.append(" ")
            origins.append(origins[-1] + 1)
        offset = end - len(text[start:end].lstrip())
        for run in _RUN.finditer(text, offset, end):
            pieces.append(f"{text[offset : run.start()]} ")
            origins.extend(range(offset, run.start() + 1))
            offset = run.end()
        if offset < end:
            pieces.append(text[offset:end])
            origins.extend(range(offset, end))
    while _strip_space(pieces, origins):
        pass
    return Draft("".join(pieces), tuple(origins), frozenset(joins))


def row_of(text: str, spans: Sequence[Span]) -> Draft:
    r"""The cells of a table's row, the white space of each folded, with tabs between them.

    A cell of white space alone is a space: it is empty. A cell of nothing belongs to the one at its left.

    >>> row_of("1  card\t \t", [(0, 7), (8, 9), (10, 10)]).text
    '1 card\t \t'
    """
    pieces: list[str] = []
    origins: list[int] = []
    for index, (start, end) in enumerate(spans):
        if index:
            pieces.append(CELL)
            origins.append(start - 1)
        cell = draft_of(text, [(start, end)])
        pieces.append(cell.text or " " * (end > start))
        origins += cell.origins or range(start, min(end, start + 1))
    return Draft("".join(pieces), tuple(origins), frozenset())


def _strip_space(pieces: list[str], origins: list[int]) -> bool:
    """Remove the last character if it is a space; return whether it was."""
    if not pieces or pieces[-1][-1] != " ":
        return False
    pieces[-1:] = [pieces[-1][:-1]] if len(pieces[-1]) > 1 else []
    origins.pop()
    return True


def _hyphenated(pieces: list[str], text: str, start: int) -> bool:
    """Whether a line ended in the hyphen of a compound, so that the next line follows without a space."""
    if pieces[-1][-1] != "-" or not "".join(pieces[-2:])[-2:-1].isalpha():
        return False
    following = text[start : start + 40].lstrip()
    if not following[:1].isalpha():
        return False
    return not re.match(r"(?:and|or|to)\b", following)  # "power- and toughness-setting" leaves a word out


def _apply(draft: Draft, fixes: Sequence[Fix]) -> tuple[str, list[int]]:
    pieces: list[str] = []
    origins: list[int] = []
    offset = 0
    for fix in fixes:
        pieces.append(draft.text[offset : fix.start])
        origins.extend(draft.origins[offset : fix.start])
        pieces.append(fix.after)
        origins.extend([draft.origins[fix.start]] * len(fix.after))
        offset = fix.end
    pieces.append(draft.text[offset:])
    origins.extend(draft.origins[offset:])
    return "".join(pieces), origins


def _source_span(draft: Draft, start: int, end: int) -> Span:
    """Return the source span of a stretch of a draft. A join covers the whole line break."""
    last = draft.origins[end] if end - 1 in draft.joins and end < len(draft.origins) else draft.origins[end - 1] + 1
    return draft.origins[start], last


def _overlap(one: Fix, other: Fix) -> bool:
    return one.start < other.end and other.start < one.end
