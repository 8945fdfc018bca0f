"""The library, its documents and their editions, the files that witness them, and the segments of those."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Count, Max, Min, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rulesite.rulebook import linking, signals
from rulesite.rulebook.admin.facts import (
    NOTHING,
    FactAdmin,
    FactInline,
    SourceFilter,
    counted,
    excerpt,
    link,
    list_link,
)
from rulesite.rulebook.models import (
    Citation,
    Correction,
    Document,
    Edition,
    Example,
    Flag,
    GlossaryTerm,
    Library,
    RuleVersion,
    Segment,
    Source,
    Witness,
)
from rulesite.text.numbering import RuleNumber


@admin.register(Library)
class LibraryAdmin(admin.ModelAdmin):
    """The one library: what it is called and what readers are told of it."""

    list_display = ["name", "is_pocket", "changed"]
    readonly_fields = ["is_pocket", "changed"]
    fieldsets = [
        (
            None,
            {
                "fields": ["name", "about", "is_pocket", "changed"],
                "description": "Another library is loaded by the command “manage.py ingest”, which replaces this one.",
            },
        )
    ]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody: loading documents makes it."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Library | None = None) -> bool:
        """Nobody: loading documents replaces it."""
        return False


class EditionInline(FactInline):
    """The editions of a document."""

    model = Edition
    fields = ["effective", "precision", "numbering", "extent", "title"]
    ordering = ["-effective"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Edition]:
        """With what the rows are named by."""
        return super().get_queryset(request).select_related("document")


@admin.register(Document)
class DocumentAdmin(admin.ModelAdmin):
    """A work that has editions."""

    list_display = ["title", "short_title", "slug", "publisher", "editions_held", "first", "latest"]
    search_fields = ["title", "short_title", "slug", "publisher"]
    fieldsets = [
        (None, {"fields": ["title", "short_title", "publisher"]}),
        (
            "Addresses and order",
            {
                "fields": ["slug", "position"],
                "description": "The slug is the first part of every address and can't be changed. "
                "Documents are listed by position; a bare rule number means the first document that has it.",
            },
        ),
    ]
    readonly_fields = ["slug"]
    inlines = [EditionInline]
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Document]:
        """With the number of editions and their ends."""
        counted_editions = Count("editions"), Min("editions__effective"), Max("editions__effective")
        held, first, latest = counted_editions
        return super().get_queryset(request).annotate(held=held, first_day=first, latest_day=latest)

    @admin.display(description="editions", ordering="held")
    def editions_held(self, document: Any) -> SafeString:
        """How many, as a link to them."""
        return list_link(Edition, str(document.held), document__id__exact=document.pk)

    @admin.display(description="from", ordering="first_day")
    def first(self, document: Any) -> object:
        """The day of the earliest edition."""
        return document.first_day

    @admin.display(description="to", ordering="latest_day")
    def latest(self, document: Any) -> object:
        """The day of the newest edition."""
        return document.latest_day

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody: ingesting a document makes it."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Document | None = None) -> bool:
        """Only what has no editions left."""
        empty = obj is not None and not obj.editions.exists()
        return empty and super().has_delete_permission(request, obj)


class SourceInline(FactInline):
    """The files that witness an edition."""

    model = Source
    fields = ["name", "rank", "dialect", "extent", "characters", "line_count"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Source]:
        """Without the bytes."""
        return super().get_queryset(request).defer("packed")


@admin.register(Edition)
class EditionAdmin(admin.ModelAdmin):
    """One dated state of a document; its date and numbering are facts, how they are described is not."""

    list_display = ["address", "effective", "precision", "numbering", "extent", "rules", "files", "title"]
    list_filter = ["document", "numbering", "extent", "precision"]
    list_select_related = ["document"]
    search_fields = ["document__slug", "document__title", "effective", "title"]
    date_hierarchy = "effective"
    ordering = ["document__position", "-effective"]
    readonly_fields = ["document", "effective", "numbering", "extent", "held"]
    fieldsets = [
        (
            None,
            {"fields": ["document", "effective", "numbering", "extent", "held"]},
        ),
        (
            "How it is described",
            {
                "fields": ["title", "precision", "known_from"],
                "description": "What readers are told of this edition. Ingesting it again writes these anew.",
            },
        ),
    ]
    inlines = [SourceInline]
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Edition]:
        """With the numbers of rules and files, which the lists show."""
        rows = super().get_queryset(request)
        return rows.annotate(rule_count=Count("versions", distinct=True), file_count=Count("sources", distinct=True))

    @admin.display(description="rules", ordering="rule_count")
    def rules(self, edition: Any) -> SafeString:
        """How many provisions, as a link to them."""
        return list_link(RuleVersion, f"{edition.rule_count:,}", edition__id__exact=edition.pk)

    @admin.display(description="files", ordering="file_count")
    def files(self, edition: Any) -> SafeString:
        """How many sources, as a link to them."""
        return list_link(Source, str(edition.file_count), edition__id__exact=edition.pk)

    @admin.display(description="what it holds")
    def held(self, edition: Edition) -> SafeString | str:
        """Links to its rows, with their numbers."""
        own = {"edition__id__exact": edition.pk}
        return counted(
            [
                ("rules", RuleVersion, own),
                ("glossary terms", GlossaryTerm, own),
                ("worked examples", Example, {"version__edition__id__exact": edition.pk}),
                ("doubts", Flag, {"version__edition__id__exact": edition.pk}),
                ("references", Citation, own),
                ("dangling references", Citation, {**own, "outcome__exact": "dangling"}),
                ("entries in the log of corrections", Correction, own),
            ]
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody: ingesting a document makes its edition."""
        return False

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[str], list[str]]:
        """What goes with an edition, counted: thousands of rows, which nobody would read one by one."""
        tree: list[Any] = []
        totals: dict[str, int] = {}
        for edition in objs:
            counts = _what_goes(edition)
            tree += [f"Edition {edition.address}", [f"{count:,} {what}" for what, count in counts.items() if count]]
            for what, count in counts.items():
                totals[what] = totals.get(what, 0) + count
        return tree, {"editions": len(objs), **{what: count for what, count in totals.items() if count}}, set(), []

    @transaction.atomic
    def delete_model(self, request: HttpRequest, obj: Edition) -> None:
        """Remove the edition; the source tags that led to it wait again, and search is told."""
        linking.await_attributions(obj)
        obj.delete()
        signals.library_changed.send(sender=Edition)
        messages.warning(
            request, "The edition is gone. “manage.py ingest” with its file loads it again, without corrections."
        )


def _what_goes(edition: Edition) -> dict[str, int]:
    """The rows that a deletion takes along, by what they are."""
    return {
        "corrections made by people, with their reasons": edition.corrections.count(),
        "source files": edition.sources.count(),
        "segments of them": Segment.objects.filter(source__edition=edition).count(),
        "rules": edition.versions.count(),
        "worked examples": Example.objects.filter(version__edition=edition).count(),
        "glossary terms": edition.terms.count(),
        "resolved or dangling references": edition.citations.count(),
    }


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
