"""The site on a database of PostgreSQL: what is ingested there is what SQLite holds, and is seen at once."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from datetime import date
from pathlib import Path

import pytest

from tests import command_line
from tests.ingest.whole_runs import DAYS, SEEN, published, write
from tests.libraries import ROOT

pytestmark = [
    pytest.mark.slow(seconds=35),
    pytest.mark.timeout(400),
]
psycopg = pytest.importorskip("psycopg", reason="what speaks to PostgreSQL is not installed: make postgres")
EARLIER, LATER = list(DAYS)[:2], list(DAYS)[2:]


class Place:
    """A data folder with its database, in which commands run; without an address, SQLite in the folder."""

    def __init__(self, folder: Path, url: str = "") -> None:
        self.folder, self.url = folder, url
        (folder / "scenarios").mkdir(parents=True)
        self.environment = os.environ | {
            "RULESITE_DATA": str(folder / "data"),
            "RULESITE_SCENARIOS": str(folder / "scenarios"),
            "RULESITE_DATABASE": url,
        }

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        return command_line.run(words, self.environment)

    def begin(self, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "manage.py", *words]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen(command, env=self.environment, cwd=ROOT, **quiet)

    def ingest(self, folder: Path) -> None:
        done = self.manage("ingest", str(folder), "--json")
        assert done.returncode == 0, done.stderr

    def seen(self) -> dict[str, object]:
        """What readers could see, in one form whatever the database."""
        if not self.url:
            found = published(self.folder / "data")
        else:
            with psycopg.connect(self.url) as asking:
                asking.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
                found = {what: asking.execute(query).fetchall() for what, query in SEEN.items()}
        return {what: sorted(tuple(map(_plain, row)) for row in rows) for what, rows in found.items()}

    def ask(self, query: str) -> list[tuple]:
        with psycopg.connect(self.url) as asking:
            return asking.execute(query).fetchall()


def _plain(value: object) -> str:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict) or (isinstance(value, str) and value.startswith("{")):
        held = json.loads(value) if isinstance(value, str) else value
        return json.dumps(held, sort_keys=True)
    return str(int(value)) if isinstance(value, bool) else str(value)


@pytest.fixture
def place(cluster, laid_out, tmp_path):
    """A place with a database of PostgreSQL that holds nothing but its tables."""
    name = f"test_{tmp_path.name.removeprefix('test_')[:40].lower()}_{time.monotonic_ns()}"
    return Place(tmp_path / "here", cluster.create(name, f"--template={laid_out}"))


def test_what_is_ingested_is_what_sqlite_holds_and_another_ingest_goes_on_from_it(cluster, tmp_path):
    place, other = Place(tmp_path / "here", cluster.create("without_tables")), Place(tmp_path / "there")
    for days in (EARLIER, LATER):
        folder = write(tmp_path / f"books-{days[0]}", *days)
        place.ingest(folder)
        other.ingest(folder)
        assert place.seen() == other.seen()
    assert len(place.seen()["editions"]) == len(DAYS)
    assert [(row[0], row[1]) for row in place.ask("SELECT number, after FROM desk_publication ORDER BY number")] == [
        (1, [f"cr/{day}" for day in EARLIER]),
        (2, [f"cr/{day}" for day in (*EARLIER, *LATER)]),
    ]
    assert place.manage("doctor").returncode == 0
    found = [json.loads(each.manage("find", "ferry", "--json").stdout) for each in (place, other)]
    assert found[0] == found[1] != []


def test_readers_see_the_old_book_or_the_new_while_it_is_published(place, tmp_path):
    place.ingest(write(tmp_path / "earlier", *EARLIER))
    states, done = [place.seen()], threading.Event()

    def look() -> None:
        while not done.is_set():
            if (now := place.seen()) != states[-1]:
                states.append(now)

    looking = threading.Thread(target=look)
    looking.start()
    try:
        place.ingest(write(tmp_path / "later", *LATER))
    finally:
        done.set()
        looking.join()
    assert len(states) <= 2
    assert len(place.seen()["editions"]) == len(DAYS)


@pytest.mark.thorough("of a database that is a file others try it, moment by moment")
def test_one_that_is_killed_leaves_the_old_book_or_the_new_and_the_next_goes_on_with_it(place, tmp_path):
    place.ingest(write(tmp_path / "earlier", *EARLIER))
    before, later, left = place.seen(), write(tmp_path / "later", *LATER), []
    for seconds in (0.0, 0.5, 1.0):
        running = place.begin("ingest", str(later))
        _wait_until_it_writes(place)
        time.sleep(seconds)
        running.send_signal(signal.SIGKILL)
        running.wait()
        left.append(place.seen())
    assert place.manage("doctor", "--fix").returncode == 0
    after = place.seen()
    assert len(after["editions"]) == len(DAYS)
    assert left[0] == before
    assert all(state in (before, after) for state in left)


STAGE = """
from django.core.files.uploadedfile import SimpleUploadedFile
from ingest.desk import worker as clerk
from rulesite.desk import services as orders
clerk.wake = lambda: None
with open({path!r}, "rb") as file:
    orders.stage(None, SimpleUploadedFile("cr-{day}.txt", file.read()), {{}}, who="mia")
