"""Charsets: the site accepts only UTF-8, and says so for requests in anything else.

Django decodes URLs and forms by the charset in a request, if Python has any codec of that name: ``hex``, ``idna`` and
``undefined`` are not text encodings, and with another charset the same URL is another request, while responses are
cached by URL.  Browsers send these forms as UTF-8 without naming a charset.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Iterable
from typing import Any

from django.utils.http import parse_header_parameters

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
"""A WSGI application."""
_READ = ("utf-8", "ascii")
_MESSAGE = "This site reads UTF-8: leave the charset out of the Content-Type, or write charset=utf-8."


def is_read(content_type: str) -> bool:
    """Whether a request with this Content-Type can be read.

    >>> [is_read(f"text/plain; {parameter}") for parameter in ("charset=UTF8", "charset=hex", "name*=undefined''a")]
    [True, False, False]
    """
    try:
        _, parameters = parse_header_parameters(content_type)
        return codecs.lookup(parameters.get("charset", "utf-8")).name in _READ
    except (LookupError, ValueError):
        return False


def utf8_only(application: Application, programs: str) -> Application:
    """Answer 400 to unreadable requests, before the site parses the request, which may already fail.

    URLs that begin with ``programs`` get the answer as JSON.
    """

    def checked(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if is_read(environ.get("CONTENT_TYPE", "")):
            return application(environ, start_response)
        kind, message = "text/plain; charset=utf-8", f"{_MESSAGE}\n"
        if environ["PATH_INFO"].startswith(programs):
            kind, message = "application/json", json.dumps({"error": _MESSAGE})
        start_response("400 Bad Request", [("Content-Type", kind), ("Content-Length", str(len(message)))])
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [message.encode()]

    return checked
