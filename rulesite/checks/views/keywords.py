"""The keywords that an edition defines: read, played, or why not; and whether its own words agree with ours."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.checks.defined_keywords import ABILITIES, ACTIONS, defined, editions
from rulesite.engine.keyword_standing import AGREES, DIFFERS, NOT_READ


def keywords(request: HttpRequest, day: str = "") -> HttpResponse:
    """The table of one edition, of the newest where none is named."""
    held = list(editions())
    edition = next((each for each in held if not day or each.slug == day), None)
    if edition is None and day:
        raise Http404(f"no edition of {day} defines keywords")
    rows = defined(edition) if edition is not None else ()
    kinds = []
    for kind in (ABILITIES, ACTIONS):
        of_kind = [row for row in rows if row.kind == kind]
        if of_kind:
            sums = {what: sum(getattr(row.standing, what) for row in of_kind) for what in ("read", "played")}
            kinds.append((kind, of_kind, sums))
    told = {what: sum(row.standing.agreement == what for row in rows) for what in (AGREES, DIFFERS, NOT_READ)}
    return render(
        request,
        "checks/keywords.html",
        {"edition": edition, "held": held, "kinds": kinds, "told": list(told.items())},
    )
