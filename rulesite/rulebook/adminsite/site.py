"""This site's admin, in place of Django's: its index follows the order of a maintainer's work.

INSTALLED_APPS has `RulebookAdminConfig` instead of ``django.contrib.admin``. It is outside the package ``admin``, whose
modules need the site to register with.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.apps import apps as installed
from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.admin.apps import SimpleAdminConfig
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse

ROOMS = (
    ("Editing", ("RuleVersion", "Correction", "Commentary", "Page", "Assertion", "StruckPair")),
    ("Doubts to review", ("Flag", "Citation", "Attribution")),
    ("The library", ("Library", "Document", "Edition", "Source")),
    ("Content", ("Rule", "Example", "GlossaryTerm", "IndexEntry", "Wording")),
    ("Evidence", ("Witness", "Reference", "Descent", "PhrasePair", "Rephrased", "Made")),
)
"""The rulebook's models by task; a model that is not listed goes into the last group."""

ABOUT = {
    "RuleVersion": "Find a rule in any edition, see what is linked to it, correct its text or heading.",
    "Correction": "The log of corrections, with authors and reasons; take one back.",
    "Commentary": "Our remarks on rules, in Markdown.",
    "Page": "“About” and the other pages of the site itself.",
    "Assertion": "State that one rule descends from another, or that it does not.",
    "Flag": "Doubts about a reading: an impossible date, a lost symbol, a number printed twice.",
    "Citation": "How the references of each edition are resolved; the dangling ones lead nowhere.",
    "Attribution": "Source tags, with their authority, date and number; correct how one is read.",
    "Library": "The name and description of this collection.",
    "Document": "The works held here, and their order.",
    "Edition": "Dated states of a document; describe or remove one.",
    "Source": "The source files, and how they were read.",
    "Rule": "Rules through time, whatever their numbers.",
    "Example": "The worked examples of rules and of the glossary; correct their words.",
    "GlossaryTerm": "The glossary of each edition; correct a name or a definition.",
    "IndexEntry": "The index that an edition prints at its back.",
    "Wording": "Every text, stored once however often it is printed.",
    "Witness": "The text of each rule in each file, and where files differ.",
    "Reference": "Passages that cite something.",
    "Descent": "Which rule came from which, with the evidence.",
    "StruckPair": "Strike a pair from the dictionary of phrases, or undo that.",
    "PhrasePair": "Phrases and the phrases that replaced them, with the evidence.",
    "Rephrased": "The phrases replaced between two editions.",
    "Made": "The finished work of an ingest, and what it depends on.",
}
"""A line for the index about each model."""
_ABOUT_DESK = {
    "Proposal": "Submit documents, review their changes, then publish or discard them.",
    "Publication": "Who published what, and when; take a publication back.",
}


class RulebookAdminConfig(SimpleAdminConfig):
    """Django's admin app with this site; `rulesite.urls` imports the registrations, which no command needs."""

    default_site = "rulesite.rulebook.adminsite.site.RulebookAdminSite"


class RulebookAdminSite(AdminSite):
    """Django's admin with the rulebook's models in groups instead of one alphabetical list of twenty."""

    site_header = "Rulebook maintenance"
    site_title = "Rulebook maintenance"
    index_title = "What would you like to do?"

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Register models, of any app, with bounded lists and a check against overwriting unseen edits."""
        from rulesite.rulebook.adminsite.edit_conflicts import ConflictAdmin
        from rulesite.rulebook.adminsite.limits import BoundedLists  # models exist only after this configuration

        chosen = admin_class or ModelAdmin
        combined = type(chosen.__name__, (BoundedLists, ConflictAdmin, chosen), {"__doc__": chosen.__doc__})
        super().register(model_or_iterable, combined, **options)

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[dict[str, Any]]:
        """The apps, with the rulebook split into its groups and put first."""
        apps = super().get_app_list(request, app_label)
        rulebook = next((app for app in apps if app["app_label"] == "rulebook"), None)
        for entry in (entry for app in apps if app["app_label"] == "desk" for entry in app["models"]):
            entry["about"] = _ABOUT_DESK.get(entry["object_name"], "")
        if rulebook is None:
            return apps
        for entry in rulebook["models"]:
            entry["about"] = ABOUT.get(entry["object_name"], "")
        others = sorted((app for app in apps if app is not rulebook), key=lambda app: app["app_label"] != "desk")
        return [*_rooms(rulebook), *others]

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """The index, with the items that wait for a maintainer."""
        return super().index(request, {**(extra_context or {}), "waiting": _waiting(request)})


def _waiting(request: HttpRequest) -> list[tuple[int, str, str]]:
    """The items that wait for a maintainer: the count, the label, and the address of the list."""
    queues: tuple[tuple[str, dict[str, Any], str], ...] = (
        ("desk.Proposal", {"state__exact": "ready"}, "on the desk, ready for review"),
        ("Flag", {}, "doubts about readings"),
        ("Citation", {"outcome__exact": "dangling"}, "references that lead nowhere"),
        ("Citation", {"outcome__exact": "ambiguous"}, "references that may lead to several places"),
        ("Attribution", {"outcome__exact": "waiting"}, "source tags that wait for an edition"),
        ("Witness", {"agrees__exact": False}, "rules with other words in a file"),
    )
    rows = []
    for name, filters, label in queues:
        model = installed.get_model(name if "." in name else f"rulebook.{name}")
        meta = model._meta
        if not request.user.has_perm(f"{meta.app_label}.view_{meta.model_name}"):
            continue
        count = model._default_manager.filter(**filters).count()
        if count:
            url = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")
            rows.append((count, label, f"{url}?{urlencode({key: _in_url(value) for key, value in filters.items()})}"))
    if request.user.has_perm("rulebook.view_commentary"):
        from rulesite.rulebook import commentary  # models exist only after this configuration

        if adrift := len(commentary.adrift()):
            url = reverse("admin:rulebook_commentary_changelist")
            rows.append((adrift, "remarks whose address leads nowhere", f"{url}?adrift=yes"))
    return rows


def _in_url(value: object) -> object:
    """A filter's value as in the admin's own links: 1 and 0 for yes and no."""
    return int(value) if isinstance(value, bool) else value


def _rooms(app: dict[str, Any]) -> list[dict[str, Any]]:
    models = {entry["object_name"]: entry for entry in app["models"]}
    rooms = [
        {**app, "name": name, "models": [models.pop(model) for model in names if model in models]}
        for name, names in ROOMS
    ]
    shown = [room for room in rooms if room["models"]]
    if models and shown:
        shown[-1]["models"] += models.values()
    return shown or [app]
