"""Corrections in the admin: the form, the difference it would make, and the log."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rulesite.rulebook.admin.base import FactAdmin, link, maintainer
from rulesite.rulebook.corrections import targets
from rulesite.rulebook.corrections.targets import CorrectionTarget, Row
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Correction, Example, GlossaryTerm, Part
from rulesite.text import diffing
from rulesite.text.diffing import ChangeKind
from rulesite.text.wording import digest

_TAGS = {ChangeKind.EQUAL: "{}", ChangeKind.INSERT: "<ins>{}</ins>", ChangeKind.DELETE: "<del>{}</del>"}


class CorrectionForm(forms.ModelForm):
    """The words of a row, open to correction, and the reason.

    ``seen_title`` and ``seen_text`` are digests of the words that the page showed, so that two people do not overwrite
    each other. Fields for which the row has no words are left out.
    """

    title = forms.CharField(label="Heading", strip=False, widget=forms.TextInput(attrs={"size": 100}))
    text = forms.CharField(
        label="Text",
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "cols": 100, "spellcheck": "true"}),
        help_text="Put each paragraph on its own line. Leave out the number of the rule.",
    )
    reason = forms.CharField(
        label="Reason",
        required=False,
        max_length=corrections.REASON_LIMIT,
        widget=forms.TextInput(attrs={"size": 100}),
        help_text="Required if you change the words. Readers see it: say how you know that the reading was wrong.",
    )
    seen_title = forms.CharField(widget=forms.HiddenInput, required=False)
    seen_text = forms.CharField(widget=forms.HiddenInput, required=False)

    class Meta:
        fields: list[str] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.typed: dict[str, str] = {}
        self.shown = {part.value: words for part in Part if (words := targets.shown(self.instance, part))}
        for part in Part:
            if part.value not in self.shown:
                self.fields.pop(part.value, None)
                self.fields.pop(f"seen_{part.value}", None)
        if not self.shown:
            self.fields.pop("reason", None)
        for name, words in self.shown.items():
            self.initial.update({name: words, f"seen_{name}": digest(words)})
        if isinstance(self.instance, GlossaryTerm):
            self.fields["title"].label, self.fields["text"].label = "Term", "Definition"
        if text := self.shown.get(Part.TEXT):
            lines = sum(len(paragraph) // 90 + 1 for paragraph in text.split("\n"))
            self.fields["text"].widget.attrs["rows"] = min(24, max(4, lines + 1))

    @property
    def corrected(self) -> dict[str, str]:
        """The new words by part, for the parts that differ from those shown."""
        typed = {part: self.cleaned_data.get(part) for part in self.shown}
        return {part: text for part, text in typed.items() if text and text != corrections.clean_text(self.shown[part])}

    def difference(self) -> list[tuple[str, SafeString]]:
        """The changes: the label of each part, with its present words and the typed ones as a difference."""
        return [(str(self.fields[part].label), diff_html(self.shown[part], new)) for part, new in self.typed.items()]

    def clean(self) -> dict[str, Any]:
        """Refuse invalid corrections, each with a sentence at its field."""
        cleaned = super().clean() or {}
        for part in self.shown:
            if part in cleaned:
                try:
                    cleaned[part] = corrections.clean_text(cleaned[part])
                except corrections.CorrectionError as refusal:
                    self.add_error(part, f"{refusal}.")
        if not self.shown or self.errors:
            return cleaned
        self.cleaned_data, self.typed = cleaned, self.corrected
        reason = cleaned.get("reason", "").strip()
        if self.typed and not reason and "_preview" not in self.data:
            self.add_error("reason", "Give a reason. Readers see it with the corrected words.")
        if not self.typed and reason:
            message = "The text is unchanged. Change it, or leave the reason empty."
            self.add_error(next(iter(reversed(self.shown))), message)
        for part in self.typed:
            if cleaned.get(f"seen_{part}") not in ("", digest(self.shown[part])):
                self._ask_again(part)
        return cleaned

    @property
    def previewed(self) -> bool:
        """Whether valid words were typed to see what they would change."""
        return "_preview" in self.data and not self.errors

    def is_valid(self) -> bool:
        """Whether to save: not what is only to be previewed."""
        return super().is_valid() and "_preview" not in self.data

    def _ask_again(self, part: str) -> None:
        """Say that somebody else saved first, and show the present words before this person saves over them."""
        assert isinstance(self.data, QueryDict)  # noqa: S101 - the admin gives the form what was posted
        data = self.data.copy()
        data[f"seen_{part}"] = digest(self.shown[part])
        self.data = data
        self.add_error(
            part,
            "Somebody else has corrected this since you opened the page. Below is what your words would change now. "
            "Save again if you still want them.",
        )


class WithdrawalForm(forms.Form):
    """The reason for withdrawing a correction."""

    reason = forms.CharField(
        max_length=corrections.REASON_LIMIT,
        widget=forms.TextInput(attrs={"size": 100, "class": "vTextField"}),
        help_text="It is stored in the log with the correction.",
    )


class CorrectableAdmin(FactAdmin):
    """Facts of which users who may add corrections can correct the words, with a reason, and edit nothing else."""

    form = CorrectionForm
    change_form_template = "admin/rulebook/correcting.html"
    facts: tuple[str, ...] = ()
    """The read-only fields of the page."""

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whether the user may add corrections: only words can be changed."""
        return request.user.has_perm("rulebook.add_correction")

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """A form for the correction alone: the model's own fields are facts."""
        fields: list[str] | None = None if self._correctable(request, obj) else []
        return super().get_form(request, obj, change, **kwargs | {"fields": fields})

    def words(self, request: HttpRequest, obj: Row) -> tuple[str, dict[str, Any]]:
        """The first fieldset of the page: the words, editable for users who may correct them, and the log."""
        if not self.has_change_permission(request, obj):
            return "Words", {"fields": [*self.shown_fields(obj), "log"]}
        parts = [part.value for part in (Part.TITLE, Part.TEXT) if targets.shown(obj, part)]
        fields = [name for part in parts for name in (part, f"seen_{part}")]
        about = (
            "Correct the words where they were misread or misprinted. Readers see your words, the words of the source, "
            "and your reason. References and search are updated at once."
        )
        return "Words", {"fields": [*fields, "reason", "log"], "description": about}

    def shown_fields(self, obj: Row) -> list[str]:
        """The read-only fields that show the words to users who may not correct them."""
        return [f"shown_{part.value}" for part in (Part.TITLE, Part.TEXT) if targets.shown(obj, part)]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """The facts, and the words for users who may not correct them."""
        closed = [] if obj is None or self.has_change_permission(request, obj) else self.shown_fields(obj)
        return [*self.facts, "log", *closed]

    def _correctable(self, request: HttpRequest, obj: Row | None) -> bool:
        shown = obj is not None and any(targets.shown(obj, part) for part in Part)
        return shown and self.has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Any, form: ModelForm, change: bool) -> None:
        """Apply the corrections; nothing else can be saved."""
        request.corrections = 0  # type: ignore[attr-defined]
        for part, text in form.corrected.items() if "reason" in form.cleaned_data else ():  # type: ignore[attr-defined]
            reason, seen = form.cleaned_data["reason"], form.cleaned_data[f"seen_{part}"]
            try:
                corrections.correct(obj, text, reason=reason, author=maintainer(request), part=part, seen=seen)
            except corrections.CorrectionError as refusal:
                self.message_user(request, f"Not corrected: {refusal}.", messages.ERROR)
            else:
                request.corrections += 1  # type: ignore[attr-defined]
        with suppress(ObjectDoesNotExist):  # an example inside a text goes when the text no longer has one
            obj.refresh_from_db()

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        """Report what happened, which is not always a change."""
        if getattr(request, "corrections", 0):
            self.message_user(request, "Corrected. References and search use the new words.")
        else:
            level = messages.WARNING
            self.message_user(request, "The words are unchanged, so nothing was saved.", level)
        if "_continue" in request.POST:
            return HttpResponseRedirect(request.path)
        return self.response_post_save_change(request, obj)

    @admin.display(description="text")
    def shown_text(self, row: Any) -> str:
        """The text in full."""
        return targets.shown(row)

    @admin.display(description="heading")
    def shown_title(self, row: Any) -> str:
        """The heading or the name."""
        return targets.shown(row, Part.TITLE)

    @admin.display(description="corrections")
    def log(self, row: Any) -> SafeString | str:
        """The corrections, newest first, with links to withdraw them."""
        subject = targets.holder(row) if isinstance(row, Example) and not row.labelled else row
        place = CorrectionTarget.of(subject)
        return log_html(Correction.objects.filter(edition=place.edition, owner=place.owner))


def log_html(log: QuerySet[Correction]) -> SafeString | str:
    """Entries of the log, newest first: the change, its state, reason and author, and a link to withdraw it."""
    entries = list(log.select_related("author"))
    states = corrections.states(entries)
    rows = (
        (
            diff_html(entry.original, entry.corrected),
            states[entry.pk].value,
            entry.reason,
            entry.author or "a deleted account",
            f"{entry.made:%Y-%m-%d %H:%M}",
            link(entry, "show or undo"),
        )
        for entry in entries
    )
    return format_html_join("", '<div class="correction">{}<p>{}: {} — {}, {} ({})</p></div>', rows) or "none"


def diff_html(before: str, after: str) -> SafeString:
    """The difference of two texts as one: deletions struck out, insertions underlined; everything escaped."""
    pieces = [format_html(_TAGS[change.kind], change.text) for change in diffing.diff(before, after)]
    return format_html('<p class="diff">{}</p>', format_html_join("", "{}", ((piece,) for piece in pieces)))
