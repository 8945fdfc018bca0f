"""The newest rules text among the links of the publisher's page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from pathlib import PurePosixPath
from urllib.parse import unquote, urljoin, urlsplit

from bs4 import BeautifulSoup

from ingest.document.source import SourceError
from ingest.parsing import dating

PAGE = "https://magic.wizards.com/en/rules"
"""URL of the publisher's rules page."""
MOST_BYTES = 4 * 1024 * 1024
"""Maximum bytes of a page of links."""
_RULES = re.compile(r"rules", re.IGNORECASE)
_BY_HAND = "look at the page, and ingest the text by its own address: manage.py ingest URL"


@dataclass(frozen=True)
class Linked:
    """A linked text, and the date in its name, if it has one."""

    url: str
    day: date | None

    @property
    def name(self) -> str:
        """The name of the file."""
        return PurePosixPath(unquote(urlsplit(self.url).path)).name


def newest(page: bytes, url: str) -> Linked:
    """The newest rules text linked from a page, which was downloaded from ``url``.

    Raises SourceError if there is no such link, or if the newest of several can't be determined.

    >>> newest(b'<a href="/2026/Rules%2020260417.txt">TXT</a> <a href="old/Rules%2020260116.txt">', "https://a.example/b").name
    'Rules 20260417.txt'
    """
    candidates = {linked.url: linked for linked in _texts(page, url)}
    if not candidates:
        raise SourceError(url, "has no link to a text of the rules", mend=_BY_HAND)
    dated = [linked for linked in candidates.values() if linked.day is not None]
    if dated:
        last = max(linked.day for linked in dated if linked.day)
        candidates = {linked.url: linked for linked in dated if linked.day == last}
    if len(candidates) > 1:
        names = ", ".join(sorted(linked.name for linked in candidates.values()))
        raise SourceError(url, f"links to several texts, and none is clearly the newest: {names}", mend=_BY_HAND)
    return next(iter(candidates.values()))


def _texts(page: bytes, url: str) -> list[Linked]:
    """The linked plain texts whose link or name mentions rules."""
    texts = []
    for link in BeautifulSoup(page, "html.parser").find_all("a", href=True):
        try:
            to = urljoin(url, str(link["href"]).strip())
            path = unquote(urlsplit(to).path)
        except ValueError:  # not a valid address
            continue
        if urlsplit(to).scheme in ("http", "https") and path.lower().endswith(".txt"):
            linked = Linked(to.partition("#")[0], _day(path))
            if _RULES.search(linked.name) or _RULES.search(link.get_text()):
                texts.append(linked)
    return texts


def _day(path: str) -> date | None:
    dated = dating.by_name(PurePosixPath(path).name)
    return dated.effective if dated else None
