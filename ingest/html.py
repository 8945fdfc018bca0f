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

from bs4 import BeautifulSoup, Tag
from bs4.exceptions import ParserRejectedMarkup

from ingest import dialects
from ingest.ledger import Role, Segment, check_tiling
from ingest.source import Source, SourceError
from ingest.tree import Provision, Reading

_LINES = frozenset(
    [
        "address",
        "article",
        "aside",
        "body",
        "br",
        "caption",
        "center",
        "dd",
        "div",
        "dl",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "head",
        "header",
        "hr",
        "html",
        "li",
        "main",
        "nav",
        "ol",
        "option",
        "section",
        "select",
        "tbody",
        "textarea",
        "tfoot",
        "thead",
        "title",
        "tr",
        "ul",
    ]
)
"""Elements that stand on lines of their own."""
_PARAGRAPHS = frozenset(["blockquote", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "p", "pre", "table"])
"""Elements that a blank line parts from what is around them."""
_CELLS = frozenset(["td", "th"])
_UNSEEN = frozenset(["script", "style", "noscript", "template", "head", "title", "svg", "math", "iframe", "object"])
_TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<![^>]{0,2000}>|<\?[^>]{0,2000}>"
    r"|</?[A-Za-z](?:[^<>\"']|\"[^\"]{0,4000}\"|'[^']{0,4000}'){0,4000}>",
    re.DOTALL,
)
_PIECE = re.compile(r"&(?:#[0-9]{1,7};?|#[xX][0-9a-fA-F]{1,6};?|[A-Za-z][A-Za-z0-9]{1,31};?)|[^&]+|&")
_ALTERNATIVE = re.compile(r"""\balt\s*=\s*["']?(\{[^{}\s"']{1,8}\})""", re.IGNORECASE)
"""A mana symbol that is shown as a picture."""
_MARKUP = "mark-up"


def is_html(source: Source) -> bool:
    """Whether a source is a web page: it says so at its start, or block elements are as common as lines."""
    start = source.text[:2000].lower()
    if "<!doctype html" in start or "<html" in start:
        return True
    tags = len(re.findall(r"</?(?:p|br|div|li|td|tr|pre|h[1-6])\b[^<>]{0,200}>", source.text, re.IGNORECASE))
    return tags > 3 and (source.name.lower().endswith((".html", ".htm")) or tags > 0.5 * len(source.lines))


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
        raise SourceError(source.name, "the page holds no visible words", mend="save the page itself, not its frame")
    plain = Source(source.name, words.text.encode("utf-8", "surrogatepass"), words.text, "utf-8")
    reading = dialects.choose(plain, dialect).read(plain)
    return _lift(reading, words, source)


