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

from rulesite.rulebook.adminsite.roles import roles_of

ROOMS = (
    ("Editing", ("RuleVersion", "Correction", "Commentary", "Page", "Assertion", "StruckPair")),
    ("Doubts to check", ("Flag", "Citation", "Attribution")),
    ("The library", ("Library", "Document", "Edition", "Source")),
    ("Content", ("Rule", "Example", "GlossaryTerm", "IndexEntry", "Wording")),
    ("Evidence", ("Witness", "Reference", "Descent", "PhrasePair", "Rephrased", "Made")),
)
"""The rulebook's models by task; a model that is not listed goes into the last group."""

ABOUT = {
    "RuleVersion": "Find a rule in any edition and correct its words or its heading.",
    "Correction": "Every correction, with its author and reason; undo one here.",
    "Commentary": "Remarks on rules, written by maintainers in Markdown.",
    "Page": "“About” and the site’s other pages.",
    "Assertion": "Decide that a rule comes from an earlier one, or that it does not.",
    "StruckPair": "Hide a pair from the dictionary of phrases, or show it again.",
    "Flag": "What is uncertain in a reading: an impossible date, a lost symbol, a number printed twice.",
    "Citation": "Where each edition’s references lead; some lead nowhere.",
    "Attribution": "Notes in the text on who ruled, when, and under which number; correct how one is read.",
    "Library": "The name of this collection, and the notice that readers see.",
    "Document": "The works on this site, and their order.",
    "Edition": "The dated editions of each document; describe or remove one.",
    "Source": "The original files, and how each was read.",
    "Rule": "Each rule through all its editions, whatever its numbers.",
    "Example": "The worked examples of rules and glossary entries; correct their words.",
    "GlossaryTerm": "The glossary of each edition; correct a term or a definition.",
    "IndexEntry": "The index at the back of an edition.",
    "Wording": "Every text, stored once even if many editions print it.",
    "Witness": "What each file has for each rule, and where files differ.",
    "Reference": "Passages that refer to a rule.",
    "Descent": "Which rule came from which earlier one, and how we know.",
    "PhrasePair": "Phrases that later editions replaced, with the evidence.",
    "Rephrased": "What replaced what between two editions.",
    "Made": "Which results of an ingest are up to date.",
}
"""A line for the index about each model."""
_ABOUT_DESK = {
    "Proposal": "Bring a document, see what readers would see, then publish or discard it.",
    "Publication": "Who published what, and when; undo a publication.",
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
        """The apps: the desk first, then the rulebook by its groups, then the others."""
        apps = super().get_app_list(request, app_label)
        rulebook = next((app for app in apps if app["app_label"] == "rulebook"), None)
        for entry in (entry for app in apps if app["app_label"] == "desk" for entry in app["models"]):
            entry["about"] = _ABOUT_DESK.get(entry["object_name"], "")
        if rulebook is None:
            return apps
        for entry in rulebook["models"]:
            entry["about"] = ABOUT.get(entry["object_name"], "")
        desk = [app for app in apps if app["app_label"] == "desk"]
        return [*desk, *_rooms(rulebook), *(app for app in apps if app is not rulebook and app not in desk)]

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """The index, with the items that wait for a maintainer, and what this person's roles may do."""
        context = {"waiting": _waiting(request), "roles": roles_of(request.user)}
        return super().index(request, {**(extra_context or {}), **context})


def _waiting(request: HttpRequest) -> list[tuple[int, str, str]]:
    """The items that wait for a maintainer: the count, the label, and the address of the list."""
    queues: tuple[tuple[str, dict[str, Any], str], ...] = (
        ("desk.Proposal", {"state__exact": "ready"}, "on the desk, ready for review"),
        ("Flag", {}, "doubts about readings"),
        ("Citation", {"outcome__exact": "dangling"}, "references that lead nowhere"),
        ("Citation", {"outcome__exact": "ambiguous"}, "references with several possible targets"),
        ("Attribution", {"outcome__exact": "waiting"}, "source tags whose edition is not here"),
        ("Witness", {"agrees__exact": False}, "rules for which files differ"),
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
            rows.append((adrift, "remarks on rules that are not here", f"{url}?adrift=yes"))
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
