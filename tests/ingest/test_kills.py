"""Runs that are killed at any moment: readers see the old book or the new one, and the next run comes to the same as
one that nobody disturbed, edge by edge, hit by hit, link by link."""

from __future__ import annotations

import json
import random
import resource
import sqlite3
import time
from contextlib import closing

import pytest
from django.conf import settings as site

from ingest.runs import read_sources
from ingest.runs import run as runs_run
from ingest.runs.pipeline import Options
from ingest.staging import stage
from rulesite.rulebook.models import Library
from rulesite.search import search as search_search
from tests import data_folders
from tests.ingest.whole_runs import DAYS, Telling, apart, book, published, write

pytestmark = [pytest.mark.slow(seconds=60), pytest.mark.usefixtures("program_read")]
WORDS = ("ferry", "silver coins", "402.2", "star")


READ_ALONE = read_sources._LONG
"""How long books are that are read without workers."""


def fresh(data, tmp_path, monkeypatch):
    """Three editions into an empty library, by workers."""
    monkeypatch.setattr(read_sources, "_LONG", 0)
    return write(tmp_path / "books", *list(DAYS)[:3]), Options()


def added(data, tmp_path, monkeypatch):
    """One edition more, between those that are held."""
    assert apart(lambda: run(write(tmp_path / "held", "2001-01-01", "2003-03-03", "2004-04-04"))) == 0
    return write(tmp_path / "more", "2002-02-02"), Options()


def forced(data, tmp_path, monkeypatch):
    """Everything read again, one file of it with other words."""
    books = write(tmp_path / "books", *list(DAYS)[:3])
    assert apart(lambda: run(books)) == 0
    (books / "cr-2002-02-02.txt").write_text(book("2002-02-02", [*DAYS["2003-03-03"][1:], "Nobody sails by night."]))
    return books, Options(force=True)


def run(places, options=None, **told):
    return runs_run.run([str(places)], options, **told)


def hits_after(work, tmp_path):
    """What a search finds, by addresses, when some work was done in a process of its own."""
    found = tmp_path / "hits.json"

    def search():
        work()
        rows = {words: [hit.url for hit in search_search.search(words).hits] for words in WORDS}
        found.write_text(json.dumps(rows))

    assert apart(search) == 0
    return json.loads(found.read_text())


def lay_out(kept, data):
    """The data folder as it was kept."""
    data_folders.lay_out(kept, data)


def taken_up(books, options, nth):
    """Finish a run that was killed at the nth thing told: by what finishes each run or by the same run once more.

    Such small books are read without workers then, whoever was at work before; with them where the clock killed it.
    """
    if nth:
        read_sources._LONG = READ_ALONE
    if nth % 2:
        runs_run.finish()
    else:
        run(books, options)


def moments(count, of):
    """After how many things told a run is killed, and then at some times: of all of these, or of every second."""
    chance = random.Random(9)
    found = [*((nth, 0.0) for nth in range(1, count + 1)), *((0, chance.random()) for _ in range(4))]
    return found if of == "all" else [moment for nth, moment in enumerate(found) if nth % 2]


@pytest.mark.parametrize("of", ["some", pytest.param("all", marks=pytest.mark.thorough("every moment"))])
@pytest.mark.parametrize("prepared", [fresh, added, forced])
def test_a_run_that_is_killed_at_any_moment_comes_to_the_same_when_it_is_taken_up_again(
    data, tmp_path, monkeypatch, prepared, of
):
    books, options = prepared(data, tmp_path, monkeypatch)
    before = published(data)
    kept = tmp_path / "kept"
    data_folders.duplicate(data, kept)
    count, took = tmp_path / "count", time.perf_counter()

    def undisturbed():
        telling = Telling()
        run(books, options, progress=telling)
        count.write_text(str(len(telling.told)))

    found = hits_after(undisturbed, tmp_path)
    took = time.perf_counter() - took
    after = published(data)
    assert after != before
    killed = 0
    for nth, share in moments(int(count.read_text()), of):
        lay_out(kept, data)
        ended = apart(lambda nth=nth: run(books, options, progress=Telling(nth)), kill_after=share * took)
        assert ended in (0, -9)
        killed += ended == -9
        assert published(data) in (before, after), f"readers saw half of it at moment {nth or share}"
        hits = hits_after(lambda nth=nth: taken_up(books, options, nth), tmp_path)
        assert published(data) == after, f"killed at moment {nth or share}"
        assert hits == found, f"killed at moment {nth or share}"
        assert not (data / "stage").exists()
    assert killed >= (12 if of == "all" else 6)


@pytest.mark.files("the disk that is full is that of the process; PostgreSQL's is its own")
def test_a_full_disk_leaves_the_published_book_and_what_was_done_and_is_mended_by_room(data, tmp_path, monkeypatch):
    books, options = fresh(data, tmp_path, monkeypatch)
    before = published(data)
    for size in (700_000, 900_000, 1_200_000):

        def starved(size=size):
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
            run(books, options)

        apart(starved)
        with closing(sqlite3.connect(data / "rulebook.sqlite3")) as database:
            assert database.execute("PRAGMA quick_check").fetchone() == ("ok",)
        assert published(data) == before or not stage.left()
    assert apart(runs_run.finish) == 0
    assert len(published(data)["editions"]) == 3


def test_readers_and_writers_go_on_during_a_run_and_see_one_book_at_a_time(data, tmp_path):
    run(write(tmp_path / "books", "2001-01-01", "2002-02-02"))
    old = published(data)
    more = write(tmp_path / "more", "2003-03-03", "2004-04-04")
    done = tmp_path / "done"
    seen = []

    def beside():
        """Somebody who logs in again and again, and reads in between."""
        waited = 0.0
        while not done.exists():
            started = time.perf_counter()
            with data_folders.opened(data) as database:
                database.execute(
                    "INSERT INTO axes_accesslog (user_agent, username, http_accept, path_info, attempt_time, session_hash) VALUES ('', 'ada', '', '/', CURRENT_TIMESTAMP, '')"
                )
            waited = max(waited, time.perf_counter() - started)
            state = published(data)
            if state not in seen:
                seen.append(state)
            time.sleep(0.01)
        seen.append(published(data))
        (tmp_path / "seen.json").write_text(
            json.dumps([waited, [len(each["editions"]) for each in seen], seen[0] == old])
        )

    import os

    from django.db import connections

    connections.close_all()
    reader = os.fork()
    if reader == 0:
        beside()
        os._exit(0)
    assert apart(lambda: run(more)) == 0
    done.touch()
    assert os.waitstatus_to_exitcode(os.waitpid(reader, 0)[1]) == 0
    waited, editions, began_with_old = json.loads((tmp_path / "seen.json").read_text())
    assert began_with_old
    assert set(editions) == {2, 4}
    assert waited < 10
    assert Library.current().publication == 2
    assert data == site.DATA_DIR
