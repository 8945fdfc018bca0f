"""A server of the pocket edition, as a process of its own: for tests that stop it, hold it up or change what it
serves."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tests import command_line, data_folders
from tests.libraries import POCKET, ROOT, played

PATIENCE = 180
"""Seconds in which a server does what it is told."""
PROCESSES = 2
"""Processes of a server that answer."""
_LISTENS = "0A"
"""How /proc says that a socket listens."""


@dataclass
class Site:
    """A server that runs: its process, its address and its data folder."""

    process: subprocess.Popen[bytes]
    address: str
    data: Path

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.address.rpartition(":")[2])

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command in its data folder."""
        return command_line.run(words, data_folders.environment(self.data))

    def page(self, path: str) -> tuple[int, str]:
        """Status and text of a page; status 0 where nothing answers."""
        try:
            with urllib.request.urlopen(f"{self.address}{path}", timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError:
            return 0, ""

    def posted(self, path: str, **fields: str) -> tuple[int, str]:
        """Status and text of what a form of a page leads to."""
        keeping = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with keeping.open(f"{self.address}{path}", timeout=PATIENCE) as answer:
            token = answer.read().decode().partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
        form = urllib.parse.urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        try:
            with keeping.open(f"{self.address}{path}", form, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def answers(self) -> bool:
        """Whether it answers."""
        return self.page("/robots.txt")[0] == 200

    def processes(self) -> set[int]:
        """The processes that answer, and those that get ready for it."""
        return self._children(b"rulesite.serving.site_process")

    def workers(self) -> set[int]:
        """The processes that answer: each listens at the site's port with a socket of its own."""
        doors = {f"socket:[{inode}]" for inode in self.doors()}
        return {one for one in self.processes() if not doors.isdisjoint(_open_files(one))}

    def doors(self) -> set[str]:
        """The sockets at which connections arrive; that of a process that is killed goes last of all it has."""
        rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        return {row[9] for row in rows if row[1].endswith(f":{self.port:04X}") and row[3] == _LISTENS}

    def fork_servers(self) -> set[int]:
        """The processes that bounded work is forked from."""
        return self._children(b"rulesite.sandbox.fork_server")

    def _children(self, module: bytes) -> set[int]:
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        children = [child for task in tasks for child in _read(task).split()]
        return {int(child) for child in children if module in _read(Path(f"/proc/{child.decode()}/cmdline"))}


def _read(path: Path) -> bytes:
    """What a file of /proc says; nothing where its process has ended."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _open_files(process: int) -> set[str]:
    """What a process has open, as /proc names it."""
    found = set()
    with contextlib.suppress(OSError):
        for file in Path(f"/proc/{process}/fd").iterdir():
            with contextlib.suppress(OSError):
                found.add(os.readlink(file))
    return found


@contextlib.contextmanager
def served(data: Path, *, all_of_it: bool = True, log: IO[bytes] | None = None) -> Iterator[Site]:
    """A server of a data folder, or of the pocket edition in one that is made for it. It stops at the end.

    It has said that it serves, and all its processes answer, or not ``all_of_it`` yet. Its errors go to the ``log``.
    """
    if not data.exists():
        data_folders.duplicate(played("pocket", POCKET), data, symlinks=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = data_folders.environment(data)
    command = [sys.executable, "manage.py", "serve", "--port", str(port), "--processes", str(PROCESSES)]
    with subprocess.Popen(
        command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=log or subprocess.DEVNULL
    ) as process:
        site = Site(process, f"http://127.0.0.1:{port}", data)
        try:
            assert process.stdout
            assert site.address in next((line.decode() for line in process.stdout if b"Serving" in line), "")
            until(lambda: process.poll() is not None or not all_of_it or len(site.workers()) == PROCESSES)
            assert process.poll() is None, "the server has ended"
            yield site
        finally:
            process.terminate()
            assert process.wait(timeout=PATIENCE) is not None


def until(what: Callable[[], object]) -> None:
    """Wait until something is so."""
    end, pause = time.monotonic() + PATIENCE, 0.05
    while not what():
        assert time.monotonic() < end, "it never was so"
        time.sleep(pause)
        pause = min(0.4, pause * 1.2)  # looking takes from those who are waited for
