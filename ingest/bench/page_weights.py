"""Weigh pages as they are sent, with the styles and scripts that a first visit fetches."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.contrib.staticfiles import finders
from django.test import Client

_NAMED = re.compile(r"""<(?:link[^>]+rel="(?:stylesheet|modulepreload)"[^>]*href|script[^>]+src)="([^"]+)\"""")
_HASH = re.compile(r"\.[0-9a-f]{12}(?=\.\w+$)")
_LEVEL = 6
"""The gzip level at which the site sends its pages."""


@dataclass(frozen=True)
class Weight:
    """The bytes of one page. ``page``, ``styles`` and ``scripts`` are as sent, ``unpacked`` is of the scripts."""

    address: str
    page: int
    styles: int
    scripts: int
    unpacked: int
    requests: int

    @property
    def first_load(self) -> int:
        """The bytes that a first visit fetches before the page is complete."""
        return self.page + self.styles + self.scripts


def weigh(client: Client, address: str) -> Weight:
    """Return the weight of a page. Raises ValueError if the address does not answer with a page."""
    answer = client.get(address, follow=True)
    if answer.status_code != 200:
        raise ValueError(f"{address}: {answer.status_code}")
    files = [_static(url) for url in dict.fromkeys(_NAMED.findall(answer.content.decode()))]
    scripts = [body for name, body in files if name.endswith(".js")]
    styles = [body for name, body in files if name.endswith(".css")]
    return Weight(
        address, _sent(answer.content), sum(map(_sent, styles)), sum(map(_sent, scripts)), sum(map(len, scripts)),
        1 + len(files),
    )  # fmt: skip


def heaviest(client: Client, addresses: Iterable[str]) -> Weight | None:
    """Return the weight of the heaviest page, or None without pages."""
    return max((weigh(client, address) for address in addresses), key=lambda each: each.page, default=None)


def _static(url: str) -> tuple[str, bytes]:
    name = _HASH.sub("", url.partition("/static/")[2])
    place = finders.find(name)
    if place is None:
        raise ValueError(f"no static file {name!r}")
    return name, Path(place).read_bytes()


def _sent(body: bytes) -> int:
    return len(gzip.compress(body, _LEVEL))
