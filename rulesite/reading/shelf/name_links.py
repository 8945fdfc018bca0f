"""Names of cards in the words of rules, rulings and policy become links when the words are shown.

The words were rendered when their edition was stored, before or after the cards were loaded; so the links are put into
that HTML, which is our own: text between tags, in which only characters of names get a tag around them. In the
Comprehensive Rules names are looked for in examples alone, elsewhere in all the text; `rulesite.cards.names.printed_in`
says what a name is.
"""

from __future__ import annotations

import re
from html import escape, unescape

from django.urls import reverse

from rulesite.cards.names import CardNames, printed_in

NAMED_THROUGHOUT = frozenset({"dangelo", "mtr", "ipg", "jar"})
"""The documents in which names are looked for in all the text."""
_PART = re.compile(r"<[^>]*>|&[#\w]+;|[^<&]+|&")
_TAG = re.compile(r"</?([a-z][\w-]*)")
_BLOCKS = frozenset("p div li ul ol dl dt dd table thead tbody tr td th caption h1 h2 h3 h4 h5 h6 article".split())  # noqa: SIM905
_EXAMPLE = 'class="inline-example"'
_TERM = '<a class="term"'


def link_names(html: str, names: CardNames, *, only_examples: bool = False) -> str:
    """The HTML with the names of cards linked; ``only_examples``: those in an example within a paragraph."""
    if not names.slugs or (only_examples and _EXAMPLE not in html):
        return html
    linked: list[tuple[int, int, str]] = []
    block = _Block()
    depth = example = 0  # of tags; the depth at which an example began
    offset = 0
    for match in _PART.finditer(html):
        part, offset = match.group(), match.start()
        if not part.startswith("<"):
            if example or not only_examples:
                block.add(part, offset)
            continue
        tag = _TAG.match(part)
        if tag is None or part.endswith("/>"):
            continue
        if tag[1] in _BLOCKS:
            linked += block.links(html, names)
            block = _Block()
        if tag[1] in ("br", "img", "use", "path", "wbr"):
            continue
        depth += -1 if part[1] == "/" else 1
        if _EXAMPLE in part and not example:
            example = depth
        elif example and depth < example:
            linked += block.links(html, names)
            block, example = _Block(), 0
    linked += block.links(html, names)
    pieces, last = [], 0
    for start, end, link in sorted(linked):
        pieces += [html[last:start], link]
        last = end
    return "".join([*pieces, html[last:]])


class _Block:
    """The text of one paragraph, with the place of each character in the HTML."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, part: str, offset: int) -> None:
        """Add text, or one character that is written as ``&…;``."""
        text = unescape(part)
        if part.startswith("&"):
            self._text += text
            self._starts += [offset] * len(text)
            self._ends += [offset + len(part)] * len(text)
        else:
            self._text += part
            self._starts += range(offset, offset + len(part))
            self._ends += range(offset + 1, offset + len(part) + 1)

    def links(self, html: str, names: CardNames) -> list[tuple[int, int, str]]:
        """Start and end of each name in the HTML, with the link to put there."""
        links = []
        for start, end, slug in printed_in("".join(self._text), names):
            first, last = self._starts[start], self._ends[end - 1]
            first, last = _around_term(html, first, last)
            inner = _without_terms(html[first:last])
            if inner is not None and html.rfind("<a ", 0, first) <= html.rfind("</a>", 0, first):
                link = f'<a class="ref card-name" href="{escape(reverse("reading:card", args=[slug]))}">{inner}</a>'
                links.append((first, last, link))
        return links


def _around_term(html: str, first: int, last: int) -> tuple[int, int]:
    """The stretch with the tags of a term that begins or ends exactly with it."""
    opening = html.rfind("<", 0, first)
    if opening >= 0 and html[opening:first].startswith(_TERM) and html[opening:first].endswith(">"):
        first = opening
    if html[first:last].count("<a ") > html[first:last].count("</a>") and html.startswith("</a>", last):
        last += len("</a>")
    return first, last


def _without_terms(inner: str) -> str | None:
    """A name without the links of terms in it; None if there is any other tag."""
    tags = re.findall(r"<[^>]*>", inner)
    openings = [tag for tag in tags if tag != "</a>"]
    if len(tags) != 2 * len(openings) or not all(tag.startswith(_TERM) for tag in openings):
        return None
    return re.sub(r"<[^>]*>", "", inner)
