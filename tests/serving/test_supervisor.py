"""The supervisor, with processes that do nothing: whatever becomes of them, every place has one again."""

import asyncio
import os
import signal
import sys
import time
from contextlib import asynccontextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesite.serving import supervisor
from rulesite.serving.supervisor import Supervisor

PATIENCE = 60
READY = """
import os, signal, socket, sys
signal.signal(signal.SIGUSR1, signal.SIG_IGN)
line = socket.socket(fileno=int(next(word for word in sys.argv if word.startswith("--line=")).partition("=")[2]))
line.send(b"!")
line.recv(1)
"""
"""Answers at once, until it is told to stop."""
DEAF = READY.replace("line.recv", "signal.signal(signal.SIGTERM, signal.SIG_IGN); line.recv")
"""The same, and does not stop when it is told to."""
BROKEN = "raise SystemExit(3)"
"""Ends before it answers."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    """Seconds pass quickly here."""
    for name, seconds in {"_SHORTEST": 0.02, "_LONGEST": 0.1, "STOPPING": 0.3, "_LEAVING": 0.02, "_READY": 10}.items():
        monkeypatch.setattr(supervisor, name, seconds)


@asynccontextmanager
async def supervised(source=READY, places=2, **how):
    """A supervisor at work; it is stopped as it is by its user."""
    watching = Supervisor([sys.executable, "-S", "-E", "-c", source], places, **how)
    running = asyncio.create_task(watching.run())
    await asyncio.sleep(0)
    try:
        yield watching
    finally:
        every = [process.popen for process in watching._processes]
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(running, PATIENCE)
        assert [process for process in every if process.poll() is None] == []


def answering(watching):
    """The processes that answer, by place."""
    ready = [
        process for process in watching._places if process and process.ready.is_set() and not process.ended.is_set()
    ]
    return [process.popen.pid for process in ready]


async def until(what):
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, "it never was so"
        await asyncio.sleep(0.01)


async def full(watching):
    """Wait until every place has a process that answers, and no other is left."""
    places = len(watching._places)
    await until(lambda: len(answering(watching)) == len(watching._processes) == places)
    return answering(watching)


HAPPENINGS = st.one_of(
    st.tuples(st.just("kill"), st.sampled_from([signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV]), st.integers(0, 5)),
    st.tuples(st.just("hang up"), st.none(), st.none()),
    st.tuples(st.just("wait"), st.none(), st.integers(0, 5)),
)


@pytest.mark.slow(seconds=30)
@settings(max_examples=15)
@given(st.lists(HAPPENINGS, max_size=12), st.integers(1, 3))
def test_whatever_ends_processes_every_place_has_one_again(happenings, places):
    async def tried():
        async with supervised(places=places) as watching:
            await full(watching)
            for what, number, which in happenings:
                if what == "kill":
                    every = sorted(process.popen.pid for process in watching._processes)
                    if every:
                        os.kill(every[which % len(every)], number)
                elif what == "hang up":
                    os.kill(os.getpid(), signal.SIGHUP)
                else:
                    await asyncio.sleep(which / 50)
            await full(watching)

    asyncio.run(tried())


def test_a_process_that_is_killed_again_and_again_takes_no_other_with_it():
    async def tried():
        async with supervised() as watching:
            killed, neighbour = await full(watching)
            for _ in range(8):
                os.kill(killed, signal.SIGKILL)
                await until(lambda killed=killed: killed not in [p.popen.pid for p in watching._processes])
                killed = (await full(watching))[0]
                assert answering(watching)[1] == neighbour

    asyncio.run(tried())


def test_one_that_ends_again_and_again_is_begun_after_pauses_that_grow_for_ever(capfd):
    async def tried():
        async with supervised(BROKEN, places=1):
            await until(lambda: capfd.readouterr().err.count("exit status 3") or time.sleep(0.01))
            begun = time.monotonic()
            said = ""
            while said.count("exit status 3") < 8:
                await asyncio.sleep(0.01)
                said += capfd.readouterr().err
            assert time.monotonic() - begun > 0.02 + 0.04 + 0.08 + 4 * 0.1

    asyncio.run(tried())


def test_where_no_process_can_be_begun_it_is_tried_again(monkeypatch):
    begin, refused = supervisor.subprocess.Popen, [OSError(12, "Cannot allocate memory")] * 3

    def popen(*args, **options):
        if refused:
            raise refused.pop()
        return begin(*args, **options)

    async def tried():
        async with supervised() as watching:
            await full(watching)
            assert refused == []

    monkeypatch.setattr(supervisor.subprocess, "Popen", popen)
    asyncio.run(tried())


def test_one_that_does_not_stop_is_ended():
    async def tried():
        async with supervised(DEAF) as watching:
            before = await full(watching)
            os.kill(os.getpid(), signal.SIGHUP)
            await until(lambda: not set(answering(watching)) & set(before))
            await full(watching)

    asyncio.run(tried())


def test_where_no_fresh_process_gets_ready_the_old_ones_go_on():
    async def tried():
        async with supervised() as watching:
            before = await full(watching)
            sound, watching._command = watching._command, [*watching._command[:-1], BROKEN]
            os.kill(os.getpid(), signal.SIGHUP)
            await asyncio.sleep(0.5)
            assert await full(watching) == before
            watching._command = sound
            os.kill(os.getpid(), signal.SIGHUP)
            await until(lambda: not set(answering(watching)) & set(before))

    asyncio.run(tried())


def test_one_that_is_too_large_at_two_looks_in_a_row_is_replaced(monkeypatch):
    monkeypatch.setattr(supervisor, "_LOOKING", 0.05)
    looks = []

    async def tried():
        def is_too_large(pid):
            looks.append(pid)
            return pid == large and looks.count(pid) != 2  # at the first look, at the third and at the fourth

        large = 0
        async with supervised(is_too_large=is_too_large) as watching:
            large, other = await full(watching)
            looks.clear()
            await until(lambda: answering(watching)[0] != large)
            assert looks.count(large) == 4
            assert (await full(watching))[1] == other

    asyncio.run(tried())


def test_two_hundred_signals_stop_it_once():
    async def tried():
        async with supervised() as watching:
            await full(watching)
            for _ in range(200):
                os.kill(os.getpid(), signal.SIGTERM)

    asyncio.run(tried())
