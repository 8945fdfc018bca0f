"""What lies in the data folder is for its user alone, from the moment it is made; what is open already is shut."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.management import call_command

from ingest.operations import verify
from rulesite import data_folder, file_permissions
from tests.libraries import ROOT


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def manage(data, *command):
    """Run a command in a process that others could read everything of, were it not told otherwise."""
    environment = os.environ | {"RULESITE_DATA": str(data)}
    code = (
        f"import os, sys; os.umask(0); sys.argv = {['manage.py', *command]!r}; import manage; sys.exit(manage.main())"
    )
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )


@pytest.mark.files("it lies in the data folder")
@pytest.mark.slow
def test_nothing_of_a_data_folder_is_for_other_users_of_the_machine(tmp_path):
    data = tmp_path / "new" / "var"
    book = tmp_path / "book.txt"
    book.write_text("These rules are effective as of July 11, 2009.\n\n402. Abilities\n\n402.1. One rule of words.\n")
    manage(data, "ingest", str(book), "--json")
    found = [data, *data.rglob("*")]
    assert {"rulebook.sqlite3", "secret-key", "index"} <= {path.name for path in found}
    assert [path for path in found if mode(path) & 0o077] == []


def test_the_files_beside_an_open_database_are_as_private_as_it_is(tmp_path):
    import sqlite3

    (tmp_path / "rulebook.sqlite3").touch(mode=0o600)
    with sqlite3.connect(tmp_path / "rulebook.sqlite3") as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE t (x)")
        assert {mode(path) for path in tmp_path.iterdir()} == {0o600}
        assert len(list(tmp_path.iterdir())) == 3


def test_what_an_older_version_left_open_is_shut_before_anything_is_written(tmp_path, settings, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(data_folder.diagnostics, "schema", lambda: data_folder.diagnostics.Schema.CURRENT)
    for name in ("rulebook.sqlite3", "secret-key", "notes of somebody"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    tmp_path.chmod(0o755)
    data_folder.prepare()
    assert mode(tmp_path / "rulebook.sqlite3") == mode(tmp_path / "secret-key") == 0o600
    assert mode(tmp_path / "notes of somebody") == 0o644


@pytest.mark.django_db
def test_the_doctor_tells_of_a_data_folder_that_is_open_and_shuts_it(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    tmp_path.chmod(0o755)
    [finding] = [each for each in verify.findings() if "other users" in each.what]
    finding.forget()
    assert mode(tmp_path) == 0o700
    assert not [each for each in verify.findings() if "other users" in each.what]


def test_a_key_is_made_once_whoever_makes_it_and_only_its_user_can_read_it(tmp_path):
    kept = tmp_path / "folder" / "secret-key"
    with ThreadPoolExecutor(8) as together:
        keys = set(together.map(lambda n: file_permissions.kept(kept, lambda: f"key {n}"), range(50)))
    assert len(keys) == 1
    assert kept.read_text() in keys
    assert mode(kept) == 0o600
    assert [path.name for path in kept.parent.iterdir()] == ["secret-key"]


def test_a_key_that_was_kept_empty_is_made_anew(tmp_path):
    (tmp_path / "secret-key").touch()
    assert file_permissions.kept(tmp_path / "secret-key", lambda: "key") == "key"
    assert (tmp_path / "secret-key").read_text() == "key"


def test_where_nothing_can_be_kept_there_is_a_key_for_this_run(tmp_path):
    (tmp_path / "file").touch()
    assert file_permissions.kept(tmp_path / "file" / "secret-key", lambda: "key") == "key"


def test_a_text_with_mended_citations_is_for_whoever_might_read_the_old_one(tmp_path, capsys, pocket_database, db):
    text = tmp_path / "notes.txt"
    text.write_text("See CR 402.1 (2008-02-01).")
    text.chmod(0o644)
    call_command("cite", str(text), "--fix")
    assert mode(tmp_path / "notes.updated.txt") == 0o644
