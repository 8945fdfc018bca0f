"""Passages: the citations of rules in plain text, Markdown or HTML, with their positions in the source."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise

from rulesite.text import edition_dates, free_text_citations
from rulesite.text.citations import Citation
from rulesite.text.free_text_citations import Mention


class Markup(StrEnum):
    """The format of a text."""

    TEXT = "text"
    MARKDOWN = "markdown"
    HTML = "html"

    @classmethod
    def of(cls, name: str, text: str = "") -> Markup:
        """The format by the ending of a file's name, else by the beginning of the text.

        >>> Markup.of("notes.md").value, Markup.of("page", "<!doctype html><p>").value, Markup.of("a.txt").value
        ('markdown', 'html', 'text')
        """
        ending = name.lower().rpartition(".")[2]
        if ending in ("html", "htm", "xhtml"):
            return cls.HTML
        if ending in ("md", "markdown", "mkd"):
            return cls.MARKDOWN
        return cls.HTML if re.match(r"\s*<(?:!doctype html|html)\b", text, re.IGNORECASE) else cls.TEXT


@dataclass(frozen=True)
class Passage:
    """A citation and its position in the source; ``day`` is the edition's day if the citation gives one, else None."""

    start: int
    end: int
    mention: Mention
    day: date | None = None

    @property
    def citation(self) -> Citation:
        """The cited rule."""
        return self.mention.citation

    @property
    def policy(self) -> str:
        """The slug of the tournament rules, the penalty guide, or Judging at Regular REL that it cites, or ""."""
        return self.citation.document if self.citation.document in free_text_citations.POLICY else ""


