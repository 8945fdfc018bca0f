"""What is in a file of cards: MTGJSON's AtomicCards, AllPrintings or one set, or one of Scryfall's bulk files."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, TextIO

from rulesite.cards.files.json_stream import JsonStream, StreamError

MAX_CHARACTERS = 4_000_000_000
"""Of one file, unpacked: three times Scryfall's largest with all its languages."""
MAX_FIELD = 20_000
"""Characters of one text of a card; the longest printed one has 1,500."""
_NO_CARDS = {"token", "double_faced_token", "emblem", "art_series"}
"""Scryfall's layouts of what is not a card."""
_HINT = (
    "AtomicCards.json and AllPrintings.json of mtgjson.com, and the bulk files “Oracle Cards”, “Default Cards” and "
    "“Rulings” of Scryfall are read"
)


class CardFileError(ValueError):
    """A file is not one of cards, or not all of it; the message names file, place and mend."""


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a card, as printed in the source."""

    name: str
    cost: str
    line: str
    text: str
    size: str
    """Power and toughness, loyalty or defense; "" without."""
    side: str = ""


@dataclass(slots=True)
class CardRow:
    """A card, or some of its faces, as one place of a file has it."""

    name: str
    faces: list[Face]
    oracle: str = ""
    released: str = ""
    rulings: list[tuple[str, str]] | None = None
    """Date and text of each; None if the file has none for any card."""


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A ruling by the id of its card, as in Scryfall's file."""

    oracle: str
    published: str
    text: str


@dataclass
class Skipped:
    """How many entries of a file are no cards, such as tokens."""

    count: int = field(default=0)


def rows_of(path: Path, skipped: Skipped | None = None) -> Iterator[CardRow | RulingRow]:
    """Yield the cards or rulings of a file, in order. Raises CardFileError for a file that is none, or half of one."""
    skipped = skipped or Skipped()
    try:
        with _opened(path) as file:
            read = 0

            def piece(size: int) -> str:
                nonlocal read
                text = file.read(size)
                read += len(text)
                if read > MAX_CHARACTERS:
                    raise CardFileError(f"{path}: more than {MAX_CHARACTERS:,} characters; {_HINT}")
                return text

            stream = JsonStream(piece)
            yield from _rows(stream, skipped)
            stream.end()
    except StreamError as error:
        raise CardFileError(f"{path}, {error}") from None
    except UnicodeDecodeError as error:
        raise CardFileError(f"{path}: byte {error.start} of a piece is no UTF-8; {_HINT}") from None
    except (EOFError, zipfile.BadZipFile, gzip.BadGzipFile, zipfile.LargeZipFile) as error:
        raise CardFileError(f"{path}: cannot be unpacked ({error}); download it again") from None
    except OSError as error:
        raise CardFileError(f"{path}: {error.strerror or error}") from None


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    """The file's text, unpacked if it is a .gz, or a .zip of one file."""
    if path.suffix.lower() == ".gz":
        with gzip.open(path, "rt", encoding="utf-8-sig") as text:
            yield text
    elif path.suffix.lower() == ".zip":
        with zipfile.ZipFile(path) as archive:
            names = [name for name in archive.namelist() if name.lower().endswith(".json")]
            if len(names) != 1:
                raise CardFileError(f"{path}: {len(names)} JSON files in it; unpack it and name the one to read")
            with archive.open(names[0]) as member:
                yield io.TextIOWrapper(member, "utf-8-sig")
    else:
        with path.open(encoding="utf-8-sig") as text:
            yield text


def _rows(stream: JsonStream, skipped: Skipped) -> Iterator[CardRow | RulingRow]:
    first = stream.peek()
    if first == "[":
        for entry in stream.elements():
            yield from _of_scryfall(stream, entry, skipped)
        return
    if first != "{":
        raise stream.error(f"this is no file of cards; {_HINT}")
    known = False
    for name in stream.members():
        if name != "data":
            value = stream.value()
            if name == "object" and value in ("error", "list"):
                raise stream.error(f"this is an answer of Scryfall's API and no bulk file; {_HINT}")
            continue
        known = True
        yield from _of_mtgjson(stream)
    if not known:
        raise stream.error(f"there is no “data” in it, so this is no file of cards; {_HINT}")


def _of_mtgjson(stream: JsonStream) -> Iterator[CardRow]:
    if stream.peek() != "{":
        raise stream.error(f"“data” is no object, so this is no file of cards; {_HINT}")
    single: dict[str, Any] = {}
    for name in stream.members():
        following = stream.peek()
        if following == "[":
            rows = list(stream.elements())
            if name == "cards":
                single["cards"] = rows
            elif name not in _OF_A_SET:
                yield from (_of_entry(stream, entry, name) for entry in rows)
        elif following == "{" and name not in _OF_A_SET:
            yield from _of_set(stream, name)
        else:
            single[name] = stream.value()
    yield from _in_set(stream, single)


