"""Whole runs: one at a time, seen by readers when all is done, and finished by the next one when they were killed."""

import io
import sqlite3
from concurrent.futures import Future
from contextlib import closing

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ingest import builds
from ingest.descent.alignment import edges
from ingest.runs import read_sources
from ingest.runs import run as runs_run
from ingest.runs.pipeline import Options
from ingest.staging import snapshots
from ingest.staging import stage as staging_stage
from ingest.workers import index_task, page_tasks, pool
from rulesite.reading.caching import receivers
from rulesite.reading.models import Prepared
from rulesite.reading.precomputed import store
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Assertion, Descent, Edition, Library, Reference, Rule, RuleVersion
from rulesite.search import search
from rulesite.search.indexing import builder
from rulesite.search.store import generations
from tests import data_folders
from tests.ingest.whole_runs import DAYS, Telling, apart, book, published, write


def run(*places, **told):
    return runs_run.run([str(place) for place in places], **told)


@pytest.mark.slow
def test_readers_see_nothing_of_a_run_until_all_of_it_is_done(data, tmp_path):
    books = write(tmp_path / "books", "2001-01-01", "2002-02-02")
    empty = published(data)
    seen = []
    run(books, progress=lambda *_: seen.append(published(data)))
    assert len(seen) > 4
    assert all(each == empty for each in seen)
    done = published(data)
    assert len(done["editions"]) == 2
    assert done["descent"]
    assert all(thread for _, _, _, _, _, thread, _ in done["rules"])
    assert not (data / "stage").exists()


@pytest.mark.slow
def test_the_database_is_told_how_full_its_tables_are_so_that_it_reads_the_edges_of_a_step_by_their_ends(
    data, tmp_path
):
    run(write(tmp_path / "books", "2001-01-01", "2002-02-02"))
    tables = [RuleVersion._meta.db_table, Descent._meta.db_table]
    known = "SELECT reltuples FROM pg_class WHERE oid = %s::regclass"
    if connection.vendor == "sqlite":
        known = "SELECT CAST(stat AS INTEGER) FROM sqlite_stat1 WHERE tbl = %s"
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(known, [table])
            assert cursor.fetchone()[0] > 0


@pytest.mark.slow
@pytest.mark.skipif(pool.processors() < 2, reason="there is nobody to set them but this process")
def test_pages_that_workers_set_beside_are_those_that_are_set_here(data, tmp_path, monkeypatch):
    days = {f"200{n}-01-01": [*DAYS["2003-03-03"], f"In the year {n} nobody sails by night."] for n in range(1, 9)}
    asked = []
    submit = pool.WorkerPool.submit
    monkeypatch.setattr(read_sources, "_LONG", 0)
    monkeypatch.setattr(
        pool.WorkerPool, "submit", lambda crew, work, task: asked.append(work) or submit(crew, work, task)
    )
    run(write(tmp_path / "books", *days, **days))
    assert asked.count(page_tasks.pages) == Edition.objects.count() == 8
    for edition in Edition.objects.select_related("document"):
        here = store.set_pages(edition)
        kept = dict(Prepared.objects.filter(edition=edition).values_list("unit", "packed"))
        assert store.unpack(kept[f"text {edition.address}"]) == here.text
        assert store.unpack(kept[f"counts {edition.address}"]) == here.counts
        assert here.pieces == {}


@pytest.mark.slow
def test_what_is_begun_while_an_edition_is_stored_is_what_is_asked_for_and_comes_to_the_same(
    data, tmp_path, monkeypatch
):
    run(write(tmp_path / "books", "2001-01-01", "2003-03-03"))
    kept, more = tmp_path / "kept", write(tmp_path / "more", "2002-02-02")
    connection.close()
    data_folders.duplicate(data, kept)
    assert apart(lambda: run(more)) == 0
    alone = published(data)
    data_folders.lay_out(kept, data)
    monkeypatch.setattr(read_sources, "_LONG", 0)
    monkeypatch.setattr(pool, "processors", lambda: 2)
    given = []
    submit = pool.WorkerPool.submit

    def noted(crew, work, task):
        given.append((work, submit(crew, work, task)))
        return given[-1][1]

    monkeypatch.setattr(pool.WorkerPool, "submit", noted)
    run(more)
    steps = [future for work, future in given if work is edges.step]
    assert len(steps) == 4
    assert len(set(steps)) == 2, "a step is drawn that nobody guessed"
    works = [work for work, _ in given]
    assert works.count(page_tasks.pages) == works.count(index_task.generation) == 1
    assert next(each for work, each in given if work is index_task.generation).result() == generations.named()
    assert published(data) == alone
    assert not store.untold()


