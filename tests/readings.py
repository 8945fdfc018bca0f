"""The real documents as they are read: each of them once for all tests and this state of the code, whoever asks first."""

from __future__ import annotations

import hashlib
import pickle
import shutil
from functools import cache
from pathlib import Path

from filelock import FileLock

from ingest.tree import Reading
from tests.ingest.small import read
from tests.libraries import CACHE, ROOT, digest_of


def reading_of(path: Path) -> Reading:
    """The reading of a document, whose ledger was proved when it was made."""
    data = path.read_bytes()
    kept = _folder() / f"{path.stem}-{hashlib.sha256(path.name.encode() + data).hexdigest()[:16]}"
    with FileLock(f"{kept}.lock"):
        if not kept.exists():
            making = kept.with_name(f"{kept.name}.making")
            making.write_bytes(pickle.dumps(read(data, path.name), pickle.HIGHEST_PROTOCOL))
            making.rename(kept)
    found: Reading = pickle.loads(kept.read_bytes())
    return found


@cache
def _folder() -> Path:
    """Where readings are kept for this state of everything that reads; those of other states go."""
    folder = CACHE / f"readings-{digest_of(ROOT / 'requirements.lock', ROOT / 'ingest', ROOT / 'rulesite' / 'text')}"
    CACHE.mkdir(exist_ok=True)
    with FileLock(str(CACHE / "readings.lock")):
        for old in set(CACHE.glob("readings-*")) - {folder}:
            shutil.rmtree(old, ignore_errors=True)
        folder.mkdir(exist_ok=True)
    return folder
