"""Gathering: from what a person names (a file, a folder, a zip, a URL) to named bytes with what is known of them."""

from __future__ import annotations

import io
import urllib.request
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from urllib.error import URLError
from urllib.parse import unquote, urlsplit

from ingest import manifest
from ingest.source import SourceError

SUFFIXES = (".txt", ".text", ".html", ".htm", ".md")
_PASSED_OVER = ("readme", "license", "licence")
MOST_BYTES = 64 * 1024 * 1024
"""The largest file that is taken: ten times the longest rules document in its widest encoding."""
_TIMEOUT = 60


@dataclass(frozen=True)
class Found:
    """One file to read: its name as shown, its bytes (or why there are none), the facts, and its collection."""

    name: str
    data: bytes
    facts: manifest.Facts = field(default_factory=manifest.Facts)
    library: str = ""
    about: str = ""
    pocket: bool = False
    error: SourceError | None = None


def gather(places: list[str]) -> Iterator[Found]:
    """Every source that some paths and URLs name, in order; what can't be had is yielded with its error."""
    for place in places:
        try:
            yield from _gather(place)
        except SourceError as error:
            yield Found(place, b"", error=error)


def _gather(place: str) -> Iterator[Found]:
    if urlsplit(place).scheme in ("http", "https"):
        name = unquote(PurePosixPath(urlsplit(place).path).name) or place
        data = _download(place)
        yield from _unzip(name, data) if _is_zip(data) else [Found(name, data)]
        return
    path = Path(place).expanduser()
    if path.is_dir():
        yield from _folder(path)
    elif path.is_file():
        data = _read(path)
        if path.suffix.lower() == ".zip" and _is_zip(data):
            yield from _unzip(path.name, data)
        elif listed := manifest.nearest(path):
            table, folder = listed
            relative = path.resolve().relative_to(folder).as_posix()
            yield Found(path.name, data, table.of(relative), table.library, table.about, table.pocket)
        else:
            yield Found(path.name, data)
    else:
        raise SourceError(place, "there is no such file or folder", mend="check the path")


def _folder(folder: Path) -> Iterator[Found]:
    listed = folder / manifest.FILE_NAME
    table = manifest.read_file(listed) if listed.is_file() else manifest.Manifest()
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and _wanted(path.relative_to(folder)))
    if not paths:
        raise SourceError(str(folder), "the folder holds no text or HTML file")
    for path in paths:
        relative = path.relative_to(folder).as_posix()
        try:
            yield Found(path.name, _read(path), table.of(relative), table.library, table.about, table.pocket)
        except SourceError as error:
            yield Found(path.name, b"", error=error)
    for missing in sorted(set(table.facts) - {path.relative_to(folder).as_posix() for path in paths}):
        lost = SourceError(missing, f"{manifest.FILE_NAME} lists it, but it is not there", mend="mend the path")
        yield Found(missing, b"", error=lost)


def _wanted(path: Path) -> bool:
    hidden = any(part.startswith((".", "__MACOSX")) for part in path.parts)
    return path.suffix.lower() in SUFFIXES and not hidden and not path.stem.lower().startswith(_PASSED_OVER)


def _read(path: Path) -> bytes:
    if path.stat().st_size > MOST_BYTES:
        raise SourceError(path.name, f"larger than {MOST_BYTES // 2**20} MiB: not a rules document")
    try:
        return path.read_bytes()
    except OSError as error:
        raise SourceError(path.name, f"can't be read: {error.strerror}") from error


def _is_zip(data: bytes) -> bool:
    return data.startswith(b"PK\x03\x04") and zipfile.is_zipfile(io.BytesIO(data))


def _unzip(name: str, data: bytes) -> Iterator[Found]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        table = manifest.Manifest()
        root = ""
        for member in archive.namelist():
            if PurePosixPath(member).name == manifest.FILE_NAME:
                root = member[: -len(manifest.FILE_NAME)]
                table = manifest.read(archive.read(member).decode("utf-8", "replace"), f"{name}/{member}")
        members = [info for info in archive.infolist() if not info.is_dir() and _wanted(Path(info.filename))]
        if not members:
            raise SourceError(name, "the zip holds no text or HTML file")
        for info in sorted(members, key=lambda info: info.filename):
            shown = PurePosixPath(info.filename).name
            if info.file_size > MOST_BYTES:
                yield Found(shown, b"", error=SourceError(shown, "too large to be a rules document"))
                continue
            try:
                content = archive.read(info)
            except (zipfile.BadZipFile, RuntimeError, OSError) as error:
                yield Found(shown, b"", error=SourceError(shown, f"can't be unpacked: {error}"))
                continue
            facts = table.of(info.filename.removeprefix(root))
            yield replace(Found(shown, content, facts), library=table.library, about=table.about, pocket=table.pocket)


def _download(url: str) -> bytes:
    request = urllib.request.Request(url, headers={"User-Agent": "rulesite-ingest"})
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT) as response:
            data: bytes = response.read(MOST_BYTES + 1)
    except (URLError, OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise SourceError(url, f"can't be fetched: {reason}", mend="check the address and the network") from error
    if len(data) > MOST_BYTES:
        raise SourceError(url, f"larger than {MOST_BYTES // 2**20} MiB: not a rules document")
    return data
