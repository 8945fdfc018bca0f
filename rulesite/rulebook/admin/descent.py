"""Descent in the admin: the edges are facts; here a person asserts or forbids one, by addresses."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from rulesite.rulebook import addresses
from rulesite.rulebook.admin.base import NOTHING, EditionFilter, FactAdmin, link, maintainer
from rulesite.rulebook.models import Assertion, Descent, RuleVersion


class LaterEditionFilter(EditionFilter.of("later__edition")):  # type: ignore[misc]
    """By the edition of the later end."""

    title = "later edition"


@admin.register(Descent)
class DescentAdmin(FactAdmin):
    """One edge from an earlier provision to a later one, and how it is known."""

    list_display = ["earlier_rule", "later_rule", "kind", "basis", "score", "doubt", "note"]
    list_filter = ["kind", "basis", "doubtful", LaterEditionFilter]
    list_select_related = ["earlier__edition__document", "later__edition__document"]
    search_fields = ["^earlier__number", "^later__number", "=later__edition__effective", "note"]
    ordering = ["-later__edition__effective", "later__position", "pk"]
    fieldsets = [
        (
            None,
            {
                "fields": ["earlier_rule", "later_rule", "kind", "doubtful", "correct"],
                "description": "The site finds these matches by comparing texts. A maintainer’s decision overrides "
                "them, and readers see its reason.",
            },
        ),
        ("How it is known", {"fields": ["basis", "score", "note"]}),
    ]
    readonly_fields = ["earlier_rule", "later_rule", "correct"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Descent]:
        """The edges with the names of both ends."""
        return super().get_queryset(request).select_related(*self.list_select_related)

    @admin.display(description="earlier", ordering="earlier__number")
    def earlier_rule(self, edge: Descent) -> SafeString | str:
        """The earlier provision."""
        return link(edge.earlier, _address(edge.earlier))

    @admin.display(description="decide")
    def correct(self, edge: Descent) -> SafeString | str:
        """Links to assert something about this edge, or to the assertion that exists already."""
        pair = {"earlier": _address(edge.earlier), "later": _address(edge.later)}
        if (assertion := Assertion.objects.filter(**pair).first()) is not None:
            return link(assertion, "show or undo the decision on it")
        add = reverse("admin:rulebook_assertion_add")
        offered = {
            "it comes from there": {"verdict": "assert", "kind": edge.kind},
            "it does not": {"verdict": "forbid"},
        }
        links = ((f"{add}?{urlencode(pair | more)}", words) for words, more in offered.items())
        return format_html_join(" · ", '<a href="{}">{}</a>', links)

    @admin.display(description="doubt", ordering="doubtful")
    def doubt(self, edge: Descent) -> str:
        """A label where the edge is only a possibility."""
        return "doubtful" if edge.doubtful else NOTHING

    @admin.display(description="later", ordering="later__number")
    def later_rule(self, edge: Descent) -> SafeString | str:
        """The later provision."""
        return link(edge.later, _address(edge.later))


class AssertionForm(forms.ModelForm):
    """Two addresses and an assertion about them; each address must name a provision of a stored edition."""

    class Meta:
        model = Assertion
        fields = ["earlier", "later", "verdict", "kind", "reason", "said_by"]
        widgets = {
            "earlier": forms.TextInput(attrs={"size": 40, "placeholder": "cr/2006-10-01/402.8g"}),
            "later": forms.TextInput(attrs={"size": 40, "placeholder": "cr/2008-02-01/402.8h"}),
            "reason": forms.TextInput(attrs={"size": 100}),
        }
        help_texts = {
            "verdict": "Whether the later rule comes from the earlier one.",
            "kind": "How the words changed. Used only if the later rule comes from the earlier one.",
            "reason": "How you know. Readers see it.",
            "said_by": "Who found it. Leave it empty for your own name.",
        }

    def clean_earlier(self) -> str:
        """The address in its full form."""
        self.earlier_version = _named(self.cleaned_data["earlier"])
        return _address(self.earlier_version)

    def clean_later(self) -> str:
        """The address in its full form."""
        self.later_version = _named(self.cleaned_data["later"])
        return _address(self.later_version)

    def clean(self) -> dict[str, Any]:
        """Check that the two ends can be predecessor and successor."""
        cleaned = super().clean() or {}
        earlier: RuleVersion | None = getattr(self, "earlier_version", None)
        later: RuleVersion | None = getattr(self, "later_version", None)
        if earlier is None or later is None:
            return cleaned
        if earlier.edition_id == later.edition_id:
            self.add_error("later", "Both are in the same edition. Choose rules of two editions.")
        elif earlier.edition.effective > later.edition.effective:
            self.add_error(
                "later",
                f"{later.edition.slug} is before {earlier.edition.slug}. Swap the two: the earlier rule comes first.",
            )
        across = earlier.edition.document_id != later.edition.document_id
        asserted = cleaned.get("verdict") == Assertion.Verdict.ASSERT
        if asserted and across != (cleaned.get("kind") == Descent.Kind.RESTATES):
            self.add_error(
                "kind",
                "The two are in different documents, so choose “restates”."
                if across
                else "Both are in one document, so “restates” does not fit: it is for two documents.",
            )
        return cleaned


def _named(text: str) -> RuleVersion:
    """The provision of an address with an edition; raises a form error that says what is wrong with it."""
    try:
        if addresses.Address.parse(text).day is None:
            raise forms.ValidationError(f"“{text}” has no edition. Write it like cr/2006-10-01/402.8g.")
        return addresses.resolve(text)
    except addresses.NoSuchRule as problem:
        sentence = str(problem)
        raise forms.ValidationError(f"{sentence[:1].upper()}{sentence[1:]}.") from problem


def _address(version: RuleVersion) -> str:
    """The full address, by which assertions and commentary are stored."""
    return f"{version.edition.address}/{version.key}"


@admin.register(Assertion)
class AssertionAdmin(admin.ModelAdmin):
    """A person's assertion about an edge; it survives every re-ingest, because it names addresses."""

    form = AssertionForm
    list_display = ["earlier", "later", "verdict", "kind", "reason", "said_by", "origin", "created"]
    list_filter = ["verdict", "kind", "origin"]
    search_fields = ["earlier", "later", "reason", "said_by"]
    date_hierarchy = "created"
    ordering = ["-created"]
    readonly_fields = ["origin", "author", "created"]
    fieldsets = [
        ("Decision", {"fields": ["earlier", "later", "verdict", "kind"]}),
        ("Reason", {"fields": ["reason", "said_by"]}),
        ("Recorded", {"fields": ["origin", "author", "created"]}),
    ]
    list_select_related = ["author"]

    def has_change_permission(self, request: HttpRequest, obj: Assertion | None = None) -> bool:
        """Not for assertions from the file: they are changed there."""
        return (obj is None or obj.origin == "admin") and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Assertion | None = None) -> bool:
        """Not for assertions from the file: they would come back from it."""
        return (obj is None or obj.origin == "admin") and super().has_delete_permission(request, obj)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """The actions without deletion in bulk, which would include assertions from the file."""
        return {name: action for name, action in super().get_actions(request).items() if name != "delete_selected"}

    def save_model(self, request: HttpRequest, obj: Assertion, form: forms.ModelForm, change: bool) -> None:
        """Record the author."""
        who = maintainer(request)
        if not change:
            obj.author, obj.origin = who, "admin"
        obj.said_by = obj.said_by or who.get_full_name() or who.get_username()
        super().save_model(request, obj, form, change)
        messages.info(request, "Stored. Histories show it once descent has been computed again.")
