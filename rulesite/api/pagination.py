"""Pagination of long answers: the requested page, and the addresses of those beside it."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.utils.encoding import escape_uri_path

from rulesite.api.base import ApiError
from rulesite.api.schemas.common import Leafed


@dataclass(frozen=True)
class Leaf:
    """One page of ``total`` rows: those from ``start`` up to ``stop``, which is excluded."""

    request: HttpRequest
    total: int
    page: int
    size: int

    @property
    def start(self) -> int:
        """The index of the first row, from 0."""
        return (self.page - 1) * self.size

    @property
    def stop(self) -> int:
        """The index after the last row."""
        return min(self.start + self.size, self.total)

    @property
    def rows(self) -> slice:
        """The rows of the page."""
        return slice(self.start, self.stop)

    @property
    def pages(self) -> int:
        """The number of pages; 1 if there are no rows."""
        return max(1, ceil(self.total / self.size))

    def fields(self) -> dict[str, Any]:
        """The fields of an answer that describe its page."""
        return {
            "total": self.total,
            "page": self.page,
            "pages": self.pages,
            "next": self._address(self.page + 1),
            "previous": self._address(self.page - 1),
        }

    def link(self) -> str:
        """The Link header for the pages around this one (RFC 8288)."""
        beside = {"first": 1, "prev": self.page - 1, "next": self.page + 1, "last": self.pages}
        addresses = [(relation, self._address(page)) for relation, page in beside.items()]
        return ", ".join(f'<{address}>; rel="{relation}"' for relation, address in addresses if address)

    def _address(self, page: int) -> str | None:
        """The address of a page, with the other parameters of the request; None if there is no such page."""
        if not 1 <= page <= self.pages:
            return None
        parameters = [(name, value) for name, values in self.request.GET.lists() for value in values]
        others = [(name, value) for name, value in parameters if name not in ("page", "size")]
        return f"{escape_uri_path(self.request.path)}?{urlencode([*others, ('page', page), ('size', self.size)])}"


def leaf_of(request: HttpRequest, response: HttpResponse, leafed: Leafed, total: int, what: str) -> Leaf:
    """The requested page, after setting the Link header; refuses a page that does not exist.

    ``what`` names the counted things in the plural, like "rows".
    """
    leaf = Leaf(request, total, leafed.page, leafed.size)
    if leaf.page > leaf.pages:
        raise ApiError(404, f"there is no page {leaf.page}: there are {leaf.pages} pages of {leaf.size} {what}")
    response["Link"] = leaf.link()
    return leaf
