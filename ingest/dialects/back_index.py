"""Read the index at the back of a book: terms in alphabetical order, each with the numbers of its rules.

An entry reads ``Abilities, 402``; subentries below it are indented or in lower case: ``mana ability, 214.9f, 406.1``.
An entry may also point elsewhere (``see also Costs``). A letter alone on a line heads its terms. A copy may have lost
the heading, broken long entries, or left two columns side by side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ingest.dialects import furniture, line_starts
from ingest.dialects.composing import Composer, Span
from ingest.document.ledger import Role
from ingest.document.source import Line
from ingest.document.tree import IndexEntry
from rulesite.text.characters import DASH, DASHES
from rulesite.text.numbering import LETTER

HEADING = re.compile(
    r"\W*(?:(?:alphabetical|general|rules?) )?index(?: (?:of|to) (?:the )?(?:terms|rules))?\W*", re.IGNORECASE
)
_NUMBER = (
    rf"[1-9][0-9]{{2}}(?:\.[0-9]{{1,3}}{LETTER}?)?"
    rf"(?:\s?{DASH}\s?(?:[1-9][0-9]{{2}}\.[0-9]{{1,3}}{LETTER}?|[0-9]{{1,3}}{LETTER}?|{LETTER}))?"
)
_NUMBERS = rf"{_NUMBER}(?:\s?[,;]\s?(?:and\s)?{_NUMBER})*"
_SEE = r"\(?[Ss]ee(?:\s+also)?\s+\S.*"
_ENTRY = re.compile(
    rf"\s*(?P<term>[^\s\d,;:.][^\n]{{0,70}}?)(?:\s?[,:;]\s?|\s?(?:\.\s?){{2,}}|\s?…\s?|\s+)(?P<rest>{_NUMBERS})"
    rf"(?P<see>[.,;]?\s+{_SEE})?[\s.,;]*"
)
_PARTED = re.compile(r"[,:;…\t]|\.\s?\.")
_SEEING = re.compile(r"\bsee\b", re.IGNORECASE)
_POINTER = re.compile(rf"\s*(?P<term>[^\s\d,;:.][^\n]{{0,70}}?)[.,;:]?\s+(?P<rest>{_SEE})")
_CONTINUING = re.compile(rf"\s*[,;]?\s*(?:{_NUMBERS}[\s.,;]*|{_SEE})")
_LETTER_HEAD = re.compile(rf"\W*[A-Z](?:\s?{DASH}\s?[A-Z])?\W*")
_COLUMN = re.compile(r"(?<=\S)(?:\s{3,}|\t+)(?=[^\W\d])")
_PAGE_NUMBER = re.compile(r"\s*[0-9]{1,3}\s*")
_MAX_TERM = 60
_MIN_ENTRIES = 10
"""The fewest entries that make a list without a heading an index."""


@dataclass
class _Open:
    """An entry that may still grow: its lines, and whether it is a subentry."""

    spans: list[Span]
    first: int
    last: int
    stop: int
    below: bool
    rest: bool = True
    """Whether it already has numbers or a pointer."""


@dataclass(frozen=True)
class Index:
    """The entries of an index, and its other text, heading first."""

    entries: tuple[IndexEntry, ...] = ()
    says: list[str] = field(default_factory=list)


def is_entry(text: str) -> bool:
    """Whether a line is an index entry with numbers.

    >>> is_entry("mana ability, 214.9f, 406.1, 411"), is_entry("Costs, 117; see also Mana"), is_entry("A card is 402.")
    (True, True, False)
    """
    match = _ENTRY.fullmatch(text)
    if match is None or _SEEING.search(match["term"]):
        return False
    return "," in match["rest"] or _PARTED.search(text, 0, match.start("rest")) is not None


def may_be_entry(text: str) -> bool:
    """Whether a line could be an entry in a place known to be an index: ``Haste 101``."""
    return _ENTRY.fullmatch(text) is not None


def extent(lines: Sequence[Line], start: int, end: int) -> tuple[int, int] | None:
    """Return the first and the end line of an index without a heading, or None."""
    indexes = [index for index in range(start, end) if is_entry(lines[index].text)]
    best: list[int] = []
    run: list[int] = []
    for index in indexes:
        if run and sum(bool(line.text.strip()) for line in lines[run[-1] + 1 : index]) > 3:
            run = []
        run.append(index)
        if len(run) > len(best):
            best = list(run)
    if len(best) < _MIN_ENTRIES:
        return None
    first, last = best[0], best[-1]
    above = first - 1
    while above >= start and not lines[above].text.strip():
        above -= 1
    if above >= start and _LETTER_HEAD.fullmatch(lines[above].text):
        first = above
    return first, last + 1


def read(lines: Sequence[Line], composer: Composer, strange: dict[int, str]) -> Index:
    """Read the lines of an index, with or without a heading.

    ``strange`` maps line indices to the reasons why those lines are furniture.
    """
    index = Index()
    headed = bool(lines) and HEADING.fullmatch(lines[0].text) is not None
    entries: list[IndexEntry] = []
    keys: dict[str, int] = {}
    base = min((line_starts.indent(line.text) for line in lines if is_entry(line.text)), default=0)
    current: _Open | None = None
    parent = ""

    def close() -> None:
        nonlocal current, parent
        if current is not None:
            entry = _entry(current, parent if current.below else "", composer, keys)
            parent = parent if current.below else entry.key
            entries.append(entry)
        current = None

    for line_index, line in enumerate(lines):
        if not line.text.strip():
            continue
        reason = (
            strange.get(line_index) or furniture.reason_for(line) or _page_reason(line.text, line_index, headed=headed)
        )
        if reason:
            composer.aside(line.start, line.stop, reason)
            continue
        for piece in _columns(line):
            if (line_index == 0 and headed) or _LETTER_HEAD.fullmatch(piece.text):
                close()
                span = (piece.start, piece.end)
                index.says.append(composer.paragraph([span], Role.INDEX, "index", claim=(piece.start, piece.stop)))
            elif current is not None and _goes_on(piece, current, lines_above=lines[line_index - 1].text):
                current.spans.append((piece.start, piece.end))
                current.last, current.stop, current.rest = piece.number, piece.stop, True
            elif opened := _opened(piece, base, below=bool(entries or current)):
                close()
                current = opened
            else:
                close()
                span = (piece.start, piece.end)
                index.says.append(composer.paragraph([span], Role.INDEX, "index", claim=(piece.start, piece.stop)))
    close()
    return Index(tuple(entries), index.says)


def _page_reason(text: str, nth: int, *, headed: bool) -> str:
    """Return why a line is furniture of a printed index (a page number or a repeated heading), or ""."""
    if _PAGE_NUMBER.fullmatch(text):
        return "page number"
    again = re.fullmatch(r"\W*index\W*(?:\(?cont(?:inued|\.)\)?)?\W*", text, re.IGNORECASE)
    return "running head" if again and (nth or not headed) else ""


def _columns(line: Line) -> Iterator[Line]:
    """Yield the entries that stand side by side on a line, or the line itself."""
    start = 0
    for gap in _COLUMN.finditer(line.text):
        left, right = line.text[start : gap.start()], line.text[gap.end() :]
        whole = [bool(_ENTRY.fullmatch(half) or _POINTER.fullmatch(half)) for half in (left, right)]
        if any(whole) and all(is_whole or _is_term(half) for is_whole, half in zip(whole, (left, right), strict=True)):
            cut = line.start + gap.end()
            yield Line(line.number, line.start + start, line.start + gap.start(), cut, left)
            start = gap.end()
    yield Line(line.number, line.start + start, line.end, line.stop, line.text[start:])


def _is_term(text: str) -> bool:
    """Whether a line is a term without numbers, whose subentries have them."""
    return len(text.strip()) <= _MAX_TERM and not text.rstrip().endswith((".", "!", "?", ":"))


def _goes_on(piece: Line, current: _Open, *, lines_above: str) -> bool:
    """Whether a line continues the entry above: with numbers, with a pointer, or after a comma."""
    if _CONTINUING.fullmatch(piece.text):
        return True
    return current.rest and lines_above.rstrip().endswith((",", *DASHES)) and not is_entry(piece.text)


def _opened(piece: Line, base: int, *, below: bool) -> _Open | None:
    """Return the entry that a line begins, or None."""
    match = _ENTRY.fullmatch(piece.text) or _POINTER.fullmatch(piece.text)
    if match is None and not _is_term(piece.text):
        return None
    term = piece.text.strip()
    under = below and (line_starts.indent(piece.text) > base or term[:1].islower() or term[:1] in f"{DASHES}•")
    return _Open([(piece.start, piece.end)], piece.number, piece.number, piece.stop, under, match is not None)


def _entry(opened: _Open, parent: str, composer: Composer, keys: dict[str, int]) -> IndexEntry:
    start = opened.spans[0][0]
    words = composer.preview(opened.spans)
    match = _ENTRY.fullmatch(words) or _POINTER.fullmatch(words)
    term = (words[: match.end("term")] if match else words).strip(f" {DASHES}•")
    slug = "-".join(part for part in (parent, re.sub(r"[^a-z0-9]+", "-", term.lower()).strip("-") or "entry") if part)[
        :110
    ]
    keys[slug] = count = keys.get(slug, 0) + 1
    key = slug if count == 1 else f"{slug}~{count}"
    text = composer.paragraph(opened.spans, Role.INDEX, f"index/{key}", claim=(start, opened.stop))
    return IndexEntry(key, term, parent, text, opened.first, opened.last)
