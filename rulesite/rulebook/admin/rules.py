"""Rules in the admin: threads, and their versions in each edition, whose words can be corrected."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ORDER_VAR
from django.db.models import Case, CharField, Exists, F, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Cast, Concat
from django.http import HttpRequest
from django.utils.safestring import SafeString

from rulesite.rulebook.admin.base import (
    EditionFilter,
    FactAdmin,
    FactInline,
    FilledInlines,
    counted,
    counting,
    excerpt,
    link,
)
from rulesite.rulebook.admin.corrections import CorrectableAdmin
from rulesite.rulebook.models import (
    Attribution,
    Citation,
    Commentary,
    Correction,
    Descent,
    Edition,
    Example,
    Flag,
    Rule,
    RuleVersion,
    Witness,
)
from rulesite.text.numbering import RuleNumber


class VersionInline(FactInline):
    """A thread's version in each edition."""

    model = RuleVersion
    fields = ["number", "kind", "title", "opening"]
    readonly_fields = ["opening"]
    ordering = ["edition__effective"]
    verbose_name_plural = "in each edition"

    def get_queryset(self, request: HttpRequest) -> QuerySet[RuleVersion]:
        """The versions with their words and edition."""
        return super().get_queryset(request).select_related("edition__document", "wording")

    @admin.display(description="text")
    def opening(self, version: RuleVersion) -> str:
        """Its first words."""
        return excerpt(version.text)


@admin.register(Rule)
class RuleAdmin(FactAdmin):
    """A thread through time; it is derived from descent."""

    list_display = ["__str__", "document", "versions_held"]
    list_filter = ["document"]
    list_select_related = ["document"]
    search_fields = ["name", "^versions__number"]
    search_help_text = "A number that the rule had in any edition, or its heading."
    fields = ["name", "document", "merged_into"]
    inlines = [VersionInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Rule]:
        """The threads with their numbers of versions."""
        versions = RuleVersion.objects.filter(rule=OuterRef("pk")).order_by().values("rule")
        return super().get_queryset(request).annotate(held=counting(versions))

    @admin.display(description="editions", ordering="held")
    def versions_held(self, rule: Any) -> int:
        """The number of editions that have it."""
        return rule.held


class CorrectedFilter(admin.SimpleListFilter):
    """Rules with words that a person has ever corrected."""

    title = "corrected by a person"
    parameter_name = "corrected"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        """Only yes: nearly all rules are no."""
        return [("yes", "Has entries in the log")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[RuleVersion]) -> QuerySet[RuleVersion]:
        """The rules with entries in the log of corrections."""
        if self.value() != "yes":
            return queryset
        day = Cast("edition__effective", CharField())
        with_address = queryset.annotate(edition_address=Concat(F("edition__document__slug"), Value("/"), day))
        logged = Correction.objects.filter(edition=OuterRef("edition_address"), owner=OuterRef("key"))
        return with_address.filter(Exists(logged))


class ExampleInline(FactInline):
    """The worked examples of a rule."""

    model = Example
    fields = ["ordinal", "labelled", "text", "first_line"]
    readonly_fields = ["text"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Example]:
        """The examples with their words."""
        return super().get_queryset(request).select_related("wording", "version", "term")

    @admin.display(description="text")
    def text(self, example: Example) -> str:
        """Its first words."""
        return excerpt(example.wording.text, 30)


class FlagInline(FactInline):
    """Doubts about a rule."""

    model = Flag
    fields = ["kind", "note", "line"]
    verbose_name_plural = "doubts"


class WitnessInline(FactInline):
    """The words of each source for a rule."""

    model = Witness
    fields = ["source", "agrees", "text", "first_line", "last_line"]
    readonly_fields = ["text"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Witness]:
        """The witnesses with their words and file, without its bytes."""
        return super().get_queryset(request).select_related("wording", "source", "version").defer("source__packed")

    @admin.display(description="its words")
    def text(self, witness: Witness) -> str:
        """Its first words or the heading."""
        return excerpt(witness.wording.text, 30) if witness.wording else witness.title


