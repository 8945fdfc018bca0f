"""A disk that is full: readers are served all the same, and what could not be done waits until there is room."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import command_line, data_folders, disks
from tests.libraries import POCKET, ROOT, played
from tests.machine.serving import served, until

pytestmark = [
    pytest.mark.slow(seconds=60),
    pytest.mark.timeout(600),
    pytest.mark.files("a server of PostgreSQL has a disk of its own"),
]
DOCUMENT = ROOT / "fixtures/documents/dangelo-402.rulings-2008-03-17.txt"
WORDS = ("ingest", str(DOCUMENT), "--document", "other", "--effective", "2008-03-17")
PAGES = ("/", "/cr/2006-10-01/409.1b/", "/search/?q=mana", "/api/v1/editions", "/api/v1/search?q=mana")


@pytest.fixture
def disk(tmp_path):
    """A small disk with a data folder that holds the pocket edition, and room for a few megabytes more."""
    with disks.mounted(tmp_path / "disk", 64) as made:
        data_folders.duplicate(played("pocket", POCKET), made / "data", symlinks=True)
        yield made


def leave(disk: Path, size: int) -> None:
    """Leave so many bytes of a disk free."""
    disks.fill(disk)
    with (disk / "filling").open("r+b") as file:
        file.truncate((disk / "filling").stat().st_size - size)


def test_what_an_ingest_had_no_room_for_waits_and_the_book_is_served(disk, tmp_path):
    leave(disk, 3_000_000)  # less than a copy of the database
    refused = command_line.run(WORDS, data_folders.environment(disk / "data"))
    assert (refused.returncode, "The disk is full" in refused.stderr) == (1, True), refused
    assert [path.name for path in (disk / "data" / "stage").iterdir()] == ["orders.json"]
    with (tmp_path / "log").open("wb") as log, served(disk / "data", log=log) as site:
        assert [site.page(path)[0] for path in PAGES] == [200] * len(PAGES)
        said = (tmp_path / "log").read_text()
        assert "The disk is full" in said
        assert f"Still to do: ingest {DOCUMENT};" in said
        before = site.processes()
        disks.fill(disk)
        for _ in range(10):
            assert [site.page(path)[0] for path in PAGES] == [200] * len(PAGES)
        assert site.processes() == before
        disks.make_room(disk)
        mended = site.manage("doctor", "--fix")
        assert mended.returncode == 0, mended
        assert not (disk / "data" / "stage").exists()
        assert site.page("/other/2008-03-17/")[0] == 200


def test_what_a_killed_ingest_left_on_a_full_disk_makes_room_for_readers(disk, tmp_path):
    environment = data_folders.environment(disk / "data")
    with subprocess.Popen([sys.executable, "manage.py", *WORDS], cwd=ROOT, env=environment) as ingest:
        until(lambda: (disk / "data" / "stage" / "rulebook.sqlite3").exists() or ingest.poll() is not None)
        ingest.send_signal(signal.SIGSTOP)
        disks.fill(disk)
        ingest.kill()
    assert os.statvfs(disk).f_bavail == 0
    with (tmp_path / "log").open("wb") as log, served(disk / "data", log=log) as site:
        assert [site.page(path)[0] for path in PAGES] == [200] * len(PAGES)
        time.sleep(1)
        assert "Still to do" in (tmp_path / "log").read_text() or site.page("/other/2008-03-17/")[0] == 200
