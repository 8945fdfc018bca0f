"""Facts: content of the documents, which the admin shows, searches and links, and which only the source can change.

Base classes for the other modules: admins without "add", "change" and "delete", and functions for links and excerpts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import Count, IntegerField, Model, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from rulesite.rulebook.models import Edition, Source

NOTHING = "—"


class FactAdmin(admin.ModelAdmin):
    """A read-only model: its rows come from the documents, and a command rebuilds them."""

    actions: Sequence[str] | None = None
    show_full_result_count = False
    list_per_page = 50
    related_lookups: tuple[str, ...] = ()
    """Filters beyond ``list_filter``, for links from other pages of the admin."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody: facts are ingested."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody: the page shows its fields read-only."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody: rows are deleted with their edition."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow the filters of links from other pages too, and those by edition."""
        filters = [choice for choice in self.list_filter if isinstance(choice, type)]
        parameters = {choice.parameter_name for choice in filters if issubclass(choice, admin.SimpleListFilter)}
        return lookup in {*parameters, *self.related_lookups} or super().lookup_allowed(lookup, value, request)


class FactInline(admin.TabularInline):
    """Read-only rows of facts inside another page."""

    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody: facts are ingested."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody: the rows are shown read-only."""
        return False


class FilledInlines:
    """A mixin for admins that leaves empty inlines out of a page."""

    def get_inlines(self, request: HttpRequest, obj: Model | None) -> list[Any]:
        """The inlines that have rows."""
        inlines = super().get_inlines(request, obj)  # type: ignore[misc]
        return [inline for inline in inlines if obj is not None and _rows_of(inline, obj).exists()]


def _rows_of(inline: type[FactInline], obj: Model) -> Any:
    """The rows that an inline would show on the page of a row."""
    [relation] = [
        relation
        for relation in obj._meta.related_objects
        if relation.related_model is inline.model and (not inline.fk_name or relation.field.name == inline.fk_name)
    ]
    return inline.model._default_manager.filter(**{relation.field.name: obj})


def maintainer(request: HttpRequest) -> User:
    """The signed-in user. Raises PermissionDenied for anonymous users, whom the admin does not let in."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user


def excerpt(text: str, words: int = 16) -> str:
    """The beginning of a text, for a list."""
    return Truncator(text.replace("\n", " ")).words(words, truncate=" …") or NOTHING


def link(target: Model | None, label: str = "") -> SafeString | str:
    """A link to a row's page in the admin; a dash for None."""
    if target is None:
        return NOTHING
    meta = target._meta
    url = reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[target.pk])
    return format_html('<a href="{}">{}</a>', url, label or target)


def list_link(model: type[Model], label: str, **filters: Any) -> SafeString:
    """A link to a model's list in the admin, filtered."""
    meta = model._meta
    url = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")
    return format_html('<a href="{}?{}">{}</a>', url, urlencode(filters), label)


def counted(links: Iterable[tuple[str, type[Model], dict[str, Any]]]) -> SafeString | str:
    """Links to filtered lists, each with its number of rows; empty lists are left out.

    Each link is (label of the rows, their model, the filters); the filters serve as both the query and the URL.
    """
    cells = []
    for label, model, filters in links:
        count = model._default_manager.filter(**filters).count()
        if count:
            cells.append((list_link(model, f"{label} ({count:,})", **filters),))
    return format_html_join(" · ", "{}", cells) or NOTHING


def counting(rows: QuerySet[Any]) -> Coalesce:
    """The number of rows of a grouped subquery, 0 for none: counted for the rows of a page, without joining tables."""
    return Coalesce(Subquery(rows.annotate(n=Count("pk")).values("n"), output_field=IntegerField()), 0)


class EditionFilter(admin.SimpleListFilter):
    """By edition, newest first; make one for a path with `of`."""

    title = "edition"
    parameter_name = "edition__id__exact"
    path = "edition"

    @classmethod
    def of(cls, path: str) -> type[EditionFilter]:
        """The filter for models that reach their edition by this path."""
        return type("EditionFilter", (cls,), {"path": path, "parameter_name": f"{path}__id__exact"})

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        """The stored editions."""
        editions = Edition.objects.select_related("document").order_by("document__position", "-effective")
        return [(str(edition.pk), edition.address) for edition in editions]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        """The rows of the chosen edition; all rows for an invalid choice."""
        chosen = self.value()
        return queryset.filter(**{self.path: chosen}) if chosen and chosen.isdigit() else queryset


class SourceFilter(admin.SimpleListFilter):
    """By source file."""

    title = "source"
    parameter_name = "source__id__exact"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        """The stored files."""
        return [(str(pk), name) for pk, name in Source.objects.order_by("name").values_list("pk", "name")]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        """The rows of the chosen file."""
        chosen = self.value()
        return queryset.filter(source=chosen) if chosen and chosen.isdigit() else queryset
