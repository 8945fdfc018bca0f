"""The newest rules, tournament rules or penalty guide among the links of a publisher's page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from pathlib import PurePosixPath
from urllib.parse import unquote, urljoin, urlsplit

from bs4 import BeautifulSoup

from ingest.document.source import SourceError
from ingest.parsing import dating

MOST_BYTES = 4 * 1024 * 1024
"""Maximum bytes of a page of links."""
_BY_HAND = "look at the page, and ingest the text by its own address: manage.py ingest URL"


@dataclass(frozen=True)
class _Kind:
    """How a document is linked: what its links or names say, the ends of its names, and what a person calls it."""

    mention: re.Pattern[str]
    endings: tuple[str, ...]
    name: str


def _policy(name: str, short: str) -> _Kind:
    mention = re.compile(rf"{name.replace(' ', '[ _-]*')}|(?<![a-z]){short}(?![a-z])", re.IGNORECASE)
    return _Kind(mention, (".pdf", ".txt", ".html", ".htm"), f"the {name}")


_KINDS = {
    "cr": _Kind(re.compile(r"rules", re.IGNORECASE), (".txt",), "a text of the rules"),
    "mtr": _policy("tournament rules", "mtr"),
    "ipg": _policy("infraction procedure guide", "ipg"),
    "jar": _policy("judging at regular", "jar"),
}
DOCUMENTS = tuple(_KINDS)
"""The documents that have links of their own."""


@dataclass(frozen=True)
class Linked:
    """A linked text, and the date in its name, if it has one."""

    url: str
    day: date | None

    @property
    def name(self) -> str:
        """The name of the file."""
        return PurePosixPath(unquote(urlsplit(self.url).path)).name


def newest(page: bytes, url: str, document: str = "cr") -> Linked:
    """The newest text of a document linked from a page, which was downloaded from ``url``.

    Raises SourceError if there is no such link, or if the newest of several can't be determined.

    >>> newest(b'<a href="/2026/Rules%2020260417.txt">TXT</a> <a href="old/Rules%2020260116.txt">', "https://a.example/b").name
    'Rules 20260417.txt'
    """
    kind = _KINDS[document]
    candidates = {linked.url: linked for linked in _texts(page, url, kind)}
    if not candidates:
        raise SourceError(url, f"has no link to {kind.name}", mend=_BY_HAND)
    dated = [linked for linked in candidates.values() if linked.day is not None]
    if dated:
        last = max(linked.day for linked in dated if linked.day)
        candidates = {linked.url: linked for linked in dated if linked.day == last}
    if len(candidates) > 1:
        names = ", ".join(sorted(linked.name for linked in candidates.values()))
        raise SourceError(url, f"links to several texts, and none is clearly the newest: {names}", mend=_BY_HAND)
    return next(iter(candidates.values()))


def _texts(page: bytes, url: str, kind: _Kind) -> list[Linked]:
    """The linked files whose link or name mentions the document."""
    texts = []
    for link in BeautifulSoup(page, "html.parser").find_all("a", href=True):
        try:
            to = urljoin(url, str(link["href"]).strip())
            path = unquote(urlsplit(to).path)
        except ValueError:  # not a valid address
            continue
        if urlsplit(to).scheme in ("http", "https") and path.lower().endswith(kind.endings):
            linked = Linked(to.partition("#")[0], _day(path))
            if kind.mention.search(linked.name) or kind.mention.search(link.get_text()):
                texts.append(linked)
    return texts


def _day(path: str) -> date | None:
    dated = dating.by_name(PurePosixPath(path).name)
    return dated.effective if dated else None
