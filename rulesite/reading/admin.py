"""Admin for what maintainers write in Markdown: commentary and pages of the site, with a live preview.

They are here and not with the rulebook's other models because this package's Markdown renders the preview.
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

from rulesite import sandbox
from rulesite.rulebook import addresses, commentary
from rulesite.rulebook.admin.base import NOTHING, excerpt, link
from rulesite.rulebook.models import Commentary, Page, RuleVersion

MOST_CHARACTERS = 100_000
"""Maximum characters of a Markdown text; the longest of the site's initial pages has four thousand."""


class MarkdownAdmin(admin.ModelAdmin):
    """A model with a ``body`` in Markdown, with a preview while it is edited."""

    class Media:
        js = ("maintenance/preview.js",)

    def get_urls(self) -> list[URLPattern]:
        """The admin's URLs and that of the preview."""
        name = f"{self.opts.app_label}_{self.opts.model_name}_preview"
        view = self.admin_site.admin_view(require_POST(self.preview))
        return [path("preview/", view, name=name), *super().get_urls()]

    def preview(self, request: HttpRequest) -> HttpResponse:
        """The HTML of the posted ``body``, as readers would get it."""
        if not (self.has_add_permission(request) or self.has_change_permission(request)):
            raise PermissionDenied
        try:
            return HttpResponse(_rendered(request.POST.get("body", "")))
        except TooMuch as problem:
            return HttpResponse(str(problem), status=400, content_type="text/plain; charset=utf-8")
        except sandbox.Busy as busy:
            return busy.mark(HttpResponse(str(busy), content_type="text/plain; charset=utf-8"))


class TooMuch(ValueError):  # noqa: N818 - the name says it
    """A text is too large to be rendered; the message is a sentence for its author."""


def _rendered(body: str) -> str:
    """The HTML of a text in Markdown, rendered in a worker process. Raises TooMuch and bounded.Busy."""
    if len(body) > MOST_CHARACTERS:
        raise TooMuch(f"The text has {len(body):,} characters, and {MOST_CHARACTERS:,} are allowed.")
    try:
        html: str = sandbox.run("rulesite.reading.rendering.markdown:render", text=body)
    except sandbox.Stopped as stopped:
        raise TooMuch(f"The text can't be shown: {stopped}.") from None
    return html


class MarkdownForm(forms.ModelForm):
    """A form whose ``body`` is Markdown within the limits of rendering."""

    def clean_body(self) -> str:
        """The text; refused if it can't be rendered, as every page with it would fail."""
        body: str = self.cleaned_data["body"]
        if "body" in self.changed_data:
            try:
                _rendered(body)
            except (TooMuch, sandbox.Busy) as problem:
                raise forms.ValidationError(str(problem)) from None
        return body


def body_field(label: str) -> forms.CharField:
    """A form field for Markdown, with the hook for the preview script."""
    return forms.CharField(
        label=label,
        widget=forms.Textarea(attrs={"rows": 18, "cols": 100, "data-preview": ""}),
        help_text="Markdown: # heading, *emphasis*, - list, | table |, ``` code. Rule numbers become links: 404.1 to "
        "the newest edition that used it, [[404.1@2006-10-01]] or [[cr/2006-10-01/402.8g]] to the one named. "
        "A backslash keeps a number plain: 404\\.1.",
    )


class CommentaryForm(MarkdownForm):
    """A commentary, with the address of its rule."""

    body = body_field("Remark")
    address = forms.CharField(
        max_length=80,
        widget=forms.TextInput(attrs={"size": 40, "placeholder": "cr/2006-10-01/402.8g"}),
        help_text="The rule, in any form of address: 402.8g@2006-10-01, or 402.8g for the newest edition that used the "
        "number. The remark is shown in every edition of the rule, whatever its number there.",
    )

    class Meta:
        model = Commentary
        fields = ["address", "body", "published"]
        help_texts = {"published": "Readers see it; otherwise it is a draft."}

    def clean_address(self) -> str:
        """The full address, by which the commentary finds its rule after every reload of a document."""
        try:
            version = addresses.resolve(self.cleaned_data["address"])
        except addresses.NoSuchRule as problem:
            sentence = str(problem)
            raise forms.ValidationError(f"{sentence[:1].upper()}{sentence[1:]}.") from None
        return f"{version.edition.address}/{version.key}"


class AdriftFilter(admin.SimpleListFilter):
    """Filter for commentary whose address leads to no rule."""

    title = "adrift"
    parameter_name = "adrift"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        """Only "yes", as nearly every commentary has its rule."""
        return [("yes", "The address leads nowhere")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Commentary]) -> QuerySet[Commentary]:
        """The rows without a rule."""
        return queryset.filter(pk__in=commentary.adrift()) if self.value() == "yes" else queryset


@admin.register(Commentary)
class CommentaryAdmin(MarkdownAdmin):
    """Commentary on rules."""

    form = CommentaryForm
    list_display = ["address", "on", "opening", "published", "author", "changed"]
    list_filter = ["published", "author", AdriftFilter]
    list_select_related = ["author"]
    search_fields = ["address", "body"]
    date_hierarchy = "changed"
    ordering = ["-changed"]
    readonly_fields = ["on", "author", "changed"]
    fieldsets = [
        ("The rule", {"fields": ["address", "on"]}),
        ("The remark", {"fields": ["body", "published"]}),
        ("Recorded", {"fields": ["author", "changed"]}),
    ]

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The list, with the rules of all its rows fetched in one query."""
        changelist = super().get_changelist_instance(request)
        rows: list[Any] = list(changelist.result_list)
        subjects = commentary.subjects(rows)
        for remark in rows:
            remark.rule_now = subjects.get(remark.address)
        changelist.result_list = rows
        return changelist

    @admin.display(description="rule now")
    def on(self, remark: Commentary) -> SafeString | str:
        """A link to the rule that the address names now."""
        if not remark.address:
            return NOTHING
        return link(_subject(remark)) if _subject(remark) else f"{NOTHING} (its address leads nowhere now)"

    @admin.display(description="remark")
    def opening(self, remark: Commentary) -> str:
        """Its first words."""
        return excerpt(remark.body)

    def save_model(self, request: HttpRequest, obj: Commentary, form: forms.ModelForm, change: bool) -> None:
        """Save, with the author recorded."""
        if not change:
            assert request.user.is_authenticated  # noqa: S101 - the admin lets nobody else in
            obj.author = request.user
        super().save_model(request, obj, form, change)

    def view_on_site(self, remark: Commentary) -> str | None:
        """The rule's page."""
        version = _subject(remark)
        return version.get_absolute_url() if version else None


def _subject(remark: Any) -> RuleVersion | None:
    """The rule of a commentary; memoized on the row."""
    if not hasattr(remark, "rule_now"):
        remark.rule_now = commentary.subjects([remark]).get(remark.address)
    return remark.rule_now


class PageForm(MarkdownForm):
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