@pytest.mark.slow
def test_an_index_that_a_worker_could_not_prepare_is_made_here(data, tmp_path, monkeypatch):
    run(write(tmp_path / "books", "2001-01-01"))
    monkeypatch.setattr(read_sources, "_LONG", 0)
    monkeypatch.setattr(pool, "processors", lambda: 2)
    broken = Future()
    broken.set_exception(OSError("the disk is full"))
    submit = pool.WorkerPool.submit

    def failing(crew, work, task):
        return broken if work is index_task.generation else submit(crew, work, task)

    monkeypatch.setattr(pool.WorkerPool, "submit", failing)
    run(write(tmp_path / "more", "2002-02-02"))
    assert builder.behind() == []
    assert {hit.edition for hit in search.search("ferry").hits} == {"cr/2002-02-02"}


@pytest.mark.slow
def test_what_cannot_be_had_or_read_is_refused_alone_and_named_with_its_mend(data, tmp_path, capsys):
    books = write(tmp_path / "books", "2001-01-01")
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04 and no more")
    (tmp_path / "[bold].txt").write_text("nothing that is a rule")
    (tmp_path / "deep.html").write_text("<!doctype html>" + "<div>" * 1_000)
    bad = ["http://[::1", "http://127.0.0.1:9/x.txt", "~nobody-of-this-name", *map(str, tmp_path.glob("*.*"))]
    with pytest.raises(SystemExit):
        call_command("ingest", *bad, str(books))
    said = " ".join(capsys.readouterr().out.split())
    assert "1 stored, 0 unchanged, 6 refused" in said
    assert said.count("Refused:") == 6
    assert "[bold].txt" in said
    assert "error in the program" not in said
    assert len(published(data)["editions"]) == 1


@pytest.mark.slow
def test_a_second_run_that_finds_nothing_new_publishes_nothing(data, tmp_path):
    books = write(tmp_path / "books", "2001-01-01", "2002-02-02")
    run(books)
    before = Library.current().publication
    run(books)
    assert Library.current().publication == before == 1
    run(write(tmp_path / "more", "2003-03-03"))
    assert Library.current().publication == 2


@pytest.mark.slow
def test_reading_everything_again_keeps_every_row_and_every_thread_and_publishes_nothing(data, tmp_path):
    books = write(tmp_path / "books", "2001-01-01", "2002-02-02", "2003-03-03")
    run(books)
    before, rows = published(data), list(RuleVersion.objects.values_list("pk", "rule_id"))
    outcomes = run(books, options=Options(force=True))
    assert {outcome.status for outcome in outcomes} == {"loaded"}
    assert published(data) == before
    assert list(RuleVersion.objects.values_list("pk", "rule_id")) == rows
    assert Library.current().publication == 1


@pytest.mark.slow
def test_work_that_is_spread_over_several_processes_comes_to_the_same(data, tmp_path, monkeypatch):
    books, empty = write(tmp_path / "books", *DAYS), tmp_path / "empty"
    data_folders.duplicate(data, empty)
    monkeypatch.setattr(read_sources, "_LONG", 0)
    monkeypatch.setattr(pool, "processors", lambda: 2)
    assert apart(lambda: run(books)) == 0
    spread = published(data)
    assert len(spread["editions"]) == 4
    connection.close()
    data_folders.lay_out(empty, data)
    monkeypatch.setattr(pool, "processors", lambda: 1)
    assert apart(lambda: run(books)) == 0
    assert published(data) == spread


@pytest.mark.slow
def test_what_other_code_has_read_is_read_again_without_being_asked_for(data, tmp_path, monkeypatch):
    run(write(tmp_path / "books", "2001-01-01", "2002-02-02"))
    before = published(data)
    RuleVersion.objects.filter(key="402.2").update(title="as it was misread")
    Reference.objects.all().delete()
    assert published(data) != before
    real = builds.code
    monkeypatch.setattr(builds, "code", lambda *places: "other" + real(*places))
    run(write(tmp_path / "more", "2001-01-01"))
    assert published(data) == before


@pytest.mark.slow
def test_a_file_that_changed_changes_what_it_says_and_nothing_else(data, tmp_path):
    run(write(tmp_path / "books", "2001-01-01", "2002-02-02"))
    rows = dict(RuleVersion.objects.values_list("pk", "rule_id"))
    words = [*DAYS["2002-02-02"][:3], "Stars are not seen by day."]
    (tmp_path / "books" / "cr-2002-02-02.txt").write_text(book("2002-02-02", words))
    run(tmp_path / "books")
    assert RuleVersion.objects.get(edition__effective="2002-02-02", key="402.4").text.startswith("Stars are not")
    assert dict(RuleVersion.objects.values_list("pk", "rule_id")) == rows
    assert len(published(data)["editions"]) == 2


