"""Line numbers of the keys in a TOML file, which ``tomllib`` does not report."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_HEADER = re.compile(r"^\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""^\s*((?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+))*)\s*=""")
_PART = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*\.?""")

Path = tuple[str | int, ...]


@dataclass
class Lines:
    """The line on which each key, table and entry of an array of tables begins, counted from 1.

    ``text_line`` is the first line of a value's text: the next line for a string that begins with a line break after
    three quotation marks.
    """

    keys: dict[Path, int] = field(default_factory=dict)
    multiline: set[Path] = field(default_factory=set)

    def of(self, *path: str | int) -> int:
        """The line of a key or table, or of the nearest enclosing one; 1 if none is known."""
        wanted: Path = path
        while wanted:
            if wanted in self.keys:
                return self.keys[wanted]
            wanted = wanted[:-1]
        return 1

    def text_line(self, *path: str | int) -> int:
        """The line on which the text of a string value begins."""
        return self.of(*path) + (1 if path in self.multiline else 0)


def find_lines(text: str) -> Lines:
    """Find the lines of every key in TOML text.

    >>> found = find_lines('title = "x"\\n[[expect]]\\nthat = "y"\\n[[expect]]\\nthat = "z"')
    >>> found.of("title"), found.of("expect", 0, "that"), found.of("expect", 1, "that")
    (1, 3, 5)
    """
    found = Lines()
    counts: dict[Path, int] = {}
    table: Path = ()
    closing = ""
    for number, line in enumerate(text.splitlines(), 1):
        if closing:
            if closing in line:
                closing = ""
            continue
        header = _HEADER.match(line)
        if header is not None and "=" not in header.group(2).split('"')[0]:
            table = _table(header.group(2), header.group(1) == "[[", counts)
            found.keys[table] = number
            continue
        key = _KEY.match(line)
        if key is None:
            continue
        path = (*table, *_parts(key.group(1)))
        found.keys[path] = number
        value = line[key.end() :].strip()
        for mark in ('"""', "'''"):
            if value.startswith(mark) and mark not in value[3:]:
                closing = mark
                if value == mark:
                    found.multiline.add(path)
    return found


def _parts(text: str) -> tuple[str, ...]:
    return tuple(next(part for part in match.groups() if part is not None) for match in _PART.finditer(text))


def _table(text: str, many: bool, counts: dict[Path, int]) -> Path:
    path: Path = ()
    parts = _parts(text)
    for position, part in enumerate(parts):
        path = (*path, part)
        last = position == len(parts) - 1
        if many and last:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path
