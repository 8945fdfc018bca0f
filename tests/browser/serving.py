"""A site that runs while something looks at it, and the browser that looks: for the tests and for the pictures."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import data_folders
from tests.libraries import ROOT

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""The browser that is installed, the lighter one where both are; None where there is none."""
PATIENCE = 60_000
"""Milliseconds in which what a page does is there: a busy machine is slow, not wrong."""
QUIET = ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run", "--disable-gpu", "--renderer-process-limit=1"]  # fmt: skip
"""Its arguments: nothing but what it is asked, and no sandbox, because CI runs as root. The pages of a context share one
process, and none is begun for pages that may come."""


@contextmanager
def served(data: Path, *arguments: str, seconds: float) -> Iterator[str]:
    """The address of a site that ``manage.py serve`` serves from a data folder for as long as this lasts.

    ``arguments`` go to the command. Raises RuntimeError, with what the command said, when there is no answer in time.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(port), *arguments]
    log = data.parent / f"{data.name}.log"
    with log.open("wb") as writing:
        environment = data_folders.environment(data) | {"RULESITE_API_LIMIT": "0"}
        server = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=writing, stderr=writing)
    address = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + seconds
    try:
        while not _answers(address):
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the site could not be served: {log.read_text(encoding='utf-8')}")
            time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait(timeout=60)


@contextmanager
def served_copy(ready: Path, data: Path) -> Iterator[str]:
    """The address of a site with a copy of a loaded library, which it may change; one process answers there."""
    data_folders.duplicate(ready, data)
    with served(data, "--processes", "1", seconds=180) as address:
        yield address


def _answers(address: str) -> bool:
    try:
        urllib.request.urlopen(f"{address}/robots.txt", timeout=5).close()
    except OSError:
        return False
    return True