@pytest.mark.slow
@pytest.mark.parametrize("moment", [1, 4, 8, "before the lock"])
def test_what_people_change_during_a_run_is_kept_and_laid_over_what_it_brings(data, tmp_path, monkeypatch, moment):
    run(write(tmp_path / "books", "2001-01-01", "2002-02-02", "2004-04-04"))
    told, meanwhile, public, keep = [], [], dict(connection.settings_dict), snapshots.keep

    def change():
        if not meanwhile:
            assert apart(lambda: _change_the_published_book(public)) == 0
            meanwhile.append(published(data))

    if moment == "before the lock":
        monkeypatch.setattr(snapshots, "keep", lambda copy: change() or keep(copy))
    run(
        write(tmp_path / "more", "2003-03-03"), progress=lambda *_: told.append(1) or (len(told) == moment and change())
    )
    seen = published(data)
    assert [row[0] for row in seen["editions"]] == ["2002-02-02", "2003-03-03", "2004-04-04"]
    assert ("402.3", "Coins are collected. (See rule 402.1.)") in [
        (key, text) for day, key, _, _, text, _, _ in seen["rules"] if day == "2002-02-02"
    ]
    assert seen["corrections"] == [("seen on paper",)]
    assert ("402.1", "2002-02-02", "402.2", "2003-03-03") not in [edge[:4] for edge in seen["descent"]]
    links = {(row[0], row[1]): row[5] for row in seen["rules"]}
    threads = {row[5] for row in meanwhile[0]["rules"] if row[0] == "2002-02-02"}
    assert threads <= {*links.values(), *_led_on()}, "a link that was given out leads nowhere"
    assert Library.current().publication == 2


def _led_on():
    return set(Rule.objects.filter(merged_into__isnull=False).values_list("pk", flat=True))


def _change_the_published_book(public):
    connection.close()
    connection.settings_dict.update(public)
    version = RuleVersion.objects.get(edition__effective="2002-02-02", key="402.3")
    corrections.correct(version, "Coins are collected. (See rule 402.1.)", reason="seen on paper", author=None)
    pair = {"earlier": "cr/2002-02-02/402.1", "later": "cr/2003-03-03/402.2"}
    Assertion.objects.create(**pair, verdict="forbid", reason="another ferry", origin="admin")
    Edition.objects.get(effective="2001-01-01").delete()
    receivers.invalidate()


@pytest.mark.slow
def test_a_second_ingest_says_in_one_sentence_that_another_is_at_work(data, tmp_path):
    books = write(tmp_path / "books", "2001-01-01")
    said = []

    def second(*_):
        if not said:
            with pytest.raises(CommandError) as refused:
                call_command("ingest", str(books), stdout=io.StringIO())
            said.append(str(refused.value))

    run(books, progress=second)
    assert said[0].startswith("another ingest is running in this data folder (process ")
    assert "\n" not in said[0]


@pytest.mark.slow
def test_what_was_killed_is_finished_by_the_next_run_whatever_that_is_asked_for(data, tmp_path):
    books, more = write(tmp_path / "books", "2001-01-01", "2002-02-02"), write(tmp_path / "more", "2003-03-03")
    assert apart(lambda: run(books, progress=Telling(4))) == -9
    assert published(data)["editions"] == []
    assert staging_stage.left()
    run(more)
    assert [row[0] for row in published(data)["editions"]] == ["2001-01-01", "2002-02-02", "2003-03-03"]
    assert staging_stage.left() == []


@pytest.mark.slow
@pytest.mark.files("a part of a file can be missing")
def test_a_copy_of_which_a_part_is_missing_since_the_power_failed_is_made_anew(data, tmp_path):
    books, more = write(tmp_path / "books", "2001-01-01", "2002-02-02"), write(tmp_path / "more", "2003-03-03")
    assert apart(lambda: run(books, progress=Telling(4))) == -9
    copy = data / "stage" / "rulebook.sqlite3"
    with closing(sqlite3.connect(copy)) as stage:
        stage.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = stage.execute("PRAGMA page_size").fetchone()[0]
        root = stage.execute("SELECT rootpage FROM sqlite_master WHERE name = 'rulebook_wording'").fetchone()[0]
    with copy.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(bytes(size))
    run(more)
    assert [row[0] for row in published(data)["editions"]] == ["2001-01-01", "2002-02-02", "2003-03-03"]


@pytest.mark.slow
def test_what_was_killed_is_finished_when_the_site_is_served(data, tmp_path):
    books = write(tmp_path / "books", "2001-01-01", "2002-02-02")
    assert apart(lambda: run(books, progress=Telling(5))) == -9
    call_command("serve", "--prepare-only", stdout=io.StringIO())
    assert len(published(data)["editions"]) == 2
    assert published(data)["descent"]
