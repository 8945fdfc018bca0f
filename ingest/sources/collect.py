"""Gathering: from given places (a file, a folder, a zip, a URL) to input files, with the facts known about them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from ingest.document.source import MOST_HANDED_OVER, SourceError, printable, too_large
from ingest.sources import archives, manifest

SUFFIXES = (".txt", ".text", ".html", ".htm", ".md", ".pdf")
_PASSED_OVER = ("readme", "license", "licence")
_URL = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_MAX_NAME = 200
_STRANGE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class InputFile:
    """An input file: its display name, its bytes or an error, the facts about it, and its collection."""

    name: str
    data: bytes
    facts: manifest.Facts = field(default_factory=manifest.Facts)
    library: str = ""
    about: str = ""
    pocket: bool = False
    error: SourceError | None = None


def is_url(place: str) -> bool:
    """Whether a place is a URL, of any scheme and however malformed.

    >>> is_url("http://[::1"), is_url("rules.txt"), is_url("C://rules.txt")
    (True, False, False)
    """
    return _URL.match(place) is not None


def gather(places: list[str], *, allow_private: bool = False) -> Iterator[InputFile]:
    """Every input file at some paths and URLs, in order; unavailable ones are included with their error.

    ``allow_private`` permits URLs to addresses outside the public internet.
    """
    for place in places:
        try:
            yield from _url(place, allow_private=allow_private) if is_url(place) else _path(place)
        except SourceError as error:
            yield _refused(place, error)


def opened(name: str, data: bytes) -> list[InputFile]:
    """The input files in the bytes of an uploaded file: those of an archive, or the file itself.

    Raises SourceError for an archive that is refused as a whole.
    """
    if archives.is_zip(data) or name.lower().endswith(".zip"):
        return list(_unzip(name, data))
    return [InputFile(_shown(name), data)]


def _url(url: str, *, allow_private: bool) -> list[InputFile]:
    path = re.split(r"[?#]", url)[0].split("/", 3)[3:]
    name = PurePosixPath(unquote(path[0])).name if path else ""
    from ingest.sources.http import fetch  # slow to import, and few documents are downloaded

    return opened(name or url, fetch(url, allow_private=allow_private))


def _path(place: str) -> Iterator[InputFile]:
    try:
        path = Path(place).expanduser()
        is_folder, is_file = path.is_dir(), path.is_file()
    except (OSError, RuntimeError, ValueError) as error:
        raise SourceError(place, f"can't be read: {error}", mend="check the path") from error
    if is_folder:
        yield from _folder(path)
    elif is_file:
        _refuse_name(path.name)
        data = _read(path)
        if path.suffix.lower() == ".zip":
            yield from opened(path.name, data)
        elif listed := manifest.nearest(path):
            table, folder = listed
            yield _known(path.name, data, table, path.resolve().relative_to(folder).as_posix())
        else:
            yield InputFile(_shown(path.name), data)
    else:
        raise SourceError(place, "there is no such file or folder", mend="check the path")


def _folder(folder: Path) -> Iterator[InputFile]:
    listed = folder / manifest.FILE_NAME
    table = manifest.read_file(listed) if listed.is_file() else manifest.Manifest()
    shut: list[OSError] = []
    within = (Path(root, name) for root, _, names in os.walk(folder, onerror=shut.append) for name in names)
    paths = sorted(path for path in within if path.is_file() and _wanted(path.relative_to(folder)))
    if not paths and not shut:
        raise SourceError(
            str(folder), "the folder contains no text or HTML file", mend="name the folder of the documents"
        )
    for path in paths:
        try:
            _refuse_name(path.relative_to(folder).as_posix())
            yield _known(path.name, _read(path), table, path.relative_to(folder).as_posix())
        except SourceError as error:
            yield _refused(path.name, error)
    for why in shut:
        lost = SourceError(
            str(why.filename), f"can't be read: {why.strerror}", mend="give this user permission to read the folder"
        )
        yield _refused(str(why.filename), lost)
    for missing in sorted(set(table.facts) - {path.relative_to(folder).as_posix() for path in paths}):
        lost = SourceError(missing, f"{manifest.FILE_NAME} lists it, but it is not there", mend="fix the path")
        yield _refused(missing, lost)


def _wanted(path: PurePosixPath | Path) -> bool:
    hidden = any(part.startswith((".", "__MACOSX")) for part in path.parts)
    return path.suffix.lower() in SUFFIXES and not hidden and not path.stem.lower().startswith(_PASSED_OVER)


def _refuse_name(name: str) -> None:
    """Refuse a file whose name is not valid text: two such names could not be told apart."""
    if _STRANGE.search(name):
        raise SourceError(name, "its name is not UTF-8", mend="rename the file; its content can stay as it is")


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_HANDED_OVER + 1)
    except OSError as error:
        raise SourceError(
            path.name, f"can't be read: {error.strerror}", mend="give this user permission to read it"
        ) from error
    if len(data) > MOST_HANDED_OVER:
        raise too_large(path.name, MOST_HANDED_OVER)
    return data


def _unzip(name: str, data: bytes) -> Iterator[InputFile]:
    def is_wanted(path: str) -> bool:
        return PurePosixPath(path).name == manifest.FILE_NAME or _wanted(PurePosixPath(path))

    members = archives.unpack(name, data, is_wanted)
    lists = [member for member in members if PurePosixPath(member.path).name == manifest.FILE_NAME]
    texts = [member for member in members if _wanted(PurePosixPath(member.path))]
    if not texts:
        raise SourceError(name, "the zip contains no text or HTML file", mend="name an archive of documents")
    table, root = manifest.Manifest(), ""
    if lists:
        outermost = min(lists, key=lambda member: len(PurePosixPath(member.path).parts))
        if outermost.error:
            raise outermost.error
        table = manifest.read_bytes(outermost.data, f"{name}/{outermost.path}")
        root = outermost.path.removesuffix(manifest.FILE_NAME)
    for member in texts:
        shown = PurePosixPath(member.path).name
        if member.error:
            yield _refused(shown, member.error)
        else:
            yield _known(shown, member.data, table, member.path.removeprefix(root))


def _known(name: str, data: bytes, table: manifest.Manifest, path: str) -> InputFile:
    """A file with the facts that a manifest has for its path."""
    return InputFile(_shown(name), data, table.of(path), table.library, table.about, table.pocket)


def _refused(name: str, error: SourceError) -> InputFile:
    return InputFile(_shown(name), b"", error=error)


def _shown(name: str) -> str:
    """A name as it is displayed and stored, made printable."""
    return printable(name)[-_MAX_NAME:]
