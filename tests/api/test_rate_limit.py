"""How many requests of a client are answered: shared by processes, steadily given back, and told to the client."""

import multiprocessing
import os
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.api import rate_limit
from rulesite.api.rate_limit import Counts
from tests import disks

pytestmark = pytest.mark.django_db
CALL = "/api/v1/"


@pytest.fixture
def limited(settings, tmp_path, client):
    """A client of a site that grants three requests a minute."""
    settings.API_LIMIT, settings.DATA_DIR = 3, tmp_path
    return client


def test_who_asks_too_often_is_told_when_to_come_back(limited):
    answers = [limited.get(CALL) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert [answer["RateLimit"].partition(";t=")[0] for answer in answers] == [f'"client";r={n}' for n in (2, 1, 0, 0)]
    assert answers[0]["RateLimit-Policy"] == '"client";q=3;w=60'
    assert 1 <= int(answers[3]["Retry-After"]) <= 20
    assert "try again in" in answers[3].json()["error"]
    assert "no-store" in answers[3]["Cache-Control"]


def test_a_page_in_a_browser_can_read_that_it_must_wait(limited):
    for _ in range(4):
        answer = limited.get(CALL)
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert {"RateLimit", "RateLimit-Policy", "Retry-After", "Link"} <= set(
        answer["Access-Control-Expose-Headers"].split(", ")
    )


def test_one_client_does_not_use_up_the_allowance_of_another(limited):
    for _ in range(4):
        limited.get(CALL)
    assert limited.get(CALL, REMOTE_ADDR="203.0.113.9").status_code == 200
    assert limited.get(CALL, REMOTE_ADDR="2001:db8::1").status_code == 200
    for _ in range(2):
        limited.get(CALL, REMOTE_ADDR="2001:db8::2")
    assert limited.get(CALL, REMOTE_ADDR="2001:db8::3").status_code == 429


def test_pages_for_readers_are_not_counted(limited):
    assert [limited.get("/help/").status_code for _ in range(5)] == [200] * 5
    assert "RateLimit" not in limited.get("/help/")


def test_nothing_is_counted_where_there_is_no_limit(limited, settings, tmp_path):
    settings.API_LIMIT = 0
    answers = [limited.get(CALL) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 5
    assert "RateLimit" not in answers[0]
    assert not (tmp_path / "quotas").exists()


def test_a_preflight_is_not_counted(limited):
    for _ in range(5):
        assert limited.options(CALL).status_code == 204
    assert limited.get(CALL).status_code == 200


def test_the_count_is_for_the_user_of_the_site_and_names_nobody(limited, tmp_path):
    limited.get(CALL, REMOTE_ADDR="203.0.113.9")
    kept = tmp_path / "quotas"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert b"203.0.113.9" not in kept.read_bytes()


def test_a_folder_in_which_nothing_can_be_kept_counts_in_memory(tmp_path):
    counts = Counts(tmp_path / "absent" / "quotas")
    assert [counts.use("a", 1, 1, now=5.0).granted for _ in range(2)] == [True, False]


def _full_before(disk, begin):
    disks.fill(disk)
    return begin()


def _full_around_holes(disk, begin):
    (disk / "quotas").touch()
    os.truncate(disk / "quotas", 1 << 18)  # as versions before this one have made it
    disks.fill(disk)
    return begin()


def _full_since(disk, begin):
    counts = begin()
    counts.use("another", 1, 3, now=7.0)
    disks.fill(disk)
    return counts


def _cut(disk, begin):
    counts = begin()
    counts.use("another", 1, 3, now=7.0)
    os.truncate(disk / "quotas", 0)
    return counts


def _cut_and_full(disk, begin):
    counts = _cut(disk, begin)
    disks.fill(disk)
    return counts


def _shut(disk, begin):
    counts = begin()
    counts.use("another", 1, 3, now=7.0)
    os.close(counts._file)
    return counts


@pytest.mark.parametrize("happens", [_full_before, _full_around_holes, _full_since, _cut, _cut_and_full, _shut])
def test_whatever_happens_to_the_file_each_client_has_its_allowance_and_no_process_ends(happens, tmp_path):
    def use(disk):
        counts = happens(disk, lambda: Counts(disk / "quotas"))
        for client in map(str, range(200)):  # in many places of the file
            assert [counts.use(client, 1, 3, now=7.0).granted for _ in range(4)] == [True, True, True, False]

    with disks.mounted(tmp_path / "disk", 1) as disk:
        process = multiprocessing.get_context("fork").Process(target=use, args=(disk,))
        process.start()
        process.join(60)
        assert process.exitcode == 0


def test_once_the_disk_has_room_again_processes_count_together_again(tmp_path, caplog):
    with disks.mounted(tmp_path / "disk", 1) as disk:
        disks.fill(disk)
        counts, other = Counts(disk / "quotas"), Counts(disk / "quotas")
        assert [each.use("a", 1, 1, now=7.0).granted for each in (counts, other)] == [True, True]
        assert caplog.text.count("No space left") == 2
        disks.make_room(disk)
        counts._next_try = other._next_try = 0.0
        assert [each.use("a", 1, 1, 60.0, now=7.0).granted for each in (counts, other)] == [True, False]
        for each in (counts, other):
            os.close(each._file)


def _ask(path, times, granted):
    counts = Counts(path)
    mine = sum(counts.use("one", 1, 100, now=7.0).granted for _ in range(times))
    with granted.get_lock():
        granted.value += mine


def test_processes_count_together(tmp_path):
    context = multiprocessing.get_context("spawn" if os.name == "nt" else "fork")
    granted = context.Value("i", 0)
    workers = [context.Process(target=_ask, args=(tmp_path / "quotas", 60, granted)) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert granted.value == 100


@given(st.lists(st.tuples(st.floats(0, 30), st.integers(1, 5)), min_size=1, max_size=60), st.integers(5, 50))
def test_no_more_is_ever_granted_than_an_allowance_and_what_came_back(asked, allowance):
    counts, now, granted = Counts(None), 1_000.0, 0
    for pause, cost in asked:
        now += pause
        verdict = counts.use("a", cost, allowance, now=now)
        granted += cost * verdict.granted
        assert granted <= allowance + (now - 1_000.0) * allowance / rate_limit.MINUTE + 0.01
        assert 0 <= verdict.left <= allowance
        if not verdict.granted:
            assert counts.use("a", cost, allowance, now=now + verdict.wait + 0.01)._replace(left=0, full_in=0) == (
                True, 0, 0, 0.0,
            )  # fmt: skip
            granted, now = granted + cost, now + verdict.wait + 0.01


def test_many_clients_are_told_apart():
    counts = Counts(None)
    first = [counts.use(f"client {n}", 1, 1, now=1.0).granted for n in range(2_000)]
    again = [counts.use(f"client {n}", 1, 1, now=1.0).granted for n in range(2_000)]
    assert all(first)
    assert not any(again)


def test_a_count_from_before_the_machine_started_is_none():
    counts = Counts(None)
    counts.use("a", 1, 1, now=1_000_000.0)
    assert counts.use("a", 1, 1, now=3.0).granted
