"""The abilities of real cards that never make a difference, by the latest measurement."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.checks.coverage import liveness_record
from rulesite.checks.views.measured import require

ROWS = (
    ("Cards read", "cards_read"),
    ("… that need something the engine does not do", "cards_refused"),
    ("Static, triggered and activated abilities of the others", "abilities"),
    ("… that made a difference in a game", "alive"),
    ("… that made none: defects, or tables that did not suit them", "dead"),
    ("… that need something the engine does not do", "not_modelled"),
    ("… that matter only before a game, or to what a player sees", "outside"),
)


def liveness(request: HttpRequest) -> HttpResponse:
    """The figures with their date, and each ability that made no difference.

    Without a measurement there is no page, except for maintainers, whom it tells how to make one.
    """
    latest = liveness_record.last()
    require(
        latest, request, "Whether the abilities of real cards make a difference has not been measured on this site."
    )
    rows = [(label, latest.figures[name]) for label, name in ROWS] if latest is not None else []
    return render(request, "checks/liveness.html", {"latest": latest, "rows": rows})
