"""The server of `make run` as whoever stops it, keeps it waiting or kills a part of it sees it."""

from __future__ import annotations

import contextlib
import fcntl
import http.client
import itertools
import os
import signal
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from rulesite.serving.gateway import Limits
from rulesite.serving.server import is_too_large
from rulesite.serving.site_process import HEADERS_SECONDS
from tests.attack import connections
from tests.machine.serving import PATIENCE, served, until

pytestmark = pytest.mark.timeout(600)
SLACK = 60
"""Seconds that a busy machine may need beyond a promise."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A server for many tests."""
    with served(tmp_path_factory.mktemp("site") / "data") as running:
        yield running


@pytest.fixture
def own_site(tmp_path):
    """A server for one test, which may stop it."""
    with served(tmp_path / "data") as running:
        yield running


@pytest.mark.slow
def test_it_can_be_asked_as_soon_as_it_says_that_it_serves(tmp_path):
    with served(tmp_path / "data", all_of_it=False) as running:
        assert running.page("/robots.txt")[0] == 200


@pytest.mark.slow(seconds=70)
@pytest.mark.parametrize(
    "number",
    [
        pytest.param(signal.SIGTERM, id="SIGTERM"),
        pytest.param(signal.SIGINT, id="SIGINT", marks=pytest.mark.thorough("the other signal")),
    ],
)
def test_a_server_that_is_told_to_stop_again_and_again_stops(number, own_site):
    children = own_site.processes()
    assert len(children) == 2
    for _ in range(200):
        own_site.process.send_signal(number)
    assert own_site.process.wait(timeout=PATIENCE) is not None
    assert not [child for child in children if Path(f"/proc/{child}").exists()]


@pytest.fixture(scope="module")
def silent(site):
    """What comes of connections without a request, which are held while others are: it takes as long as they may."""
    kinds = itertools.cycle([connections.idle, connections.idle_after_an_answer, connections.slow_headers])

    async def in_turn(held):
        await next(kinds)(held)

    with ThreadPoolExecutor(1) as beside:
        yield beside.submit(connections.attack, site.address, in_turn, connections=30, seconds=HEADERS_SECONDS + SLACK)


@pytest.fixture(scope="module")
def unread(site):
    """What comes of connections whose answers nobody reads, which are held while others are."""
    seconds = Limits.reading + SLACK
    with ThreadPoolExecutor(1) as beside:
        yield beside.submit(connections.attack, site.address, connections.slow_reading, connections=20, seconds=seconds)


@pytest.mark.slow
@pytest.mark.usefixtures("silent", "unread")
@pytest.mark.parametrize("kind", connections.KINDS)
def test_who_keeps_the_server_waiting_keeps_nobody_else_waiting(kind, site):
    outcome = connections.attack(site.address, connections.KINDS[kind], connections=300, seconds=3)
    assert outcome.failed == ()
    assert outcome.waited
    assert outcome.held.refused == 0


@pytest.mark.slow
def test_a_connection_without_a_request_is_closed(silent):
    outcome = silent.result()
    assert outcome.failed == ()
    assert outcome.open == 0
    assert len(outcome.held.lasted) == 30


@pytest.mark.slow
def test_a_connection_whose_answers_nobody_reads_is_closed(unread):
    # These are short: the server gives them to the system at once, and only that can know that nobody reads them.
    outcome = unread.result()
    assert outcome.failed == ()
    assert outcome.open == 0
    assert len(outcome.held.lasted) == 20


@pytest.mark.slow
def test_a_server_stops_though_somebody_has_not_said_all(own_site):
    with socket.create_connection(("127.0.0.1", own_site.port)) as slow:
        slow.sendall(b"POST /cite/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n")
        assert own_site.answers()
        own_site.process.terminate()
        assert own_site.process.wait(timeout=PATIENCE) is not None


@pytest.mark.slow
def test_a_process_that_is_killed_is_replaced_and_meanwhile_the_other_answers(site):
    before, doors = site.workers(), site.doors()
    os.kill(min(before), signal.SIGKILL)
    until(lambda: len(site.doors() & doors) == 1)
    assert [site.answers() for _ in range(20)] == [True] * 20
    until(lambda: len(site.workers() - {min(before)}) == 2)
    assert [site.answers() for _ in range(20)] == [True] * 20


@pytest.mark.slow
def test_processes_that_are_killed_again_and_again_are_replaced_and_the_others_go_on(own_site):
    neighbour, *others = sorted(own_site.workers())
    for _ in range(4):
        for process in others:
            os.kill(process, signal.SIGKILL)
            until(lambda process=process: not Path(f"/proc/{process}").exists())
        assert [own_site.answers() for _ in range(5)] == [True] * 5
        gone = {neighbour, *others}
        until(lambda gone=gone: own_site.process.poll() is not None or own_site.processes() - gone)
        assert own_site.process.poll() is None
        others = own_site.processes() - gone
    until(lambda: len(own_site.workers()) == 2)
    assert neighbour in own_site.workers()
    assert own_site.answers()


