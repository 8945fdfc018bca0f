"""An address of every view of the site that is not the admin's, as its own patterns name them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

VALUES: dict[str, Any] = {
    "document": "cr", "date": "2006-10-01", "day": "2006-10-01", "earlier": "2006-10-01", "later": "2007-02-01", "pk": 1,
    "key": "402.1", "number": "402.1", "section": "site", "slug": "ability",
    "name": "wagon-moth", "version": "0" * 16, "part": 1,
}  # fmt: skip
"""What stands in an address for the parts of its pattern."""


def addresses(*rooms: str) -> Iterator[tuple[str, str]]:
    """The name of each view of some rooms (``""`` for those of the site's root), and an address that leads to it."""
    for each in get_resolver().url_patterns:
        room = str(each.pattern)
        if room in rooms and isinstance(each, URLResolver):
            yield from _within(each, "/" + room)


def _within(resolver: URLResolver, place: str) -> Iterator[tuple[str, str]]:
    for each in resolver.url_patterns:
        if isinstance(each, URLPattern) and each.name:
            written = str(each.pattern)
            for name, converter in each.pattern.converters.items():
                kind = next(part for part in written.split("<") if part.partition(">")[0].endswith(f":{name}"))
                written = written.replace(f"<{kind.partition('>')[0]}>", converter.to_url(VALUES[name]))
            yield each.name, place + written
