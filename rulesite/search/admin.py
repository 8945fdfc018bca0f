"""What people looked for and did not find, for those who write the dictionary of players' words and the commentary."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rulesite.search.models import SearchCount


class Unanswered(admin.SimpleListFilter):
    """Whether anything was found, and whether any of it was opened."""

    title = "what came of it"
    parameter_name = "came"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        """The two ways of not being answered."""
        return [("nothing", "nothing was found"), ("unopened", "no result was opened")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[SearchCount]) -> QuerySet[SearchCount]:
        """The rows of one of them."""
        if self.value() == "nothing":
            return queryset.filter(empty__gt=0)
        return queryset.filter(followed=0) if self.value() == "unopened" else queryset


@admin.register(SearchCount)
class SearchCountAdmin(admin.ModelAdmin):
    """Queries and their counts, the least answered first; a row can be deleted, and counts from nothing again."""

    list_display = ["words", "searched", "empty", "followed", "again"]
    list_filter = [Unanswered]
    search_fields = ["words"]
    list_per_page = 100
    readonly_fields = ["words", "searched", "empty", "followed"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[SearchCount]:
        """What was most often looked for and not opened first."""
        return super().get_queryset(request).order_by(F("followed") - F("searched"), "words")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody: they are counted."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: SearchCount | None = None) -> bool:
        """Nobody: a count is what it is."""
        return False

    @admin.display(description="")
    def again(self, row: SearchCount) -> SafeString:
        """The way to what is found now."""
        return format_html('<a href="{}?q={}">Search now</a>', reverse("reading:search"), row.words)
