"""What readers see when an address leads nowhere, or when we fail."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template

from rulesite.reading.views.addresses import NotHere


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404, with what is known about the address and where to go instead."""
    context: dict[str, object] = {"said": "", "links": [], "heading": ""}
    if isinstance(exception, NotHere):
        context |= {"said": exception.said, "links": exception.links, "heading": exception.heading}
    elif isinstance(exception, Http404) and exception.args and isinstance(exception.args[0], str):
        context["said"] = exception.args[0]
    words = [word for word in request.path.strip("/").split("/") if word]
    context |= {"guess": words[-1][:60] if words else "", "room": ""}  # what is not there is in no room of the site
    return render(request, "404.html", context, status=404)


def failed(request: HttpRequest) -> HttpResponse:
    """500, without touching the database, which may be what failed."""
    return HttpResponse(get_template("500.html").render({}), status=500)
