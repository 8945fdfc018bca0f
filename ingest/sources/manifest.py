"""``sources.toml``: facts about the files of a folder that the files themselves do not state.

Each ``[[source]]`` names a file (``path``, relative to the manifest) and may give its ``document``, ``effective`` date
(a date, or as much of it as is known: 2002, "2002-10"), ``known_from``, ``extent`` (whole or extract), ``rank`` (where
sources differ, the lowest rank is authoritative), ``title``, ``dialect`` and ``language`` (of a translation: ru);
``damaged = true`` consents to losing undecodable bytes. A ``[library]`` table gives the collection a ``name`` and a
description, ``about``; ``pocket = true`` marks the sample that comes with the project.
"""

from __future__ import annotations

import datetime
import posixpath
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ingest.document.source import SourceError
from rulesite.text import languages, toml

FILE_NAME = "sources.toml"
LARGEST_RANK = 32767
MOST_BYTES = 1024 * 1024
"""Maximum bytes of a manifest: thousands of sources."""
_KEYS = {"path", "document", "effective", "known_from", "extent", "rank", "title", "dialect", "language", "damaged"}


@dataclass(frozen=True)
class Facts:
    """Facts about a source from outside the file; all optional."""

    document: str = ""
    effective: datetime.date | None = None
    precision: str = "day"
    known_from: str = ""
    extent: str = ""
    rank: int | None = None
    title: str = ""
    dialect: str = ""
    language: str = ""
    damaged: bool = False


@dataclass(frozen=True)
class Manifest:
    """The facts by file path, and the collection they belong to."""

    facts: dict[str, Facts] = field(default_factory=dict)
    library: str = ""
    about: str = ""
    pocket: bool = False

    def of(self, path: str) -> Facts:
        """The facts about a file, by its path relative to the manifest; empty facts if it is not listed."""
        return self.facts.get(path, Facts())


def read(text: str, name: str = FILE_NAME) -> Manifest:
    """Read a manifest. Raises SourceError that names the faulty entry.

    >>> read('[[source]]\\npath = "a.txt"\\neffective = 2006-10-01').of("a.txt").effective
    datetime.date(2006, 10, 1)
    """
    try:
        data = toml.parse(text)
    except toml.TOMLDecodeError as error:
        place = re.search(r"line (\d+)", str(error))
        line = int(place[1]) if place else None
        raise SourceError(name, f"not valid TOML: {error}", line=line, mend="fix it, or remove it") from error
    library, sources = data.get("library", {}), data.get("source", [])
    if not isinstance(library, dict):
        raise SourceError(name, "library must be a table", mend='write [library] and name = "…" below it')
    if type(pocket := library.get("pocket", False)) is not bool:
        raise SourceError(name, f"pocket is {pocket!r}", mend="write pocket = true, or leave it out")
    if not isinstance(sources, list) or not all(isinstance(entry, dict) for entry in sources):
        raise SourceError(name, "source must be a list of tables", mend="write [[source]] above each entry")
    facts: dict[str, Facts] = {}
    places: dict[str, int] = {}
    for ordinal, entry in enumerate(sources, start=1):
        path = entry.get("path")
        if not isinstance(path, str) or not path:
            raise SourceError(name, f"the {ordinal}. [[source]] has no path", mend='add path = "file.txt"')
        if twin := places.get(posixpath.normpath(path)):
            what = f"the {twin}. and the {ordinal}. [[source]] both have the path {path!r}"
            raise SourceError(name, what, mend="keep one of them, with all facts about the file")
        places[posixpath.normpath(path)] = ordinal
        facts[path] = _facts(entry, f"{name}: {path}")
    return Manifest(facts, str(library.get("name", "")), str(library.get("about", "")), pocket)


def read_file(path: Path) -> Manifest:
    """Read the manifest in a file. Raises SourceError that names it and the fault."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise SourceError(str(path), f"can't be read: {error}", mend="give this user permission to read it") from error
    return read_bytes(data, str(path))


def read_bytes(data: bytes, name: str) -> Manifest:
    """Read a manifest from its bytes. Raises SourceError that names it and the fault."""
    if len(data) > MOST_BYTES:
        raise SourceError(
            name, f"larger than {MOST_BYTES // 2**20} MiB", mend="remove everything but the [[source]] entries"
        )
    try:
        return read(data.decode("utf-8"), name)
    except UnicodeDecodeError as error:
        raise SourceError(name, f"can't be read: {error}", mend="save it as UTF-8 text") from error


def _facts(entry: dict[str, Any], name: str) -> Facts:
    """The facts of one entry. Raises SourceError that names the faulty key."""
    if unknown := set(entry) - _KEYS:
        raise SourceError(name, f"unknown key {sorted(unknown)[0]!r}", mend=f"known: {', '.join(sorted(_KEYS))}")
    for key in ("document", "known_from", "extent", "title", "dialect", "language"):
        if not isinstance(entry.get(key, ""), str):
            raise SourceError(name, f"{key} is {entry[key]!r}", mend=f'write {key} = "…"')
    rank = entry.get("rank")
    if rank is not None and (type(rank) is not int or not 0 <= rank <= LARGEST_RANK):
        raise SourceError(name, f"rank is {rank!r}", mend="write a whole number, 0 for the most trusted")
    if (extent := entry.get("extent", "")) not in ("", "whole", "extract"):
        raise SourceError(name, f"extent is {extent!r}", mend="write whole or extract")
    if not re.fullmatch(r"[a-z0-9-]{0,40}", document := entry.get("document", "")):
        raise SourceError(
            name, f"document is {document!r}", mend="write cr, dangelo, mtr, ipg, jar, or a short name in lower case"
        )
    if (language := entry.get("language", "")) not in ("", *languages.NAMES):
        raise SourceError(name, f"language is {language!r}", mend=f"known: {', '.join(languages.NAMES)}")
    if type(damaged := entry.get("damaged", False)) is not bool:
        raise SourceError(name, f"damaged is {damaged!r}", mend="write damaged = true, or leave it out")
    effective, precision = _date(entry.get("effective"), name)
    return Facts(
        document=document,
        effective=effective,
        precision=precision,
        known_from=entry.get("known_from", ""),
        extent=extent,
        rank=rank,
        title=entry.get("title", ""),
        dialect=entry.get("dialect", ""),
        language=language,
        damaged=damaged,
    )


def nearest(path: Path) -> tuple[Manifest, Path] | None:
    """The manifest that lists a file, beside it or up to two folders above it, with its folder."""
    for folder in list(path.resolve().parents)[:3]:
        candidate = folder / FILE_NAME
        if candidate.is_file():
            manifest = read_file(candidate)
            if path.resolve().relative_to(folder).as_posix() in manifest.facts:
                return manifest, folder
    return None


def parse_date(text: str, name: str) -> tuple[datetime.date, str]:
    """A date and its precision from ``2002-10-15``, ``2002-10`` or ``2002``. Raises SourceError for anything else."""
    for pattern, precision, fill in (
        (r"\d{4}-\d{2}-\d{2}", "day", ""),
        (r"\d{4}-\d{2}", "month", "-01"),
        (r"\d{4}", "year", "-01-01"),
    ):
        if re.fullmatch(pattern, text):
            try:
                return datetime.date.fromisoformat(text + fill), precision
            except ValueError:
                break
    raise SourceError(name, f"{text!r} is not a date", mend="write it like 2006-10-01, 2006-10 or 2006")


def _date(value: object, name: str) -> tuple[datetime.date | None, str]:
    if value is None:
        return None, "day"
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return value, "day"
    return parse_date(str(value), name)
