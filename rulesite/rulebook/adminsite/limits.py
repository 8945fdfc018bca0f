"""Limits on the lists of the admin: each word of a search adds a condition on every row, over joined tables."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.admin.views.main import SEARCH_VAR
from django.core.exceptions import BadRequest
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.text import smart_split

MOST_WORDS = 8
"""The most words of a search that are used; a phrase in quotation marks counts as one."""
MOST_CHARACTERS = 200
_UNBOUNDED_LOOKUPS = ("regex", "iregex")
"""Lookups in a URL whose pattern can take for ever to match."""


class BoundedLists:
    """A mixin for admins that limits the time of searches and filters."""

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The list, with a message where the search was shortened."""
        query = request.GET.get(SEARCH_VAR, "")
        looked_for = bounded(query)
        if looked_for != query and request.method == "GET":
            message = f"A search takes at most {MOST_WORDS} words and {MOST_CHARACTERS} characters: {looked_for}"
            messages.warning(request, message)
        try:
            return super().changelist_view(request, extra_context)  # type: ignore[misc]
        except OverflowError as error:  # the keys of an editable list are looked up as they were posted
            raise BadRequest("a number is too large") from error

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The rows that match the first words of a search."""
        return super().get_search_results(request, queryset, bounded(search_term))  # type: ignore[misc]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Refuse filters by patterns: a pattern can take for ever to match."""
        return lookup.rpartition("__")[2] not in _UNBOUNDED_LOOKUPS and super().lookup_allowed(lookup, value, request)  # type: ignore[misc]


def bounded(search: str) -> str:
    """A search cut to `MOST_WORDS` words and `MOST_CHARACTERS` characters.

    >>> bounded('one "two three" 4 5 6 7 8 nine ten')
    'one "two three" 4 5 6 7 8 nine'
    """
    words = list(smart_split(search[:MOST_CHARACTERS]))
    return search if words == list(smart_split(search)) and len(words) <= MOST_WORDS else " ".join(words[:MOST_WORDS])
