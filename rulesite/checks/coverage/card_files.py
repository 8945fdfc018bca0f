"""Files of cards: read tab-separated columns, MTGJSON's JSON or Scryfall's JSON as names, type lines and texts."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

COLUMNS = ("name", "line", "text")


class UnreadableCards(ValueError):  # noqa: N818 - the name says it
    """A file is not a list of cards; the message names file, line and hint."""


@dataclass(frozen=True)
class Card:
    """The printed text of a card or of one of its faces, and the mana cost if the file has it."""

    name: str
    line: str
    text: str
    cost: str = ""


def cards_of(path: Path) -> list[Card]:
    """The cards of a file, in order. Raises UnreadableCards with the problem and its place.

    Tab-separated files have a header with `name`, `line` (type line with power/toughness) and `text` (paragraphs
    separated by ``\\n``); JSON is a list of Scryfall's cards, or MTGJSON's AtomicCards or a set.
    """
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise UnreadableCards(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UnreadableCards(f"{path}: byte {error.start} is no UTF-8; save the file as UTF-8") from None
    cards = list(_of_json(path, text) if text.lstrip()[:1] in ("[", "{") else _of_columns(path, text))
    if not cards:
        raise UnreadableCards(f"{path}: there are no cards in it")
    return cards


def _of_columns(path: Path, said: str) -> Iterator[Card]:
    rows = csv.reader(io.StringIO(said), delimiter="\t", quoting=csv.QUOTE_NONE)
    heading = next(rows, [])
    missing = [column for column in COLUMNS if column not in heading]
    if missing:
        raise UnreadableCards(
            f"{path}, line 1: the heading has no column {', '.join(map(repr, missing))}; columns are separated by tabs"
        )
    for row in rows:
        if len(row) != len(heading):
            raise UnreadableCards(
                f"{path}, line {rows.line_num}: {len(row)} columns where the heading has {len(heading)};"
                " a paragraph of a text ends with \\n, not with a new line"
            )
        cells = dict(zip(heading, row, strict=True))
        yield Card(cells["name"], cells["line"], cells["text"].replace("\\n", "\n"), cells.get("cost", ""))


def _of_json(path: Path, said: str) -> Iterator[Card]:
    try:
        data = json.loads(said)
    except json.JSONDecodeError as error:
        raise UnreadableCards(f"{path}, line {error.lineno}: {error.msg}") from None
    for place, row in enumerate(_rows(data), 1):
        if not isinstance(row, dict):
            raise UnreadableCards(f"{path}: card {place} is no object with a name")
        for face in row.get("card_faces") or [row]:
            name = face.get("faceName") or face.get("name")
            line = face.get("type_line") or face.get("type") or row.get("type_line") or ""
            if not isinstance(name, str) or not isinstance(line, str):
                raise UnreadableCards(f"{path}: card {place} has no name, or no type line")
            text = face.get("oracle_text", face.get("text", "")) or ""
            cost = face.get("mana_cost") or face.get("manaCost") or ""
            yield Card(name, line + _size(face), str(text), str(cost))


def _rows(data: Any) -> Iterator[Any]:
    """The cards in Scryfall's list, in MTGJSON's cards by name, or in one of its sets."""
    if isinstance(data, list):
        yield from data
        return
    data = data.get("data", data)
    if isinstance(data, list):
        yield from data
    elif isinstance(data.get("cards"), list):
        yield from data["cards"]
    else:
        for value in data.values():
            if isinstance(value, list):
                yield from value
            elif isinstance(value, dict) and isinstance(value.get("cards"), list):
                yield from value["cards"]


def _size(face: dict[str, Any]) -> str:
    if face.get("power") is not None:
        return f" {face['power']}/{face.get('toughness')}"
    return f" {face['loyalty']}" if face.get("loyalty") is not None else ""
