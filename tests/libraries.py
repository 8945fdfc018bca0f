"""Libraries that are loaded once for many tests, and where the documents for them lie."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from filelock import FileLock

from tests import data_folders, lending

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = ROOT.parent / "shared" / "documents"
POCKET = ROOT / "fixtures"
HISTORY = ROOT.parent / "shared" / "history"
CACHE = Path(os.environ.get("RULESITE_TESTS_LIBRARIES") or ROOT / ".cache")
"""Where libraries are kept; with PostgreSQL as long as the cluster in which their databases are."""


def share_compiled(data: Path) -> None:
    """Let a data folder keep what the engine compiles in the cache: found by its sources, it is the same for all."""
    shared = ROOT / ".cache" / "compiled"
    shared.mkdir(mode=0o700, parents=True, exist_ok=True)
    (data / shared.name).symlink_to(shared)


@cache
def laid_out() -> Path:
    """A data folder whose database holds nothing, laid out once for this state of the migrations."""

    def migrate(making: Path) -> None:
        data_folders.begin(making)
        _run(making, ["migrate", "-v0"])

    return _kept("empty", _layout(), migrate)


@cache
def built(name: str, folder: Path) -> Path:
    """A data folder with a library in it, built once for this state of the code and the documents."""

    def ingest(making: Path) -> None:
        data_folders.duplicate(laid_out(), making)
        share_compiled(making)
        if folder != POCKET and not data_folders.ON_POSTGRES:
            lending.lend(built("pocket", POCKET) / "rulebook.sqlite3", making)
        elif (lender := lending.lender()) is not None:
            lending.lend(lender, making)
        _run(making, ["ingest", str(folder), "--json"])

    return _kept(name, _state(folder), ingest)


@cache
def played(name: str, folder: Path) -> Path:
    """The same, where the engine as it is now has played every scenario: a site that is served from it has nothing to do first."""

    def play(making: Path) -> None:
        data_folders.duplicate(built(name, folder), making, symlinks=True)
        _run(making, ["check_examples", "--json"], ["serve", "--prepare-only"])

    return _kept(f"played-{name}", f"{_state(folder)}-{_engine()}", play)


def _kept(name: str, state: str, make: Callable[[Path], None]) -> Path:
    """A data folder of the cache, made when there is none for this state; those of other states go."""
    folder = CACHE
    folder.mkdir(exist_ok=True)
    target = folder / f"{name}-{state}"
    with FileLock(str(folder / f"{name}.lock")):
        if not target.exists():
            for old in folder.glob(f"{name}-*"):
                shutil.rmtree(old, ignore_errors=True)
            making = folder / f"making-{name}"
            shutil.rmtree(making, ignore_errors=True)
            make(making)
            making.rename(target)
    return target


def _run(data: Path, *commands: list[str]) -> None:
    for command in commands:
        done = subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *command],
            env=data_folders.environment(data), cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{command}: {done.stderr[-2000:]}{done.stdout[-2000:]}"


def _layout() -> str:
    """A name for the state of everything that an empty database depends on: tables, and what migrations put there."""
    digest = hashlib.sha256((ROOT / "requirements.lock").read_bytes() + (ROOT / "rulesite/settings.py").read_bytes())
    for path in sorted((ROOT / "rulesite").rglob("*.py")):
        if "migrations" in path.parts or "models" in (*path.parts, path.stem):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _engine() -> str:
    """A name for the state of the engine and of the scenarios."""
    digest = hashlib.sha256()
    for root in (ROOT / "rulesite" / "engine", ROOT / "fixtures" / "scenarios"):
        for path in sorted(path for path in root.rglob("*") if path.is_file() and path.suffix != ".pyc"):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _state(folder: Path) -> str:
    """A name for the state of everything that a loaded library depends on."""
    return digest_of(ROOT / "ingest", ROOT / "rulesite", folder)


def digest_of(*roots: Path) -> str:
    """A name for the state of some files and folders, of which text and code count but not the engine and the pages."""
    digest = hashlib.sha256()
    for root in roots:
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            wanted = (
                path.suffix in (".py", ".txt", ".toml") and "engine" not in path.parts and "reading" not in path.parts
            )
            if wanted or (path == root and path.is_file()):
                digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]
