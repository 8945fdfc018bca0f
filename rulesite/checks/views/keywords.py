"""The keywords of an edition: read, played, or why not; and whether its definitions agree with the engine's."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.checks.coverage.keywords import defined, edition_of, editions, sums
from rulesite.engine.keyword_status import AGREES, DIFFERS, NOT_READ


def keywords(request: HttpRequest, day: str = "") -> HttpResponse:
    """The table of one edition, by default the newest."""
    edition = edition_of(day)
    if edition is None and day:
        raise Http404(f"no edition of {day} defines keywords")
    try:
        rows = defined(edition) if edition is not None else ()
    except ValueError as error:
        raise Http404(str(error)) from None
    counts = {what: sum(row.standing.agreement == what for row in rows) for what in (AGREES, DIFFERS, NOT_READ)}
    return render(
        request,
        "checks/keywords.html",
        {"edition": edition, "held": editions(), "kinds": sums(rows), "told": list(counts.items())},
    )
