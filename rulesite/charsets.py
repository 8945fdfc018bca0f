"""Charsets: the site reads UTF-8, and says so to whoever sends something else.

Django decodes addresses and forms by the charset that a request names, whatever Python has by that name: ``hex``,
``idna`` and ``undefined`` are no encodings of texts, and under another one the same address asks for something else,
while answers are kept by address.  Browsers send these forms as UTF-8 and name nothing.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Iterable
from typing import Any

from django.utils.http import parse_header_parameters

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
"""What WSGI servers call."""
_READ = ("utf-8", "ascii")
_SAID = "This site reads UTF-8: leave the charset out of the Content-Type, or write charset=utf-8."


def is_read(content_type: str) -> bool:
    """Whether what has this Content-Type can be read.

    >>> [is_read(f"text/plain; {parameter}") for parameter in ("charset=UTF8", "charset=hex", "name*=undefined''a")]
    [True, False, False]
    """
    try:
        _, parameters = parse_header_parameters(content_type)
        return codecs.lookup(parameters.get("charset", "utf-8")).name in _READ
    except (LookupError, ValueError):
        return False


def utf8_only(application: Application, programs: str) -> Application:
    """Answer 400 to requests that can't be read: before the site makes a request of them, for that may fail already.

    Addresses that begin like ``programs`` are told so in JSON.
    """

    def asked(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if is_read(environ.get("CONTENT_TYPE", "")):
            return application(environ, start_response)
        kind, said = "text/plain; charset=utf-8", f"{_SAID}\n"
        if environ["PATH_INFO"].startswith(programs):
            kind, said = "application/json", json.dumps({"error": _SAID})
        start_response("400 Bad Request", [("Content-Type", kind), ("Content-Length", str(len(said)))])
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [said.encode()]

    return asked
