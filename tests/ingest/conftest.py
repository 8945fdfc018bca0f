"""What the tests of ingest share: a data folder of their own with an empty library in it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from django.conf import settings as site
from django.core.management import call_command
from django.db import connection


def _stand_at(folder: Path) -> None:
    connection.close()
    connection.settings_dict["NAME"] = str(folder / "rulebook.sqlite3")
    site.DATA_DIR, site.INDEX_DIR = folder, folder / "index"


@pytest.fixture(scope="session")
def empty_library(tmp_path_factory, django_db_setup, django_db_blocker):
    """A data folder whose database was laid out and holds nothing; made once and copied."""
    folder = tmp_path_factory.mktemp("empty")
    before = Path(str(connection.settings_dict["NAME"])), site.DATA_DIR, site.INDEX_DIR
    with django_db_blocker.unblock():
        _stand_at(folder)
        call_command("migrate", verbosity=0)
        _stand_at(before[0].parent)
        connection.settings_dict["NAME"] = str(before[0])
        site.DATA_DIR, site.INDEX_DIR = before[1:]
    return folder


@pytest.fixture
def data(empty_library, tmp_path, django_db_blocker, monkeypatch, nothing_asserted):
    """A data folder of the test's own, outside any transaction: runs in it are as real as those of the command."""
    from rulesite.checks import shelf

    scenarios = tmp_path / "scenarios"
    scenarios.mkdir()
    for reads in (shelf.fill, shelf.unread):
        monkeypatch.setattr(reads, "__defaults__", (scenarios,))
    folder = tmp_path / "data"
    shutil.copytree(empty_library, folder)
    before = str(connection.settings_dict["NAME"]), site.DATA_DIR, site.INDEX_DIR
    with django_db_blocker.unblock():
        _stand_at(folder)
        yield folder
        connection.close()
        connection.settings_dict["NAME"], site.DATA_DIR, site.INDEX_DIR = before
