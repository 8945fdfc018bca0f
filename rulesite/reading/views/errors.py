"""What readers see when an address leads nowhere, when the machine is in trouble, or when we fail."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import get_template
from django.templatetags.static import static
from django.utils.cache import add_never_cache_headers

from rulesite.reading.problems import PLACE
from rulesite.reading.views.addresses import NotHere
from rulesite.trouble import Trouble, explain

_STYLES = ("reading/base.css", "reading/frame.css")
_SCRIPT = "reading/early.js"
_RETRY_SECONDS = "120"


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


def nowhere(request: HttpRequest) -> HttpResponse:
    """What is no address of the API is none of a page either. Raises Http404."""
    raise Http404


def failed(request: HttpRequest | None) -> HttpResponse:
    """503 where the machine is in trouble, with the mend for whoever runs it; else 500, for a fault of ours.

    Neither touches the database nor the list of static files, which may be what failed. Paths go to the log alone.
    """
    trouble = explain(sys.exc_info()[1])
    status = 503 if trouble else 500
    if trouble:
        logging.getLogger(__name__).error("%s", trouble)
    if request is not None and request.path_info.startswith(PLACE):
        response: HttpResponse = JsonResponse({"error": _said(trouble)}, status=status)
    else:
        page = {"trouble": trouble, "styles": _links(*_STYLES), "scripts": _links(_SCRIPT)}
        response = HttpResponse(get_template("500.html").render(page), status=status)
    if trouble:
        response["Retry-After"] = _RETRY_SECONDS
    add_never_cache_headers(response)
    return response


def _said(trouble: Trouble | None) -> str:
    if trouble is None:
        return "The fault is ours, not yours, and it has been written to the log."
    return f"{trouble.what}. Whoever runs this site can mend it: {trouble.mend}."


def _links(*names: str) -> list[str]:
    """The addresses of static files, none where they are not known."""
    with suppress(Trouble):
        return [static(name) for name in names]
    return []
