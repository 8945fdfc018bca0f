"""Worked examples in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from rulesite.rulebook.admin.base import NOTHING, EditionFilter, excerpt, link
from rulesite.rulebook.admin.corrections import CorrectableAdmin
from rulesite.rulebook.models import Example, RuleVersion


@admin.register(Example)
class ExampleAdmin(CorrectableAdmin):
    """A worked example, labelled or inside its rule's text; its words can be corrected."""

    list_display = ["__str__", "owner", "labelled", "opening", "first_line"]
    list_filter = ["labelled", EditionFilter.of("version__edition")]
    list_select_related = ["version__edition__document", "term__edition__document", "wording"]
    search_fields = ["^version__number", "^term__term", "=version__edition__effective", "wording__text"]
    search_help_text = "The number of its rule, the edition's date, or words of the example."
    date_hierarchy = "version__edition__effective"
    ordering = ["-version__edition__effective", "version__position", "-labelled", "ordinal"]
    facts = ("owner", "ordinal", "labelled", "first_line", "last_line", "start", "end")

    def get_fieldsets(self, request: HttpRequest, obj: Example | None = None) -> list[Any]:
        """The words, open to correction, above the facts."""
        words = [self.words(request, obj)] if obj is not None else []
        where = ("Location", {"fields": ["first_line", "last_line", "start", "end"]})
        return [*words, (None, {"fields": ["owner", "ordinal", "labelled"]}), where]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Example]:
        """The examples with everything their names and texts need."""
        return super().get_queryset(request).select_related(*self.list_select_related)

    @admin.display(description="example of", ordering="version__number")
    def owner(self, example: Example) -> SafeString | str:
        """The rule or the glossary term that it belongs to."""
        owner = example.version or example.term
        if owner is None:
            return NOTHING
        return link(owner, f"{owner.edition.address}/{owner.key if isinstance(owner, RuleVersion) else owner.slug}")

    @admin.display(description="text")
    def opening(self, example: Example) -> str:
        """Its first words."""
        return excerpt(example.wording.text)

    def view_on_site(self, example: Example) -> str | None:
        """The page of the rule or term."""
        owner = example.version or example.term
        return owner.get_absolute_url() if owner else None
