"""Build keys: the up-to-date work of ingests, and its inputs."""

from __future__ import annotations

from django.contrib import admin

from rulesite.rulebook.admin.base import FactAdmin
from rulesite.rulebook.models import Made


@admin.register(Made)
class MadeAdmin(FactAdmin):
    """One piece of work that is up to date; an ingest compares these keys to decide what to do again."""

    list_display = ["unit", "stage", "made", "key"]
    list_filter = ["stage"]
    search_fields = ["unit", "stage", "key"]
    fieldsets = [
        (
            None,
            {
                "fields": ["stage", "unit", "key", "made"],
                "description": "The key is a digest of everything that the work depends on. If it has changed, "
                "the next ingest does the work again.",
            },
        )
    ]
