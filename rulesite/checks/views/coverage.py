"""The share of real cards that the engine reads, by the latest measurement."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.checks.coverage import record
from rulesite.checks.views.measured import require

ROWS = (
    ("Cards read whole", "cards_read", "cards"),
    ("Paragraphs read", "paragraphs_read", "paragraphs"),
    ("… that print back word for word", "exact", "paragraphs_read"),
    ("… that print back in other words with the same meaning", "otherwise", "paragraphs_read"),
    ("… that print back as something else: defects", "different", "paragraphs_read"),
    ("… with a word that left nothing in what was read", "dropping", "paragraphs_read"),
)


def coverage(request: HttpRequest) -> HttpResponse:
    """The figures with their date and the most frequent obstacles.

    Without a measurement there is no page, except for maintainers, whom it tells how to make one.
    """
    latest = record.last()
    require(latest, request, "How many real cards the engine reads has not been measured on this site.")
    rows = (
        [(label, latest.figures[part], latest.figures[whole], latest.share(part, whole)) for label, part, whole in ROWS]
        if latest is not None
        else []
    )
    return render(request, "checks/coverage.html", {"found": latest, "rows": rows})
