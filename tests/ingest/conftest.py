"""What the tests of ingest share: a data folder of their own with an empty library in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings as site
from django.db import connection

from ingest.runs import run
from rulesite.search import search
from tests import data_folders
from tests.ingest.whole_runs import write
from tests.libraries import laid_out


def _stand_at(folder: Path) -> None:
    connection.close()
    connection.settings_dict["NAME"] = data_folders.name(folder)
    site.DATA_DIR, site.INDEX_DIR = folder, folder / "index"


@contextmanager
def _empty_library(beside: Path) -> Iterator[Path]:
    """A data folder with an empty library, at which the site stands, and without scenarios; it goes at the end."""
    scenarios, folder = beside / "scenarios", beside / "data"
    scenarios.mkdir()
    data_folders.duplicate(laid_out(), folder)
    before = str(connection.settings_dict["NAME"]), site.DATA_DIR, site.INDEX_DIR
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site, "SCENARIOS", scenarios)
        _stand_at(folder)
        yield folder
        connection.close()
        connection.settings_dict["NAME"], site.DATA_DIR, site.INDEX_DIR = before
        data_folders.remove(folder)


@pytest.fixture
def data(django_db_setup, tmp_path, django_db_blocker, nothing_asserted):
    """A data folder of the test's own, outside any transaction: runs in it are as real as those of the command."""
    with django_db_blocker.unblock(), _empty_library(tmp_path) as folder:
        yield folder


@pytest.fixture(scope="module")
def program_read(django_db_setup, django_db_blocker, tmp_path_factory):
    """What hangs on the program alone is read, and not by each process that is forked: another book than any of those
    was brought in, by this process, and searched."""
    beside = tmp_path_factory.mktemp("program-read")
    day = "1999-09-09"
    books = write(beside / "books", day, **{day: ["The cook peels an onion.", "Nobody eats before the cook has."]})
    with django_db_blocker.unblock(), _empty_library(beside):
        run.run([str(books)])
        assert search.search("onion").hits


@pytest.fixture(scope="session")
def _ingested() -> dict[tuple[str, ...], Path]:
    """Data folders with the small books of some days: ingested for the first who asks, copied for the others."""
    return {}


@pytest.fixture
def holding(
    data: Path, tmp_path_factory: pytest.TempPathFactory, _ingested: dict[tuple[str, ...], Path]
) -> Callable[..., Path]:
    """Call it with days: the data folder, which holds the small books of these days and nothing else."""

    def hold(*days: str) -> Path:
        connection.close()
        if days in _ingested:
            data_folders.lay_out(_ingested[days], data)
            return data
        folder = tmp_path_factory.mktemp("ingested")
        run.run([str(write(folder / "books", *days))])
        connection.close()
        data_folders.duplicate(data, folder / "data")
        _ingested[days] = folder / "data"
        return data

    return hold
