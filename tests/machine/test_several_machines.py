"""Several machines serve one database of PostgreSQL: a publication in the middle is seen by all, and never half."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from typing import Any

import pytest

from tests.ingest.whole_runs import DAYS, write
from tests.libraries import ROOT
from tests.machine.serving import PATIENCE, until
from tests.machine.test_postgres import Place

pytestmark = [pytest.mark.slow(seconds=40), pytest.mark.timeout(600)]
EARLIER, LATER = list(DAYS)[:2], list(DAYS)[2:]
MACHINES = 3


class Machine(Place):
    """A machine with a data folder of its own, beside others at one database."""

    def __init__(self, folder, url: str, search: str) -> None:
        super().__init__(folder, url)
        self.environment |= {
            "RULESITE_SEARCH": search,
            "RULESITE_SECRET_KEY": "the same for all",
            "RULESITE_API_LIMIT": "0",
        }
        self.port = 0

    def api(self, path: str) -> tuple[int, Any]:
        """Status and answer of the API; status 0 where nothing answers."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/{path}", timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, {}
        except OSError:
            return 0, {}


@contextlib.contextmanager
def serving(machine: Machine):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        machine.port = probe.getsockname()[1]
    command = [sys.executable, "manage.py", "serve", "--port", str(machine.port), "--processes", "1"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, env=machine.environment, cwd=ROOT, **quiet) as process:
        try:
            until(lambda: process.poll() is not None or machine.api("")[0] == 200)
            assert process.poll() is None, "the server has ended"
            yield
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE)


def editions(machine: Machine) -> list[str]:
    """The days of the editions of which one machine tells."""
    status, answer = machine.api("editions")
    assert status == 200
    return sorted(each["effective"] for each in answer)


@pytest.mark.thorough("two processes at one database are tried by test_postgres")
@pytest.mark.parametrize("search", ["embedded", "postgres"])
def test_three_machines_show_the_old_book_or_the_new_and_find_in_it(cluster, laid_out, tmp_path, search):
    url = cluster.create(f"machines_{search}", f"--template={laid_out}")
    machines = [Machine(tmp_path / f"machine-{nth}", url, search) for nth in range(MACHINES)]
    machines[0].ingest(write(tmp_path / "earlier", *EARLIER))
    seen, failed, done = [set() for _ in machines], [], threading.Event()

    def read(nth: int) -> None:
        while not done.is_set():
            try:
                held = editions(machines[nth])
                status, found = machines[nth].api("search?q=church")
                seen[nth].add((tuple(held), found.get("total", 0) > 0))
                assert status == 200
            except Exception as error:
                failed.append(error)

    with contextlib.ExitStack() as running:
        for machine in machines:
            running.enter_context(serving(machine))
        readers = [threading.Thread(target=read, args=[nth]) for nth in range(MACHINES)]
        for reader in readers:
            reader.start()
        try:
            machines[0].ingest(write(tmp_path / "later", *LATER))
            until(lambda: failed or all((tuple(DAYS), True) in states for states in seen))
        finally:
            done.set()
            for reader in readers:
                reader.join()
        assert failed == []
        books = {held for states in seen for held, _ in states}
        assert books == {tuple(EARLIER), tuple(DAYS)}
    files = [sorted((machine.folder / "data").rglob("index.sqlite3")) for machine in machines[1:]]
    assert all(found if search == "embedded" else not found for found in files)
