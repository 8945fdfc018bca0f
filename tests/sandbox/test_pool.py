"""Work of strangers is done within bounds, in processes of its own, and nothing that it does breaks them."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from socket import AF_UNIX, SOCK_SEQPACKET, socketpair

import pytest

from rulesite.sandbox import AdmissionQueue, Busy, Limits, Stopped
from rulesite.sandbox import pool as pools
from rulesite.sandbox.pool import Failed, Pool

WORKS = "tests.sandbox.works"
WORKS_TO_PREPARE = "tests.sandbox.works_to_prepare"


@pytest.fixture(scope="module", autouse=True)
def _workers_see_the_tests_data():
    """Here the workers are forked from the fork server, as for readers; it may start beside other tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pools, "_GRACE", 60)
        patch.setattr(pools, "_BEGINNING", 60)
        yield


@pytest.fixture(scope="module")
def pool():
    made = Pool(2)
    yield made
    made.close()


@pytest.mark.slow
def test_work_is_done_in_another_process(pool):
    assert pool.run(f"{WORKS}:process", Limits()) not in (os.getpid(), pool.run(f"{WORKS}:parent", Limits()))


@pytest.mark.slow
def test_inputs_and_answers_of_any_size_and_script_arrive(pool):
    text = "🂡é{X}\n\x00" * 30_000
    assert pool.run(f"{WORKS}:same", Limits(answer=2_000_000), text=text) == text


def test_a_worker_that_draws_a_page_imports_no_library_of_tags_for_it(pool):
    assert pool.run(f"{WORKS}:imported_by_drawing", Limits()) == []


def test_nothing_is_left_of_work_in_the_next(pool):
    assert [pool.run(f"{WORKS}:remember", Limits(), what=each) for each in ("a", "b")] == [["a"], ["b"]]


@pytest.mark.slow
def test_what_takes_too_long_is_killed_and_the_bound_is_said(pool):
    with pytest.raises(Stopped, match=r"after 0\.3 seconds") as stopped:
        pool.run(f"{WORKS}:for_ever", Limits(seconds=0.3, clock=60))
    assert stopped.value.bound.name == "TIME"
    assert pool.run(f"{WORKS}:same", Limits(), text="next") == "next"


@pytest.mark.slow
def test_what_sleeps_is_killed_like_what_works(pool):
    with pytest.raises(Stopped, match=r"after 0\.3 seconds") as stopped:
        pool.run(f"{WORKS}:asleep", Limits(clock=0.3))
    assert stopped.value.bound.name == "CLOCK"


@pytest.mark.slow
def test_what_waits_for_the_processor_is_not_stopped_as_if_it_had_worked(pool):
    assert pool.run(f"{WORKS}:rest", Limits(seconds=0.3, clock=60)) == "rested"


def test_what_takes_too_much_memory_is_stopped_and_the_bound_is_said(pool):
    with pytest.raises(Stopped, match="32 MB"):
        pool.run(f"{WORKS}:swell", Limits(memory=32 * 2**20, seconds=20, clock=60))


def test_what_is_nested_too_deeply_is_stopped_and_said(pool):
    with pytest.raises(Stopped, match="nested"):
        pool.run(f"{WORKS}:dig", Limits())


def test_an_answer_that_is_too_long_is_not_given(pool):
    with pytest.raises(Stopped, match="100 bytes"):
        pool.run(f"{WORKS}:same", Limits(answer=100), text="x" * 200)


def test_a_fault_of_ours_is_no_answer(pool):
    with pytest.raises(Failed):
        pool.run(f"{WORKS}:fail", Limits())


def test_a_worker_that_is_killed_is_told_from_one_that_answered(pool):
    with pytest.raises(Stopped):
        pool.run(f"{WORKS}:die", Limits(), after="an answer")


@pytest.mark.slow
def test_another_fork_server_takes_the_place_of_one_that_was_killed(pool):
    first = pool.run(f"{WORKS}:parent", Limits())
    os.kill(first, signal.SIGKILL)
    assert _gone(first)
    assert pool.run(f"{WORKS}:parent", Limits()) != first


def test_several_share_a_fork_server(pool):
    other = Pool(1)
    other.share(pool._telling)
    assert other.run(f"{WORKS}:parent", Limits()) == pool.run(f"{WORKS}:parent", Limits())
    other.close()
    assert pool.run(f"{WORKS}:same", Limits(), text="still there") == "still there"