class _Writer:
    """Writes the words of a page, with their places, folding white space as a browser does."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def text(self, text: str, start: int, end: int, *, kept: bool) -> None:
        """Write characters that stand at ``start`` to ``end`` of the page; ``kept`` keeps their white space."""
        exact = len(text) == end - start
        for at, character in enumerate(text):
            if not kept and character in " \t\r\n\f":
                if not self.pieces or self.pieces[-1] in " \n":
                    continue
                character = " "
            self._put(character, start + at if exact else start, start + at + 1 if exact else end)

    def end_line(self, at: int, *, times: int = 1) -> None:
        """End the line that is being written; with ``times`` 2 leave a blank one after it."""
        if not self.pieces:
            return
        have = 2 if self.pieces[-2:] == ["\n", "\n"] else 1 if self.pieces[-1] == "\n" else 0
        for _ in range(times - have):
            self._put("\n", at, at)

    def new_line(self, at: int) -> None:
        """Begin another line, even if that leaves a blank one."""
        self._put("\n", at, at)

    def space(self, at: int) -> None:
        """Part two cells of a table."""
        if self.pieces and not self.pieces[-1].isspace():
            self._put(" ", at, at)

    def _put(self, character: str, start: int, end: int) -> None:
        self.pieces.append(character)
        self.starts.append(start)
        self.ends.append(end)


def extract(source: Source) -> Words:
    """The visible words of a page, one line for each block, with their places; SourceError if it is no page."""
    seen = _visible(source)
    writer = _Writer()
    at = preformatted = 0
    for token in [*_TOKEN.finditer(source.text), None]:
        stop = token.start() if token else len(source.text)
        for part in _PIECE.finditer(source.text, at, stop):
            if seen(part.start()):
                writer.text(entities.unescape(part.group()), *part.span(), kept=bool(preformatted))
        if token is None:
            break
        at = token.end()
        name = re.match(r"<(/?)([A-Za-z][A-Za-z0-9]*)", token.group())
        if name is None:
            continue
        closes, element = bool(name[1]), name[2].lower()
        if element == "pre":
            preformatted = max(0, preformatted + (-1 if closes else 1))
        if element == "br":
            writer.new_line(token.start())
        elif element in _PARAGRAPHS:
            writer.end_line(token.start(), times=2)
        elif element in _LINES:
            writer.end_line(token.start())
        elif element in _CELLS:
            writer.space(token.start())
        elif element == "img" and (picture := _ALTERNATIVE.search(token.group())) and seen(token.start()):
            writer.text(picture[1], token.start() + picture.start(1), token.start() + picture.end(1), kept=True)
    return Words("".join(writer.pieces), writer.starts, writer.ends)


def _visible(source: Source) -> Callable[[int], bool]:
    """A test whether the words at an offset are visible: Beautiful Soup finds the elements that are not."""
    text = source.text
    try:
        soup = BeautifulSoup(text, "html.parser")
    except (ParserRejectedMarkup, RecursionError) as error:
        raise SourceError(source.name, f"the page can't be read: {error}", mend="save it as plain text") from error
    lines = [0, *(found.end() for found in re.finditer("\n", text))]
    hidden: list[tuple[int, int]] = []
    for element in soup.find_all(_is_unseen):
        if isinstance(element, Tag) and element.sourceline is not None and element.sourcepos is not None:
            start = lines[element.sourceline - 1] + element.sourcepos
            hidden.append((start, _end_of(element.name, start, text)))
    hidden = _runs(sorted(hidden))
    begins = [start for start, _ in hidden]

    def seen(offset: int) -> bool:
        nearest = bisect_right(begins, offset)
        return not nearest or offset >= hidden[nearest - 1][1]

    return seen


def _is_unseen(element: Tag) -> bool:
    style = str(element.get("style", "")).replace(" ", "").lower()
    return element.name in _UNSEEN or element.has_attr("hidden") or "display:none" in style


def _end_of(name: str, start: int, text: str) -> int:
    """Where an element ends that starts at an offset: after its own closing tag, past those of its like inside it."""
    depth = 0
    for tag in re.finditer(rf"<(/?){re.escape(name)}\b[^<>]*?(/?)>", text[start:], re.IGNORECASE):
        depth += -1 if tag[1] else 0 if tag[2] else 1
        if depth <= 0:
            return start + tag.end()
    return len(text)


def _lift(reading: Reading, words: Words, source: Source) -> Reading:
    """Move a reading of the words back to the page they came from."""
    segments: list[Segment] = []
    at = 0
    for piece in reading.segments:
        spans = [
            (words.starts[n], words.ends[n]) for n in range(piece.start, piece.end) if words.ends[n] > words.starts[n]
        ]
        for low, end in _runs(spans):
            start = max(low, at)
            if end > start:
                segments += _unworded(at, start, source.text)
                segments.append(replace(piece, start=start, end=end))
                at = end
    segments += _unworded(at, len(source.text), source.text)
    check_tiling(segments, len(source.text))

    plain = reading.source.lines

    def line(number: int) -> int:
        return source.line_at(words.starts[plain[min(number, len(plain)) - 1].start])

    def last_line(number: int) -> int:
        ended = plain[min(number, len(plain)) - 1]
        return source.line_at(words.starts[max(ended.start, ended.end - 1)])

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
            provisions=tuple(_moved(provision, line, last_line) for provision in tree.provisions),
            glossary=tuple(
                replace(entry, first_line=line(entry.first_line), last_line=last_line(entry.last_line))
                for entry in tree.glossary
            ),
        ),
    )


def _unworded(start: int, end: int, text: str) -> list[Segment]:
    """What stands between the words of a page: mark-up, or nothing but white space."""
    if end <= start:
        return []
    if not text[start:end].strip():
        return [Segment(start, end, Role.BLANK)]
    return [Segment(start, end, Role.FURNITURE, "", _MARKUP)]


def _runs(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans joined where they touch."""
    runs: list[tuple[int, int]] = []
    for start, end in spans:
        if runs and start <= runs[-1][1]:
            runs[-1] = (runs[-1][0], max(end, runs[-1][1]))
        else:
            runs.append((start, end))
    return runs


def _moved(provision: Provision, line: Callable[[int], int], last_line: Callable[[int], int]) -> Provision:
    return replace(
        provision,
        first_line=line(provision.first_line),
        last_line=last_line(provision.last_line),
        examples=tuple(
            replace(example, first_line=line(example.first_line), last_line=last_line(example.last_line))
            for example in provision.examples
        ),
        flags=tuple(replace(flag, line=line(flag.line)) for flag in provision.flags),
    )
