"""Seals: the list of files of a generation with their digests, so that damage is noticed."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SEAL = "seal.json"
"""The file that lists the others; written last."""
_PIECE = 1 << 20
_AGAIN = 60.0
"""Seconds after which a file that looks unchanged is read again by `is_sound`."""


class DamageError(ValueError):
    """The index differs from what was written."""


def close(generation: Path) -> None:
    """Write the seal of a generation."""
    files = [path for path in sorted(generation.rglob("*")) if path.is_file()]
    entries = {path.relative_to(generation).as_posix(): [path.stat().st_size, _digest(path)] for path in files}
    (generation / SEAL).write_text(json.dumps(entries, indent=0), encoding="utf-8")


def files(generation: Path) -> list[str]:
    """The paths of the files in a sealed generation, the seal last. Raises DamageError without a seal."""
    return [*_sealed(generation), SEAL]


def is_whole(generation: Path) -> bool:
    """Whether all files exist, whatever their contents."""
    try:
        return all((generation / name).is_file() for name in files(generation))
    except DamageError:
        return False


def check(generation: Path, under: str = "") -> None:
    """Compare the files of a generation, or those ``under`` a path in it, with its seal.

    Raises DamageError for the first that differs.
    """
    for name, (size, digest) in _sealed(generation).items():
        if not name.startswith(under):
            continue
        path = generation / name
        if not path.is_file():
            raise DamageError(f"{path} is gone")
        if path.stat().st_size != size or _digest(path) != digest:
            raise DamageError(f"{path} has changed since it was written")


_sound: dict[Path, tuple[float, tuple[Any, ...]]] = {}


def is_sound(generation: Path) -> bool:
    """Whether all files match the seal. They are read again if one looks changed, and once a minute."""
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
        entries = json.loads((generation / SEAL).read_bytes())
        return {str(name): (int(size), str(digest)) for name, (size, digest) in entries.items()}
    except FileNotFoundError:
        raise DamageError(f"{generation / SEAL} is gone") from None
    except (ValueError, TypeError, AttributeError) as error:
        raise DamageError(f"{generation / SEAL} has changed since it was written") from error


def _digest(path: Path) -> str:
    digest = hashlib.blake2b(digest_size=16)
    with path.open("rb") as opened:
        while piece := opened.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()
