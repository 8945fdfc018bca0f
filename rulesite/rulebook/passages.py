"""Passages: where plain text, Markdown or HTML cites rules, as places in the source itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from html import unescape
from html.parser import HTMLParser

from rulesite.text import mentions, named_days
from rulesite.text.citations import Citation
from rulesite.text.mentions import Mention


class Markup(StrEnum):
    """What a text is written in."""

    TEXT = "text"
    MARKDOWN = "markdown"
    HTML = "html"

    @classmethod
    def of(cls, name: str, text: str = "") -> Markup:
        """By the ending of a file's name, else by how the text begins.

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
    """A citation and its place in the source; ``day`` where it names the edition itself, None where it does not."""

    start: int
    end: int
    mention: Mention
    day: date | None = None

    @property
    def citation(self) -> Citation:
        """What is cited."""
        return self.mention.citation


_ADDRESS = re.compile(r"\bhttps?://[^\s<>\"')\]]+|\bwww\.[^\s<>\"')\]]+")
_CODE = re.compile(
    r"^(?P<fence>```+|~~~+).*?(?:^(?P=fence)\s*$|\Z)|(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)", re.S | re.M
)
_TARGET = re.compile(r"(?<=\])\([^()\s]*(?:\s+\"[^\"]*\")?\)|^\s*\[[^\]]+\]:\s*\S+", re.M)
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
            text = _blanked(_blanked(_without_indented_code(text), _CODE), _TARGET)
        places = None
    found = []
    for mention in mentions.find(text):
        start, end = mention.citation.start, mention.citation.end
        day = named_days.beside(text, start, end)
        if places is not None:
            start, end = places[start][0], places[end - 1][1]
        found.append(Passage(start, end, mention, day))
    return found


def _blanked(text: str, pattern: re.Pattern[str]) -> str:
    """The text with what a pattern matches turned into spaces, so that places stay."""
    return pattern.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


def _without_indented_code(text: str) -> str:
    """Markdown with the lines of its indented code turned into spaces; what is indented under a list is no code.

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


def _read_html(source: str) -> tuple[str, list[tuple[int, int]]]:
    """The readable text of a page, and for each character the span of the source it stands for."""
    reader = _Reader(source)
    reader.feed(source)
    reader.close()
    text = "".join(reader.characters)
    return _blanked(text, _ADDRESS), reader.places


class _Reader(HTMLParser):
    """Collects the characters of a page with their places."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=False)
        self._lines = [0]
        for found in re.finditer("\n", source):
            self._lines.append(found.end())
        self._unread = 0
        self.characters: list[str] = []
        self.places: list[tuple[int, int]] = []

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def _add(self, text: str, start: int, end: int | None = None) -> None:
        for nth, character in enumerate(text):
            self.characters.append(character)
            self.places.append((start, end) if end is not None else (start + nth, start + nth + 1))

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
            at = self._at()
            self._add("\n", at, at)

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self._add(data, self._at())

    def handle_entityref(self, name: str) -> None:
        self._reference(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._reference(f"&#{name};")

    def _reference(self, printed: str) -> None:
        if not self._unread:
            at = self._at()
            meant = unescape(printed)
            self._add(meant, at, at + len(printed))
