"""The forms of the desk."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from rulesite.desk.models import Decision
from rulesite.desk.services import CARDS
from rulesite.rulebook.models import Assertion, Descent, Edition

_MAX_ROWS = 200
LONGEST_FILE = 64 * 2**20
"""Maximum bytes of an upload: those of the largest archive that can be read."""


class StagingForm(forms.Form):
    """A document or an archive of them, as a file or a URL, with data that it lacks itself."""

    file = forms.FileField(
        required=False,
        help_text="Plain text, HTML, PDF, or a zip file. At most 16 MiB for a document, 64 MiB for a zip file.",
    )
    url = forms.URLField(
        label="Or its URL", required=False, max_length=500, assume_scheme="https",
        widget=forms.URLInput(attrs={"size": 80}), help_text="The site fetches it. Only public addresses work.",
    )  # fmt: skip
    document = forms.SlugField(
        required=False, max_length=40,
        help_text="Needed only if the text does not show which work it is: cr, dangelo, mtr, ipg, jar, or a "
        "new name. A file of cards or rulings, of MTGJSON or Scryfall: cards.",
    )  # fmt: skip
    effective = forms.DateField(
        required=False, label="Effective date",
        help_text="Needed only if the text does not give its date. Write it like 2006-10-01.",
        widget=forms.DateInput(attrs={"placeholder": "2006-10-01"}),
    )  # fmt: skip
    extent = forms.ChoiceField(
        required=False,
        choices=[("", "as the text shows"), *Edition.Extent.choices],
        label="Extent",
        help_text="Whether the document is a whole edition or a part of one.",
    )
    replace = forms.BooleanField(
        required=False, label="Replace a library that it can’t join",
        help_text="For example the pocket edition. The preview lists the editions that would be removed.",
    )  # fmt: skip

    any_day = forms.BooleanField(
        required=False, label="Accept an unusual date",
        help_text="A date before the first rules or after tomorrow. Otherwise such a date is taken for a mistake.",
    )  # fmt: skip
    damaged = forms.BooleanField(
        required=False, label="Read a damaged file",
        help_text="Each byte that can’t be read is shown as \ufffd.",
    )  # fmt: skip

    def clean_file(self) -> UploadedFile | None:
        """The file, if it is not longer than the reader accepts."""
        file: UploadedFile | None = self.cleaned_data["file"]
        size = file.size or 0 if file else 0
        if size > LONGEST_FILE:
            raise forms.ValidationError(
                f"{file} has {size:,} bytes; {LONGEST_FILE:,} is the limit. Give the URL of a larger file, or read "
                "it with “manage.py ingest”."
            )
        return file

    def clean(self) -> dict[str, Any]:
        """Check that there is either a file or a URL."""
        cleaned = super().clean() or {}
        if not self.errors and bool(cleaned.get("file")) == bool(cleaned.get("url")):
            self.add_error("url", "Give either a file or a URL.")
        if cleaned.get("document") == CARDS and cleaned.get("url"):
            self.add_error("url", "Cards are brought as a file: download it, pack it as .zip or .gz, and give it here.")
        return cleaned

    @property
    def place(self) -> UploadedFile | str:
        """The file or the URL."""
        chosen: UploadedFile | str = self.cleaned_data["file"] or self.cleaned_data["url"]
        return chosen

    @property
    def options(self) -> dict[str, Any]:
        """The entered data as options of an ingest."""
        names = ("document", "extent", "replace", "any_day", "damaged")
        entered = {name: self.cleaned_data[name] for name in names if self.cleaned_data[name]}
        if day := self.cleaned_data["effective"]:
            entered["effective"] = day.isoformat()
        return entered


class EdgesForm(forms.Form):
    """A person's assertions about doubtful edges of a step and others: a row for each, most of which stay empty.

    ``edge-N`` identifies a displayed edge by its two addresses and its kind; ``verdict-N`` is the assertion,
    ``instead-N`` the number of the rule that the later one really comes from, ``reason-N`` the reason.
    """

    def decisions(self) -> list[Decision]:
        """The entered decisions; problems become errors of the form."""
        entered: list[Decision] = []
        for index in range(_MAX_ROWS + 1):
            edge = str(self.data.get(f"edge-{index}", "")).split()
            verdict, instead = (str(self.data.get(f"{name}-{index}", "")).strip() for name in ("verdict", "instead"))
            if not verdict and not instead:
                continue
            reason = " ".join(str(self.data.get(f"reason-{index}", "") or self.data.get("reason", "")).split())
            if len(edge) != 3 or verdict not in ("", *Assertion.Verdict.values) or edge[2] not in Descent.Kind.values:
                self.add_error(None, "This pair of rules was not on the page.")
            elif not reason or len(reason) > 300:
                self.add_error(None, f"{edge[0]} → {edge[1]}: give a reason, in at most 300 characters.")
            else:
                earlier, later, kind = edge
                entered += self._decisions_on(earlier, later, kind, verdict, instead, reason)
        if not entered and not self.errors:
            self.add_error(None, "No decision was made: choose one for at least one pair of rules.")
        return entered

    def _decisions_on(
        self, earlier: str, later: str, kind: str, verdict: str, instead: str, reason: str
    ) -> list[Decision]:
        """The decisions on one edge: yes; no; or that it comes from elsewhere, which is a no and a yes."""
        edition = earlier.rpartition("/")[0]
        if instead and (verdict == Assertion.Verdict.ASSERT or " " in instead or len(instead) > 24):
            self.add_error(
                None,
                f"{earlier} → {later}: choose either that it comes from there, or another rule that it comes from.",
            )
            return []
        decisions = [Decision(earlier=earlier, later=later, verdict=verdict or "forbid", kind=kind, reason=reason)]
        if instead:
            origin = instead if instead.count("/") == 2 else f"{edition}/{instead}"
            decisions.append(Decision(earlier=origin, later=later, verdict="assert", kind="reworded", reason=reason))
        return decisions


class FurtherForm(forms.Form):
    """An assertion about an edge that is not displayed."""

    earlier = forms.CharField(label="Earlier rule", max_length=80, widget=forms.TextInput(attrs={"size": 30}))
    later = forms.CharField(label="Later rule", max_length=80, widget=forms.TextInput(attrs={"size": 30}))
    verdict = forms.ChoiceField(
        label="Decision", choices=[("assert", "it comes from there"), ("forbid", "it does not come from there")]
    )
    kind = forms.ChoiceField(label="How it changed", choices=Descent.Kind.choices, initial=Descent.Kind.REWORDED)
    reason = forms.CharField(max_length=300, widget=forms.TextInput(attrs={"size": 60}))

    def decisions(self) -> list[Decision]:
        """The decision, if the form is valid."""
        for name in ("earlier", "later"):
            if self.is_valid() and self.cleaned_data[name].count("/") != 2:
                self.add_error(name, "Write the address in full, like cr/2006-10-01/402.8g.")
        return [] if self.errors else [Decision(**self.cleaned_data)]
