"""A site is backed up while it runs, and what was backed up is put back while it runs."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import stat
import threading
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from tests.libraries import built, laid_out
from tests.machine.serving import Site, served

pytestmark = [
    pytest.mark.files("of PostgreSQL its own programs make the backups, see test_postgres"),
    pytest.mark.slow(seconds=40),
    pytest.mark.timeout(400),
]
WRITE = (
    "INSERT INTO rulebook_page (slug, title, body, position, in_menu, changed) VALUES (?, ?, '', 0, 1, '2026-01-01')"
)


@pytest.fixture
def site(pocket_folder, tmp_path):
    """A data folder with the pocket edition that nobody serves."""
    data = tmp_path / "data"
    shutil.copytree(built("pocket", pocket_folder), data)
    return Site(None, "", data)


def state(site) -> dict:
    """Everything that the database of a site holds, by table."""
    with closing(sqlite3.connect(site.data / "rulebook.sqlite3")) as database:
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: database.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in names}


def of_book(site) -> dict:
    """All of it but what names the state, which is another one when it was put back."""
    return {name: rows for name, rows in state(site).items() if name != "rulebook_library"}


def write_page(site, slug: str) -> None:
    """Write a page, as a maintainer would."""
    with closing(sqlite3.connect(site.data / "rulebook.sqlite3")) as database, database:
        database.execute(WRITE, (slug, slug))
        database.execute("UPDATE rulebook_library SET revision = revision + 1")


def back_up(site, file: Path, *words: str) -> dict:
    done = site.manage("backup", str(file), *words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_site_that_runs_is_backed_up_and_put_back_and_nobody_waits(tmp_path):
    file = tmp_path / "backup.zip"
    with served(tmp_path / "data") as site:
        write_page(site, "before")
        made, book = back_up(site, file), of_book(site)
        write_page(site, "after")
        assert site.page("/pages/after/")[0] == 200
        held = json.loads(site.page("/healthz")[1])
        seen, ended = [], threading.Event()

        def read_on():
            while not ended.is_set():
                seen.append(site.page("/cr/2006-10-01/409.1b/")[0])
                seen.append(site.page("/search/?q=cost")[0])

        reader = threading.Thread(target=read_on)
        reader.start()
        done = site.manage("restore", str(file), "--replace", "--json")
        ended.set()
        reader.join()
        assert done.returncode == 0, done.stderr
        assert set(seen) == {200}
        assert json.loads(done.stdout)["editions"] == made["editions"]
        assert site.page("/pages/before/")[0] == 200
        assert site.page("/pages/after/")[0] == 404
        status, well = site.page("/healthz")
        assert status == 200
        assert json.loads(well)["publication"] > held["publication"]
        assert of_book(site) == book
        write_page(site, "later")
        assert site.page("/pages/later/")[0] == 200


def test_what_is_put_back_elsewhere_is_all_that_was_held(site, tmp_path):
    write_page(site, "kept")
    book = of_book(site)
    back_up(site, tmp_path / "backup.zip")
    elsewhere = Site(None, "", tmp_path / "elsewhere")
    done = elsewhere.manage("restore", str(tmp_path / "backup.zip"))
    assert done.returncode == 0, done.stderr
    assert of_book(elsewhere) == book
    assert elsewhere.manage("find", "cost", "--json").stdout == site.manage("find", "cost", "--json").stdout
    assert not list(elsewhere.data.glob("restoring-*"))
    assert stat.S_IMODE((elsewhere.data / "rulebook.sqlite3").stat().st_mode) == 0o600


def test_nothing_is_exchanged_without_consent(site, tmp_path):
    file = tmp_path / "backup.zip"
    back_up(site, file)
    write_page(site, "new")
    before = state(site)
    done = site.manage("restore", str(file))
    assert done.returncode == 1
    assert "--replace" in done.stderr
    assert "editions of" in done.stderr
    assert state(site) == before


def test_a_file_is_not_written_over_without_consent(site, tmp_path):
    file = tmp_path / "backup.zip"
    file.write_text("something else")
    done = site.manage("backup", str(file))
    assert done.returncode == 1
    assert "--replace" in done.stderr
    assert file.read_text() == "something else"
    back_up(site, file, "--replace")
    assert zipfile.is_zipfile(file)


def test_only_its_owner_may_read_a_backup(site, tmp_path):
    back_up(site, tmp_path / "backup.zip")
    assert stat.S_IMODE((tmp_path / "backup.zip").stat().st_mode) == 0o600
    assert not list(tmp_path.glob(".backup-*"))


def test_a_backup_without_an_index_is_put_back_with_one(site, tmp_path):
    shutil.rmtree(site.data / "index")
    back_up(site, tmp_path / "backup.zip")
    done = site.manage("restore", str(tmp_path / "backup.zip"), "--replace")
    assert done.returncode == 0, done.stderr
    assert "409.1" in site.manage("find", "cost", "--json").stdout


def packed(file: Path, database: Path | None = None, **note) -> None:
    """Write a zip like a backup."""
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("backup.json", json.dumps({"format": 1} | note))
        if database is not None:
            archive.write(database, "rulebook.sqlite3")


def truncated(file: Path, site) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])


def altered(file: Path, site) -> None:
    whole = bytearray(file.read_bytes())
    chance = random.Random(1)
    for _ in range(50):
        whole[chance.randrange(len(whole) // 2)] ^= 255
    file.write_bytes(whole)


def of_a_newer_version(file: Path, site) -> None:
    with closing(sqlite3.connect(site.data / "rulebook.sqlite3")) as database, database:
        copy = file.with_suffix(".sqlite3")
        with closing(sqlite3.connect(copy)) as newer, newer:
            database.backup(newer)
            newer.execute(
                "INSERT INTO django_migrations (app, name, applied) VALUES ('rulebook', '9999_x', '2040-01-01')"
            )
    packed(file, copy)


def of_another_site(file: Path, site) -> None:
    copy = file.with_suffix(".other")
    with closing(sqlite3.connect(copy)) as other, other:
        other.execute("CREATE TABLE notes (id INTEGER)")
    packed(file, copy)


def of_no_database(file: Path, site) -> None:
    file.with_suffix(".txt").write_bytes(random.Random(1).randbytes(100_000))
    packed(file, file.with_suffix(".txt"))


WRONG = {
    "missing": (lambda file, site: file.unlink(), "no such file"),
    "no zip": (lambda file, site: file.write_text("text"), "not a backup"),
    "half of one": (truncated, "not a backup"),
    "altered": (altered, "damaged"),
    "without a note": (lambda file, site: zipfile.ZipFile(file, "w").close(), "not a backup"),
    "without a database": (lambda file, site: packed(file), "missing or damaged"),
    "without a sound database": (of_no_database, "missing or damaged"),
    "of a later format": (lambda file, site: packed(file, format=2), "newer version"),
    "of a newer version": (of_a_newer_version, "newer version"),
    "of another site": (of_another_site, "database of another program"),
}


def test_what_is_no_whole_backup_is_refused_and_nothing_is_changed(site, tmp_path):
    file = tmp_path / "backup.zip"
    back_up(site, file)
    sound, before = file.read_bytes(), state(site)
    for name, (spoil, said) in WRONG.items():
        file.write_bytes(sound)
        spoil(file, site)
        done = site.manage("restore", str(file), "--replace")
        assert done.returncode == 1, name
        assert said in done.stderr, (name, done.stderr)
        assert len(done.stderr.strip().splitlines()) == 1, (name, done.stderr)
        assert state(site) == before, name
    assert not list(site.data.glob("restoring-*"))


def test_a_backup_of_an_older_version_is_brought_up_to_date(site, tmp_path):
    older = Site(None, "", tmp_path / "older")
    shutil.copytree(laid_out(), older.data)
    assert older.manage("migrate", "rulebook", "0004", "-v0").returncode == 0
    back_up(older, tmp_path / "backup.zip")
    done = site.manage("restore", str(tmp_path / "backup.zip"), "--replace")
    assert done.returncode == 0, done.stderr
    assert site.manage("migrate", "--check").returncode == 0


def test_nothing_is_put_back_while_an_ingest_is_at_work(site, tmp_path):
    import fcntl

    back_up(site, tmp_path / "backup.zip")
    before = state(site)
    with (site.data / "ingest.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = site.manage("restore", str(tmp_path / "backup.zip"), "--replace")
    assert done.returncode == 1
    assert "another ingest" in done.stderr
    assert state(site) == before
