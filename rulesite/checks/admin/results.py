"""Checks in the admin: verdicts as facts, and people's confirmations that words fit.

Scenarios themselves are corrected in `scenarios`.
"""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from rulesite.checks import receivers
from rulesite.checks.admin import scenarios
from rulesite.checks.models import Binding, Confirmation, Exercise, KnownGap, Pin, Tally, Transcript, Verdict
from rulesite.rulebook.admin.base import FactAdmin, link

__all__ = ["scenarios"]


@admin.register(Verdict)
class VerdictAdmin(FactAdmin):
    """The outcome of one scenario under the rules of some days."""

    list_display = ["scenario", "since", "until", "get_outcome_display", "reason"]
    list_filter = ["transcript__outcome"]
    list_select_related = ["scenario", "transcript"]
    search_fields = ["scenario__slug", "scenario__title", "transcript__reason"]
    search_help_text = "The scenario, or words of the reason."
    fields = ["scenario", "since", "until", "get_outcome_display", "reason", "transcript"]
    readonly_fields = ["get_outcome_display", "reason"]

    def view_on_site(self, verdict: Verdict) -> str:
        """The game."""
        return verdict.get_absolute_url()


@admin.register(Transcript)
class TranscriptAdmin(FactAdmin):
    """One game as played, and the dated facts that it depended on."""

    list_display = ["scenario", "outcome", "reason", "made"]
    list_filter = ["outcome"]
    list_select_related = ["scenario"]
    search_fields = ["scenario__slug", "scenario__title", "reason"]
    search_help_text = "The scenario, or words of the reason."


@admin.register(Tally)
class TallyAdmin(FactAdmin):
    """The number of examples of an edition with each outcome."""

    list_display = ["edition", "outcomes"]


@admin.register(Pin)
class PinAdmin(FactAdmin):
    """The words that scenarios were bound to when their openings were found."""

    list_display = ["scenario", "cite", "address"]
    search_fields = ["scenario", "address", "opening"]


@admin.register(Binding)
class BindingAdmin(FactAdmin):
    """The examples a scenario is bound to; differing words wait here for a person to read them."""

    list_display = ["scenario", "address", "state", "words", "note"]
    list_filter = ["state", "example__version__edition__effective"]
    list_select_related = ["scenario", "example__wording"]
    search_fields = ["scenario__slug", "scenario__title", "address", "example__wording__text"]
    search_help_text = "The scenario, the example’s address, or words of it."
    actions = ["confirm", "take_back"]
    fields = ["scenario", "address", "state", "note", "whole_words", "bound_to", "shown_at"]
    readonly_fields = ["whole_words", "bound_to", "shown_at"]

    def has_confirm_permission(self, request: HttpRequest) -> bool:
        """Whether the user may add confirmations."""
        return request.user.has_perm("checks.add_confirmation")

    @admin.display(description="its words")
    def words(self, binding: Binding) -> str:
        """The first words of the example."""
        return binding.example.opening if binding.example else "—"

    @admin.display(description="its words")
    def whole_words(self, binding: Binding) -> str:
        """All words of the example."""
        return binding.example.wording.text if binding.example else "—"

    @admin.display(description="the words it was written for")
    def bound_to(self, binding: Binding) -> str:
        """The words of another edition that the scenario is bound to."""
        rows = Binding.objects.filter(scenario=binding.scenario, cite=binding.cite, state=Binding.State.BOUND)
        bound = rows.select_related("example__wording").first()
        return bound.example.wording.text if bound and bound.example else "—"

    @admin.display(description="example")
    def shown_at(self, binding: Binding) -> str:
        """The example's page in the admin."""
        return link(binding.example)

    @admin.action(description="These words say the same: bind the scenario to them", permissions=["confirm"])
    def confirm(self, request: HttpRequest, queryset: QuerySet[Binding]) -> None:
        """Record who confirmed which words; the scenario counts from now on wherever the same words appear."""
        assert request.user.is_authenticated  # noqa: S101 - the admin lets nobody else in
        done = 0
        for row in queryset.filter(state=Binding.State.OTHER_WORDS, example__isnull=False).select_related("scenario"):
            Confirmation.objects.get_or_create(
                scenario=row.scenario.slug,
                fingerprint=row.fingerprint,
                defaults={"author": request.user, "address": row.address},
            )
            done += 1
        receivers.follow()
        message = f"{done} bindings confirmed." if done else "Nothing to confirm: choose some written for other words."
        self.message_user(request, message, messages.SUCCESS if done else messages.WARNING)

    @admin.action(description="Take the confirmation back", permissions=["confirm"])
    def take_back(self, request: HttpRequest, queryset: QuerySet[Binding]) -> None:
        """Revoke a confirmation; the words count as differing again."""
        done = 0
        for row in queryset.filter(state=Binding.State.CONFIRMED).select_related("scenario"):
            Confirmation.objects.filter(scenario=row.scenario.slug, fingerprint=row.fingerprint).delete()
            done += 1
        receivers.follow()
        self.message_user(request, f"{done} bindings wait for confirmation again.")


@admin.register(Confirmation)
class ConfirmationAdmin(FactAdmin):
    """Who confirmed which words, and when."""

    list_display = ["scenario", "address", "author", "made"]
    list_filter = ["author"]
    search_fields = ["scenario", "address"]


@admin.register(KnownGap)
class KnownGapAdmin(FactAdmin):
    """Examples that are listed as not modelled."""

    list_display = ["__str__", "labelled", "reason"]
    list_filter = ["document"]
    search_fields = ["rule", "reason"]


@admin.register(Exercise)
class ExerciseAdmin(FactAdmin):
    """The scenarios that fail without a concept."""

    list_display = ["concept", "scenario", "fails", "outcome"]
    list_filter = ["fails", "concept"]
    list_select_related = ["concept", "scenario"]
    search_fields = ["concept__name", "scenario__slug"]
