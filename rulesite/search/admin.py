"""Unanswered queries, for the authors of the dictionary of players' words and of the commentary."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rulesite.search.models import SearchCount


class Unanswered(admin.SimpleListFilter):
    """Filter by whether a search had results, and whether any of them was opened."""

    title = "result"
    parameter_name = "came"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        """The two ways in which a query is unanswered."""
        return [("nothing", "nothing was found"), ("unopened", "no result was opened")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[SearchCount]) -> QuerySet[SearchCount]:
        """The rows of the chosen way."""
        if self.value() == "nothing":
            return queryset.filter(empty__gt=0)
        return queryset.filter(followed=0) if self.value() == "unopened" else queryset


@admin.register(SearchCount)
class SearchCountAdmin(admin.ModelAdmin):
    """Queries and their counts, the least answered first; a deleted row starts again from zero."""

    list_display = ["words", "searched", "empty", "followed", "again"]
    list_filter = [Unanswered]
    search_fields = ["words"]
    list_per_page = 100
    readonly_fields = ["words", "searched", "empty", "followed"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[SearchCount]:
        """The rows, those searched most often without being opened first."""
        return super().get_queryset(request).order_by(F("followed") - F("searched"), "words")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """False: rows come from counting only."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: SearchCount | None = None) -> bool:
        """False: counts cannot be edited."""
        return False

    @admin.display(description="")
    def again(self, row: SearchCount) -> SafeString:
        """A link that runs the query now."""
        return format_html('<a href="{}?q={}">Search now</a>', reverse("reading:search"), row.words)
