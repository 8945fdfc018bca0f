"""What stands: the work of the stages, and the digests of what each piece was made from (`rulebook.Made`).

A piece of work is done when its row has the key of today. So work that was never done, was stopped, or was made from
other sources, other neighbours or by other code, is known without looking at what came of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache

from django.conf import settings

from rulesite.rulebook.models import Made

_CODE = (".py", ".toml", ".txt", ".lark")


def digest(*parts: object) -> str:
    """A name for what something is made from; equal parts, equal names."""
    made = hashlib.blake2b(digest_size=16)
    for part in parts:
        made.update(repr(part).encode() + b"\n")
    return made.hexdigest()


@lru_cache(maxsize=32)
def code(*places: str) -> str:
    """A digest of files of the project that make something, by their paths or those of their folders.

    Raises ``FileNotFoundError`` for a path where nothing is: what is made would not know of a change.
    """
    made = hashlib.blake2b(digest_size=16)
    for place in places:
        path = settings.BASE_DIR / place
        path.stat()
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if file.suffix in _CODE and file.is_file():
                made.update(file.relative_to(settings.BASE_DIR).as_posix().encode() + file.read_bytes())
    return made.hexdigest()


def keys(stage: str, units: Iterable[str] | None = None) -> dict[str, str]:
    """The work of a stage that stands: by unit, the key of what it was made from."""
    rows = Made.objects.filter(stage=stage)
    if units is not None:
        rows = rows.filter(unit__in=list(units))
    return dict(rows.values_list("unit", "key"))


stands, note = Made.stands, Made.note


def forget(stage: str, units: Iterable[str]) -> None:
    """Say that some pieces of work are gone, or to be done again."""
    Made.objects.filter(stage=stage, unit__in=list(units)).delete()