@pytest.fixture(scope="module")
def replaced(site):
    """What was seen while all processes were replaced: how visitors fared, and whether a fresh one stood back."""
    before = site.workers()
    asking = [_Kept(site.port) for _ in range(8)]
    for visitor in asking:
        visitor.start()
    stood_back = False
    site.process.send_signal(signal.SIGHUP)

    def seen():
        nonlocal stood_back
        stood_back |= any(max(_niceness(fresh), default=0) > _usual() for fresh in site.processes() - before)
        return len(site.workers() - before) == 2 and not site.workers() & before

    until(seen)
    for visitor in asking:
        visitor.stopping.set()
        visitor.join()
    return SimpleNamespace(visitors=asking, stood_back=stood_back)


@pytest.mark.slow
def test_nobody_is_cut_off_while_processes_are_replaced(replaced):
    assert [visitor.failed for visitor in replaced.visitors] == [[]] * 8
    assert all(visitor.answered > 10 for visitor in replaced.visitors)
    assert sum(visitor.closed for visitor in replaced.visitors) > 0


@pytest.mark.slow
def test_a_process_that_replaces_another_stands_back_until_it_answers(replaced, site):
    assert replaced.stood_back
    assert {nice for fresh in site.workers() for nice in _niceness(fresh)} == {_usual()}
    assert site.answers()


def _niceness(process):
    """How far each thread of a process stands back."""
    found = []
    for task in Path(f"/proc/{process}/task").glob("*/stat"):
        with contextlib.suppress(OSError):
            found.append(int(task.read_text().rpartition(")")[2].split()[16]))
    return found


def _usual():
    return os.getpriority(os.PRIO_PROCESS, 0)


@pytest.mark.slow
def test_where_no_fresh_process_gets_ready_the_old_ones_go_on(site):
    before = site.workers()
    site.process.send_signal(signal.SIGHUP)
    until(lambda: site.processes() - before)
    for fresh in site.processes() - before:
        os.kill(fresh, signal.SIGKILL)
    until(lambda: site.processes() == before)
    time.sleep(1)
    assert site.processes() == site.workers() == before
    assert site.answers()
    site.process.send_signal(signal.SIGHUP)
    until(lambda: len(site.workers() - before) == 2 and not site.workers() & before)


@pytest.mark.slow
def test_a_server_that_is_told_to_stop_while_it_replaces_a_process_stops(own_site):
    before = own_site.workers()
    own_site.process.send_signal(signal.SIGHUP)
    until(lambda: own_site.processes() - before)
    children = own_site.processes()
    own_site.process.terminate()
    assert own_site.process.wait(timeout=PATIENCE) is not None
    assert not [child for child in children if Path(f"/proc/{child}").exists()]


def test_no_process_is_too_large_while_documents_are_brought_in(tmp_path):
    lock, pid = tmp_path / "ingest.lock", os.getpid()
    assert is_too_large(pid, 1, lock)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert not is_too_large(pid, 1, lock)
    assert is_too_large(pid, 1, lock)
    assert not is_too_large(pid, 1_000_000, lock)
    assert not is_too_large(pid, 0, lock)


class _Kept(threading.Thread):
    """Somebody who keeps a connection for as long as the server does, and asks again and again."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.stopping = threading.Event()
        self.answered, self.closed, self.failed = 0, 0, []

    def run(self):
        while not self.stopping.is_set():
            try:
                self.connection.request("GET", "/robots.txt")
                answer = self.connection.getresponse()
                answer.read()
            except (OSError, http.client.HTTPException) as error:
                self.failed.append(repr(error))
                self.connection.close()
                continue
            self.closed += answer.getheader("Connection", "").lower() == "close"
            self.answered += answer.status == 200
            time.sleep(0.3)


@pytest.mark.slow
def test_no_process_outlives_the_server_that_is_killed(own_site):
    forking = own_site.fork_servers()
    assert len(forking) == 1
    own_site.process.kill()
    until(lambda: not own_site.answers())
    until(lambda: not any(Path(f"/proc/{one}").exists() for one in forking))


@pytest.mark.slow
def test_all_processes_share_one_fork_server_and_another_takes_its_place(site):
    def checked():
        return site.posted("/cite/", text="See rule 402.1.")

    status, page = checked()
    assert (status, "402.1" in page) == (200, True)
    [forking] = site.fork_servers()
    os.kill(forking, signal.SIGKILL)
    until(lambda: [checked()[0] for _ in range(6)] == [200] * 6)
    assert len(site.fork_servers() - {forking}) == 1


@pytest.mark.slow
def test_a_body_that_is_too_long_is_refused_unread(site):
    with socket.create_connection(("127.0.0.1", site.port)) as door:
        door.sendall(b"POST /cite/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n")
        assert door.recv(100).startswith(b"HTTP/1.1 413 ")


def test_a_stranger_is_never_attacked():
    with pytest.raises(ValueError, match="loopback"):
        connections.attack("http://203.0.113.7:80", connections.idle, connections=1, seconds=1)
