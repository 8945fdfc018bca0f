"""Bounds on the lists of the admin: each word of a search is one more condition on every row, over joined tables."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.admin.views.main import SEARCH_VAR
from django.core.exceptions import BadRequest
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.text import smart_split

MOST_WORDS = 8
"""Words of a search that are looked for; a phrase in quotation marks is one."""
MOST_CHARACTERS = 200
_NEVER_ENDING = ("regex", "iregex")
"""Lookups of an address that a pattern can keep busy for ever."""


class BoundedLists:
    """For an admin: its searches and filters take no longer than they may."""

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The list; a search that was cut short is told."""
        asked = request.GET.get(SEARCH_VAR, "")
        looked_for = bounded(asked)
        if looked_for != asked and request.method == "GET":
            said = f"At most {MOST_WORDS} words and {MOST_CHARACTERS} characters are looked for: {looked_for}"
            messages.warning(request, said)
        try:
            return super().changelist_view(request, extra_context)  # type: ignore[misc]
        except OverflowError as error:  # a list that is edited in place looks for the keys that were sent as they are
            raise BadRequest("a number is larger than any that is kept") from error

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The rows that say the first words of a search."""
        return super().get_search_results(request, queryset, bounded(search_term))  # type: ignore[misc]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Filters by patterns are not: a pattern can be made to take for ever."""
        return lookup.rpartition("__")[2] not in _NEVER_ENDING and super().lookup_allowed(lookup, value, request)  # type: ignore[misc]


def bounded(search: str) -> str:
    """The search, as far as it is looked for.

    >>> bounded('one "two three" 4 5 6 7 8 nine ten')
    'one "two three" 4 5 6 7 8 nine'
    """
    words = list(smart_split(search[:MOST_CHARACTERS]))
    return search if words == list(smart_split(search)) and len(words) <= MOST_WORDS else " ".join(words[:MOST_WORDS])
