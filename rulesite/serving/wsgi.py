"""Call a WSGI application with a completely received request, and take its answer: complete, or in pieces if it is
generated while it is sent."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
_NAMES = {"content-length": "CONTENT_LENGTH", "content-type": "CONTENT_TYPE"}


@dataclass(frozen=True)
class Answer:
    """An answer, with lower-case names of headers.

    One that is generated while it is sent has ``pieces``, and must be closed when they are no longer needed.
    """

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes = b""
    pieces: Iterator[bytes] | None = None
    close: Callable[[], None] = lambda: None

    @classmethod
    def own(cls, status: int, sentence: str, *, program: bool = False, **headers: str) -> Answer:
        """An answer by the server itself: one sentence, not cacheable; as JSON for a ``program``."""
        body = (json.dumps({"error": sentence}) if program else f"{sentence}\n").encode()
        fields = {
            "content-type": "application/json" if program else "text/plain; charset=utf-8",
            "content-length": str(len(body)),
            "cache-control": "no-store",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        return cls(status, [(name.encode(), value.encode()) for name, value in fields.items()], body)


def environ(scope: Mapping[str, Any], body: IO[bytes], length: int, client: str) -> dict[str, Any]:
    """The WSGI environment of a request.

    A header with an underscore in its name is left out, as web servers do: WSGI could not distinguish it from the one
    with a hyphen, which a proxy may have set.
    """
    server = scope.get("server") or ("localhost", 80)
    variables: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode("utf-8", "surrogateescape").decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "REMOTE_ADDR": client,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, value in scope["headers"]:
        name = raw_name.decode("latin-1")
        if "_" in name or name == "transfer-encoding":
            continue
        key = _NAMES.get(name) or f"HTTP_{name.upper().replace('-', '_')}"
        text = value.decode("latin-1")
        variables[key] = f"{variables[key]}{'; ' if name == 'cookie' else ','}{text}" if key in variables else text
    variables["CONTENT_LENGTH"] = str(length)
    return variables


def _fields(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]


def _is_long(output: Any, started: list[Any]) -> bool:
    """Whether an answer is generated while it is sent: a stream of unknown length."""
    names = {name.lower() for name, _ in started[1]} if started else set()
    return getattr(output, "streaming", False) and bool(started) and "content-length" not in names


def call(application: Application, request: dict[str, Any]) -> Answer:
    """The answer of a WSGI application to a request."""
    started: list[Any] = []

    def start_response(status: str, headers: list[tuple[str, str]], error: Any = None) -> None:
        started[:] = [int(status[:3]), headers]

    output = application(request, start_response)
    close = getattr(output, "close", lambda: None)
    if _is_long(output, started) and request["REQUEST_METHOD"] != "HEAD":
        return Answer(started[0], _fields(started[1]), pieces=iter(output), close=close)
    try:
        body = b"" if _is_long(output, started) else b"".join(output)
    finally:
        close()
    status, headers = started
    fields = _fields(headers)
    if _is_long(output, started):
        return Answer(status, fields)
    if not any(name == b"content-length" for name, _ in fields) and status not in (204, 304):
        fields.append((b"content-length", str(len(body)).encode()))
    return Answer(status, fields, b"" if request["REQUEST_METHOD"] == "HEAD" else body)
