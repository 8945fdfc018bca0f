"""A server's connection stays open, and opens the file that lies there now."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SERVING = """
import contextlib, io, os, sqlite3, sys
from rulesite.wsgi import application
from django.db import connection

def get(path):
    sent = []
    request = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "SERVER_NAME": "localhost", "SERVER_PORT": "80",
               "HTTP_HOST": "localhost", "wsgi.input": io.BytesIO(), "wsgi.url_scheme": "http"}
    answer = application(request, lambda status, headers: sent.append((status, dict(headers))))
    answer.close()
    return sent[0]

path = str(connection.settings_dict["NAME"])
assert get("/help/")[0] == "200 OK"
opened = connection.connection
assert opened is not None, "it was closed after a request"
get("/cr/")
assert connection.connection is opened, "another was opened"
with connection.cursor() as cursor:
    assert 0 < -cursor.execute("PRAGMA cache_size").fetchone()[0] <= 10_000
with contextlib.closing(sqlite3.connect(sys.argv[1], isolation_level=None)) as backup:
    backup.execute("UPDATE rulebook_library SET revision = 4711")
os.replace(sys.argv[1], path)
for beside in (path + "-wal", path + "-shm"):
    with contextlib.suppress(FileNotFoundError):
        os.unlink(beside)
status, headers = get("/help/")
assert status == "200 OK" and "-4711-" in headers["ETag"], (status, headers)
assert connection.connection is not opened
"""


@pytest.mark.files("it is another file that is put in the place of one")
@pytest.mark.slow
def test_a_database_that_is_put_back_is_read_at_the_next_request(pocket_folder, tmp_path):
    from tests.libraries import built

    folder = tmp_path / "var"
    shutil.copytree(built("pocket", pocket_folder), folder)
    shutil.copy(folder / "rulebook.sqlite3", tmp_path / "backup.sqlite3")
    environment = {"RULESITE_DATA": str(folder), "PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)}
    subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"], cwd=ROOT, env=environment, check=True
    )
    said = subprocess.run(
        [sys.executable, "-c", SERVING, str(tmp_path / "backup.sqlite3")],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said.returncode == 0, said.stderr
