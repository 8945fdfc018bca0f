"""Markdown from maintainers as safe HTML, in which rule numbers are links.

Rendered by the Markdown package, then sanitised by nh3; no output of this module is written by hand. A rule number
(``404.1``, ``rule 402.8g``, ``rules 409.1b-i``, ``A.4.20``) links to the newest edition that used it, and
``[[404.1@2006-10-01]]`` or ``[[cr/2006-10-01/402.8g]]`` to the edition it names. A number without a target stays text
and is marked. Code, existing links and raw HTML are left alone; a backslash (``404\\.1``) keeps a number plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from rulesite.rulebook import addresses
from rulesite.rulebook.models import RuleVersion
from rulesite.text import references
from rulesite.text.numbering import LETTER, Scheme

TAGS = {
    *("h2", "h3", "h4", "h5", "h6", "p", "blockquote", "pre", "hr", "br", "ul", "ol", "li", "dl", "dt", "dd"),
    *("table", "thead", "tbody", "tr", "th", "td"),
    *("a", "abbr", "b", "code", "del", "em", "i", "kbd", "s", "span", "strong", "sub", "sup"),
}
"""The allowed elements. No h1, which is the page's own; no pictures, frames, forms or styles."""

_ATTRIBUTES = {
    "a": {"href", "title"},
    "abbr": {"title"},
    "span": {"title"},
    "td": {"align"},
    "th": {"align"},
    "ol": {"start"},
}
_CLASSES = {"a": {"citation"}, "span": {"citation-unknown"}}
_WRITTEN = re.compile(r"\[\[(?P<address>[^\[\]\n]{1,80})\]\]")
_BARE = re.compile(
    r"(?<![\w./@#$€£:~+-])"
    rf"(?:[1-9][0-9]{{2}}\.[0-9]{{1,3}}{LETTER}?|[A-Z]\.[0-9]{{1,3}}\.(?:(?:Ruling|Note)\.)?[0-9]{{1,3}}{LETTER}?)"
    r"(?![\w/@%]|[.,][0-9]|\s?[%€])"
)
"""A complete number, recognised without a word like "rule" before it: maintainers write about little else."""
_OPAQUE = frozenset({"a", "code", "pre", "kbd"})


def render(text: str) -> SafeString:
    """The HTML of a Markdown text: sanitised, headings from h2 down, rule numbers linked.

    Queries the database for the numbers (at most twice, whatever the length).
    """
    markdown = Markdown(
        extensions=["tables", "fenced_code", "sane_lists", "def_list", _Citations()],
        extension_configs={"tables": {"use_align_attribute": True}},  # nothing may carry a style
    )
    return _sanitise(markdown.convert(text))


def _sanitise(html: str) -> SafeString:
    clean = nh3.clean(
        html,
        tags=TAGS,
        attributes=_ATTRIBUTES,
        allowed_classes=_CLASSES,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener",
    )
    return mark_safe(clean)  # nh3's word for it: this is the one place where outside HTML is trusted


@dataclass(frozen=True)
class _Mention:
    """A passage of a text that names a provision; ``shown`` is the text of the link."""

    start: int
    end: int
    address: str
    shown: str


def mentions(text: str) -> list[tuple[int, int, str]]:
    """The mentions of provisions in a plain text: (start, end, address), in order, never overlapping.

    >>> mentions("See rule 402.8g, 404.1 or [[A.4.20@2002-10-15]]; it costs $100.50.")
    [(9, 15, '402.8g'), (17, 22, '404.1'), (26, 47, 'A.4.20@2002-10-15')]
    """
    return [(mention.start, mention.end, mention.address) for mention in _mentions(text)]


def _mentions(text: str) -> list[_Mention]:
    mentions: list[_Mention] = []
    covered = bytearray(len(text))

    def add(start: int, end: int, address: str, shown: str) -> None:
        """Add a mention unless an earlier, better one covers part of it."""
        if not any(covered[start:end]):
            covered[start:end] = b"\1" * (end - start)
            mentions.append(_Mention(start, end, address, shown))

    for written in _WRITTEN.finditer(text):
        add(*written.span(), written["address"].strip(), "")
    for scheme in (Scheme.DECIMAL, Scheme.LETTERED):
        for citation in references.find(text, scheme):
            if citation.first is not None:
                add(citation.start, citation.end, str(citation.first), citation.text)
    for bare in _BARE.finditer(text):
        add(*bare.span(), bare.group(), bare.group())
    return sorted(mentions, key=lambda mention: mention.start)


class _Citations(Extension):
    """Shifts headings below the page's own, and links rule numbers, after the inline syntax is parsed."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the package's name for it
        md.treeprocessors.register(_Linker(md), "rule citations", 15)


class _Linker(Treeprocessor):
    def run(self, root: Element) -> None:
        for element in root.iter():
            if re.fullmatch("h[1-6]", str(element.tag)):
                element.tag = f"h{min(6, int(element.tag[1]) + 1)}"
        places = [(holder, tail, _mentions(text)) for holder, tail, text in _texts(root)]
        versions = addresses.resolve_all({mention.address for _, _, mentions in places for mention in mentions})
        after: dict[Element, list[Element]] = {}
        for holder, tail, mentions in places:
            if mentions and tail:
                holder.tail, after[holder] = _marked(holder.tail or "", mentions, versions)
            elif mentions:
                holder.text, before = _marked(holder.text or "", mentions, versions)
                holder[:0] = before
        for parent in list(root.iter()) if after else ():
            if not after.keys().isdisjoint(parent):
                parent[:] = [node for child in parent for node in (child, *after.get(child, ()))]


def _texts(element: Element) -> Iterator[tuple[Element, bool, str]]:
    """Every run of text that may hold citations: the element, whether the run is its tail, and the text."""
    if element.tag in _OPAQUE:
        return
    if element.text and not isinstance(element.text, AtomicString):
        yield element, False, element.text
    for child in list(element):
        yield from _texts(child)
        if child.tail and not isinstance(child.tail, AtomicString):
            yield child, True, child.tail


def _marked(text: str, named: list[_Mention], versions: dict[str, RuleVersion | None]) -> tuple[str, list[Element]]:
    """One run of text as the text before the first mention, and an element for each mention with the text after it."""
    pieces: list[Element] = []
    for mention, following in zip(named, [*named[1:], None], strict=True):
        piece = _link(mention, versions[mention.address], text)
        piece.tail = text[mention.end : following.start if following else len(text)]
        pieces.append(piece)
    return text[: named[0].start], pieces


def _link(mention: _Mention, version: RuleVersion | None, text: str) -> Element:
    if version is None:
        marked = Element("span", {"class": "citation-unknown", "title": f"No edition held here has {mention.address}"})
        marked.text = AtomicString(text[mention.start : mention.end])
        return marked
    edition = version.edition
    title = f"{edition.document.short_title} {version.key}, edition of {edition.slug}"
    link = Element("a", {"class": "citation", "href": version.get_absolute_url(), "title": title})
    dated = "@" in mention.address or mention.address.count("/") > 1
    link.text = AtomicString(mention.shown or (f"{version.key} ({edition.slug})" if dated else version.key))
    return link
