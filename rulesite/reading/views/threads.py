"""A rule through its editions: its permanent address, which survives renumbering."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from rulesite.reading.freshness import cached_page, library_of
from rulesite.reading.marking import Marker
from rulesite.reading.views import addresses
from rulesite.rulebook.models import Rule


@cached_page
def thread(request: HttpRequest, pk: int) -> HttpResponse:
    """Every edition that has the rule, newest first: its number there, and its words wherever they changed."""
    rule = Rule.objects.select_related("document", "merged_into").filter(pk=pk).first()
    if rule and rule.merged_into:
        return redirect(rule.merged_into, permanent=True)
    versions = (
        list(
            rule.versions.select_related("edition__document", "wording").order_by("-edition__effective", "position")
        )
        if rule
        else []
    )
    if rule is None or not versions:
        raise addresses.NotHere("No rule has this permanent address.")
    stages = []
    for at, version in enumerate(versions):
        older = versions[at + 1] if at + 1 < len(versions) else None
        same = older is not None and _words(older) == _words(version)
        paragraphs = []
        text_before = older.text if older and not same else ""
        if version.wording and not same and not text_before:
            marker = Marker(version.edition, library_of(request), [version.wording_id])
            paragraphs = marker.paragraphs(version.wording_id, version.wording.text)
        stages.append((version, same, paragraphs, text_before))
    return render(
        request,
        "reading/thread.html",
        {"rule": rule, "document": rule.document, "newest": versions[0], "stages": stages},
    )


def _words(version) -> tuple[str, str]:  # type: ignore[no-untyped-def]
    return version.title.casefold(), version.wording.fingerprint if version.wording else ""
