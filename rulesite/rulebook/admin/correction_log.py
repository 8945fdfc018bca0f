"""The log of corrections in the admin: the changes with author and reason, and withdrawing them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString

from rulesite.rulebook.admin.base import FactAdmin, link, maintainer
from rulesite.rulebook.admin.corrections import WithdrawalForm, diff_html
from rulesite.rulebook.corrections import registry, targets
from rulesite.rulebook.corrections.targets import CorrectionTarget
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Correction


class AddressFilter(admin.SimpleListFilter):
    """Filter corrections by the address of their edition."""

    title = "edition"
    parameter_name = "edition__exact"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        """The editions with corrections."""
        editions = Correction.objects.order_by("-edition").values_list("edition", flat=True).distinct()
        return [(edition, edition) for edition in editions]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Correction]) -> QuerySet[Correction]:
        """The corrections of the chosen edition."""
        return queryset.filter(edition=self.value()) if self.value() else queryset


@admin.register(Correction)
class CorrectionAdmin(FactAdmin):
    """The log only grows: a correction is made on the page of the corrected words, and withdrawn here."""

    list_display = ["subject", "what", "state", "change", "reason", "author", "made"]
    list_filter = [AddressFilter, "part", "author"]
    list_select_related = ["author"]
    search_fields = ["^owner", "reason", "original", "corrected"]
    date_hierarchy = "made"
    ordering = ["-made", "-pk"]
    fieldsets = [
        (
            None,
            {
                "fields": ["subject", "what", "state", "change", "reason", "author", "made"],
                "description": "A correction is applied again whenever its edition is ingested again. If the source "
                "then has other words, the correction stays in this log but no longer applies.",
            },
        ),
        ("The words", {"fields": ["original", "corrected"], "classes": ["collapse"]}),
    ]
    readonly_fields = ["subject", "what", "state", "change"]
    list_display_links = ["reason"]

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The list, with the states and the subjects of all rows of the page looked up together."""
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
        """The entry's state."""
        return _state(entry).value

    @admin.display(description="what was changed")
    def change(self, entry: Correction) -> SafeString:
        """The words, with deletions and insertions marked."""
        return diff_html(entry.original, entry.corrected)

    @admin.display(description="of", ordering="owner")
    def subject(self, entry: Any) -> SafeString | str:
        """The corrected row as it is now."""
        return link(entry.row_now, entry.address) if entry.row_now else entry.address

    @admin.display(description="what")
    def what(self, entry: Correction) -> str:
        """The corrected part: the heading, the text, an Example."""
        return entry.what

    def view_on_site(self, entry: Any) -> str | None:
        """The page that shows its words."""
        if entry.row_now is None:
            return None
        shown = (
            entry.row_now if registry.is_loose(CorrectionTarget.corrected_by(entry)) else targets.holder(entry.row_now)
        )
        return shown.get_absolute_url() if hasattr(shown, "get_absolute_url") else None

    # --- withdrawing ----------------------------------------------------------------------------------------------
    def get_urls(self) -> list[URLPattern]:
        """The URLs, with the page that withdraws a correction."""
        name = "rulebook_correction_withdraw"
        return [
            path("<int:pk>/withdraw/", self.admin_site.admin_view(self.withdraw), name=name),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The entry, with a button while it can be withdrawn."""
        entry = self.get_object(request, object_id)
        open_entry = entry is not None and _state(entry) in (corrections.State.APPLIED, corrections.State.STALE)
        context = {"may_withdraw": open_entry and request.user.has_perm("rulebook.add_correction")}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **context})

    def withdraw(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask for a reason, then withdraw the correction."""
        if not request.user.has_perm("rulebook.add_correction"):
            raise PermissionDenied
        entry = self.get_object(request, str(pk))
        if entry is None:
            raise Http404("there is no such correction")
        form = WithdrawalForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                record = corrections.withdraw(entry, reason=form.cleaned_data["reason"], author=maintainer(request))
            except corrections.CorrectionError as refusal:
                form.add_error(None, f"{refusal}.")
            else:
                self.log_addition(request, record, f"Took back: {entry.reason}")
                messages.success(request, "Taken back: readers see the earlier words again.")
                return HttpResponseRedirect(reverse("admin:rulebook_correction_change", args=[entry.pk]))
        context = {
            **self.admin_site.each_context(request),
            "title": "Take a correction back",
            "opts": self.opts,
            "original": entry,
            "form": form,
            "turned": diff_html(entry.corrected, entry.original),
            "media": self.media,
        }
        return TemplateResponse(request, "admin/rulebook/correction/withdraw.html", context)


def _state(entry: Any) -> corrections.State:
    """The state of an entry that `_prepare` has looked up."""
    return entry.state_now


def _prepare(entries: list[Any]) -> None:
    """Look up the states of some entries, and the rows they correct, in a few queries for all of them."""
    states = corrections.states(entries)
    about = [CorrectionTarget.corrected_by(entry) for entry in entries]
    rows: dict[CorrectionTarget, Any] = {**targets.rows(about), **registry.rows(about)}
    for entry in entries:
        entry.state_now = states[entry.pk]
        entry.row_now = rows.get(CorrectionTarget.corrected_by(entry))
