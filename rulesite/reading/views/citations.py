"""The current rule for a citation of any era, and a check of all citations in a text."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe

from rulesite import sandbox
from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.state import library_of
from rulesite.reading.middleware.methods import takes_posts
from rulesite.reading.pages import standing
from rulesite.reading.pages.citation_check import LIMITS, MOST_CHARACTERS
from rulesite.rulebook.addresses import NoSuchRule
from rulesite.rulebook.citations.extraction import Markup
from rulesite.rulebook.descent import resolution


@cached_page
def resolve(request: HttpRequest) -> HttpResponse:
    """Every rule that a citation has named, its path to today, and how sure that is."""
    query = request.GET.get("q", "").strip()[:120]
    answers, problem = [], ""
    if query:
        try:
            answers = resolution.resolve(query)
        except (NoSuchRule, ValueError) as error:
            problem = str(error)
    status = 404 if problem else 200
    library = library_of(request)
    parted = [(answer, *standing.in_view(standing.heirs(library, answer.today))) for answer in answers]
    return render(
        request, "reading/resolve.html", {"asked": query, "answers": parted, "problem": problem}, status=status
    )


@takes_posts
def cite(request: HttpRequest) -> HttpResponse:
    """Check the rule citations of a pasted text; nothing of it is stored."""
    context: dict[str, Any] = {"text": "", "as_of": "", "markup": Markup.TEXT, "markups": list(Markup)}
    status, busy = 200, None
    if request.method == "POST":
        text, markup = request.POST.get("text", ""), request.POST.get("markup", "")
        context |= {"text": text[:MOST_CHARACTERS], "as_of": request.POST.get("as_of", "").strip()[:20]}
        context["markup"] = Markup(markup) if markup in set(Markup) else Markup.TEXT
        try:
            context |= _checked(text, context["as_of"], context["markup"])
        except sandbox.Busy as error:
            busy = error
            context["problem"] = str(busy)
        status = 400 if context.get("problem") else 200
    response = render(request, "reading/cite.html", context, status=status)
    return busy.mark(response) if busy else response


def _checked(text: str, as_of: str, markup: Markup) -> dict[str, Any]:
    """The findings in a text, for the template. Raises bounded.Busy."""
    if not text.strip():
        return {}
    if len(text) > MOST_CHARACTERS:
        return {"problem": f"the text is longer than {MOST_CHARACTERS:,} characters: {_OTHERWISE}"}
    try:
        result = sandbox.run(
            "rulesite.reading.pages.citation_check:checked", LIMITS, text=text, as_of=as_of, markup=markup.value
        )
    except sandbox.Stopped as stopped:
        return {"problem": f"{stopped}: check a part of the text, or {_OTHERWISE}"}
    return {"problem": result["problem"]} if "problem" in result else {"findings": mark_safe(result["html"])}


_OTHERWISE = "use manage.py cite FILE, which has no such bounds"
