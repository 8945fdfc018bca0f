"""Long answers, page by page: which part is asked for, and where the ones beside it are."""

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
    """One page of ``total`` rows: those from ``start`` to before ``stop``."""

    request: HttpRequest
    total: int
    page: int
    size: int

    @property
    def start(self) -> int:
        """The first row, counted from 0."""
        return (self.page - 1) * self.size

    @property
    def stop(self) -> int:
        """The row after the last."""
        return min(self.start + self.size, self.total)

    @property
    def rows(self) -> slice:
        """The rows of the page."""
        return slice(self.start, self.stop)

    @property
    def pages(self) -> int:
        """How many there are; one where there are no rows."""
        return max(1, ceil(self.total / self.size))

    def said(self) -> dict[str, Any]:
        """What an answer says of its page."""
        return {
            "total": self.total,
            "page": self.page,
            "pages": self.pages,
            "next": self._address(self.page + 1),
            "previous": self._address(self.page - 1),
        }

    def link(self) -> str:
        """The header that says the same (RFC 8288)."""
        beside = {"first": 1, "prev": self.page - 1, "next": self.page + 1, "last": self.pages}
        found = [(relation, self._address(page)) for relation, page in beside.items()]
        return ", ".join(f'<{address}>; rel="{relation}"' for relation, address in found if address)

    def _address(self, page: int) -> str | None:
        """The address of a page, with all else that was asked; None where there is none."""
        if not 1 <= page <= self.pages:
            return None
        asked = [(name, value) for name, values in self.request.GET.lists() for value in values]
        kept = [(name, value) for name, value in asked if name not in ("page", "size")]
        return f"{escape_uri_path(self.request.path)}?{urlencode([*kept, ('page', page), ('size', self.size)])}"


def leaf_of(request: HttpRequest, response: HttpResponse, leafed: Leafed, total: int, what: str) -> Leaf:
    """The page that is asked for, with its Link header set; refuses one that is not there.

    ``what`` names in the plural what is counted: "rows".
    """
    leaf = Leaf(request, total, leafed.page, leafed.size)
    if leaf.page > leaf.pages:
        raise ApiError(404, f"there are {leaf.pages} pages of {leaf.size} {what}, and no page {leaf.page}")
    response["Link"] = leaf.link()
    return leaf
