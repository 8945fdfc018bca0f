"""Static files under names made of their contents, so that browsers may keep them for ever; and scripts by module."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from whitenoise.storage import CompressedManifestStaticFilesStorage

from rulesite.trouble import Trouble

_IMPORT = re.compile(r"""^(?:import|export)\b[^"'(;]*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)


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

    def stored_name(self, name: str) -> str:
        """The name of a file with its fingerprint; raises Unlisted where the list of the names doesn't have it."""
        try:
            return super().stored_name(name)
        except ValueError as missing:
            raise Unlisted(f"{settings.STATIC_ROOT}: {missing}") from missing


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
