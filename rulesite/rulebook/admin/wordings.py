"""Wordings, the words of each source, and flags: read-only facts."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from rulesite.rulebook.admin.base import (
    NOTHING,
    EditionFilter,
    FactAdmin,
    SourceFilter,
    counted,
    counting,
    excerpt,
    link,
)
from rulesite.rulebook.admin.corrections import diff_html
from rulesite.rulebook.models import (
    Attribution,
    Example,
    Flag,
    GlossaryTerm,
    Reference,
    RuleVersion,
    Witness,
    Wording,
)


@admin.register(Wording)
class WordingAdmin(FactAdmin):
    """A text, stored once however often it is printed."""

    list_display = ["opening", "places", "fingerprint"]
    search_fields = ["text", "=fingerprint"]
    ordering = ["pk"]
    fieldsets = [
        (
            None,
            {
                "fields": ["text", "printed"],
                "description": "Wordings can't be edited or deleted: correct the rules that print them.",
            },
        ),
        ("Identification", {"fields": ["digest", "fingerprint"]}),
    ]
    readonly_fields = ["printed"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Wording]:
        """The wordings with the number of places that print them."""
        versions = RuleVersion.objects.filter(wording=OuterRef("pk")).order_by().values("wording")
        return super().get_queryset(request).annotate(place_count=counting(versions))

    @admin.display(description="text")
    def opening(self, wording: Wording) -> str:
        """Its first words."""
        return excerpt(wording.text)

    @admin.display(description="rules that print it", ordering="place_count")
    def places(self, wording: Any) -> int:
        """The number of rules that have it as their text."""
        return wording.place_count

    @admin.display(description="where it is printed")
    def printed(self, wording: Wording) -> SafeString | str:
        """Links to related rows."""
        filters = {"wording__id__exact": wording.pk}
        return counted(
            [
                ("rules", RuleVersion, filters),
                ("worked examples", Example, filters),
                ("glossary terms", GlossaryTerm, filters),
                ("references in it", Reference, filters),
                ("source tags in it", Attribution, filters),
                ("witnesses", Witness, filters),
            ]
        )


@admin.register(Witness)
class WitnessAdmin(FactAdmin):
    """One source's words for one rule."""

    list_display = ["rule", "source", "agrees", "words", "first_line"]
    list_filter = ["agrees", SourceFilter]
    search_fields = ["^version__number", "wording__text", "title"]
    ordering = ["source_id", "first_line"]
    fields = ["rule", "source", "agrees", "words", "differs", "first_line", "last_line", "examples"]
    readonly_fields = ["rule", "words", "differs"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Witness]:
        """The witnesses with their words and rule, without the bytes of the sources."""
        witnesses = super().get_queryset(request).select_related("version__edition__document", "source")
        return witnesses.select_related("version__wording", "wording").defer("source__packed")

    @admin.display(description="rule", ordering="version__number")
    def rule(self, witness: Witness) -> SafeString | str:
        """The rule it witnesses."""
        return link(witness.version)

    @admin.display(description="words")
    def words(self, witness: Witness) -> str:
        """Its words or heading."""
        return excerpt(witness.wording.text, 24) if witness.wording else witness.title

    @admin.display(description="difference from the text shown")
    def differs(self, witness: Witness) -> SafeString | str:
        """The difference from the words that readers see."""
        printed, shown = witness.wording, witness.version.wording
        return diff_html(printed.text, shown.text) if printed and shown and printed != shown else NOTHING


@admin.register(Flag)
class FlagAdmin(FactAdmin):
    """A doubt that readers see, and that only a person with better evidence can resolve."""

    list_display = ["kind", "rule", "note", "line"]
    list_filter = ["kind", EditionFilter.of("version__edition")]
    list_select_related = ["version__edition__document"]
    search_fields = ["note", "kind", "^version__number"]
    fields = ["rule", "kind", "note", "line"]
    readonly_fields = ["rule"]
    ordering = ["kind", "version__edition__effective", "line"]

    @admin.display(description="rule", ordering="version__number")
    def rule(self, flag: Flag) -> SafeString | str:
        """The rule in doubt, linked to its page in the admin, where it can be corrected."""
        return link(flag.version, f"{flag.version.edition.address}/{flag.version.key}")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Flag]:
        """The flags with the rule's name."""
        return super().get_queryset(request).select_related("version__edition__document")
