"""The form by which a maintainer corrects the words of a rule, and how a difference of words is shown."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rulesite.rulebook import editing
from rulesite.rulebook.models import RuleVersion
from rulesite.text import diffing
from rulesite.text.diffing import ChangeKind

_TAGS = {ChangeKind.EQUAL: "{}", ChangeKind.INSERT: "<ins>{}</ins>", ChangeKind.DELETE: "<del>{}</del>"}


class CorrectionForm(forms.ModelForm):
    """The text of a rule, to be corrected, and why.

    ``seen`` is the digest of the words that the page showed, so that two people do not overwrite each other.
    """

    text = forms.CharField(
        label="Text",
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "cols": 100, "spellcheck": "true"}),
        help_text="Paragraphs are parted by a line break. The rule's number is not part of its text.",
    )
    reason = forms.CharField(
        label="Reason",
        required=False,
        max_length=editing.REASON_LIMIT,
        widget=forms.TextInput(attrs={"size": 100}),
        help_text="Needed when the text is changed. Readers see it: say what shows that the reading was wrong.",
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    class Meta:
        model = RuleVersion
        fields: list[str] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = self.instance.wording
        if words is None:
            for name in ("text", "reason", "seen"):
                self.fields.pop(name, None)
        else:
            self.initial |= {"text": words.text, "seen": words.digest}
            lines = sum(len(paragraph) // 90 + 1 for paragraph in words.text.split("\n"))
            self.fields["text"].widget.attrs["rows"] = min(24, max(4, lines + 1))

    def clean(self) -> dict[str, Any]:
        """Refuse what can't be a correction, each with a sentence at its field."""
        cleaned = super().clean() or {}
        words = self.instance.wording
        if words is None or "text" not in cleaned:
            return cleaned
        try:
            text = editing.clean_text(cleaned["text"])
        except editing.Refused as refusal:
            self.add_error("text", f"{refusal}.")
            return cleaned
        cleaned["text"] = text
        changed = text != editing.clean_text(words.text)
        if changed and not cleaned.get("reason", "").strip():
            self.add_error("reason", "Say why: the reason is shown to readers beside the corrected words.")
        if not changed and cleaned.get("reason", "").strip():
            self.add_error("text", "The text is the same as the one shown: change it, or leave the reason empty.")
        if changed and cleaned.get("seen") not in ("", words.digest):
            self.add_error(
                "text",
                "Somebody else corrected this rule while you were at it. Open it again to see its words now.",
            )
        return cleaned


class WithdrawalForm(forms.Form):
    """Why a correction is taken back."""

    reason = forms.CharField(
        max_length=editing.REASON_LIMIT,
        widget=forms.TextInput(attrs={"size": 100, "class": "vTextField"}),
        help_text="Kept in the log, beside the correction.",
    )


def diff_html(before: str, after: str) -> SafeString:
    """Two texts as one, what goes struck out and what comes underlined; everything escaped."""
    pieces = [format_html(_TAGS[change.kind], change.text) for change in diffing.diff(before, after)]
    return format_html('<p class="diff">{}</p>', format_html_join("", "{}", ((piece,) for piece in pieces)))