def test_work_that_nobody_waits_for_any_more_is_not_begun(pool, tmp_path, monkeypatch):
    pool.run(f"{WORKS}:same", Limits(), text="it is there")
    fork_server = pool.run(f"{WORKS}:parent", Limits())
    os.kill(fork_server, signal.SIGSTOP)
    monkeypatch.setattr(pools, "_BEGINNING", 0.05)
    with pytest.raises(Busy):
        pool.run(f"{WORKS}:mark_and_sleep", Limits(), place=str(tmp_path / "mark"))
    monkeypatch.setattr(pools, "_BEGINNING", 60)
    os.kill(fork_server, signal.SIGCONT)
    pool.run(f"{WORKS}:same", Limits(), text="next")
    assert not (tmp_path / "mark").exists()


@pytest.mark.slow
def test_more_work_than_may_wait_is_sent_away_and_blocks_nobody(monkeypatch):
    monkeypatch.setattr(pools, "_BEGINNING", 0)
    full, _kept = socketpair(AF_UNIX, SOCK_SEQPACKET)
    full.setblocking(False)
    pool = Pool(1)
    pool.share(full)
    for _ in range(2_000):
        with pytest.raises(Busy):
            pool.run(f"{WORKS}:same", Limits(), text="x")


def test_what_work_needs_is_imported_and_prepared_before_anybody_asks_for_it(pool):
    assert not pool.run(f"{WORKS}:is_imported", Limits(), module=WORKS_TO_PREPARE)
    pool.warm(f"{WORKS_TO_PREPARE}:seen")
    assert pool.run(f"{WORKS}:is_imported", Limits(), module=WORKS_TO_PREPARE)
    assert pool.run(f"{WORKS_TO_PREPARE}:seen", Limits()) == ["prepared"]


def test_nobody_waits_for_a_fork_server_that_is_still_starting(monkeypatch):
    monkeypatch.setattr(pools, "_BEGINNING", 0.001)
    young = Pool(1)
    with pytest.raises(Busy):
        young.run(f"{WORKS}:same", Limits(), text="too early")
    young.close()


@pytest.mark.slow
def test_workers_end_with_the_process_that_wanted_them(tmp_path):
    pool, mark = Pool(1), tmp_path / "mark"
    asked = threading.Thread(target=_quietly, args=(pool, mark))
    asked.start()
    while not (mark.exists() and mark.read_text()):
        time.sleep(0.01)
    pool._telling.close()  # as when that process is killed
    asked.join(timeout=20)
    assert not asked.is_alive()
    assert _gone(int(mark.read_text()))
    pool.close()


def _quietly(pool, mark):
    with pytest.raises((Stopped, Failed)):
        pool.run(f"{WORKS}:mark_and_sleep", Limits(clock=60), place=str(mark))


def _gone(process):
    for _ in range(500):
        stat = Path(f"/proc/{process}/stat")
        if not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.02)
    os.kill(process, signal.SIGKILL)
    return False


def test_who_comes_when_all_places_are_taken_is_sent_away():
    turns = AdmissionQueue(at_once=1, waiting=1, patience=60)
    inside, leave = threading.Event(), threading.Event()

    def stay():
        with turns.turn():
            inside.set()
            leave.wait(60)

    threads = [threading.Thread(target=stay) for _ in range(2)]
    threads[0].start()
    assert inside.wait(60)
    threads[1].start()
    while turns._places._value:
        time.sleep(0.01)
    with pytest.raises(Busy), turns.turn():
        pass
    leave.set()
    for thread in threads:
        thread.join()
    with turns.turn():
        pass


def test_who_waits_too_long_is_sent_away():
    turns = AdmissionQueue(at_once=1, waiting=1, patience=0.01)
    with turns.turn(), pytest.raises(Busy), turns.turn():
        pass


@pytest.mark.slow
def test_eight_heavy_pieces_of_work_hold_only_the_threads_that_they_may():
    pool = Pool(1)
    said = []

    def ask():
        try:
            pool.run(f"{WORKS}:asleep", Limits(clock=1))
        except (Busy, Stopped) as error:
            said.append(type(error))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    pool.close()
    assert said.count(Busy) >= 6
    assert Stopped in said
