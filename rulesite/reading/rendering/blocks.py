"""Paragraphs of a text as HTML blocks: a paragraph each, and the rows of a table as a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe

from rulesite.reading.rendering import tables

_SCROLL = '<div class="scroll" tabindex="0" role="group" aria-label="Table">'
_HEAD = '<th scope="col"'


def blocks(paragraphs: Iterable[SafeString]) -> SafeString:
    r"""The rendered paragraphs of a text as blocks.

    >>> blocks([SafeString("1\t<b>15</b>")]).partition("<tbody>")[2]
    '<tr><td>1</td>\t<td><b>15</b></td></tr></tbody></table></div>'
    """
    pieces: list[str] = []
    for are_rows, run in groupby(paragraphs, key=tables.is_row):
        together = list(run)
        pieces += [_table(together)] if are_rows else [f"<p>{paragraph}</p>" for paragraph in together]
    return mark_safe("".join(pieces))  # made of rendered text


def _table(rows: Sequence[str]) -> str:
    headed = len(rows) > 1 and tables.is_head(strip_tags(rows[0]))
    head = f"<thead>{_row(rows[0], _HEAD, '</th>')}</thead>" if headed else ""
    body = "".join(_row(row, "<td", "</td>") for row in rows[headed:])
    return f'{_SCROLL}<table class="cells">{head}<tbody>{body}</tbody></table></div>'


def _row(row: str, opening: str, closing: str) -> str:
    """A row; the tabs stay between its cells, so that the text of the page is the text of the provision."""
    cells = []
    for cell, columns in tables.spans(row.split(tables.CELL)):
        width = f' colspan="{columns}"' if columns > 1 else ""
        cells.append(f"{opening}{width}>{cell.strip(' ')}{closing}{tables.CELL * (columns - 1)}")
    return f"<tr>{tables.CELL.join(cells)}</tr>"
