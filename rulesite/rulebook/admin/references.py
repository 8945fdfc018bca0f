"""References, their resolution in each edition, and source tags, whose reading can be corrected."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rulesite.rulebook.admin.base import NOTHING, EditionFilter, FactAdmin, FactInline, FilledInlines, excerpt, link
from rulesite.rulebook.admin.standalone_corrections import LooseAdmin, LooseForm
from rulesite.rulebook.corrections.log import TAGS
from rulesite.rulebook.models import (
    Attribution,
    AttributionTarget,
    Citation,
    CitationTarget,
    Reference,
    RuleVersion,
)

_MAX_TARGETS = 6


class CitationInline(FactInline):
    """A reference's resolution in each edition that prints it."""

    model = Citation
    fields = ["edition", "outcome", "reason"]
    ordering = ["edition__effective"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Citation]:
        """The citations with the edition's name."""
        return super().get_queryset(request).select_related("edition__document", "reference")


@admin.register(Reference)
class ReferenceAdmin(FactAdmin):
    """A passage that cites rules or terms."""

    list_display = ["cited", "kind", "context", "start"]
    list_filter = ["kind"]
    list_select_related = ["wording"]
    search_fields = ["cited", "wording__text"]
    ordering = ["wording_id", "start"]
    fields = ["cited", "kind", "context", "words", "start", "end"]
    readonly_fields = ["context", "words"]
    inlines = [CitationInline]

    @admin.display(description="in its sentence")
    def context(self, reference: Reference) -> SafeString:
        """The passage, marked, with the words around it."""
        return in_context(reference.wording.text, reference.start, reference.end)

    @admin.display(description="wording")
    def words(self, reference: Reference) -> SafeString | str:
        """The whole text."""
        return link(reference.wording, excerpt(reference.wording.text))


class CitationTargetInline(FactInline):
    """The targets of a citation."""

    model = CitationTarget
    fields = ["version", "term"]
    show_change_link = False
    verbose_name_plural = "leads to"

    def get_queryset(self, request: HttpRequest) -> QuerySet[CitationTarget]:
        """The targets with their names."""
        return super().get_queryset(request).select_related("version__edition__document", "term")


@admin.register(Citation)
class CitationAdmin(FilledInlines, FactAdmin):
    """A reference as one edition resolves it."""

    list_display = ["cited", "outcome", "place", "leads_to", "reason", "edition"]
    list_filter = ["outcome", EditionFilter, "reference__kind"]
    list_select_related = ["reference__wording", "edition__document"]
    search_fields = ["reference__cited", "reason", "=edition__effective"]
    search_help_text = "The cited number, as printed, or the date of an edition."
    ordering = ["-edition__effective", "edition_id", "pk"]
    related_lookups = ("targets__version__id__exact", "targets__term__id__exact", "reference__wording__id__exact")
    fields = ["cited", "context", "place", "edition", "outcome", "reason"]
    readonly_fields = ["cited", "context", "place"]
    inlines = [CitationTargetInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Citation]:
        """The citations with their targets."""
        rows = super().get_queryset(request).select_related(*self.list_select_related)
        return rows.prefetch_related("targets__version", "targets__term")

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The list, with the places of all rows of the page looked up together."""
        changelist = super().get_changelist_instance(request)
        rows = list(changelist.result_list)
        _find_places(rows)
        changelist.result_list = rows
        return changelist

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Citation | None:
        """One citation, with its place."""
        citation = super().get_object(request, object_id, from_field)
        if citation is not None:
            _find_places([citation])
        return citation

    @admin.display(description="cites", ordering="reference__cited")
    def cited(self, citation: Citation) -> str:
        """The number or term, as printed."""
        return citation.reference.cited

    @admin.display(description="in its sentence")
    def context(self, citation: Citation) -> SafeString:
        """The passage, marked, with the words around it."""
        reference = citation.reference
        return in_context(reference.wording.text, reference.start, reference.end)

    @admin.display(description="printed in")
    def place(self, citation: Any) -> SafeString | str:
        """The first rule of the edition that prints it; for an example or a glossary entry, its first words."""
        if citation.printed_in is None:
            return link(citation.reference.wording, excerpt(citation.reference.wording.text, 8))
        return link(citation.printed_in, citation.printed_in.key)

    @admin.display(description="leads to")
    def leads_to(self, citation: Citation) -> SafeString | str:
        """Its targets; of a range's many targets only the first."""
        targets = list(citation.targets.all())
        links = [
            (link(owner, owner.key if isinstance(owner, RuleVersion) else owner.term),)
            for target in targets[:_MAX_TARGETS]
            if (owner := target.version or target.term)
        ]
        hidden = len(targets) - len(links)
        shown = format_html_join(", ", "{}", links)
        return format_html("{} and {} more", shown, hidden) if hidden else shown or NOTHING

    def view_on_site(self, citation: Citation) -> str:
        """The page of the edition's references."""
        edition = citation.edition
        return reverse("reading:references", args=[edition.document.slug, edition.slug])