_OF_A_SET = {"booster", "sealedProduct", "tokens", "translations", "decks", "languages"}
"""The parts of a set that are no cards."""


def _of_set(stream: JsonStream, code: str) -> Iterator[CardRow]:
    parts: dict[str, Any] = {}
    for name in stream.members():
        if name == "cards" and stream.peek() == "[":
            parts["cards"] = list(stream.elements())
        else:
            value = stream.value()
            if name == "releaseDate":
                parts[name] = value
    if "cards" not in parts:
        raise stream.error(f"“{code}” is neither a list of cards nor a set with “cards”; {_HINT}")
    yield from _in_set(stream, parts)


def _in_set(stream: JsonStream, parts: dict[str, Any]) -> Iterator[CardRow]:
    released = parts.get("releaseDate")
    for entry in parts.get("cards", ()):
        row = _of_entry(stream, entry, "")
        row.released = _day(stream, released, row.name) if released else ""
        yield row


def _of_entry(stream: JsonStream, entry: Any, name: str) -> CardRow:
    """A card of MTGJSON, or one face of it."""
    if not isinstance(entry, dict):
        raise stream.error(f"“{name}” has no object with a name")
    name = _text(stream, entry, "name", name) or name
    if not name or "type" not in entry:
        raise stream.error(f"“{name or 'a card'}” has no {'type line' if name else 'name'}; {_HINT}")
    rulings = entry.get("rulings")
    if rulings is not None and not isinstance(rulings, list):
        raise stream.error(f"the rulings of “{name}” are no list")
    face = Face(
        _text(stream, entry, "faceName", name) or name,
        _text(stream, entry, "manaCost", name),
        _text(stream, entry, "type", name),
        _text(stream, entry, "text", name),
        _size(entry),
        _text(stream, entry, "side", name),
    )
    ids = entry.get("identifiers")
    oracle = _text(stream, ids, "scryfallOracleId", name) if isinstance(ids, dict) else ""
    return CardRow(name, [face], oracle, "", [_ruling(stream, row, name) for row in rulings or ()])


def _of_scryfall(stream: JsonStream, entry: Any, skipped: Skipped) -> Iterator[CardRow | RulingRow]:
    if not isinstance(entry, dict):
        raise stream.error(f"an entry is no object, so this is no file of cards; {_HINT}")
    if "comment" in entry and "oracle_id" in entry:
        oracle = _text(stream, entry, "oracle_id", "a ruling")
        published, text = _ruling(stream, entry, oracle, "published_at", "comment")
        yield RulingRow(oracle, published, text)
        return
    name = _text(stream, entry, "name", "a card")
    faces = entry.get("card_faces")
    if not name or ("type_line" not in entry and not faces):
        raise stream.error(f"“{name or 'a card'}” has no {'type line' if name else 'name'}; {_HINT}")
    if entry.get("layout") in _NO_CARDS:
        skipped.count += 1
        return
    parts = faces if isinstance(faces, list) and faces else [entry]
    if any(not isinstance(part, dict) for part in parts):
        raise stream.error(f"a face of “{name}” is no object")
    oracle = _text(stream, entry, "oracle_id", name) or _text(stream, parts[0], "oracle_id", name)
    made = [
        Face(
            _text(stream, part, "name", name) or name,
            _text(stream, part, "mana_cost", name),
            _text(stream, part, "type_line", name) or _text(stream, entry, "type_line", name),
            _text(stream, part, "oracle_text", name),
            _size(part),
        )
        for part in parts
    ]
    released = entry.get("released_at")
    yield CardRow(name, made, oracle, _day(stream, released, name) if released else "")


def _ruling(stream: JsonStream, row: Any, name: str, when: str = "date", what: str = "text") -> tuple[str, str]:
    if not isinstance(row, dict) or not row.get(when) or not row.get(what):
        raise stream.error(f"a ruling of “{name}” has no “{when}” or no “{what}”")
    return _day(stream, row[when], name), _text(stream, row, what, name).strip()


def _day(stream: JsonStream, value: Any, name: str) -> str:
    try:
        return date.fromisoformat(value).isoformat()
    except (TypeError, ValueError):
        raise stream.error(f"“{name}” has the date {value!r}; a date is written 2021-11-19") from None


def _text(stream: JsonStream, entry: dict[str, Any], field: str, name: str) -> str:
    value = entry.get(field)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise stream.error(f"“{field}” of “{name}” is no text")
    if len(value) > MAX_FIELD:
        raise stream.error(f"“{field}” of “{name}” has {len(value):,} characters, and {MAX_FIELD:,} are read")
    if "\x00" in value or any("\ud800" <= character <= "\udfff" for character in value):
        raise stream.error(f"“{field}” of “{name}” has a character that is none")
    return value


def _size(entry: dict[str, Any]) -> str:
    if entry.get("power") is not None:
        return f"{entry['power']}/{entry.get('toughness', '')}"[:20]
    for name in ("loyalty", "defense"):
        if entry.get(name) is not None:
            return str(entry[name])[:20]
    return ""
