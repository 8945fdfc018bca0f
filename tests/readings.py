"""What is made of the real documents once for all tests and this state of the code, by whichever asks first: how each
is read, and which steps of descent were drawn between them."""

from __future__ import annotations

import hashlib
import pickle
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from filelock import FileLock

from ingest.document.tree import Reading
from tests.ingest.small import read
from tests.libraries import CACHE, ROOT, digest_of

T = TypeVar("T")


def reading_of(path: Path) -> Reading:
    """The reading of a document, whose ledger was proved when it was made."""
    return kept("reading", lambda: read(path.read_bytes(), path.name), path)


def kept(what: str, make: Callable[[], T], *documents: Path) -> T:
    """What was made of some documents, or is made now; whoever asks for it meanwhile waits."""
    digest = hashlib.sha256(b"".join(path.name.encode() + path.read_bytes() for path in documents)).hexdigest()[:16]
    file = _folder() / "-".join([what, *(path.stem for path in documents), digest])
    with FileLock(f"{file}.lock"):
        if not file.exists():
            making = file.with_name(f"{file.name}.making")
            making.write_bytes(pickle.dumps(make(), pickle.HIGHEST_PROTOCOL))
            making.rename(file)
    found: T = pickle.loads(file.read_bytes())
    return found


@cache
def _folder() -> Path:
    """Where all this is kept for this state of everything that reads and draws; what was kept for other states goes."""
    folder = CACHE / f"readings-{digest_of(ROOT / 'requirements.lock', ROOT / 'ingest', ROOT / 'rulesite' / 'text')}"
    CACHE.mkdir(exist_ok=True)
    with FileLock(str(CACHE / "readings.lock")):
        for old in set(CACHE.glob("readings-*")) - {folder}:
            shutil.rmtree(old, ignore_errors=True)
        folder.mkdir(exist_ok=True)
    return folder