"""
PUBLISH = """
from django.contrib.auth.models import User
from ingest.desk import worker as clerk
from rulesite.desk import services as orders
from rulesite.desk.models import Proposal
clerk.wake = lambda: None
proposal = Proposal.objects.get()
orders.publish(User.objects.create_superuser("mia"), proposal, proposal.round)
"""


def test_what_is_brought_to_the_desk_on_one_machine_is_read_and_published_by_another(place, tmp_path):
    place.ingest(write(tmp_path / "earlier", *EARLIER))
    other, day = Place(tmp_path / "there", place.url), LATER[0]
    path = str(write(tmp_path / "later", day) / f"cr-{day}.txt")
    before = place.seen()
    assert place.manage("shell", "-v0", "-c", STAGE.format(path=path, day=day)).returncode == 0
    assert other.manage("desk").returncode == 0
    assert place.ask("SELECT state, word FROM desk_proposal") == [("ready", "")]
    assert place.seen() == before
    assert place.manage("shell", "-v0", "-c", PUBLISH).returncode == 0
    assert other.manage("desk").returncode == 0
    assert place.ask("SELECT state, publication FROM desk_proposal") == [("published", 2)]
    assert len(place.seen()["editions"]) == len(EARLIER) + 1
    assert place.ask("SELECT nspname FROM pg_namespace WHERE nspname ~ '^work_(desk|stage)'") == []


def _wait_until_it_writes(place: Place) -> None:
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND backend_xid IS NOT NULL"
    deadline = time.monotonic() + 60
    while not place.ask(query)[0][0]:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_second_ingest_is_told_that_another_is_at_work_though_its_data_folder_is_another(place, tmp_path):
    place.ingest(write(tmp_path / "earlier", *EARLIER))
    with psycopg.connect(place.url) as holding:
        holding.execute("SELECT pg_advisory_lock(1381585993, hashtext('ingest.lock'))")
        done = place.manage("ingest", str(write(tmp_path / "later", *LATER)))
    assert done.returncode != 0
    assert "another ingest is running in this database" in done.stderr + done.stdout


def test_how_it_is_backed_up_and_put_back_is_said_in_a_sentence_and_so_it_is(cluster, place, tmp_path):
    place.ingest(write(tmp_path / "books", EARLIER[0]))
    kept, file = place.seen(), tmp_path / "b.dump"
    _do_as_told(cluster, place.manage("backup", str(file)))
    place.ingest(write(tmp_path / "later", LATER[0]))
    assert place.seen() != kept
    _do_as_told(cluster, place.manage("restore", str(file)))
    assert place.seen() == kept
    assert place.manage("doctor").returncode == 0
    assert json.loads(place.manage("find", "ferry", "--json").stdout) != []


def _do_as_told(cluster, refused: subprocess.CompletedProcess[str]) -> None:
    """Run the command that a refusal names, with the programs of the cluster."""
    assert refused.returncode == 1
    assert len(refused.stderr.strip().splitlines()) == 1
    program, *words = shlex.split(refused.stderr.strip().rpartition(": ")[2].removesuffix("."))
    subprocess.run([cluster.programs / program, *words], check=True)


def test_a_database_that_orders_letters_otherwise_is_refused_with_the_mend(cluster, tmp_path):
    url = cluster.create("latin", "--encoding=LATIN1", "--locale=C", "--template=template0")
    done = Place(tmp_path / "here", url).manage("ingest", str(write(tmp_path / "books", EARLIER[0])))
    assert done.returncode == 1
    assert "createdb" in done.stderr


def test_the_tests_run_the_programs_of_the_cluster_with_the_path_of_a_plain_user(cluster, monkeypatch):
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    cluster.run("psql", "-c", "SELECT 1", "postgres")
