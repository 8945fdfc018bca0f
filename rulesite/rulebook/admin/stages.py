"""What has been made from what: the work of ingests that stands."""

from __future__ import annotations

from django.contrib import admin

from rulesite.rulebook.admin.facts import FactAdmin
from rulesite.rulebook.models import Made


@admin.register(Made)
class MadeAdmin(FactAdmin):
    """One piece of work that stands; what an ingest makes anew, it makes anew by these."""

    list_display = ["unit", "stage", "made", "key"]
    list_filter = ["stage"]
    search_fields = ["unit", "stage", "key"]
    fieldsets = [
        (
            None,
            {
                "fields": ["stage", "unit", "key", "made"],
                "description": "The key is a digest of everything that the work was made from. Where it is another "
                "one today, the next ingest does the work again.",
            },
        )
    ]