_ADDRESS = re.compile(r"\bhttps?://[^\s<>\"')\]]+|\bwww\.[^\s<>\"')\]]+")
_FENCED = re.compile(
    r"^ {0,3}(?P<fence>```+(?=[^`\n]*$)|~~~+).*?(?:^ {0,3}(?P=fence)[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE
)
_BLANK_LINE = re.compile(r"\n[ \t]*(?=\n)")
_TICKS = re.compile(r"`+")
_TARGET = re.compile(r"(?<=\])\([^()\s]*(?:\s+\"[^\"]*\")?\)|^[ \t]*\[[^\]\n]{1,999}\]:[ \t]*\n?[ \t]*\S+", re.M)
_UNPARSED = re.compile(
    r"(?P<raw><(?P<name>script|style)(?=[\s/>]|\Z)[^>]*)(?P<opened>>|\Z).*?(?P<closing></(?P=name)|\Z)"
    r"|<!--(?P<comment>-?>|.*?(?P<end>--!?>|\Z))|<[!?][^>]*(?P<closed>>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
"""Elements emptied before parsing: the HTML parser may search the rest of the page for the end of each, in vain.

As in browsers, an unclosed one ends with the page.
"""
_UNREAD = ("script", "style", "code", "pre", "textarea", "template")
_INLINE = frozenset("a abbr b bdi bdo cite em font i mark q s small span strong sub sup u var wbr".split())  # noqa: SIM905


def passages(source: str, markup: Markup) -> list[Passage]:
    """The citations of rules in a source, in order. Code, addresses and markup are not read.

    >>> [passage.citation.text for passage in passages("See `rule 100.1` and rule 100.2a.", Markup.MARKDOWN)]
    ['100.2a']
    """
    if markup is Markup.HTML:
        text, places = _read_html(source)
    else:
        text = _blanked(source, _ADDRESS)
        if markup is Markup.MARKDOWN:
            text = _without_spans_of_code(_blanked(_without_indented_code(text), _FENCED))
            text = _blanked(text, _TARGET)
        places = None
    extracted = []
    for mention in free_text_citations.find(text):
        start, end = mention.citation.start, mention.citation.end
        day = edition_dates.beside(text, start, end)
        if places is not None:
            start, end = places[start][0], places[end - 1][1]
        extracted.append(Passage(start, end, mention, day))
    return extracted


def _blanked(text: str, pattern: re.Pattern[str]) -> str:
    """The text with the matches of a pattern turned into spaces, so that positions stay."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def _without_indented_code(text: str) -> str:
    """Markdown with its indented code turned into spaces; indented text in a list is not code.

    >>> _without_indented_code("So:\\n\\n    code\\n\\n- list\\n\\n    text").split()
    ['So:', '-', 'list', 'text']
    """
    lines, in_list, after_blank = [], False, True
    for line in text.split("\n"):
        if not line.strip():
            after_blank = True
        elif re.match(r" {4}|\t", line):
            if after_blank and not in_list:
                line = " " * len(line)
        else:
            in_list, after_blank = re.match(r" {0,3}(?:[-*+]|\d{1,9}[.)])\s", line) is not None, False
        lines.append(line)
    return "\n".join(lines)


def _without_spans_of_code(text: str) -> str:
    """Markdown with its code spans turned into spaces; a span ends at an equal run of backticks in its paragraph.

    >>> _without_spans_of_code("a `b` and ``c ` d``, ` e")
    'a     and          , ` e'
    """
    pieces, copied = [], 0
    for start, end in pairwise([0, *(blank.end() for blank in _BLANK_LINE.finditer(text)), len(text)]):
        ticks = [run.span() for run in _TICKS.finditer(text, start, end)]
        next_of_length: dict[int, int] = {}
        closing = [0] * len(ticks)
        for index in range(len(ticks) - 1, -1, -1):
            start, end = ticks[index]
            closing[index] = next_of_length.get(end - start, 0)
            next_of_length[end - start] = end
        for (start, _), end in zip(ticks, closing, strict=True):
            if end and start >= copied:
                pieces += [text[copied:start], re.sub(r"[^\n]", " ", text[start:end])]
                copied = end
    return "".join([*pieces, text[copied:]])


def _read_html(source: str) -> tuple[str, list[tuple[int, int]]]:
    """The readable text of a page, and for each character its span in the source."""
    parsed = _UNPARSED.sub(_emptied, source)
    whole = parsed.rfind(">") + 1  # no tag ends after that, so the parser need not look for one
    reader = _Reader(source)
    reader.feed(parsed[:whole] + parsed[whole:].replace("<", " "))
    reader.close()
    text = "".join(reader.characters)
    return _blanked(text, _ADDRESS), reader.places


def _emptied(match: re.Match[str]) -> str:
    """A script, a style, a comment or a declaration, emptied but of the same length."""
    length = len(match.group())
    if match["raw"] is not None:
        head, tail = f"<{match['name']}", match["closing"]
        opened = head.ljust(len(match["raw"])) + match["opened"]
        return opened + tail.rjust(length - len(opened))
    if match["comment"] is not None:
        return "<!--" + "-->".rjust(length - 4) if match["end"] else " " * length
    return "<?" + ">".rjust(length - 2) if match["closed"] else " " * length


class _Reader(HTMLParser):
    """Collect the characters of a page with their positions."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=False)
        self._lines = [0]
        for newline in re.finditer("\n", source):
            self._lines.append(newline.end())
        self._unread = 0
        self.characters: list[str] = []
        self.places: list[tuple[int, int]] = []

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def _add(self, text: str, start: int, end: int | None = None) -> None:
        for offset, character in enumerate(text):
            self.characters.append(character)
            self.places.append((start, end) if end is not None else (start + offset, start + offset + 1))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unread += tag in _UNREAD
        self._break(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._break(tag)

    def handle_endtag(self, tag: str) -> None:
        self._unread = max(0, self._unread - (tag in _UNREAD))
        self._break(tag)

    def _break(self, tag: str) -> None:
        if tag not in _INLINE:
            offset = self._at()
            self._add("\n", offset, offset)

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self._add(data, self._at())

    def handle_entityref(self, name: str) -> None:
        self._reference(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._reference(f"&#{name};")

    def _reference(self, printed: str) -> None:
        if not self._unread:
            offset = self._at()
            character = unescape(printed)
            self._add(character, offset, offset + len(printed))
