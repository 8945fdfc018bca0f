"""What maintainers write in Markdown: commentary on rules and pages of the site, with a preview beside the text.

These two stand here and not with the rulebook's other models, because the preview is made by this package's Markdown.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST

from rulesite.reading import markdown
from rulesite.rulebook import addresses
from rulesite.rulebook.admin.facts import NOTHING, excerpt, link
from rulesite.rulebook.models import Commentary, Page

_PREVIEW_LIMIT = 200_000


class MarkdownAdmin(admin.ModelAdmin):
    """A model with a ``body`` in Markdown: shown rendered while it is written."""

    class Media:
        js = ("maintenance/preview.js",)

    def get_urls(self) -> list[URLPattern]:
        """With the preview."""
        name = f"{self.opts.app_label}_{self.opts.model_name}_preview"
        view = self.admin_site.admin_view(require_POST(self.preview))
        return [path("preview/", view, name=name), *super().get_urls()]

    def preview(self, request: HttpRequest) -> HttpResponse:
        """The HTML of the posted ``body``, as readers would get it."""
        if not (self.has_add_permission(request) or self.has_change_permission(request)):
            raise PermissionDenied
        return HttpResponse(markdown.render(request.POST.get("body", "")[:_PREVIEW_LIMIT]))


def body_field(label: str) -> forms.CharField:
    """A field for Markdown, marked for the preview script."""
    return forms.CharField(
        label=label,
        widget=forms.Textarea(attrs={"rows": 18, "cols": 100, "data-preview": ""}),
        help_text="Markdown: # heading, *emphasis*, - list, | table |, ``` code. Rule numbers become links: 404.1 to "
        "the newest edition that used it, [[404.1@2006-10-01]] or [[cr/2006-10-01/402.8g]] to the one named. "
        "A backslash keeps a number plain: 404\\.1.",
    )


class CommentaryForm(forms.ModelForm):
    """A remark and the rule it is about: chosen from the list, or named by its address."""

    body = body_field("Remark")
    address = forms.CharField(
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"size": 40, "placeholder": "cr/2006-10-01/402.8g"}),
        help_text="By this the remark finds its rule again after documents are loaded anew. Follows the rule chosen "
        "above; or type it, and the rule follows.",
    )

    class Meta:
        model = Commentary
        fields = ["version", "address", "body", "published"]
        labels = {"version": "Rule"}
        help_texts = {
            "version": "Type a number, and the year if you like: 402.8g 2006. The remark is shown in every edition "
            "of the rule.",
            "published": "Readers see it; otherwise it is a draft.",
        }

    def clean(self) -> dict[str, Any]:
        """Make the rule and the address agree; the one that was changed leads."""
        cleaned = super().clean() or {}
        if "address" in self.errors or "version" in self.errors:
            return cleaned
        version, typed = cleaned.get("version"), cleaned.get("address", "").strip()
        if typed and (("address" in self.changed_data and "version" not in self.changed_data) or version is None):
            try:
                version = addresses.resolve(typed)
            except addresses.NoSuchRule as problem:
                sentence = str(problem)
                self.add_error("address", f"{sentence[:1].upper()}{sentence[1:]}.")
                return cleaned
        if version is None:
            self.add_error("version", "Choose the rule that the remark is about, or type its address below.")
            return cleaned
        cleaned["version"], cleaned["address"] = version, f"{version.edition.address}/{version.key}"
        self.instance.rule = version.rule
        return cleaned


@admin.register(Commentary)
class CommentaryAdmin(MarkdownAdmin):
    """Our remarks on rules."""

    form = CommentaryForm
    list_display = ["address", "on", "opening", "published", "author", "changed"]
    list_filter = ["published", "author", ("version", admin.EmptyFieldListFilter)]
    list_select_related = ["version__edition__document", "author"]
    search_fields = ["address", "body"]
    date_hierarchy = "changed"
    ordering = ["-changed"]
    autocomplete_fields = ["version"]
    readonly_fields = ["author", "changed"]
    fieldsets = [
        ("The rule", {"fields": ["version", "address"]}),
        ("The remark", {"fields": ["body", "published"]}),
        ("Recorded", {"fields": ["author", "changed"]}),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Commentary]:
        """With the rule's name."""
        return super().get_queryset(request).select_related(*self.list_select_related)

    @admin.display(description="rule now")
    def on(self, remark: Commentary) -> SafeString | str:
        """The rule that its address names now."""
        return link(remark.version) if remark.version else f"{NOTHING} (its address leads nowhere now)"

    @admin.display(description="remark")
    def opening(self, remark: Commentary) -> str:
        """Its first words."""
        return excerpt(remark.body)

    def save_model(self, request: HttpRequest, obj: Commentary, form: forms.ModelForm, change: bool) -> None:
        """Record who wrote it."""
        if not change:
            obj.author = request.user
        super().save_model(request, obj, form, change)

    def view_on_site(self, remark: Commentary) -> str | None:
        """The rule's page."""
        return remark.version.get_absolute_url() if remark.version else None


class PageForm(forms.ModelForm):
    """A page of the site."""

    body = body_field("Text")

    class Meta:
        model = Page
        fields = ["title", "slug", "body", "position", "in_menu"]
        help_texts = {
            "slug": "The last part of the page's address. Changing it breaks links that people have kept.",
            "position": "Its place in the menu, from 0.",
            "in_menu": "Whether the menu of every page names it.",
        }


@admin.register(Page)
class PageAdmin(MarkdownAdmin):
    """The site's own pages, such as “About”."""

    form = PageForm
    list_display = ["title", "slug", "position", "in_menu", "changed"]
    list_editable = ["position", "in_menu"]
    list_filter = ["in_menu"]
    search_fields = ["title", "slug", "body"]
    ordering = ["position", "title"]
    prepopulated_fields = {"slug": ["title"]}
    readonly_fields = ["changed"]
    fieldsets = [
        (None, {"fields": ["title", "body"]}),
        ("Address and menu", {"fields": ["slug", "position", "in_menu", "changed"]}),
    ]
