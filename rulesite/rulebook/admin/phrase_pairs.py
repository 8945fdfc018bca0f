"""The dictionary of phrases in the admin: the learned pairs, and striking a pair."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rulesite.rulebook.admin.base import FactAdmin, maintainer
from rulesite.rulebook.models import PhrasePair, Rephrased, StruckPair


@admin.register(PhrasePair)
class PhrasePairAdmin(FactAdmin):
    """A phrase and its later replacement; search uses the pair unless a person strikes it."""

    list_display = ["old", "new", "basis", "since", "sentences", "share", "back", "is_struck"]
    list_filter = ["basis"]
    search_fields = ["old", "new", "since"]
    fieldsets = [
        (
            None,
            {
                "fields": ["old", "new", "basis", "since", "sentences", "share", "back", "strike"],
                "description": "Pairs are learned from sentences in which one phrase replaced another, and from "
                "glossaries. Strike a wrong pair to remove it from search and pages at once.",
            },
        ),
        ("Evidence", {"fields": ["evidence"]}),
    ]
    readonly_fields = ["strike"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[PhrasePair]:
        """The pairs, with whether they are struck."""
        return PhrasePair.objects.with_struck()

    @admin.display(description="struck", boolean=True)
    def is_struck(self, pair: Any) -> bool:
        """Whether a person struck it."""
        return bool(pair.struck)

    @admin.display(description="strike")
    def strike(self, pair: PhrasePair) -> SafeString:
        """A link to strike it, or the reason it was struck for."""
        struck = StruckPair.objects.filter(old=pair.old, new=pair.new).first()
        if struck is not None:
            url = reverse("admin:rulebook_struckpair_change", args=[struck.pk])
            return format_html('<a href="{}">struck: {}</a>', url, struck.reason)
        url = f"{reverse('admin:rulebook_struckpair_add')}?{urlencode({'old': pair.old, 'new': pair.new})}"
        return format_html('<a href="{}">strike it</a>', url)


@admin.register(Rephrased)
class RephrasedAdmin(FactAdmin):
    """All replacements of phrases between two editions."""

    list_display = ["earlier", "later", "phrase_count"]
    list_select_related = ["earlier__document", "later__document"]
    ordering = ["-later__effective"]

    @admin.display(description="phrases")
    def phrase_count(self, step: Rephrased) -> int:
        """The number of replaced phrases."""
        return len(step.phrases)


class StruckPairForm(forms.ModelForm):
    """The words of a pair and why it is wrong; the pair must exist."""

    class Meta:
        model = StruckPair
        fields = ["old", "new", "reason"]
        widgets = {"reason": forms.TextInput(attrs={"size": 100})}
        help_texts = {
            "old": "The older phrase, as in the dictionary.",
            "new": "The newer phrase, as in the dictionary.",
            "reason": "Why the two do not mean the same.",
        }

    def clean(self) -> dict[str, Any]:
        """Check that the dictionary has the pair."""
        cleaned = super().clean() or {}
        old, new = cleaned.get("old"), cleaned.get("new")
        if old and new and not PhrasePair.objects.filter(old=old, new=new).exists():
            self.add_error("old", f"The dictionary has no pair of “{old}” and “{new}”; copy both from its list.")
        return cleaned


@admin.register(StruckPair)
class StruckPairAdmin(admin.ModelAdmin):
    """Pairs that a person struck, stored by their words, so they stay struck. Deleting one revokes that."""

    form = StruckPairForm
    list_display = ["old", "new", "reason", "author", "created"]
    search_fields = ["old", "new", "reason"]
    ordering = ["-created"]
    readonly_fields = ["author", "created"]
    list_select_related = ["author"]

    def has_change_permission(self, request: HttpRequest, obj: StruckPair | None = None) -> bool:
        """Nobody: delete it, or strike another pair."""
        return obj is None and super().has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: StruckPair, form: forms.ModelForm, change: bool) -> None:
        """Record the author."""
        obj.author = maintainer(request)
        super().save_model(request, obj, form, change)
        messages.info(request, "Hidden. Search no longer uses this pair. Delete this entry to show it again.")
