"""A door before a site, which a test can hold shut, or have answer for the site."""

from __future__ import annotations

import http.client
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit


class Gateway:
    """Passes what is asked for on to a site; use as a context manager.

    ``status`` is what is answered instead of asking the site, 0 for nothing; ``missing`` are paths that are not found
    here, ``refused`` those of them that were asked for; ``hold`` and ``let_go`` keep every request waiting; ``close``
    is the end of it.
    """

    def __init__(self, site: str) -> None:
        self.status = 0
        self.missing: set[str] = set()
        self.refused: set[str] = set()
        self._open = threading.Event()
        self._open.set()
        gateway, place = self, urlsplit(site).netloc

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                gateway._open.wait()
                asked_for = {urlsplit(self.path).path} & gateway.missing
                gateway.refused |= asked_for
                status = 404 if asked_for else gateway.status
                if status:
                    self.send_error(status)
                    return
                asked = http.client.HTTPConnection(place, timeout=60)
                asked.request("GET", self.path, headers={**self.headers, "Host": place})
                answer = asked.getresponse()
                body = answer.read()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in ("connection", "date", "server", "transfer-encoding"):
                        self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                """Nothing is written down."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"

    def hold(self) -> None:
        """Let every request wait."""
        self._open.clear()

    def let_go(self) -> None:
        """Answer what waits."""
        self._open.set()

    def close(self) -> None:
        """Be there no more: whoever comes finds nobody who listens."""
        self.let_go()
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> Gateway:
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
