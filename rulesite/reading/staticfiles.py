"""Static files named with a hash of their contents, so that browsers may keep them for ever; and script modules."""

from __future__ import annotations

import hashlib
import os
import posixpath
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

from rulesite.diagnostics import Trouble

_IMPORT = re.compile(r"""^(?:import|export)\b[^"'(;]*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)

_COLLECTED = "static-files"
"""The file in the data folder that records which static files were collected, and from what."""


class Unlisted(Trouble, ValueError):  # noqa: N818 - the name says it
    """A static file is missing from the manifest. Also a ValueError, as Django's storages raise."""

    def __init__(self, where: str) -> None:
        mend = (
            "stop the site and start it with make run, which makes the list anew; so does: "
            "python manage.py collectstatic"
        )
        super().__init__("The list of static files is missing or out of date", mend, where)


class Assets(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, with hashed names in the imports of scripts too."""

    support_js_module_import_aggregation = True

    def read_manifest(self) -> str | None:
        """The manifest as text; None if there is none, or if a file is in the place of its folder."""
        try:
            return super().read_manifest()
        except NotADirectoryError:
            return None

    def stored_name(self, name: str) -> str:
        """The hashed name of a file. Raises Unlisted if the manifest does not have it."""
        try:
            return super().stored_name(name)
        except ValueError as missing:
            raise Unlisted(f"{settings.STATIC_ROOT}: {missing}") from missing


def collect() -> None:
    """Collect the static files under their hashed names, unless they are there already."""
    record = Path(settings.DATA_DIR) / _COLLECTED
    if record.exists() and record.read_text("utf-8") == _collected():
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    record.write_text(_collected(), "utf-8")


def _collected() -> str:
    """A fingerprint of the static files as written and as collected."""
    digest = hashlib.sha256(f"{version('django')} {version('whitenoise')}".encode())
    sources = [Path(__file__)]
    for finder in finders.get_finders():
        sources += [Path(storage.path(path)) for path, storage in finder.list(None)]
    for source in sources:
        status = source.stat()
        digest.update(f"{source} {status.st_mtime_ns} {status.st_size}\n".encode())
    for name, size in sorted(_lying(settings.STATIC_ROOT)):
        digest.update(f"{name} {size}\n".encode())
    return digest.hexdigest()


def _lying(folder: Path) -> Iterator[tuple[str, int]]:
    """The paths, relative to a folder, and the sizes of the files in it; none if there is no such folder."""
    for place, _, names in os.walk(folder):
        for path in (os.path.join(place, name) for name in names):
            yield os.path.relpath(path, folder), os.path.getsize(path)


@lru_cache
def imported(script: str) -> tuple[str, ...]:
    """The modules that a script imports, directly or not, by static name, nearest first; without the script.

    Modules loaded later with ``import()`` are left out. Raises FileNotFoundError for an unknown script.

    >>> "reading/store.js" in imported("reading/reading.js")
    True
    """
    paths: dict[str, None] = {}
    waiting = [script]
    for name in waiting:
        place = finders.find(name)
        if place is None:
            raise FileNotFoundError(f"no static file {name!r}")
        for relative in _IMPORT.findall(Path(place).read_text(encoding="utf-8")):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), relative))
            if path != script and path not in paths:
                paths[path] = None
                waiting.append(path)
    return tuple(paths)
