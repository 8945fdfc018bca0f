"""``sources.toml``: what the files of a folder do not say of themselves.

Each ``[[source]]`` names a file (``path``, relative to the manifest) and may give its ``document``, ``effective`` date
(a date, or as much of it as is known: 2002, "2002-10"), ``known_from``, ``extent`` (whole or extract), ``rank`` (who is
believed where witnesses differ: the lowest), ``title`` and ``dialect``. A ``[library]`` table names a collection that
never mixes with another.
"""

from __future__ import annotations

import datetime
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from ingest.source import SourceError

FILE_NAME = "sources.toml"
_KEYS = {"path", "document", "effective", "known_from", "extent", "rank", "title", "dialect"}


@dataclass(frozen=True)
class Facts:
    """What is known of a source from outside; everything may be missing."""

    document: str = ""
    effective: datetime.date | None = None
    precision: str = "day"
    known_from: str = ""
    extent: str = ""
    rank: int | None = None
    title: str = ""
    dialect: str = ""


@dataclass(frozen=True)
class Manifest:
    """The facts by file path, and the collection they belong to."""

    facts: dict[str, Facts] = field(default_factory=dict)
    library: str = ""
    about: str = ""

    def of(self, path: str) -> Facts:
        """The facts about a file, by its path relative to the manifest; nothing known if it is not listed."""
        return self.facts.get(path, Facts())


def read(text: str, name: str = FILE_NAME) -> Manifest:
    """Read a manifest; raise SourceError naming the entry that can't be right.

    >>> read('[[source]]\\npath = "a.txt"\\neffective = 2006-10-01').of("a.txt").effective
    datetime.date(2006, 10, 1)
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        raise SourceError(name, f"not valid TOML: {error}", line=int(found[1]) if found else None) from error
    library = data.get("library", {})
    facts: dict[str, Facts] = {}
    for nth, entry in enumerate(data.get("source", []), start=1):
        path = entry.get("path")
        if not isinstance(path, str) or not path:
            raise SourceError(name, f"the {nth}. [[source]] has no path", mend='add path = "file.txt"')
        if unknown := set(entry) - _KEYS:
            raise SourceError(
                name, f"{path}: unknown key {sorted(unknown)[0]!r}", mend=f"known: {', '.join(sorted(_KEYS))}"
            )
        effective, precision = _date(entry.get("effective"), f"{name}: {path}")
        extent = entry.get("extent", "")
        if extent not in ("", "whole", "extract"):
            raise SourceError(name, f"{path}: extent is {extent!r}", mend="write whole or extract")
        facts[path] = Facts(
            document=entry.get("document", ""),
            effective=effective,
            precision=precision,
            known_from=entry.get("known_from", ""),
            extent=extent,
            rank=entry.get("rank"),
            title=entry.get("title", ""),
            dialect=entry.get("dialect", ""),
        )
    return Manifest(facts, library.get("name", ""), library.get("about", ""))


def nearest(path: Path) -> tuple[Manifest, Path] | None:
    """The manifest beside a file or up to two folders above it that lists the file, with its folder."""
    for folder in list(path.resolve().parents)[:3]:
        candidate = folder / FILE_NAME
        if candidate.is_file():
            manifest = read(candidate.read_text(encoding="utf-8"), candidate.name)
            if path.resolve().relative_to(folder).as_posix() in manifest.facts:
                return manifest, folder
    return None


def parse_date(text: str, name: str) -> tuple[datetime.date, str]:
    """A date and its precision from ``2002-10-15``, ``2002-10`` or ``2002``; raise SourceError for anything else."""
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
