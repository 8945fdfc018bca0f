"""HTML: Beautiful Soup decides what is visible, and the ledger still owns every character.

The text of the page is read as lines (a block element ends a line); every mark-up character becomes furniture. Each
character of the text keeps its position in the page.
"""

from __future__ import annotations

import html as entities
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ingest.document.source import Source, SourceError
from ingest.document.tree import Reading
from ingest.parsing.markup import WEB_PAGE, Words, Writer, read_words

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

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
"""Block elements, which are on lines of their own."""
_PARAGRAPHS = frozenset(["blockquote", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "p", "pre", "table"])
"""Elements separated from their surroundings by a blank line."""
_CELLS = frozenset(["td", "th"])
_HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"]
_MAX_CELL = 400
"""Characters of a cell; a longer one holds text, and its table lays out the page."""
_UNSEEN = frozenset(["script", "style", "noscript", "template", "head", "title", "svg", "math", "iframe", "object"])
_TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<![^>]{0,2000}>|<\?[^>]{0,2000}>"
    r"|</?[A-Za-z](?:[^<>\"']|\"[^\"]{0,4000}\"|'[^']{0,4000}'){0,4000}>",
    re.DOTALL,
)
_PIECE = re.compile(r"&(?:#[0-9]{1,7};?|#[xX][0-9a-fA-F]{1,6};?|[A-Za-z][A-Za-z0-9]{1,31};?)|[^&]+|&")
_ALTERNATIVE = re.compile(r"""\balt\s*=\s*["']?(\{[^{}\s"']{1,8}\})""", re.IGNORECASE)
"""A mana symbol as an image."""


def is_html(source: Source) -> bool:
    """Whether a source is a web page: it says so at its start, or block elements are as common as lines."""
    start = source.text[:2000].lower()
    if "<!doctype html" in start or "<html" in start:
        return True
    tags = len(re.findall(r"</?(?:p|br|div|li|td|tr|dt|dd|pre|h[1-6])\b[^<>]{0,200}>", source.text, re.IGNORECASE))
    return tags > 3 and (source.name.lower().endswith((".html", ".htm")) or tags > 0.5 * len(source.lines))


def read(source: Source, dialect: str = "") -> Reading:
    """Read a page. Raises SourceError if its text has no numbered rule."""
    words = extract(source)
    if not words.text.strip():
        raise SourceError(source.name, "the page has no visible text", mend="save the page itself, not its frame")
    return read_words(words, source, dialect, WEB_PAGE)


def extract(source: Source) -> Words:
    """The visible text of a page, one line for each block, with positions. Raises SourceError if it is not a page."""
    soup = _soup(source)
    seen, in_table = _visible(source, soup), _tables(source, soup)
    writer = Writer()
    offset = preformatted = 0
    row = _Row(writer)
    for token in [*_TOKEN.finditer(source.text), None]:
        stop = token.start() if token else len(source.text)
        for part in _PIECE.finditer(source.text, offset, stop):
            if seen(part.start()):
                writer.text(entities.unescape(part.group()), *part.span(), kept=bool(preformatted))
        if token is None:
            break
        offset = token.end()
        name = re.match(r"<(/?)([A-Za-z][A-Za-z0-9]*)", token.group())
        if name is None:
            continue
        closes, element = bool(name[1]), name[2].lower()
        if in_table(token.start()) and element != "table":
            row.tag(element, token.group(), token.start(), closes=closes)
            continue
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
    return writer.words


class _Row:
    """Writes the rows of a table of data, a line each, with tabs between the cells."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._cells = self._span = 0

    def tag(self, element: str, token: str, at: int, *, closes: bool) -> None:
        """Write what a tag within a table means: a row, a cell, or a line within one."""
        if element in ("tr", "caption"):
            for _ in range(self._span - 1):
                self._writer.cell(at)
            self._cells = self._span = 0
            self._writer.end_line(at)
        elif element in _CELLS and closes:
            self._writer.empty_cell(at)
        elif element in _CELLS:
            for _ in range(self._span if self._cells else 0):
                self._writer.cell(at)
            self._cells += 1
            span = re.search(r"\bcolspan\s*=\s*[\"']?([0-9]{1,2})\b", token, re.IGNORECASE)
            self._span = max(1, int(span[1])) if span else 1
        elif element in _LINES or element in _PARAGRAPHS:
            self._writer.space(at)


def _soup(source: Source) -> BeautifulSoup:
    """The page's elements. Raises SourceError if Beautiful Soup can't read it."""
    from bs4 import BeautifulSoup  # few documents need it, and it is slow to import
    from bs4.exceptions import ParserRejectedMarkup

    try:
        return BeautifulSoup(source.text, "html.parser")
    except (ParserRejectedMarkup, RecursionError) as error:
        raise SourceError(source.name, f"the page can't be read: {error}", mend="save it as plain text") from error


def _visible(source: Source, soup: BeautifulSoup) -> Callable[[int], bool]:
    """A test whether the text at an offset is visible."""
    inside = _within(source.text, soup.find_all(_is_unseen))
    return lambda offset: not inside(offset)


def _tables(source: Source, soup: BeautifulSoup) -> Callable[[int], bool]:
    """A test whether an offset is within a table of data; one that only lays out a page is none."""
    return _within(source.text, [table for table in soup.find_all("table") if _holds_data(table)])


def _holds_data(table: Tag) -> bool:
    rows = [row.find_all(["td", "th"]) for row in table.find_all("tr")]
    cells = [cell for row in rows for cell in row]
    wide = sum(len(row) > 1 for row in rows)
    return (
        wide > 1
        and table.find("table") is None
        and all(len(cell.get_text()) <= _MAX_CELL and cell.find(_HEADINGS) is None for cell in cells)
    )


def _within(text: str, elements: Iterable[object]) -> Callable[[int], bool]:
    """A test whether an offset is within one of these elements, which are in the order of the page."""
    from bs4 import Tag

    lines = [0, *(line_end.end() for line_end in re.finditer("\n", text))]
    spans: list[tuple[int, int]] = []
    for element in elements:
        if isinstance(element, Tag) and element.sourceline is not None and element.sourcepos is not None:
            start = lines[element.sourceline - 1] + element.sourcepos
            if not spans or start >= spans[-1][1]:  # an element within another is not searched again
                spans.append((start, _end_of(element.name, start, text)))
    begins = [start for start, _ in spans]

    def inside(offset: int) -> bool:
        nearest = bisect_right(begins, offset)
        return nearest > 0 and offset < spans[nearest - 1][1]

    return inside


def _is_unseen(element: Tag) -> bool:
    style = str(element.get("style", "")).replace(" ", "").lower()
    return element.name in _UNSEEN or element.has_attr("hidden") or "display:none" in style


def _end_of(name: str, start: int, text: str) -> int:
    """The end of the element that starts at an offset: after its closing tag, past nested elements of the same name."""
    depth = 0
    for tag in re.compile(rf"<(/?){re.escape(name)}\b[^<>]*?(/?)>", re.IGNORECASE).finditer(text, start):
        depth += -1 if tag[1] else 0 if tag[2] else 1
        if depth <= 0:
            return tag.end()
    return len(text)
