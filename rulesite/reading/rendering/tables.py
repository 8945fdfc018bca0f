"""Tables in the text of a provision: lines that follow each other, with tabs between their cells.

An empty cell is a space; where nothing is between two tabs, or after the last one, the cell at the left goes on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

CELL = "\t"
_DIGIT = re.compile(r"(?<!\bREL )[0-9]")


def is_row(line: str) -> bool:
    """Whether a line of a text is a row of a table."""
    return CELL in line


def tables(text: str) -> list[list[list[str]]]:
    r"""The tables of a text as rows of cells; a cell over several columns is followed by empty ones.

    >>> tables("Cards:\nCards\tTime\n15\t40 seconds\n \tnone\nThat is all.")
    [[['Cards', 'Time'], ['15', '40 seconds'], ['', 'none']]]
    """
    runs = groupby(text.split("\n"), key=is_row)
    return [[[cell.strip() for cell in line.split(CELL)] for line in lines] for rows, lines in runs if rows]


def spread(line: str) -> str:
    r"""A row with the text of a cell over several columns in each of them.

    >>> spread("Warning\tGame\t").split("\t")
    ['Warning', 'Game', 'Game']
    """
    cells: list[str] = []
    for cell in line.split(CELL):
        cells.append(cell if cell or not cells else cells[-1])
    return CELL.join(cells)


def spans(cells: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield the cells of a row, each with the number of columns that it has.

    >>> list(spans(["Cards remaining", "", "Time"]))
    [('Cards remaining', 2), ('Time', 1)]
    """
    for index, cell in enumerate(cells):
        if cell or index == 0:
            columns = 1
            while index + columns < len(cells) and not cells[index + columns]:
                columns += 1
            yield cell, columns


def is_head(line: str) -> bool:
    """Whether a table's first row heads its columns: all its cells have words, and none a number but of a level.

    >>> is_head("Infraction\\tREL 1"), is_head("15\\t40 seconds"), is_head("Errors\\t ")
    (True, False, False)
    """
    return not _DIGIT.search(line) and all(cell.strip() for cell in line.split(CELL))
