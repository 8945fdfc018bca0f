"""Generations of the index: one is current, what is prepared waits, what nobody reads goes, and one process writes."""

import gc
import multiprocessing
import os
import threading
import time
import weakref
from dataclasses import replace

import pytest
from django.db import connection

from rulesite.rulebook import pending
from rulesite.search import search, searcher, typeahead
from rulesite.search.indexing import builder
from rulesite.search.store import generations
from tests import factories
from tests.search.indexed import change, numbers, texts

pytestmark = pytest.mark.django_db


def test_what_is_prepared_is_not_seen_until_it_is_published(library):
    change(library["new"], "613.1", "Apply continuous effects in a spiral.")
    prepared = builder.prepare()
    assert numbers("spiral") == []
    assert generations.publish(prepared.generation)
    assert numbers("spiral") == ["613.1"]
    assert builder.prepare() == replace(prepared, added=0, removed=0)


def test_a_generation_that_another_one_has_replaced_is_given_back_at_once(library):
    gc.disable()
    try:
        assert numbers("haste")
        assert typeahead.typeahead("ha")
        held = weakref.ref(searcher.current())
        builder.rebuild()
        assert numbers("haste")
        assert typeahead.typeahead("ha")
        assert held() is None
    finally:
        gc.enable()


def test_an_index_prepared_from_another_than_the_current_one_is_not_published_over_it(library, monkeypatch):
    """Somebody publishes a book with its own index while a correction's index is being made: both count."""
    version = library["new"].versions.get(key="613.1")
    version.wording = factories.wording("Apply continuous effects in a spiral.")
    version.save()
    other = builder.prepare(anew=True).generation
    real, calls = generations.complete, []

    def meanwhile(generation):
        real(generation)
        if not calls:
            calls.append(generation)
            generations.publish(other)

    monkeypatch.setattr(generations, "complete", meanwhile)
    version.wording = factories.wording("Apply continuous effects in a circle.")
    version.save()
    builder.refresh(every=True)
    assert len(calls) == 1
    assert numbers("circle") == ["613.1"]
    assert numbers("spiral") == []


def test_generations_are_swept_when_nobody_reads_them_and_prepared_ones_are_kept(library, index_folder, monkeypatch):
    first = generations.named()
    prepared = builder.prepare(anew=True).generation
    builder.rebuild()
    monkeypatch.setattr(generations, "_KEEP_SECONDS", -1)
    last = builder.rebuild().generation
    assert {path.name for path in index_folder.glob("g*")} == {prepared, last}
    assert first != last


def test_a_generation_stays_a_while_after_another_took_its_place_however_long_it_was_current(library, index_folder):
    held = generations.current()
    generations.sweep()
    for path in (held, *held.iterdir()):
        os.utime(path, (0, 0))
    builder.rebuild()
    assert held.is_dir()
    assert generations.current() != held


@pytest.fixture
def stage(library):
    """The annex of an ingest that is at work."""
    annex = pending.stage()
    annex.write(pending.ORDERS, [b"[]"])
    yield annex
    annex.discard()


def _left_for(seconds):
    """The generation that was current, so many seconds after another took its place; a reader looks."""
    held = generations.current()
    generations.sweep()
    builder.rebuild()
    then = time.time() - seconds
    os.utime(held / "former", (then, then))
    searcher._tidy.cache_clear()
    assert texts()
    return held


@pytest.mark.parametrize(("seconds", "stays"), [(2, True), (30, False)])
def test_a_reader_removes_what_was_left_a_while_ago(library, seconds, stays):
    assert _left_for(seconds).exists() is stays


def test_nothing_that_an_ingest_may_build_upon_is_removed(library, stage):
    assert _left_for(30).exists()


def test_what_is_published_again_stays_though_it_was_left_before(library):
    held = _left_for(5)
    generations.publish(held.name)
    os.utime(held / "former", (0, 0))
    generations.tidy()
    assert searcher.current().name == held.name
    assert held.exists()


def test_tidying_from_a_stage_whose_library_has_another_index_spares_what_readers_search(library):
    """The library that a process sees is its stage's: only a mark tells it which generation is published."""
    held = generations.current()
    generations.sweep()
    os.utime(held, (0, 0))
    generations.publish(builder.prepare(anew=True).generation)
    generations.tidy()
    assert held.exists()


def test_a_reader_goes_on_with_a_generation_that_was_removed(library):
    before = searcher.current()
    assert not _left_for(30).exists()
    assert before.printed(list(before.records_of))


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_readers_see_whole_generations_while_others_are_published(library):
    """Threads search all the while that the index is rebuilt; each answer belongs to one build."""
    version = library["new"].versions.get(key="613.1")
    problems, searches, stop = [], [0], threading.Event()

    def read():
        try:
            while not stop.is_set():
                search._recent.clear()
                assert numbers("continuous effects").count("613.1") == 1
                searches[0] += 1
        except Exception as problem:
            problems.append(problem)
        finally:
            connection.close()

    threads = [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    for turn in range(12):
        version.wording = factories.wording(f"Apply continuous effects in turn {turn}.")
        version.save()
        builder.rebuild() if turn % 3 == 0 else builder.refresh(every=True)
    stop.set()
    for thread in threads:
        thread.join(timeout=20)
    assert not problems
    assert searches[0] > 12


def _hold(folder, seconds, started):
    from django.conf import settings

    settings.INDEX_DIR = folder
    with generations.writing():
        started.set()
        time.sleep(seconds)


@pytest.mark.slow
def test_only_one_process_writes_at_a_time(library, index_folder):
    started = multiprocessing.Event()
    other = multiprocessing.Process(target=_hold, args=(index_folder, 1.0, started))
    other.start()
    assert started.wait(20)
    with pytest.raises(generations.IndexBusy), generations.writing(timeout=0.2):
        pass
    with generations.writing(timeout=20):
        pass
    other.join(timeout=20)


def test_a_second_process_that_dies_gives_the_lock_back(library, index_folder):
    started = multiprocessing.Event()
    other = multiprocessing.Process(target=_hold, args=(index_folder, 60, started))
    other.start()
    assert started.wait(20)
    other.kill()
    other.join(timeout=20)
    with generations.writing(timeout=5):
        pass
