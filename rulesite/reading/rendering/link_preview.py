"""Link previews: the title and the words that a chat or a search engine shows of a page, and its own address."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import unescape

from django.http import HttpRequest
from django.utils.html import strip_tags

from rulesite.text.emphasis import unmarked

_MAX_WORDS = 300
"""Characters of a description: more is cut off wherever it is shown."""


@dataclass(frozen=True)
class LinkPreview:
    """The preview of a page; ``canonical`` is the URL of the page among its near copies that others should name."""

    title: str
    description: str
    canonical: str


def preview(request: HttpRequest, title: str, text: str, path: str) -> LinkPreview:
    """The preview of a page from its text; ``path`` is that of the canonical page."""
    return LinkPreview(unmarked(title), shortened(unmarked(text)), request.build_absolute_uri(path.partition("#")[0]))


def shortened(text: str) -> str:
    """A text in one line, cut at a word if it is long.

    >>> shortened("A player\\nmay pass."), len(shortened("word " * 100)) <= 300
    ('A player may pass.', True)
    """
    line = " ".join(text.split())
    return line if len(line) <= _MAX_WORDS else f"{line[: _MAX_WORDS - 1].rpartition(' ')[0].rstrip(' ,;:')}…"


def plain(html: Iterable[str]) -> str:
    """The text of some HTML of ours, until there is enough of it for a preview.

    >>> plain(["<p>See <a href='/'>402</a> &amp; play.</p>"])
    'See 402 & play.'
    """
    texts: list[str] = []
    for part in html:
        texts.append(unescape(strip_tags(part.replace("</p>", " "))).strip())
        if sum(map(len, texts)) > _MAX_WORDS:
            break
    return " ".join(filter(None, texts))
