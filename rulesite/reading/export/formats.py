"""Whole editions as text: JSON Lines, Markdown, or plain text; a slice at a time."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import groupby

from rulesite.reading.export.links import Row
from rulesite.reading.export.rows import address
from rulesite.reading.rendering import tables
from rulesite.reading.rendering.quotes import quoted
from rulesite.rulebook.models import Edition, RuleVersion

_DEPTHS = {RuleVersion.Kind.CHAPTER: 2, RuleVersion.Kind.SECTION: 3, RuleVersion.Kind.HEADING: 4}
_PARTS = {"introduction": "Introduction", "glossary": "Glossary", "index": "Index", "credits": "Credits"}
"""Headings of the parts of an edition beside its provisions."""


def ndjson(edition: Edition, rows: Iterable[Row], first: bool) -> str:
    """A line of JSON for each row, as `export --json` prints it, with its edition and address."""
    lines = (
        json.dumps({"edition": edition.address, "address": _address(edition, row), **row}, ensure_ascii=False)
        for row in rows
    )
    return "".join(f"{line}\n" for line in lines)


def _address(edition: Edition, row: Row) -> str:
    """The address of a row; the edition's address for a row without one."""
    if row["kind"] == "term":
        return address(edition, f"glossary/{row['key']}")
    return address(edition, row["key"]) if row["number"] else edition.address


def txt(edition: Edition, rows: Iterable[Row], first: bool) -> str:
    """Plain text: a heading for the edition, then as `rows` prints it."""
    head = f"{edition.document.title}, {edition.slug}\n\n" if first else ""
    return head + "".join(f"{line}\n" for line in lines(rows))


def lines(rows: Iterable[Row]) -> Iterable[str]:
    """Rows as plain text, one after the other."""
    for row in rows:
        parts = (row["text"],) if row["kind"] == "index" else (row["number"], row["title"], row["text"])
        yield " ".join(part for part in parts if part)
        yield from (f"Example: {text}" for text in row["examples"])


def md(edition: Edition, rows: Iterable[Row], first: bool) -> str:
    """Markdown: chapters and sections as headings, numbers bold, examples as block quotes."""
    blocks = [f"# {edition.document.title}, {edition.slug}"] if first else []
    for row in rows:
        depth = _DEPTHS.get(row["kind"])
        if depth and row["title"]:
            blocks.append(f"{'#' * depth} {quoted(' '.join(part for part in (row['number'], row['title']) if part))}")
            blocks += _paragraphs(row["text"])
        elif row["kind"] in _PARTS and not row["number"] and row["kind"] == row["key"]:
            blocks += [f"## {_PARTS[row['kind']]}", *_paragraphs(row["text"])]
        else:
            name = " ".join(part for part in (row["number"], row["title"]) if part)
            heading = [] if row["kind"] == "index" and row["text"].startswith(row["title"]) else [f"**{quoted(name)}**"]
            first_line, *rest = _paragraphs(row["text"]) or [""]
            blocks += [" ".join(part for part in (*heading, first_line) if part), *rest]
        blocks += ["> **Example:** " + "\n>\n> ".join(_paragraphs(text)) for text in row["examples"]]
    return "".join(f"{block}\n\n" for block in blocks)


def _paragraphs(text: str) -> list[str]:
    """The paragraphs of a text; a table is one of them."""
    return [
        paragraph
        for rows, run in groupby((line for line in text.split("\n") if line), key=tables.is_row)
        for paragraph in ([_table(list(run))] if rows else map(quoted, run))
    ]


def _table(rows: list[str]) -> str:
    """A table of Markdown. It always has a head, which is empty if the table has none."""
    head = rows.pop(0) if tables.is_head(rows[0]) else tables.CELL.join(" " for _ in rows[0].split(tables.CELL))
    cells = [[quoted(cell.strip()).replace("|", "\\|") for cell in row.split(tables.CELL)] for row in [head, *rows]]
    cells.insert(1, ["---" for _ in cells[0]])
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)
