"""The files that witness editions; their ledgers are pages of the site."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rulesite.rulebook.admin.base import NOTHING, FactAdmin, counted, link
from rulesite.rulebook.models import (
    Source,
    Witness,
)


@admin.register(Source)
class SourceAdmin(FactAdmin):
    """A source file; its bytes are stored, and its ledger shows what became of each character."""

    list_display = [
        "name",
        "edition_link",
        "rank",
        "dialect",
        "encoding",
        "line_ends",
        "extent",
        "characters",
        "warned",
    ]
    list_filter = ["dialect", "encoding", "extent", "edition__document"]
    list_select_related = ["edition__document"]
    search_fields = ["name", "title", "sha256", "edition__document__slug"]
    date_hierarchy = "ingested"
    ordering = ["name"]
    fieldsets = [
        (
            None,
            {
                "fields": ["name", "title", "edition", "rank", "extent", "held"],
                "description": "A source can't be edited or deleted here: ingest a better file to replace it, or "
                "delete its whole edition. “View on site” shows its ledger.",
            },
        ),
        ("How it was read", {"fields": ["dialect", "because", "known_from", "warning_list"]}),
        ("The file itself", {"fields": ["sha256", "encoding", "line_ends", "characters", "line_count", "ingested"]}),
    ]
    readonly_fields = ["warning_list", "held"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Source]:
        """The sources without their bytes, which no page shows."""
        return super().get_queryset(request).defer("packed", "ledger")

    @admin.display(description="edition", ordering="edition__effective")
    def edition_link(self, source: Source) -> SafeString | str:
        """The edition it witnesses."""
        return link(source.edition)

    @admin.display(description="warnings")
    def warned(self, source: Source) -> str:
        """The number of warnings from reading it."""
        return str(len(source.warnings)) if source.warnings else NOTHING

    @admin.display(description="warnings")
    def warning_list(self, source: Source) -> SafeString | str:
        """The warnings in full."""
        items = format_html_join("", "<li>{}</li>", ((warning,) for warning in source.warnings))
        return format_html("<ul>{}</ul>", items) if items else "none"

    @admin.display(description="results")
    def held(self, source: Source) -> SafeString | str:
        """Links to the rows that were read from it."""
        filters = {"source__id__exact": source.pk}
        return counted(
            [
                ("rules it witnesses", Witness, filters),
                ("of these, with other words than shown", Witness, {**filters, "agrees__exact": 0}),
            ]
        )
