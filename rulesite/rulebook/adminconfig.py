"""The admin of this site, in place of Django's own: its index reads in the order of a maintainer's work.

`RulebookAdminConfig` is named in INSTALLED_APPS instead of ``django.contrib.admin``. It stands outside the package
``admin``, whose modules register with the site and so need it to exist.
"""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest

ROOMS = (
    ("Editing", ("RuleVersion", "Correction", "Commentary", "Page", "Assertion")),
    ("Doubts to look at", ("Flag", "Citation", "Attribution")),
    ("The library", ("Library", "Document", "Edition", "Source")),
    ("What the documents say", ("Rule", "Example", "GlossaryTerm", "Wording")),
    ("Evidence", ("Segment", "Witness", "Reference", "Descent")),
)
"""The models of the rulebook by what a maintainer comes for; one that is named nowhere closes the last room."""


class RulebookAdminConfig(AdminConfig):
    """Django's admin app with this site."""

    default_site = "rulesite.rulebook.adminconfig.RulebookAdminSite"


class RulebookAdminSite(AdminSite):
    """Django's admin with the rulebook's models in rooms instead of one alphabetical list of twenty."""

    site_header = "Rulebook maintenance"
    site_title = "Rulebook maintenance"
    index_title = "What would you like to do?"

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[dict[str, Any]]:
        """The apps, with the rulebook cut into its rooms and put first."""
        apps = super().get_app_list(request, app_label)
        rulebook = next((app for app in apps if app["app_label"] == "rulebook"), None)
        if rulebook is None:
            return apps
        return [*_rooms(rulebook), *(app for app in apps if app is not rulebook)]


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