@admin.register(RuleVersion)
class RuleVersionAdmin(FilledInlines, CorrectableAdmin):
    """One rule in one edition. Everything is a fact of the documents; its words can be corrected, with a reason."""

    list_display = ["number", "kind", "opening", "edition_link", "lines"]
    list_display_links = ["number", "opening"]
    list_filter = ["kind", CorrectedFilter, EditionFilter]
    list_select_related = ["edition__document", "wording"]
    search_fields = ["^number", "^edition__effective", "=edition__document__slug", "title", "wording__text"]
    search_help_text = "A number or address (402.8g, 402.8g@2006-10-01, cr/2006-10-01/402.8g), or words of the text."
    date_hierarchy = "edition__effective"
    ordering = ["-edition__effective", "edition_id", "position"]
    inlines = [ExampleInline, FlagInline, WitnessInline]
    facts = ("address", "kind", "thread", "above", "edition_link", "file", "lines", "related")

    def get_queryset(self, request: HttpRequest) -> QuerySet[RuleVersion]:
        """The versions with everything their names and texts need."""
        rows = super().get_queryset(request).select_related("edition__document", "wording", "parent", "rule", "source")
        return rows.defer("source__packed")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[RuleVersion], search_term: str
    ) -> tuple[QuerySet[RuleVersion], bool]:
        """The matches, also for addresses in any of their forms, whose parts are searched for.

        For a number its own rules come first, the newest edition's before older ones, then those that mention it.
        """
        parts = search_term.replace("@", " ").replace("/", " ")
        rows, may_repeat = super().get_search_results(request, queryset, parts)
        numbers = [word for word in parts.split() if RuleNumber.try_parse(word) is not None]
        if not numbers or ORDER_VAR in request.GET:
            return rows, may_repeat
        number = numbers[-1]
        rank = Case(When(number__iexact=number, then=0), When(number__istartswith=number, then=1), default=2)
        newest = Edition.objects.order_by("document__position", "-effective").values("pk")[:1]
        is_old = Case(When(edition=Subquery(newest), then=0), default=1)
        is_mention = Case(When(number__istartswith=number, then=0), default=1)
        return rows.order_by(is_mention, is_old, rank, *self.ordering), may_repeat

    def get_fieldsets(self, request: HttpRequest, obj: RuleVersion | None = None) -> list[Any]:
        """The heading and the text, open to correction, above the facts."""
        facts = ["address", "kind", "above", "thread", "related"]
        origin = ("Place in the document", {"fields": ["edition_link", "file", "lines"]})
        words = [self.words(request, obj)] if obj is not None and (obj.title or obj.wording_id) else []
        return [*words, (None, {"fields": facts}), origin]

    @admin.display(description="text")
    def opening(self, version: RuleVersion) -> str:
        """Its heading or its first words."""
        return excerpt(version.text) if version.text else version.title

    @admin.display(description="edition", ordering="edition__effective")
    def edition_link(self, version: RuleVersion) -> SafeString | str:
        """Its edition."""
        return link(version.edition)

    @admin.display(description="lines")
    def lines(self, version: RuleVersion) -> str:
        """Its place in its source."""
        first, last = version.first_line, version.last_line
        return str(first) if first == last else f"{first}–{last}"

    @admin.display(description="source")
    def file(self, version: RuleVersion) -> SafeString | str:
        """The file whose words are shown."""
        return link(version.source)

    @admin.display(description="under")
    def above(self, version: RuleVersion) -> SafeString | str:
        """The provision above it."""
        return link(version.parent, f"{version.parent.number} {version.parent.title}" if version.parent else "")

    @admin.display(description="through time")
    def thread(self, version: RuleVersion) -> SafeString | str:
        """The thread it belongs to."""
        return link(version.rule)

    @admin.display(description="related")
    def related(self, version: RuleVersion) -> SafeString | str:
        """Links to related rows, with their counts."""
        words = {"wording__id__exact": version.wording_id or 0}
        cited = {"reference__wording__id__exact": version.wording_id or 0, "edition__id__exact": version.edition_id}
        target = {"targets__version__id__exact": version.pk}
        return counted(
            [
                ("rules directly under it", RuleVersion, {"parent__id__exact": version.pk}),
                ("references in it", Citation, cited),
                ("references to it", Citation, target),
                ("source tags in it", Attribution, words),
                ("source tags that cite it", Attribution, target),
                ("places with the same words, including this one", RuleVersion, words),
                ("earlier provisions it comes from", Descent, {"later__id__exact": version.pk}),
                ("later provisions that come from it", Descent, {"earlier__id__exact": version.pk}),
                ("our remarks", Commentary, {"address__exact": f"{version.edition.address}/{version.key}"}),
            ]
        )
