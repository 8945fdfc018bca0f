"""Error pages: for unknown addresses, refused requests, trouble with the machine, and faults of our own."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import get_template
from django.templatetags.static import static
from django.utils.cache import add_never_cache_headers

from rulesite.diagnostics import Trouble, explain
from rulesite.reading.context_processors import leave_rooms
from rulesite.reading.middleware.json_errors import PLACE
from rulesite.reading.views.lookups import NotHere

_STYLES = ("reading/base.css", "reading/frame.css")
_SCRIPT = "reading/early.js"
_RETRY_SECONDS = "120"
_log = logging.getLogger(__name__)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404, with a note about the address and links to try instead."""
    context: dict[str, object] = {"said": "", "links": [], "heading": ""}
    if isinstance(exception, NotHere):
        context |= {"said": exception.said, "links": exception.links, "heading": exception.heading}
    elif isinstance(exception, Http404) and exception.args and isinstance(exception.args[0], str):
        context["said"] = exception.args[0]
    words = [word for word in request.path.strip("/").split("/") if word]
    context["guess"] = words[-1][:60] if words else ""
    leave_rooms(request)
    return render(request, "404.html", context, status=404)


def nowhere(request: HttpRequest) -> HttpResponse:
    """Raise Http404: an unknown address under the API is not a page's either."""
    raise Http404


def refused(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400 or 403: the request can't be read, or is not allowed.

    Only the request's path is looked at: its body may be what can't be read, and a response that looks for a token in
    it would fail itself.
    """
    if isinstance(exception, PermissionDenied):
        return _bare(request, 403, "Not for you", "Your account may not do this.", "Ask whoever runs the site")
    return _bare(request, 400, "Not understood", "The request can’t be read as it was sent.", "Go back and try again")


def not_from_here(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form apparently not sent from a page of the site: its token is missing or out of date."""
    lede = "The form was not sent from a page of this site, as far as can be seen, so nothing was done."
    help_ = "That happens where the browser keeps no cookies, or where a page was open for very long."
    return _bare(request, 403, "Not sent from here", lede, "Go back, load the page again and send it once more", help_)


def failed(request: HttpRequest | None) -> HttpResponse:
    """503 for trouble with the machine, with the remedy for its administrator; else 500, for a fault of ours.

    Neither touches the database nor the manifest of static files, which may be at fault. File paths go only to the log.
    """
    trouble = explain(sys.exc_info()[1])
    if trouble is None:
        _log.error("no answer for %s", request.get_full_path() if request else "a request", exc_info=True)
        return _bare(
            request, 500, "Something went wrong here",
            "The fault is ours, not yours, and it has been written to the log. Nothing that you looked up is lost.",
            "Try again in a moment", program="The fault is ours, not yours, and it has been written to the log.",
        )  # fmt: skip
    _log.error("%s", trouble)
    response = _bare(
        request, 503, "Not just now", f"The site can’t answer at the moment. {trouble.what}.", "Try again in a while",
        f"Whoever runs it can mend this: {trouble.mend}. The log has the details.",
        program=f"{trouble.what}. Whoever runs this site can mend it: {trouble.mend}.",
    )  # fmt: skip
    response["Retry-After"] = _RETRY_SECONDS
    return response


def _bare(
    request: HttpRequest | None, status: int, heading: str, lede: str, then: str, *further: str, program: str = ""
) -> HttpResponse:
    """A page that needs only its template; under the API its first sentence, or ``program``, in JSON."""
    if request is not None and request.path_info.startswith(PLACE):
        response: HttpResponse = JsonResponse({"error": program or lede}, status=status)
    else:
        page = {"heading": heading, "lede": lede, "further": further, "then": then}
        page |= {"styles": _links(*_STYLES), "scripts": _links(_SCRIPT)}
        response = HttpResponse(get_template("bare.html").render(page), status=status)
    add_never_cache_headers(response)
    return response


def _links(*names: str) -> list[str]:
    """The URLs of static files, none if they are unknown."""
    with suppress(Trouble):
        return [static(name) for name in names]
    return []
