"""The library, its documents and their editions."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Count, Max, Min, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from rulesite.rulebook import signals
from rulesite.rulebook.admin.base import FactInline, counted, counting, list_link
from rulesite.rulebook.citations import linker
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
    Source,
)


@admin.register(Library)
class LibraryAdmin(admin.ModelAdmin):
    """The one library: its name and its description for readers."""

    list_display = ["name", "is_pocket", "changed"]
    readonly_fields = ["is_pocket", "changed"]
    fieldsets = [
        (
            None,
            {
                "fields": ["name", "about", "is_pocket", "changed"],
                "description": "The command “manage.py ingest” can load another library in place of this one.",
            },
        )
    ]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody: loading documents creates it."""
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
        """The editions with everything their names need."""
        return super().get_queryset(request).select_related("document")


@admin.register(Document)
class DocumentAdmin(admin.ModelAdmin):
    """A work with editions."""

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
        """The documents with the number of editions and the days of the first and the last."""
        counted_editions = Count("editions"), Min("editions__effective"), Max("editions__effective")
        held, first, latest = counted_editions
        return super().get_queryset(request).annotate(held=held, first_day=first, latest_day=latest)

    @admin.display(description="editions", ordering="held")
    def editions_held(self, document: Any) -> SafeString:
        """The number of editions, as a link to them."""
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
        """Nobody: ingesting a document creates it."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Document | None = None) -> bool:
        """Only for a document without editions."""
        empty = obj is not None and not obj.editions.exists()
        return empty and super().has_delete_permission(request, obj)


class SourceInline(FactInline):
    """The files that witness an edition."""

    model = Source
    fields = ["name", "rank", "dialect", "extent", "characters", "line_count"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Source]:
        """Without the bytes."""
        return super().get_queryset(request).defer("packed", "ledger")


@admin.register(Edition)
class EditionAdmin(admin.ModelAdmin):
    """One dated state of a document; its date and numbering are facts, its description can be edited."""

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
            "Description",
            {
                "fields": ["title", "precision", "known_from"],
                "description": "Shown to readers. Ingesting the edition again overwrites these fields.",
            },
        ),
    ]
    inlines = [SourceInline]
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Edition]:
        """The editions with their numbers of rules and files for the lists."""
        rows = super().get_queryset(request)
        versions = RuleVersion.objects.filter(edition=OuterRef("pk")).order_by().values("edition")
        sources = Source.objects.filter(edition=OuterRef("pk")).order_by().values("edition")
        return rows.annotate(rule_count=counting(versions), file_count=counting(sources))

    @admin.display(description="rules", ordering="rule_count")
    def rules(self, edition: Any) -> SafeString:
        """The number of provisions, as a link to them."""
        return list_link(RuleVersion, f"{edition.rule_count:,}", edition__id__exact=edition.pk)

    @admin.display(description="files", ordering="file_count")
    def files(self, edition: Any) -> SafeString:
        """The number of sources, as a link to them."""
        return list_link(Source, str(edition.file_count), edition__id__exact=edition.pk)

    @admin.display(description="what it holds")
    def held(self, edition: Edition) -> SafeString | str:
        """Links to its rows, with their counts."""
        filters = {"edition__id__exact": edition.pk}
        return counted(
            [
                ("rules", RuleVersion, filters),
                ("glossary terms", GlossaryTerm, filters),
                ("worked examples", Example, {"version__edition__id__exact": edition.pk}),
                ("doubts", Flag, {"version__edition__id__exact": edition.pk}),
                ("references", Citation, filters),
                ("dangling references", Citation, {**filters, "outcome__exact": "dangling"}),
                ("entries in the log of corrections", Correction, {"edition__exact": edition.address}),
            ]
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody: ingesting a document creates its edition."""
        return False

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[str], list[str]]:
        """The rows deleted with an edition, as counts: nobody would read thousands of them one by one."""
        tree: list[Any] = []
        for edition in objs:
            counts = _what_goes(edition)
            tree += [f"Edition {edition.address}", [f"{count:,} {label}" for label, count in counts.items() if count]]
        return tree, {"editions": len(objs)}, set(), []

    @transaction.atomic
    def delete_model(self, request: HttpRequest, obj: Edition) -> None:
        """Delete the edition; source tags that led to it are unresolved again, and search is notified."""
        linker.await_attributions(obj)
        obj.delete()
        signals.library_changed.send(sender=Edition)
        messages.warning(request, "The edition was removed. Ingest its file again to restore it with its corrections.")


def _what_goes(edition: Edition) -> dict[str, int]:
    """The numbers of rows that a deletion removes, by kind."""
    return {
        "source files": edition.sources.count(),
        "rules": edition.versions.count(),
        "worked examples": Example.objects.filter(version__edition=edition).count(),
        "glossary terms": edition.terms.count(),
        "resolved or dangling references": edition.citations.count(),
    }
