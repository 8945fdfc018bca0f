"""What a citation of any era means today, and whether the citations of a text still hold."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from rulesite.reading.freshness import cached_page
from rulesite.rulebook import citing, history
from rulesite.rulebook.addresses import NoSuchRule
from rulesite.rulebook.passages import Markup

MOST_CHARACTERS = 200_000
"""The longest text that the page takes; longer ones are for the command."""


@cached_page
def resolve(request: HttpRequest) -> HttpResponse:
    """Every rule that a citation has named, the way from each to today, and how sure it is."""
    asked = request.GET.get("q", "").strip()[:120]
    answers, problem = [], ""
    if asked:
        try:
            answers = history.resolve(asked)
        except (NoSuchRule, ValueError) as error:
            problem = str(error)
    status = 404 if problem else 200
    return render(
        request, "reading/resolve.html", {"asked": asked, "answers": answers, "problem": problem}, status=status
    )


@require_http_methods(["GET", "HEAD", "POST"])
def cite(request: HttpRequest) -> HttpResponse:
    """Check the rule citations of a pasted text; nothing of it is kept."""
    text, day, problem, report = "", "", "", None
    markup = Markup.TEXT
    if request.method == "POST":
        text, day = request.POST.get("text", ""), request.POST.get("as_of", "").strip()
        markup = (
            Markup(request.POST["markup"]) if request.POST.get("markup") in {each.value for each in Markup} else markup
        )
        try:
            as_of = date.fromisoformat(day) if day else None
            if len(text) > MOST_CHARACTERS:
                raise ValueError(f"the text is longer than {MOST_CHARACTERS:,} characters: use manage.py cite FILE")
            report = citing.check(text, as_of=as_of, markup=markup) if text.strip() else None
        except (NoSuchRule, ValueError) as error:
            problem = str(error)
    return render(
        request,
        "reading/cite.html",
        {
            "text": text,
            "as_of": day,
            "markup": markup,
            "markups": list(Markup),
            "report": report,
            "counts": dict(report.counts) if report else {},
            "problem": problem,
            "fixed": report.fixed(text) if report and any(each.replacement for each in report.findings) else "",
        },
        status=400 if problem else 200,
    )
