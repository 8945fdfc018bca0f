"""Rules in the admin: threads, and their versions in each edition, whose words can be corrected."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import OuterRef, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from rulesite.rulebook import editing
from rulesite.rulebook.admin.correcting import CorrectionForm, diff_html
from rulesite.rulebook.admin.facts import (
    EditionFilter,
    FactAdmin,
    FactInline,
    FilledInlines,
    counted,
    counting,
    excerpt,
    link,
)
from rulesite.rulebook.models import (
    Attribution,
    Citation,
    Commentary,
    Correction,
    Descent,
    Example,
    Flag,
    Rule,
    RuleVersion,
    Segment,
    Witness,
)


class VersionInline(FactInline):
    """What a thread was in each edition."""

    model = RuleVersion
    fields = ["number", "kind", "title", "opening"]
    readonly_fields = ["opening"]
    ordering = ["edition__effective"]
    verbose_name_plural = "in each edition"

    def get_queryset(self, request: HttpRequest) -> QuerySet[RuleVersion]:
        """With the words and the edition."""
        return super().get_queryset(request).select_related("edition__document", "wording")

    @admin.display(description="text")
    def opening(self, version: RuleVersion) -> str:
        """Its first words."""
        return excerpt(version.text)


@admin.register(Rule)
class RuleAdmin(FactAdmin):
    """A thread through time; it follows from descent."""

    list_display = ["__str__", "document", "versions_held"]
    list_filter = ["document"]
    list_select_related = ["document"]
    search_fields = ["name", "^versions__number"]
    search_help_text = "A number that the rule had in any edition, or its heading."
    fields = ["name", "document", "merged_into"]
    inlines = [VersionInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Rule]:
        """With the number of versions."""
        own = RuleVersion.objects.filter(rule=OuterRef("pk")).order_by().values("rule")
        return super().get_queryset(request).annotate(held=counting(own))

    @admin.display(description="editions", ordering="held")
    def versions_held(self, rule: Any) -> int:
        """In how many editions it stands."""
        return rule.held


class CorrectedFilter(admin.SimpleListFilter):
    """Rules whose words a person has corrected at some time."""

    title = "corrected by a person"
    parameter_name = "corrected"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        """Only yes: nearly all of them are no."""
        return [("yes", "Has entries in the log")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[RuleVersion]) -> QuerySet[RuleVersion]:
        """Those with entries in the log of corrections."""
        if self.value() != "yes":
            return queryset
        logged = Correction.objects.filter(edition=OuterRef("edition"), key=OuterRef("key"))
        return queryset.annotate(logged=counting(logged.order_by().values("key"))).filter(logged__gt=0)


class ExampleInline(FactInline):
    """The worked examples of a rule."""

    model = Example
    fields = ["ordinal", "labelled", "text", "first_line"]
    readonly_fields = ["text"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Example]:
        """With the words."""
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
    """What each source says of a rule."""

    model = Witness
    fields = ["source", "agrees", "text", "first_line", "last_line"]
    readonly_fields = ["text"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Witness]:
        """With the words and the file, without its bytes."""
        return super().get_queryset(request).select_related("wording", "source", "version").defer("source__packed")

    @admin.display(description="what it says")
    def text(self, witness: Witness) -> str:
        """Its first words, or the heading."""
        return excerpt(witness.wording.text, 30) if witness.wording else witness.title


@admin.register(RuleVersion)
class RuleVersionAdmin(FilledInlines, FactAdmin):
    """One rule in one edition. Everything is a fact of the documents; its words can be corrected, with a reason."""

    form = CorrectionForm
    list_display = ["number", "kind", "opening", "edition_link", "lines"]
    list_display_links = ["number", "opening"]
    list_filter = ["kind", CorrectedFilter, EditionFilter]
    list_select_related = ["edition__document", "wording"]
    search_fields = ["^number", "^edition__effective", "=edition__document__slug", "title", "wording__text"]
    search_help_text = "An address (402.8g, 402.8g@2006-10-01, cr/2006-10-01/402.8g) or words of the text."
    date_hierarchy = "edition__effective"
    ordering = ["-edition__effective", "edition_id", "position"]
    inlines = [ExampleInline, FlagInline, WitnessInline]
    facts = ["address", "kind", "title", "thread", "above", "edition_link", "file", "lines", "related", "log"]
    readonly_fields = facts

    def get_queryset(self, request: HttpRequest) -> QuerySet[RuleVersion]:
        """With what its name and its text are made of."""
        rows = super().get_queryset(request).select_related("edition__document", "wording", "parent", "rule", "source")
        return rows.defer("source__packed")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[RuleVersion], search_term: str
    ) -> tuple[QuerySet[RuleVersion], bool]:
        """The same for addresses in any of their forms: their parts are searched for."""
        return super().get_search_results(request, queryset, search_term.replace("@", " ").replace("/", " "))

    def get_fieldsets(self, request: HttpRequest, obj: RuleVersion | None = None) -> list[Any]:
        """The text, open to correction where there is any, above the facts."""
        facts = ["address", "kind", "title", "above", "thread", "related"]
        origin = ("Where it stands in the documents", {"fields": ["edition_link", "file", "lines"]})
        if obj is None or obj.wording_id is None:
            return [(None, {"fields": facts}), origin]
        words = {
            "fields": ["text", "reason", "seen", "log"],
            "description": "Correct the text where it was misread or misprinted. The words of the source are kept, "
            "readers see both and your reason, and references, source tags and search follow at once.",
        }
        if not self.has_change_permission(request, obj):
            words = {"fields": ["shown_text", "log"]}
        return [("Its words", words), (None, {"fields": facts}), origin]

    def get_readonly_fields(self, request: HttpRequest, obj: RuleVersion | None = None) -> list[str]:
        """The facts; and the text, for who may not correct it."""
        return [*self.facts, *([] if self.has_change_permission(request, obj) else ["shown_text"])]

    def has_change_permission(self, request: HttpRequest, obj: RuleVersion | None = None) -> bool:
        """Maintainers: they may correct words, and nothing else."""
        return admin.ModelAdmin.has_change_permission(self, request, obj)

    def get_form(
        self, request: HttpRequest, obj: RuleVersion | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """A form of the correction alone: the model's own fields are facts."""
        return super().get_form(
            request, obj, change, **kwargs | {"fields": None if self._correctable(request, obj) else []}
        )

    def _correctable(self, request: HttpRequest, obj: RuleVersion | None) -> bool:
        return bool(obj and obj.wording_id and self.has_change_permission(request, obj))

    def save_model(self, request: HttpRequest, obj: RuleVersion, form: ModelForm, change: bool) -> None:
        """Lay the correction over the reading; nothing else of a rule can be saved."""
        if form.cleaned_data.get("reason") and "text" in form.cleaned_data:
            editing.correct(obj, form.cleaned_data["text"], reason=form.cleaned_data["reason"], author=request.user)
            obj.refresh_from_db(fields=["wording"])

    def response_change(self, request: HttpRequest, obj: RuleVersion) -> HttpResponse:
        """Say what happened, which is not always that something was changed."""
        if request.POST.get("reason", "").strip():
            self.message_user(request, "Corrected: references, source tags and search follow the new words.")
        else:
            level = messages.WARNING
            self.message_user(request, "The words are the same as before: nothing was corrected.", level)
        if "_continue" in request.POST:
            return HttpResponseRedirect(request.path)
        return self.response_post_save_change(request, obj)

    @admin.display(description="text")
    def opening(self, version: RuleVersion) -> str:
        """Its heading or its first words."""
        return excerpt(version.text) if version.text else version.title

    @admin.display(description="text")
    def shown_text(self, version: RuleVersion) -> str:
        """The text in full."""
        return version.text

    @admin.display(description="edition", ordering="edition__effective")
    def edition_link(self, version: RuleVersion) -> SafeString | str:
        """Its edition."""
        return link(version.edition)

    @admin.display(description="lines")
    def lines(self, version: RuleVersion) -> str:
        """Where it stands in its source."""
        first, last = version.first_line, version.last_line
        return str(first) if first == last else f"{first}–{last}"

    @admin.display(description="source")
    def file(self, version: RuleVersion) -> SafeString | str:
        """The file whose words are shown."""
        return link(version.source)

    @admin.display(description="under")
    def above(self, version: RuleVersion) -> SafeString | str:
        """The provision that it stands under."""
        return link(version.parent, f"{version.parent.number} {version.parent.title}" if version.parent else "")

    @admin.display(description="through time")
    def thread(self, version: RuleVersion) -> SafeString | str:
        """The thread it belongs to."""
        return link(version.rule)

    @admin.display(description="related")
    def related(self, version: RuleVersion) -> SafeString | str:
        """Links to what hangs on it, with their numbers."""
        own, words = {"version__id__exact": version.pk}, {"wording__id__exact": version.wording_id or 0}
        cited = {"reference__wording__id__exact": version.wording_id or 0, "edition__id__exact": version.edition_id}
        target = {"targets__version__id__exact": version.pk}
        source = {"source__id__exact": version.source_id}
        return counted(
            [
                ("rules directly under it", RuleVersion, {"parent__id__exact": version.pk}),
                ("references in it", Citation, cited),
                ("references to it", Citation, target),
                ("source tags in it", Attribution, words),
                ("source tags that cite it", Attribution, target),
                ("segments", Segment, {**source, "owner__exact": version.key}),
                ("segments of its examples", Segment, {**source, "owner__startswith": f"{version.key}/"}),
                ("places with the same words, itself included", RuleVersion, words),
                ("earlier provisions it comes from", Descent, {"later__id__exact": version.pk}),
                ("later provisions that come from it", Descent, {"earlier__id__exact": version.pk}),
                ("remarks of ours", Commentary, own),
            ]
        )

    @admin.display(description="corrections")
    def log(self, version: RuleVersion) -> SafeString | str:
        """What was corrected, newest first, with links to take it back."""
        entries = list(
            Correction.objects.filter(edition=version.edition_id, key=version.key).select_related(
                "original", "corrected", "author"
            )
        )
        states = editing.states(entries)
        rows = (
            (
                diff_html(entry.original.text, entry.corrected.text),
                states[entry.pk].value,
                entry.reason,
                entry.author or "somebody whose account is gone",
                f"{entry.made:%Y-%m-%d %H:%M}",
                link(entry, "look at it, or take it back"),
            )
            for entry in entries
        )
        return format_html_join("", '<div class="correction">{}<p>{}: {} — {}, {} ({})</p></div>', rows) or "none"
