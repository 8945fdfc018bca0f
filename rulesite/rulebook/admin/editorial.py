"""The log of corrections in the admin: what was changed, by whom and why, and taking it back."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString

from rulesite.rulebook import editing
from rulesite.rulebook.admin.correcting import WithdrawalForm, diff_html
from rulesite.rulebook.admin.facts import EditionFilter, FactAdmin, link
from rulesite.rulebook.models import Correction, RuleVersion


@admin.register(Correction)
class CorrectionAdmin(FactAdmin):
    """The log only grows: a correction is made on the page of a rule, and taken back here."""

    list_display = ["rule", "state", "change", "reason", "author", "made"]
    list_filter = [EditionFilter, "author"]
    list_select_related = ["edition__document", "original", "corrected", "author"]
    search_fields = ["^key", "reason", "original__text", "corrected__text"]
    date_hierarchy = "made"
    ordering = ["-made", "-pk"]
    fieldsets = [
        (
            None,
            {
                "fields": ["rule", "state", "change", "reason", "author", "made"],
                "description": "A correction is laid over the reading again whenever its edition is ingested anew. If "
                "the source is then read with other words, it is kept here and no longer applies.",
            },
        ),
        ("The words", {"fields": ["original", "corrected"], "classes": ["collapse"]}),
    ]
    readonly_fields = ["rule", "state", "change"]
    list_display_links = ["reason"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Correction]:
        """With both wordings, the author and the edition."""
        return super().get_queryset(request).select_related(*self.list_select_related)

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The list, with the states and the rules of all the rows of the page found at once."""
        changelist = super().get_changelist_instance(request)
        rows = list(changelist.result_list)
        _prepare(rows)
        changelist.result_list = rows
        return changelist

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Correction | None:
        """One entry, with its state."""
        entry = super().get_object(request, object_id, from_field)
        if entry is not None:
            _prepare([entry])
        return entry

    @admin.display(description="state")
    def state(self, entry: Any) -> str:
        """What became of it."""
        return entry.state_now.value

    @admin.display(description="what was changed")
    def change(self, entry: Correction) -> SafeString:
        """The words, with what went and what came."""
        return diff_html(entry.original.text, entry.corrected.text)

    @admin.display(description="rule", ordering="key")
    def rule(self, entry: Any) -> SafeString | str:
        """The rule, as it is now."""
        label = f"{entry.edition.address}/{entry.key}"
        return link(entry.version_now, label) if entry.version_now else label

    def view_on_site(self, entry: Any) -> str | None:
        """The rule's page."""
        return entry.version_now.get_absolute_url() if entry.version_now else None

    # --- taking back ----------------------------------------------------------------------------------------------
    def get_urls(self) -> list[URLPattern]:
        """With the page that takes a correction back."""
        name = "rulebook_correction_withdraw"
        return [
            path("<int:pk>/withdraw/", self.admin_site.admin_view(self.withdraw), name=name),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The entry, with a button while it can be taken back."""
        entry = self.get_object(request, object_id)
        open_entry = entry is not None and entry.state_now in (editing.State.APPLIED, editing.State.STALE)
        context = {"may_withdraw": open_entry and request.user.has_perm("rulebook.add_correction")}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **context})

    def withdraw(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask why, then take the correction back."""
        if not request.user.has_perm("rulebook.add_correction"):
            raise PermissionDenied
        entry = self.get_object(request, str(pk))
        if entry is None:
            raise Http404("there is no such correction")
        form = WithdrawalForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                record = editing.withdraw(entry, reason=form.cleaned_data["reason"], author=request.user)
            except editing.Refused as refusal:
                form.add_error(None, f"{refusal}.")
            else:
                self.log_addition(request, record, f"Took back: {entry.reason}")
                messages.success(request, "Taken back: the rule shows its earlier words again.")
                return HttpResponseRedirect(reverse("admin:rulebook_correction_change", args=[entry.pk]))
        context = {
            **self.admin_site.each_context(request),
            "title": "Take a correction back",
            "opts": self.opts,
            "original": entry,
            "form": form,
            "turned": diff_html(entry.corrected.text, entry.original.text),
            "media": self.media,
        }
        return TemplateResponse(request, "admin/rulebook/correction/withdraw.html", context)


def _prepare(entries: list[Any]) -> None:
    """Find the states of some entries, and the rules they are about, in a few queries for all of them."""
    states = editing.states(entries)
    rows = RuleVersion.objects.filter(
        edition__in={entry.edition_id for entry in entries}, key__in={entry.key for entry in entries}
    ).select_related("edition__document")
    versions = {(version.edition_id, version.key): version for version in rows}
    for entry in entries:
        entry.state_now = states[entry.pk]
        entry.version_now = versions.get((entry.edition_id, entry.key))