def _find_places(citations: list[Any]) -> None:
    """Give each citation the first rule of its edition that prints it, None for an example or a term."""
    versions = RuleVersion.objects.filter(
        edition__in={citation.edition_id for citation in citations},
        wording__in={citation.reference.wording_id for citation in citations},
    ).order_by("-position")
    first = {(version.edition_id, version.wording_id): version for version in versions}
    for citation in citations:
        citation.printed_in = first.get((citation.edition_id, citation.reference.wording_id))


class AttributionTargetInline(FactInline):
    """The provisions a source tag cites."""

    model = AttributionTarget
    fields = ["version"]
    show_change_link = False
    verbose_name_plural = "leads to"

    def get_queryset(self, request: HttpRequest) -> QuerySet[AttributionTarget]:
        """The targets with their names."""
        return super().get_queryset(request).select_related("version__edition__document")


class TagForm(LooseForm):
    """The tag to read instead of the printed one."""

    kind = TAGS
    meant = forms.CharField(label="Read it as", strip=False, widget=forms.TextInput(attrs={"size": 100}))


@admin.register(Attribution)
class AttributionAdmin(FilledInlines, LooseAdmin):
    """A source tag: the author, the day and the number it gives. Its reading can be corrected, with a reason."""

    form = TagForm
    of_kind = TAGS
    heading = "Corrected reading"
    about = (
        "Write the intended tag in its brackets. Readers see the printed words and your reason; links and descent by "
        "this tag are updated at once, wherever the same words are printed."
    )

    list_display = ["text", "authority", "date", "cited", "outcome", "leads_to", "reason", "problem"]
    list_filter = ["outcome", "precision", "document"]
    search_fields = ["text", "authority", "cited", "problem"]
    date_hierarchy = "date"
    ordering = ["-date", "pk"]
    related_lookups = ("targets__version__id__exact",)
    fieldsets = [
        (None, {"fields": ["text", "context", "words"]}),
        ("As read", {"fields": ["authority", "document", "date", "date_text", "precision", "cited", "problem"]}),
        ("Target", {"fields": ["outcome", "reason"]}),
    ]
    facts = (
        *("text", "context", "words", "read_as", "authority", "document", "date", "date_text", "precision", "cited"),
        *("problem", "outcome", "reason"),
    )
    inlines = [AttributionTargetInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Attribution]:
        """The tags with their targets."""
        return super().get_queryset(request).select_related("wording").prefetch_related("targets__version__edition")

    @admin.display(description="in its sentence")
    def context(self, tag: Attribution) -> SafeString:
        """The tag, marked, with the words around it."""
        return in_context(tag.wording.text, tag.start, tag.end)

    @admin.display(description="wording")
    def words(self, tag: Attribution) -> SafeString | str:
        """The whole text."""
        return link(tag.wording, excerpt(tag.wording.text))

    @admin.display(description="leads to")
    def leads_to(self, tag: Attribution) -> SafeString | str:
        """The provisions it cites."""
        targets = list(tag.targets.all())
        shown = format_html_join(", ", "{}", ((link(target.version),) for target in targets[:_MAX_TARGETS]))
        hidden = len(targets) - _MAX_TARGETS
        return format_html("{} and {} more", shown, hidden) if hidden > 0 else shown or NOTHING


def in_context(text: str, start: int, end: int, around: int = 60) -> SafeString:
    """A passage, marked, with some characters around it, cut at word boundaries."""
    before = text[max(0, start - around) : start]
    after = text[end : end + around]
    if start > around:
        before = "… " + before.partition(" ")[2]
    if end + around < len(text):
        after = after.rpartition(" ")[0] + " …"
    return format_html("{}<mark>{}</mark>{}", before, text[start:end], after)
