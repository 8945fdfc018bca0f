"""Common changes of a scenario as fields: set-up, moves, and cards' words.

The changed values are put into the text where the old ones are, so that all else stays as it is written.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulesite.text import toml

MAX_CARDS = 8
_HEADER = re.compile(r"^\[{1,2}\s*([^\[\]]+?)\s*\]{1,2}[ \t]*(?:#.*)?$", re.MULTILINE)
_STRING = r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''
_GENERAL = (
    ("given", "On the table", "Who has what and where, a sentence to a line."),
    ("do", "Moves", "What the players do, a sentence to a line."),
)


class EditError(ValueError):
    """A change that the text has no place for; the message names it."""


@dataclass(frozen=True)
class Field:
    """One value of a scenario that can be changed: its name in a form, its label, and its present value.

    ``table`` and ``key`` are where it is in the TOML; ``lines`` is 1 for a value of one line.
    """

    name: str
    label: str
    value: str
    table: str
    key: str
    help: str = ""

    @property
    def lines(self) -> int:
        """The lines that its field is high."""
        return 1 if self.key == "line" else min(8, 1 + len(self.value.splitlines()))

    @property
    def digest(self) -> str:
        """A short digest of the value: what a form sends back shows whether a person changed it."""
        return _digest(self.value)


def fields(text: str) -> list[Field]:
    """The fields of a text with one scenario; none for another text, or one that is not valid.

    >>> [(field.name, field.value) for field in fields('given = "Ann has Bolt in hand"\\ndo = "All pass"')]
    [('given', 'Ann has Bolt in hand'), ('do', 'All pass')]
    """
    try:
        data = toml.parse(text)
    except toml.TOMLDecodeError:
        return []
    if len(data.get("scenario", [])) > 1:
        return []
    return list(_fields(data))


def edited(text: str, posted: Mapping[str, str]) -> str:
    """A text with the values of a form put in, as far as they differ from those that the form was made with.

    ``posted`` has each value by the name of its field, and under ``was-NAME`` the digest of the earlier one. Raises
    EditError for a value that has no place in the text.
    """
    for field in fields(text):
        value = posted.get(field.name, "").replace("\r\n", "\n").strip()
        if field.name not in posted or _digest(value) == posted.get(f"was-{field.name}") or value == field.value:
            continue
        text = _with(text, field, value)
    return text


def _fields(data: dict[str, Any]) -> Iterator[Field]:
    inner = (data.get("scenario") or [{}])[0]
    for key, label, help_text in _GENERAL:
        table = "scenario" if key in inner else ""
        value = inner.get(key, data.get(key))
        if isinstance(value, str):
            yield Field(key, label, value.strip(), table, key, help_text)
    cards = [("cards", data.get("cards", {})), ("scenario.cards", inner.get("cards", {}))]
    rows = [(f"{table}.{name}", name, row) for table, named in cards for name, row in named.items()]
    for number, (table, name, row) in enumerate(rows[:MAX_CARDS]):
        for key, label in (("line", "type and cost"), ("text", "words")):
            if isinstance(row.get(key), str):
                yield Field(f"card-{number}-{key}", f"{name}: {label}", row[key].strip(), table, key)


def _with(text: str, field: Field, value: str) -> str:
    start, end = _section(text, field.table)
    match = re.compile(rf"^({re.escape(field.key)}[ \t]*=[ \t]*)({_STRING})", re.MULTILINE).search(text, start, end)
    if match is None:
        raise EditError(f"“{field.label}” can’t be changed here: change it in the text below")
    changed = text[: match.start(2)] + _written(value) + text[match.end(2) :]
    now = {each.name: each.value for each in fields(changed)}
    if now.get(field.name) != value:
        raise EditError(f"“{field.label}” can’t be changed here: change it in the text below")
    return changed


def _section(text: str, table: str) -> tuple[int, int]:
    """The part of a text that belongs to a table, "" for what is before the first header."""
    headers = [(_name(match[1]), match.start(), match.end()) for match in _HEADER.finditer(text)]
    ends = [*(start for _, start, _ in headers[1:]), len(text)]
    if not table:
        return 0, headers[0][1] if headers else len(text)
    return next(((end, until) for (name, _, end), until in zip(headers, ends, strict=True) if name == table), (0, 0))


def _name(header: str) -> str:
    """A header without quotation marks: ``cards."Ashnod's Altar"`` is cards.Ashnod's Altar."""
    return re.sub(r'\s*\.\s*"([^"]*)"', r".\1", header)


def _written(value: str) -> str:
    """A value as TOML: one line in quotation marks, several between three of them."""
    if "\n" not in value:
        return json.dumps(value, ensure_ascii=False)
    body = value.replace("\\", "\\\\").replace('"""', '""\\"')
    return f'"""\n{body}\n"""'


def _digest(value: str) -> str:
    return hashlib.blake2b(value.encode(), digest_size=6).hexdigest()
