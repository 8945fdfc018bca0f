"""A PostgreSQL of the tests' own: a cluster in a temporary folder, reached through a socket there and by nobody else."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

_PLACES = "/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin"
_OWNER = "rulesite"
_GIVEN = "RULESITE_TESTS_CLUSTER"
_QUICK = (
    "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0"
    " -c max_connections=100"
)
"""What it holds goes with it: nothing has to be on disk when a power failure comes."""


@dataclass(frozen=True)
class Cluster:
    """A cluster that runs: its programs, the folder of its socket, and who may run them where this is root."""

    programs: Path
    folder: Path
    user: str

    def url(self, name: str) -> str:
        """The address of a database, as RULESITE_DATABASE takes it."""
        return f"postgres://{_OWNER}@{quote(str(self.folder), safe='')}/{name}"

    def create(self, name: str, *options: str) -> str:
        """Make a database; returns its address."""
        made = options or ("--encoding=UTF8", "--locale=C.UTF-8", "--template=template0")
        self.run("createdb", *made, name)
        return self.url(name)

    def run(self, program: str, *words: str) -> None:
        """Run one of PostgreSQL's programs for this cluster."""
        _run(self.user, self.programs / program, "-h", str(self.folder), "-U", _OWNER, *words)


def give(cluster: Cluster) -> dict[str, str]:
    """What the environment says to processes that are to use a cluster which runs."""
    return {_GIVEN: "|".join(map(str, (cluster.programs, cluster.folder, cluster.user)))}


def given() -> Cluster | None:
    """The cluster that runs for all tests; None where they run on SQLite."""
    if not (said := os.environ.get(_GIVEN)):
        return None
    programs, folder, user = said.split("|")
    return Cluster(Path(programs), Path(folder), user)


def programs() -> Path | None:
    """The folder of PostgreSQL's programs of this machine, None where it has none."""
    found = [path for place in _PLACES for path in Path("/").glob(place.lstrip("/")) if (path / "initdb").exists()]
    return max(found, default=None)


@contextmanager
def started() -> Iterator[Cluster]:
    """A fresh cluster, which goes with all that it holds."""
    here = programs()
    assert here is not None, "PostgreSQL is not installed: apt-get install --no-install-recommends postgresql"
    user = _whose()
    with tempfile.TemporaryDirectory(prefix="rulesite-pg-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        if user:
            shutil.chown(folder, user, os.getegid())
            folder.chmod(0o770)
        cluster, data = Cluster(here, folder, user), str(folder / "data")
        _run(
            user,
            here / "initdb",
            "-D",
            data,
            "-U",
            _OWNER,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "--no-sync",
        )
        served = f"-k {folder} -c listen_addresses='' {_QUICK}"
        _run(user, here / "pg_ctl", "-w", "-D", data, "-o", served, "-l", str(folder / "log"), "start")
        try:
            yield cluster
        finally:
            _run(user, here / "pg_ctl", "-w", "-m", "immediate", "-D", data, "stop")


def _whose() -> str:
    """As whom it runs: PostgreSQL refuses to be root."""
    if os.geteuid() != 0:
        return ""
    known = {each.pw_name for each in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


def _run(user: str, program: Path, *words: str) -> None:
    become: dict[str, Any] = {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": ()} if user else {}
    with tempfile.TemporaryFile("w+") as said:  # not a pipe: the server would hold it open
        done = subprocess.run(
            [str(program), *words], cwd="/", stdin=subprocess.DEVNULL, stdout=said, stderr=said, check=False, **become
        )
        said.seek(0)
        assert done.returncode == 0, f"{program.name}: {said.read()[-2000:]}"
