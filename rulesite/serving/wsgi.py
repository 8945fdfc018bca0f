"""Calling a WSGI application with a request that was received whole, and taking its answer: whole, or where it is made
while it is sent, piece by piece."""

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
    """An answer; the names of its headers are in small letters. One that is made while it is sent has ``pieces``, and
    is to be closed when they are no longer wanted.
    """

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes = b""
    pieces: Iterator[bytes] | None = None
    close: Callable[[], None] = lambda: None

    @classmethod
    def own(cls, status: int, sentence: str, *, program: bool = False, **headers: str) -> Answer:
        """An answer of the server's own: one sentence, never kept; to a ``program`` in JSON."""
        said = (json.dumps({"error": sentence}) if program else f"{sentence}\n").encode()
        fields = {
            "content-type": "application/json" if program else "text/plain; charset=utf-8",
            "content-length": str(len(said)),
            "cache-control": "no-store",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        return cls(status, [(name.encode(), value.encode()) for name, value in fields.items()], said)


def environ(scope: Mapping[str, Any], body: IO[bytes], length: int, client: str) -> dict[str, Any]:
    """The request as WSGI has it.

    A header whose name has an underscore is left out, as web servers do: in WSGI it could not be told from the one with
    a hyphen, which a proxy may have set.
    """
    server = scope.get("server") or ("localhost", 80)
    found: dict[str, Any] = {
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
    for given, value in scope["headers"]:
        name = given.decode("latin-1")
        if "_" in name or name == "transfer-encoding":
            continue
        key = _NAMES.get(name) or f"HTTP_{name.upper().replace('-', '_')}"
        said = value.decode("latin-1")
        found[key] = f"{found[key]}{'; ' if name == 'cookie' else ','}{said}" if key in found else said
    found["CONTENT_LENGTH"] = str(length)
    return found


def _fields(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]


def _is_long(output: Any, started: list[Any]) -> bool:
    """Whether an answer is made while it is sent: a stream of which nobody knows the length."""
    known = {name.lower() for name, _ in started[1]} if started else set()
    return getattr(output, "streaming", False) and bool(started) and "content-length" not in known


def call(application: Application, request: dict[str, Any]) -> Answer:
    """What a WSGI application answers."""
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
