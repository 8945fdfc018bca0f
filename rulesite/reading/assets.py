"""Static files under names made of their contents, so that browsers may keep them for ever; and scripts by module."""

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

from rulesite.trouble import Trouble

_IMPORT = re.compile(r"""^(?:import|export)\b[^"'(;]*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)

_COLLECTED = "static-files"
"""The file of the data folder that says from what the static files there were collected, and which they were."""


class Unlisted(Trouble, ValueError):  # noqa: N818 - the name says it
    """A static file is not in the list of their names. A ValueError too, as storages have it."""

    def __init__(self, where: str) -> None:
        mend = (
            "stop the site and start it with make run, which makes the list anew; so does: "
            "python manage.py collectstatic"
        )
        super().__init__("The list of static files is missing or out of date", mend, where)


class Assets(CompressedManifestStaticFilesStorage):
    """As WhiteNoise's, and scripts import each other by those names too."""

    support_js_module_import_aggregation = True

    def read_manifest(self) -> str | None:
        """The list of the names; None where there is none, or a file where its folder should be."""
        try:
            return super().read_manifest()
        except NotADirectoryError:
            return None

    def stored_name(self, name: str) -> str:
        """The name of a file with its fingerprint; raises Unlisted where the list of the names doesn't have it."""
        try:
            return super().stored_name(name)
        except ValueError as missing:
            raise Unlisted(f"{settings.STATIC_ROOT}: {missing}") from missing


def collect() -> None:
    """Have the static files of this code in their folder, under their names: nothing is done where they are there."""
    said = Path(settings.DATA_DIR) / _COLLECTED
    if said.exists() and said.read_text("utf-8") == _collected():
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    said.write_text(_collected(), "utf-8")


def _collected() -> str:
    """A name for the static files as they were written, and for what has been made of them and lies there."""
    named = hashlib.sha256(f"{version('django')} {version('whitenoise')}".encode())
    sources = [Path(__file__)]
    for finder in finders.get_finders():
        sources += [Path(storage.path(path)) for path, storage in finder.list(None)]
    for source in sources:
        found = source.stat()
        named.update(f"{source} {found.st_mtime_ns} {found.st_size}\n".encode())
    for name, size in sorted(_lying(settings.STATIC_ROOT)):
        named.update(f"{name} {size}\n".encode())
    return named.hexdigest()


def _lying(folder: Path) -> Iterator[tuple[str, int]]:
    """The files in a folder, by their paths within it, with their sizes; none where it is not there."""
    for place, _, names in os.walk(folder):
        for path in (os.path.join(place, name) for name in names):
            yield os.path.relpath(path, folder), os.path.getsize(path)


@lru_cache
def imported(script: str) -> tuple[str, ...]:
    """The modules that a script needs before it runs, by their static names, nearest first; not the script itself.

    What it asks for later, with ``import()``, is not among them. Raises FileNotFoundError for an unknown script.

    >>> "reading/store.js" in imported("reading/reading.js")
    True
    """
    found: dict[str, None] = {}
    waiting = [script]
    for name in waiting:
        place = finders.find(name)
        if place is None:
            raise FileNotFoundError(f"no static file {name!r}")
        for other in _IMPORT.findall(Path(place).read_text(encoding="utf-8")):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), other))
            if path != script and path not in found:
                found[path] = None
                waiting.append(path)
    return tuple(found)
