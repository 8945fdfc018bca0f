"""Commands of the project as tests type them: each in a process of its own that reads ``manage.py``, the settings and all
of the project anew, forked from one process that has read nothing but the libraries which they need.

Each line of its standard input is a command, as JSON: its words, its environment, and the files to which it writes; each
line of its standard output says how the command has ended.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import runpy
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_LIBRARIES = (
    "django.core.management",
    "django.contrib.admin",
    "django.contrib.sitemaps",
    "django.db.backends.sqlite3.base",
    "django.db.migrations.executor",
    "django.test",
    "django.views.generic",
    "csp.middleware",
    "whitenoise.middleware",
    "whitenoise.storage",
    "environ",
    "packaging.version",
    "rapidfuzz.process",
    "snowballstemmer",
    "tomllib",
    "concurrent.futures.process",
    "multiprocessing.pool",
    "zipfile",
    "psycopg",
)
"""What reads no settings when it is imported; what does is left to each command."""
_ROOT = Path(__file__).resolve().parent.parent
_typing = threading.Lock()
_forking: list[subprocess.Popen[str]] = []


def run(words: tuple[str, ...], environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command, after those that other threads have begun."""
    with _typing, tempfile.NamedTemporaryFile("r") as out, tempfile.NamedTemporaryFile("r") as err:
        asked = {"words": words, "environment": dict(environment), "out": out.name, "err": err.name}
        forking = _begun()
        assert forking.stdin
        assert forking.stdout
        forking.stdin.write(json.dumps(asked) + "\n")
        forking.stdin.flush()
        code = int(forking.stdout.readline())
        return subprocess.CompletedProcess(words, code, out.read(), err.read())


def _begun() -> subprocess.Popen[str]:
    if not _forking:
        command = [sys.executable, str(Path(__file__).resolve())]
        pipe = subprocess.PIPE
        _forking.append(subprocess.Popen(command, cwd=_ROOT, stdin=pipe, stdout=pipe, text=True))
    return _forking[0]


def _fork_each() -> None:
    """Run every command that comes; each child goes on from here as if it had just begun, and ends as others do."""
    sys.path[0] = str(_ROOT)
    for name in _LIBRARIES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for line in sys.stdin:
        if (child := os.fork()) == 0:
            _become(json.loads(line))
            return
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _become(asked: dict[str, Any]) -> None:
    os.environ.clear()
    os.environ.update(asked["environment"])
    for number, (file, flags) in enumerate(
        ((os.devnull, os.O_RDONLY), (asked["out"], os.O_WRONLY), (asked["err"], os.O_WRONLY))
    ):
        opened = os.open(file, flags)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = os.fdopen(0)
    sys.argv = ["manage.py", *asked["words"]]
    runpy.run_path(str(_ROOT / "manage.py"), run_name="__main__")


if __name__ == "__main__":
    _fork_each()
