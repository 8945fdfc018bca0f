"""The history of a rule: at its permanent address, which survives renumbering, and from any of its versions."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.state import library_of
from rulesite.reading.charts.timeline import draw
from rulesite.reading.pages import standing
from rulesite.reading.pages.sections import contents_of
from rulesite.reading.pages.timeline import stages, told_line
from rulesite.reading.precomputed import contents
from rulesite.reading.rendering.link_preview import preview
from rulesite.reading.views import lookups
from rulesite.rulebook.descent import history, resolution
from rulesite.rulebook.models import Rule, RuleVersion


@cached_page
def thread(request: HttpRequest, pk: int) -> HttpResponse:
    """The history of a rule, by its permanent address; the address of a merged thread redirects."""
    rule = Rule.objects.select_related("merged_into").filter(pk=pk).first()
    if rule and rule.merged_into:
        return redirect(rule.merged_into, permanent=True)
    line = history.of_thread(pk) if rule else None
    if line is None:
        raise lookups.NotHere("No rule has this permanent address.")
    return _show(request, line.versions[-1])


@cached_page
@lookups.answers_moved
def of_version(request: HttpRequest, document: str, date: date, key: str) -> HttpResponse:
    """The history of a rule, from its version in one edition."""
    edition = lookups.edition_at(library_of(request), document, date)
    location = contents.find(edition, contents_of(edition, library_of(request)), key)
    version = location.version if location else None
    if version is None:
        raise lookups.NotHere(
            f"There is no {key} in the {edition.document.title} of {edition.slug}.",
            [(f"{edition.document.title}, {edition.slug}", edition.get_absolute_url())],
        )
    return _show(request, version)


def _show(request: HttpRequest, version: RuleVersion) -> HttpResponse:
    line = told_line(version)
    newest = line.versions[-1]
    today = resolution.today(newest) if line.removed else []
    return render(
        request,
        "reading/thread.html",
        {
            "line": line,
            "version": version,
            "newest": newest,
            "rule": version.rule,
            "restates": newest.edition.document_id != version.edition.document_id,
            "document": version.edition.document,
            "today": today,
            "standing": standing.of_history(library_of(request), line, today),
            "stages": stages(line, version),
            "drawing": draw(line),
            "preview": preview(
                request,
                f"History of {newest.edition.document.short_title} {newest.number} {newest.title}".strip(),
                f"{len(line.versions)} editions have it. {newest.text}",
                reverse("reading:thread", args=[newest.rule_id]) if newest.rule_id else request.path,
            ),
            "columns": request.GET.get("view") == "columns",
        },
    )
