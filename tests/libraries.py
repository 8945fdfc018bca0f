"""Libraries that are loaded once for many tests, and where the documents for them lie."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from filelock import FileLock

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = ROOT.parent / "shared" / "documents"
HISTORY = ROOT.parent / "shared" / "history"


def built(name: str, folder: Path) -> Path:
    """A data folder with a library in it, built once for this state of the code and the documents."""
    cache = ROOT / ".cache"
    cache.mkdir(exist_ok=True)
    target = cache / f"{name}-{_state(folder)}"
    with FileLock(str(cache / f"{name}.lock")):
        if not target.exists():
            for old in cache.glob(f"{name}-*"):
                shutil.rmtree(old, ignore_errors=True)
            making = cache / f"making-{name}"
            shutil.rmtree(making, ignore_errors=True)
            environment = os.environ | {"RULESITE_DATA": str(making)}
            for command in (["migrate", "-v0"], ["ingest", str(folder), "--json"]):
                done = subprocess.run(
                    [sys.executable, str(ROOT / "manage.py"), *command],
                    env=environment, cwd=ROOT, capture_output=True, text=True, check=False,
                )  # fmt: skip
                assert done.returncode == 0, f"{command}: {done.stderr[-2000:]}{done.stdout[-2000:]}"
            making.rename(target)
    return target


def _state(folder: Path) -> str:
    """A name for the state of everything that a loaded library depends on."""
    digest = hashlib.sha256()
    for root in (ROOT / "ingest", ROOT / "rulesite", folder):
        for path in sorted(root.rglob("*")):
            if path.suffix in (".py", ".txt", ".toml") and "engine" not in path.parts and "reading" not in path.parts:
                digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]
