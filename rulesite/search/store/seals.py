"""Seals: which files a generation has, and a digest of each, so that one that was damaged is not taken for sound."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SEAL = "seal.json"
"""The file that names the others. It is written last."""
_PIECE = 1 << 20
_AGAIN = 60.0
"""Seconds after which a file that looks unchanged is read again by `is_sound`."""


class DamageError(ValueError):
    """An index that is not as it was written."""


def close(generation: Path) -> None:
    """Seal the files that lie in a generation."""
    files = [path for path in sorted(generation.rglob("*")) if path.is_file()]
    said = {path.relative_to(generation).as_posix(): [path.stat().st_size, _digest(path)] for path in files}
    (generation / SEAL).write_text(json.dumps(said, indent=0), encoding="utf-8")


def files(generation: Path) -> list[str]:
    """The files of a sealed generation by their paths in it, its seal last. Raises DamageError without a seal."""
    return [*_sealed(generation), SEAL]


def is_whole(generation: Path) -> bool:
    """Whether all files are there, whatever stands in them."""
    try:
        return all((generation / name).is_file() for name in files(generation))
    except DamageError:
        return False


def check(generation: Path, under: str = "") -> None:
    """See that the files of a generation, those ``under`` a path in it, are as they were when it was sealed.

    Raises DamageError for the first that is not.
    """
    for name, (size, digest) in _sealed(generation).items():
        if not name.startswith(under):
            continue
        path = generation / name
        if not path.is_file():
            raise DamageError(f"{path} is gone")
        if path.stat().st_size != size or _digest(path) != digest:
            raise DamageError(f"{path} is not as it was written")


_sound: dict[Path, tuple[float, tuple[Any, ...]]] = {}


def is_sound(generation: Path) -> bool:
    """Whether all files are as they were sealed. A file is read again when it looks changed, and once a minute."""
    try:
        looks = tuple(_looks(generation / name) for name in files(generation))
        then, before = _sound.get(generation, (0.0, ()))
        if looks != before or time.monotonic() - then > _AGAIN:
            check(generation)
            _sound.clear()
            _sound[generation] = time.monotonic(), looks
    except (DamageError, OSError):
        return False
    return True


def _looks(path: Path) -> tuple[int, ...]:
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns


def _sealed(generation: Path) -> Mapping[str, tuple[int, str]]:
    try:
        said = json.loads((generation / SEAL).read_bytes())
        return {str(name): (int(size), str(digest)) for name, (size, digest) in said.items()}
    except FileNotFoundError:
        raise DamageError(f"{generation / SEAL} is gone") from None
    except (ValueError, TypeError, AttributeError) as error:
        raise DamageError(f"{generation / SEAL} is not as it was written") from error


def _digest(path: Path) -> str:
    digest = hashlib.blake2b(digest_size=16)
    with path.open("rb") as opened:
        while piece := opened.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()
