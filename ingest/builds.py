"""Builds: the finished work of each stage, with a digest of its inputs (`rulebook.Made`).

A piece of work is up to date if its row has today's key. So work that was never done, was stopped, or was made from
other sources, other neighbours or by other code is recognised without looking at its result.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache

from django.conf import settings

from rulesite.rulebook.models import Made

_CODE = (".py", ".toml", ".txt", ".lark")


def digest(*parts: object) -> str:
    """A digest of inputs; equal inputs have equal digests."""
    hasher = hashlib.blake2b(digest_size=16)
    for part in parts:
        hasher.update(repr(part).encode() + b"\n")
    return hasher.hexdigest()


@lru_cache(maxsize=32)
def code(*places: str) -> str:
    """A digest of source files of the project, by their paths or those of their folders.

    Raises ``FileNotFoundError`` for a path that does not exist, as changes there would go unnoticed.
    """
    hasher = hashlib.blake2b(digest_size=16)
    for place in places:
        path = settings.BASE_DIR / place
        path.stat()
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if file.suffix in _CODE and file.is_file():
                hasher.update(file.relative_to(settings.BASE_DIR).as_posix().encode() + file.read_bytes())
    return hasher.hexdigest()


def keys(stage: str, units: Iterable[str] | None = None) -> dict[str, str]:
    """The recorded work of a stage: from unit to the key of its inputs."""
    rows = Made.objects.filter(stage=stage)
    if units is not None:
        rows = rows.filter(unit__in=list(units))
    return dict(rows.values_list("unit", "key"))


stands, note = Made.stands, Made.note


def forget(stage: str, units: Iterable[str]) -> None:
    """Delete the records of some pieces of work, which makes them outstanding."""
    Made.objects.filter(stage=stage, unit__in=list(units)).delete()
