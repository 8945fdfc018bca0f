"""Corrections of words outside editions in the admin: the form, the difference it would make, and the log."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import Model
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.utils.safestring import SafeString

from rulesite.rulebook.admin.base import FactAdmin, maintainer
from rulesite.rulebook.admin.corrections import diff_html, log_html
from rulesite.rulebook.corrections import registry
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Correction
from rulesite.text.wording import digest


class LooseForm(forms.ModelForm):
    """A row's words in force, open to correction, and the reason; ``seen_meant`` is a digest of those on the page."""

    kind: ClassVar[str] = ""
    meant = forms.CharField(strip=False, widget=forms.TextInput(attrs={"size": 100}))
    seen_meant = forms.CharField(widget=forms.HiddenInput, required=False)
    why = forms.CharField(
        label="Reason",
        required=False,
        max_length=corrections.REASON_LIMIT,
        widget=forms.TextInput(attrs={"size": 100}),
        help_text="Required if you change something. Readers see it.",
    )

    class Meta:
        fields: list[str] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.keeper = registry.keeper(self.kind)
        self.shown = self.keeper.shown(self.instance)
        self.typed = ""
        self.initial.update(meant=self.shown, seen_meant=digest(self.shown))

    def difference(self) -> list[tuple[str, SafeString]]:
        """The change: the present words and the typed ones as a difference."""
        return [(str(self.fields["meant"].label), diff_html(self.shown, self.typed))] if self.typed else []

    def clean(self) -> dict[str, Any]:
        """Refuse invalid corrections, each with a sentence at its field."""
        cleaned = super().clean() or {}
        if "meant" in cleaned:
            try:
                cleaned["meant"] = self.keeper.clean(self.instance, cleaned["meant"])
            except corrections.CorrectionError as refusal:
                self.refused(refusal)
        if self.errors:
            return cleaned
        reason = cleaned.get("why", "").strip()
        if cleaned["meant"] != self.shown:
            self.typed = cleaned["meant"]
            self.check_typed()
            if not reason and "_preview" not in self.data:
                self.add_error("why", "Give a reason. Readers see it with the correction.")
        elif reason:
            self.add_error("meant", "This is unchanged. Change it, or leave the reason empty.")
        if self.typed and cleaned.get("seen_meant") not in ("", digest(self.shown)):
            self._ask_again()
        return cleaned

    @property
    def previewed(self) -> bool:
        """Whether a valid version was typed to see what it would change."""
        return "_preview" in self.data and not self.errors

    def is_valid(self) -> bool:
        """Whether to save: not what is only to be previewed."""
        return super().is_valid() and "_preview" not in self.data

    def refused(self, refusal: corrections.CorrectionError) -> None:
        """Show why a correction is invalid."""
        self.add_error("meant", f"{str(refusal)[:1].upper()}{str(refusal)[1:]}.")

    def check_typed(self) -> None:
        """Check new words that are well formed."""

    def _ask_again(self) -> None:
        """Say that somebody else saved first, and show the present words before this person saves over them."""
        assert isinstance(self.data, QueryDict)  # noqa: S101 - the admin gives the form what was posted
        data = self.data.copy()
        data["seen_meant"] = digest(self.shown)
        self.data = data
        message = (
            "Somebody else has corrected this since you opened the page. Below is what your version would change now. "
        )
        self.add_error("meant", f"{message}Save again if you still want it.")


class LooseAdmin(FactAdmin):
    """Facts with one correctable field; users who may add corrections give a reason."""

    change_form_template = "admin/rulebook/correcting.html"
    of_kind = ""
    """The kind of its words, see `registry`."""
    heading = ""
    about = ""
    """The name of the page's first fieldset, and its text about correcting."""
    facts: tuple[str, ...] = ()
    """The read-only fields of the page."""

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whether the user may add corrections."""
        return request.user.has_perm("rulebook.add_correction")

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """A form for the correction alone: the model's own fields are facts."""
        may = obj is not None and self.has_change_permission(request, obj)
        return super().get_form(request, obj, change, **kwargs | {"fields": None if may else []})

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        """The correctable field (for users who may correct it) and the log, above the facts."""
        may = obj is not None and self.has_change_permission(request, obj)
        fields = ["meant", "seen_meant", "why", "log"] if may else ["log"]
        return [(self.heading, {"fields": fields, "description": self.about if may else ""}), *(self.fieldsets or ())]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """The facts and the log."""
        return [*self.facts, "log"]

    def save_model(self, request: HttpRequest, obj: Any, form: ModelForm, change: bool) -> None:
        """Apply the correction; nothing else can be saved."""
        request.corrected = False  # type: ignore[attr-defined]
        if not getattr(form, "typed", ""):
            return
        data = form.cleaned_data
        try:
            corrections.correct_loose(
                self.of_kind, obj, data["meant"], reason=data["why"], author=maintainer(request),
                seen=data["seen_meant"],
            )  # fmt: skip
        except corrections.CorrectionError as refusal:
            self.message_user(request, f"Not corrected: {refusal}.", messages.ERROR)
        else:
            request.corrected = True  # type: ignore[attr-defined]

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        """Report what happened, which is not always a change."""
        if getattr(request, "corrected", False):
            self.message_user(request, "Corrected. Everything that depends on it is updated.")
        else:
            self.message_user(request, "Nothing was changed, so nothing was saved.", messages.WARNING)
        if "_continue" in request.POST:
            return HttpResponseRedirect(request.path)
        return self.response_post_save_change(request, obj)

    @admin.display(description="corrections")
    def log(self, row: Any) -> SafeString | str:
        """The corrections, newest first, with links to withdraw them."""
        owner = registry.keeper(self.of_kind).owner(row)
        return log_html(Correction.objects.filter(edition=self.of_kind, owner=owner))
