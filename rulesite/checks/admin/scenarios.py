"""Scenarios in the admin: correct them beside their transcript; they are played before they are saved."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from rulesite.checks.models import Scenario
from rulesite.checks.models.scenarios import LONGEST
from rulesite.checks.playing.loader import GAMES
from rulesite.checks.views.game import drawn
from rulesite.rulebook.admin.base import NOTHING
from rulesite.rulebook.admin.standalone_corrections import LooseAdmin, LooseForm
from rulesite.rulebook.editing.corrections import CorrectionError


class ScenarioForm(LooseForm):
    """The scenario in TOML, and its game."""

    kind = GAMES
    meant = forms.CharField(
        label="Scenario",
        strip=False,
        max_length=LONGEST + 1_000,
        widget=forms.Textarea(attrs={"rows": 36, "cols": 80, "spellcheck": "false", "class": "scenario"}),
        help_text="TOML, as fixtures/scenarios/README.md describes it.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.keeper: Any = self.keeper
        self._drawn = ""

    def refused(self, refusal: CorrectionError) -> None:
        """Show the game of a scenario that does not hold."""
        super().refused(refusal)
        self._drawn = getattr(refusal, "html", "")

    def check_typed(self) -> None:
        """Show the game of the typed scenario."""
        self._drawn = self.keeper.played(self.typed)["html"]

    @property
    def game(self) -> SafeString:
        """The game of the typed scenario, else of the stored one; "" if it was never played."""
        if self._drawn or self.errors or self.instance.ruleset is None:
            return mark_safe(self._drawn)  # drawn by our own template
        verdict = self.instance.verdicts.on(self.instance.ruleset).select_related("transcript").first()
        if verdict is None:
            return SafeString("")
        games = [drawn(self.instance, verdict, self.instance.ruleset)]
        return render_to_string("checks/transcript.html", {"games": games})


@admin.register(Scenario)
class ScenarioAdmin(LooseAdmin):
    """A scenario as in its file, or as a person corrected it."""

    form = ScenarioForm
    of_kind = GAMES
    heading = "The scenario"
    about = (
        "It is played before it is kept, and what does not hold is refused. The file stays as it is; readers see your "
        "words, your reason, and the game that was played of them under the rules of every edition."
    )
    change_form_template = "admin/checks/scenario.html"
    list_display = ["name", "title", "kind", "ruleset", "problem"]
    list_filter = ["kind"]
    search_fields = ["slug", "title", "text"]
    search_help_text = "The file’s name, the title, or words of the scenario."
    fieldsets = [
        ("As it was read", {"fields": ["title", "kind_of_game", "ruleset", "cited", "problem", "verdicts"]}),
        ("Where it stands", {"fields": ["path", "key", "slug", "digest", "read_by"], "classes": ["collapse"]}),
    ]
    facts = (
        "title",
        "kind_of_game",
        "ruleset",
        "cited",
        "problem",
        "verdicts",
        "path",
        "key",
        "slug",
        "digest",
        "read_by",
    )

    @admin.display(description="kind")
    def kind_of_game(self, scenario: Scenario) -> str:
        """The kind of example it is for."""
        return scenario.kind

    @admin.display(description="verdicts")
    def verdicts(self, scenario: Scenario) -> SafeString | str:
        """Its outcomes under the rules of all days, by spans of days with the same game."""
        rows = (
            (verdict.get_absolute_url(), verdict.since, verdict.until, verdict.get_outcome_display(), verdict.reason)
            for verdict in scenario.verdicts.light()
        )
        listed = format_html_join("", '<li><a href="{}">{} to {}</a>: {} {}</li>', rows)
        return format_html("<ul>{}</ul>", listed) if listed else NOTHING

    @admin.display(description="cites")
    def cited(self, scenario: Scenario) -> str:
        """The examples that it cites."""
        return "; ".join(f"{cite['document']}/{cite['edition']}/{cite['rule']}" for cite in scenario.cites) or "nothing"
