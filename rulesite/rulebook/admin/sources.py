"""The files that witness editions, and the segments that own every character of them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rulesite.rulebook.admin.facts import (
    NOTHING,
    FactAdmin,
    SourceFilter,
    counted,
    excerpt,
    link,
    list_link,
)
from rulesite.rulebook.models import (
    GlossaryTerm,
    RuleVersion,
    Segment,
    Source,
    Witness,
)
from rulesite.text.numbering import RuleNumber


@admin.register(Source)
class SourceAdmin(FactAdmin):
    """A file, as it was found; its bytes are kept and its ledger shows what became of each character."""

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
                "description": "A source can't be edited or deleted here: “manage.py ingest” replaces it by a better "
                "file, and an edition is deleted whole. “View on site” shows its ledger.",
            },
        ),
        ("How it was read", {"fields": ["dialect", "because", "known_from", "warning_list"]}),
        ("The file itself", {"fields": ["sha256", "encoding", "line_ends", "characters", "line_count", "ingested"]}),
    ]
    readonly_fields = ["warning_list", "held"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Source]:
        """Without the bytes, which no page shows."""
        return super().get_queryset(request).defer("packed")

    @admin.display(description="edition", ordering="edition__effective")
    def edition_link(self, source: Source) -> SafeString | str:
        """The edition it witnesses."""
        return link(source.edition)

    @admin.display(description="warnings")
    def warned(self, source: Source) -> str:
        """How many warnings reading it gave."""
        return str(len(source.warnings)) if source.warnings else NOTHING

    @admin.display(description="warnings")
    def warning_list(self, source: Source) -> SafeString | str:
        """The warnings in full."""
        items = format_html_join("", "<li>{}</li>", ((warning,) for warning in source.warnings))
        return format_html("<ul>{}</ul>", items) if items else "none"

    @admin.display(description="what came of it")
    def held(self, source: Source) -> SafeString | str:
        """Links to what was read from it."""
        own = {"source__id__exact": source.pk}
        return counted(
            [
                ("segments", Segment, own),
                ("of them furniture", Segment, {**own, "role__exact": "furniture"}),
                ("of them repairs", Segment, {**own, "role__exact": "repair"}),
                ("rules it witnesses", Witness, own),
                ("of them read otherwise than shown", Witness, {**own, "agrees__exact": 0}),
            ]
        )


def text_of(source: Source) -> str:
    """The characters that the offsets of a source's segments count: its bytes decoded, without a byte order mark."""
    return source.data.decode(source.encoding).removeprefix("\ufeff")


@admin.register(Segment)
class SegmentAdmin(FactAdmin):
    """A stretch of a source and what it is: together they tile the file."""

    list_display = ["__str__", "words", "owner_link", "reason", "after", "source_link"]
    list_filter = ["role", SourceFilter]
    list_select_related = ["source"]
    search_fields = ["=owner", "reason"]
    search_help_text = "The number of a rule, or words of the reason of a repair or of furniture."
    ordering = ["source_id", "start"]
    fieldsets = [
        (None, {"fields": ["source", "role", "owner_link", "text", "start", "end"]}),
        ("Furniture and repairs", {"fields": ["reason", "after"]}),
    ]
    readonly_fields = ["owner_link", "text"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Segment]:
        """Without the bytes of the sources."""
        return super().get_queryset(request).defer("source__packed")

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The list, with the sources of the rows of the page unpacked once each."""
        changelist = super().get_changelist_instance(request)
        rows = list(changelist.result_list)
        sources = Source.objects.in_bulk({row.source_id for row in rows})
        texts = {pk: text_of(source) for pk, source in sources.items()}
        for row in rows:
            row.characters = texts[row.source_id][row.start : row.end]
        changelist.result_list = rows
        return changelist

    @admin.display(description="characters")
    def words(self, segment: Any) -> str:
        """The beginning of its text."""
        return excerpt(segment.characters, 12)

    @admin.display(description="characters")
    def text(self, segment: Segment) -> str:
        """Its text in full."""
        return text_of(segment.source)[segment.start : segment.end]

    @admin.display(description="source")
    def source_link(self, segment: Segment) -> SafeString:
        """The file, on its ledger page."""
        return format_html('<a href="{}">{}</a>', segment.source.get_absolute_url(), segment.source.name)

    @admin.display(description="belongs to")
    def owner_link(self, segment: Segment) -> SafeString | str:
        """What it belongs to: a rule by its number (``410.7/example/1`` too), a glossary term by its name."""
        edition = {"edition__id__exact": segment.source.edition_id}
        key, _, rest = segment.owner.partition("/")
        if key == "glossary":
            return list_link(GlossaryTerm, segment.owner, **edition, slug__exact=rest)
        if RuleNumber.try_parse(key.partition("~")[0]):
            return list_link(RuleVersion, segment.owner, **edition, key__exact=key)
        return segment.owner or NOTHING
