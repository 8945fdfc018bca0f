"""Glossary terms, and entries of the index at the back of a book, in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from rulesite.rulebook.admin.base import EditionFilter, FactAdmin, FilledInlines, counted, excerpt, link
from rulesite.rulebook.admin.corrections import CorrectableAdmin
from rulesite.rulebook.admin.rules import ExampleInline
from rulesite.rulebook.models import Citation, Example, GlossaryTerm, IndexEntry


@admin.register(GlossaryTerm)
class GlossaryTermAdmin(FilledInlines, CorrectableAdmin):
    """One term of an edition's glossary; its name and its definition can be corrected."""

    inlines = [ExampleInline]

    list_display = ["term", "opening", "edition_link", "first_line"]
    list_filter = [EditionFilter]
    list_select_related = ["edition__document", "wording"]
    search_fields = ["term", "^edition__effective", "wording__text"]
    date_hierarchy = "edition__effective"
    ordering = ["-edition__effective", "edition_id", "position"]
    facts = ("related", "edition_link", "file", "first_line", "last_line")

    def get_fieldsets(self, request: HttpRequest, obj: GlossaryTerm | None = None) -> list[Any]:
        """The name and the definition, open to correction, above the facts."""
        words = [self.words(request, obj)] if obj is not None else []
        where = ("Location", {"fields": ["edition_link", "file", "first_line", "last_line"]})
        return [*words, (None, {"fields": ["related"]}), where]

    def get_queryset(self, request: HttpRequest) -> QuerySet[GlossaryTerm]:
        """The terms with their words and edition."""
        rows = super().get_queryset(request).select_related("edition__document", "wording", "source")
        return rows.defer("source__packed")

    @admin.display(description="definition")
    def opening(self, term: GlossaryTerm) -> str:
        """Its first words."""
        return excerpt(term.wording.text)

    @admin.display(description="edition", ordering="edition__effective")
    def edition_link(self, term: GlossaryTerm) -> SafeString | str:
        """Its edition."""
        return link(term.edition)

    @admin.display(description="source")
    def file(self, term: GlossaryTerm) -> SafeString | str:
        """The file it was read from."""
        return link(term.source)

    @admin.display(description="related")
    def related(self, term: GlossaryTerm) -> SafeString | str:
        """Links to related rows."""
        inside = {"reference__wording__id__exact": term.wording_id, "edition__id__exact": term.edition_id}
        return counted(
            [
                ("worked examples", Example, {"term__id__exact": term.pk}),
                ("references in it", Citation, inside),
                ("references to it", Citation, {"targets__term__id__exact": term.pk}),
                ("same words in other editions", GlossaryTerm, {"wording__id__exact": term.wording_id}),
            ]
        )


@admin.register(IndexEntry)
class IndexEntryAdmin(FactAdmin):
    """One entry of the index at the back of an edition."""

    list_display = ["term", "entry_text", "edition_link", "first_line"]
    list_filter = [EditionFilter]
    search_fields = ["term", "^edition__effective"]
    ordering = ["-edition__effective", "edition_id", "position"]
    fields = ["term", "entry_text", "parent", "edition_link", "file", "first_line", "last_line"]
    readonly_fields = ["entry_text", "edition_link", "file"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[IndexEntry]:
        """The entries with their words and edition."""
        rows = super().get_queryset(request).select_related("edition__document", "wording", "source")
        return rows.defer("source__packed")

    @admin.display(description="entry")
    def entry_text(self, entry: IndexEntry) -> str:
        """Its words, with the numbers."""
        return entry.wording.text

    @admin.display(description="edition", ordering="edition__effective")
    def edition_link(self, entry: IndexEntry) -> SafeString | str:
        """Its edition."""
        return link(entry.edition)

    @admin.display(description="source")
    def file(self, entry: IndexEntry) -> SafeString | str:
        """The file it was read from."""
        return link(entry.source)
