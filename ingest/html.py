"""Rules documents that come as HTML: Beautiful Soup says what is visible, and the ledger still owns every character.

The page's words are read as lines (a block element ends a line); every mark-up character becomes furniture. Positions
are kept: each character of the words remembers where it stands in the page.
"""

from __future__ import annotations

import html as entities
import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace

from bs4 import BeautifulSoup

from ingest import dialects
from ingest.ledger import Role, Segment, check_tiling
from ingest.source import Source, SourceError
from ingest.tree import Provision, Reading

_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "br",
        "caption",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "head",
        "header",
        "hr",
        "html",
        "li",
        "main",
        "nav",
        "ol",
        "option",
        "p",
        "pre",
        "section",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "title",
        "tr",
        "ul",
    ]
)
_UNSEEN = frozenset(["script", "style", "noscript", "template", "head", "title", "svg"])
_TOKEN = re.compile(r"<!--.*?-->|<![^>]*>|<\?[^>]*>|</?[A-Za-z](?:[^>\"']|\"[^\"]*\"|'[^']*')*>", re.DOTALL)
_MARKUP = "mark-up"


def is_html(source: Source) -> bool:
    """Whether a source is a web page: it says so at its start, or is full of block elements."""
    start = source.text[:2000].lower()
    if "<!doctype html" in start or "<html" in start:
        return True
    return (
        source.name.lower().endswith((".html", ".htm")) and len(re.findall(r"<(?:p|br|div|li|td)\b", source.text)) > 3
    )


@dataclass(frozen=True)
class Words:
    """The visible words of a page as plain text; character n of it spans ``starts[n]`` to ``ends[n]`` of the page."""

    text: str
    starts: list[int]
    ends: list[int]


def read(source: Source, dialect: str = "") -> Reading:
    """Read a page; raise SourceError when no rule is numbered in its words."""
    words = extract(source)
    if not words.text.strip():
        raise SourceError(source.name, "the page holds no visible words")
    plain = Source(source.name, words.text.encode("utf-8", "surrogatepass"), words.text, "utf-8")
    reading = dialects.choose(plain, dialect).read(plain)
    return _lift(reading, words, source)


def extract(source: Source) -> Words:
    """The visible words of a page, one line for each block, with their places."""
    seen = _visible(source.text)
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []

    def put(text: str, start: int, end: int) -> None:
        for at, character in enumerate(text):
            pieces.append(character)
            exact = len(text) == end - start
            starts.append(start + at if exact else start)
            ends.append(start + at + 1 if exact else end)

    def end_line(at: int) -> None:
        if pieces and pieces[-1] != "\n":
            put("\n", at, at)

    at = 0
    for token in [*_TOKEN.finditer(source.text), None]:
        stop = token.start() if token else len(source.text)
        if stop > at:
            for part in re.finditer(r"&(?:#\d+|#x[0-9a-fA-F]+|\w+);|[^&]+|&", source.text[at:stop]):
                if not seen(at + part.start()):
                    continue
                text = entities.unescape(part.group())
                put(re.sub(r"[\r\n\t]", " ", text), at + part.start(), at + part.end())
        if token is None:
            break
        name = re.match(r"</?([A-Za-z][A-Za-z0-9]*)", token.group())
        if name and name[1].lower() in _BLOCKS:
            end_line(token.start())
        at = token.end()
    return Words("".join(pieces), starts, ends)


def _visible(text: str) -> Callable[[int], bool]:
    """A test whether the words at an offset are visible: Beautiful Soup finds the elements that are not."""
    soup = BeautifulSoup(text, "html.parser")
    hidden: list[tuple[int, int]] = []
    lines = [0, *(found.end() for found in re.finditer("\n", text))]
    for element in soup.find_all(sorted(_UNSEEN)):
        if element.sourceline is None or element.sourcepos is None:
            continue
        start = lines[element.sourceline - 1] + element.sourcepos
        close = re.compile(rf"</{element.name}\s*>", re.IGNORECASE).search(text, start)
        hidden.append((start, close.end() if close else len(text)))
    hidden.sort()
    begins = [start for start, _ in hidden]

    def seen(offset: int) -> bool:
        nearest = bisect_right(begins, offset)
        return not any(start <= offset < end for start, end in hidden[max(0, nearest - 8) : nearest])

    return seen


def _lift(reading: Reading, words: Words, source: Source) -> Reading:
    """Move a reading of the words back to the page they came from."""
    segments: list[Segment] = []
    at = 0
    for piece in reading.segments:
        spans = [
            (words.starts[n], words.ends[n]) for n in range(piece.start, piece.end) if words.ends[n] > words.starts[n]
        ]
        for start, end in _runs(spans):
            start = max(start, at)
            if end <= start:
                continue
            if start > at:
                segments.append(Segment(at, start, Role.FURNITURE, "", _MARKUP))
            segments.append(replace(piece, start=start, end=end))
            at = end
    if at < len(source.text):
        segments.append(Segment(at, len(source.text), Role.FURNITURE, "", _MARKUP))
    check_tiling(segments, len(source.text))

    def line(number: int) -> int:
        plain = reading.source.lines[min(number, len(reading.source.lines)) - 1]
        return source.line_at(words.starts[min(plain.start, len(words.starts) - 1)])

    tree = reading.tree
    return replace(
        reading,
        source=source,
        because=f"{reading.because} of the words of a web page",
        segments=tuple(segments),
        repairs=tuple(
            replace(
                repair,
                start=words.starts[repair.start],
                end=words.ends[max(repair.start, repair.end - 1)],
                line=line(repair.line),
            )
            for repair in reading.repairs
        ),
        tree=replace(
            tree,
            provisions=tuple(_moved(provision, line) for provision in tree.provisions),
            glossary=tuple(
                replace(entry, first_line=line(entry.first_line), last_line=line(entry.last_line))
                for entry in tree.glossary
            ),
        ),
    )


def _runs(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans joined where they touch."""
    runs: list[tuple[int, int]] = []
    for start, end in spans:
        if runs and start <= runs[-1][1]:
            runs[-1] = (runs[-1][0], max(end, runs[-1][1]))
        else:
            runs.append((start, end))
    return runs


def _moved(provision: Provision, line: Callable[[int], int]) -> Provision:
    return replace(
        provision,
        first_line=line(provision.first_line),
        last_line=line(provision.last_line),
        examples=tuple(
            replace(example, first_line=line(example.first_line), last_line=line(example.last_line))
            for example in provision.examples
        ),
        flags=tuple(replace(flag, line=line(flag.line)) for flag in provision.flags),
    )
