"""The tables of a PDF's page: their ruled lines say where the cells are, and a row's cells are on one line with tabs.

A PDF has no tables, only letters and lines. Letters within a grid of lines belong to its cells; in the page's text
the lines of letters of a table become lines of cells. That is done only where the very letters of the grid stand
together on lines of their own; any other table stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pypdf import PageObject

CELL = "\t"
"""What is between two cells of a row. An empty cell is a space; where nothing is, the cell at its left goes on."""
_THIN = 1.6
"""How wide a drawn line is at most, in points."""
_NEAR = 2.5
"""Lines that are no farther apart are the same line."""
_MAX_EDGES = 4000
"""A page with more lines is a drawing."""
_SHOWING = (b"Tj", b"TJ", b"'", b'"')
_WHITE = re.compile(r"\s+")
_IDENTITY = [1, 0, 0, 1, 0, 0]


@dataclass(frozen=True)
class _Edge:
    """A drawn line: where it is across its direction, and from where to where along it."""

    upright: bool
    at: float
    low: float
    high: float


@dataclass
class Drawing:
    """The lines drawn on a page, collected while pypdf reads it."""

    edges: list[_Edge] = field(default_factory=list)
    _from: tuple[float, float] = (0.0, 0.0)

    def visit(self, operator: Any, operands: Any, matrix: Any, _text_matrix: Any) -> None:
        """Take note of a rectangle or a line; a visitor of pypdf's operators."""
        if operator not in (b"re", b"m", b"l") or len(self.edges) > _MAX_EDGES:
            return
        try:
            numbers = [float(operand) for operand in operands]
        except (TypeError, ValueError):
            return
        if operator == b"re" and len(numbers) == 4:
            x, y, width, height = numbers
            self._line(_place(x, y, matrix), _place(x + width, y + height, matrix))
        elif len(numbers) == 2:
            end = _place(numbers[0], numbers[1], matrix)
            if operator == b"l":
                self._line(self._from, end)
            self._from = end

    def _line(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        (left, right), (low, high) = sorted((start[0], end[0])), sorted((start[1], end[1]))
        if right - left <= _THIN:
            self.edges.append(_Edge(True, (left + right) / 2, low, high))
        if high - low <= _THIN:
            self.edges.append(_Edge(False, (low + high) / 2, left, right))

    @property
    def grids(self) -> list[Grid]:
        """The grids of one cell or more, from the top of the page."""
        if len(self.edges) > _MAX_EDGES:
            return []
        grids = [Grid(edges) for edges in _connected(self.edges)]
        return sorted((grid for grid in grids if len(grid.xs) > 1 and len(grid.ys) > 1), key=lambda grid: -grid.ys[0])


def _place(x: float, y: float, matrix: Sequence[float]) -> tuple[float, float]:
    a, b, c, d, e, f = (float(number) for number in matrix)
    return a * x + c * y + e, b * x + d * y + f


def _connected(edges: Sequence[_Edge]) -> list[list[_Edge]]:
    """The lines in groups of those that touch."""
    groups: list[tuple[list[float], list[_Edge]]] = []
    for edge in edges:
        box = [edge.at, edge.at, edge.low, edge.high] if edge.upright else [edge.low, edge.high, edge.at, edge.at]
        touching = [group for group in groups if _touch(group[0], box)]
        merged = [edge]
        for group in touching:
            groups.remove(group)
            merged += group[1]
            box = [
                min(box[0], group[0][0]),
                max(box[1], group[0][1]),
                min(box[2], group[0][2]),
                max(box[3], group[0][3]),
            ]
        groups.append((box, merged))
    return [group[1] for group in groups]


def _touch(left: Sequence[float], right: Sequence[float]) -> bool:
    across = left[0] <= right[1] + _NEAR and right[0] <= left[1] + _NEAR
    return across and left[2] <= right[3] + _NEAR and right[2] <= left[3] + _NEAR


class Grid:
    """Lines that touch, as columns (``xs``, from the left) and rows (``ys``, from the top)."""

    def __init__(self, edges: Sequence[_Edge]) -> None:
        self._edges = edges
        self.xs = _clusters([edge.at for edge in edges if edge.upright])
        self.ys = _clusters([edge.at for edge in edges if not edge.upright])[::-1]

    def cell(self, x: float, y: float) -> tuple[int, int] | None:
        """Row and column of the cell at a place, the first ones of a cell over several; None outside the grid."""
        row = next((index for index, (top, end) in enumerate(pairwise(self.ys)) if end - 1 <= y < top), None)
        column = next((index for index, (left, end) in enumerate(pairwise(self.xs)) if left - 1 <= x < end - 1), None)
        if row is None or column is None:
            return None
        while row and not self._divides(False, self.ys[row], (self.xs[column] + self.xs[column + 1]) / 2):
            row -= 1
        while self.goes_on(row, column):
            column -= 1
        return row, column

    def goes_on(self, row: int, column: int) -> bool:
        """Whether a cell belongs to the one at its left."""
        middle = (self.ys[row] + self.ys[row + 1]) / 2
        return column > 0 and not self._divides(True, self.xs[column], middle)

    def _divides(self, upright: bool, at: float, along: float) -> bool:
        return any(
            edge.upright is upright and abs(edge.at - at) <= _NEAR and edge.low - _NEAR <= along <= edge.high + _NEAR
            for edge in self._edges
        )


def _clusters(places: Sequence[float]) -> list[float]:
    """Places in ascending order, those near each other as one."""
    clusters: list[list[float]] = []
    for place in sorted(places):
        if clusters and place - clusters[-1][-1] <= _NEAR:
            clusters[-1].append(place)
        else:
            clusters.append([place])
    return [sum(cluster) / len(cluster) for cluster in clusters]


@dataclass(frozen=True)
class _Piece:
    """Letters that are shown together, and where."""

    text: str
    x: float
    y: float


def with_cells(text: str, grids: Sequence[Grid], page: PageObject) -> str:
    """The text of a page with the tables that the grids hold as rows of cells."""
    pieces = list(_pieces(page)) if grids else []
    offset = 0
    for grid in grids:
        inside = [(piece, grid.cell(piece.x, piece.y)) for piece in pieces]
        placed = [(piece, cell) for piece, cell in inside if cell is not None]
        span = _lines_of("".join(piece.text for piece, _ in placed), text, offset)
        if span is None:
            continue
        beside = text[text.rfind("\n", 0, span[0]) + 1 : span[0]]
        if beside.strip() and "\n" not in text[slice(*span)]:
            cells = CELL + text[slice(*span)]  # a box at the end of a line
        elif not beside.strip() and len({cell[1] for _, cell in placed}) > 1:
            cells = "\n".join(_rows(placed, grid))
        else:
            continue
        text = text[: span[0]] + cells + text[span[1] :]
        offset = span[0] + len(cells)
    return text


def _pieces(page: PageObject) -> Iterator[_Piece]:
    """The letters of a page in the order of its text, cut wherever they are placed anew."""
    from pypdf.generic import ContentStream, NameObject

    content = page.get_contents()
    if content is None:
        return
    stream = ContentStream(content, page.pdf, "bytes")  # else each letter is decoded twice
    operations: list[Any] = []
    for operands, operator in stream.operations:
        if operator in _SHOWING:
            operations.append((_IDENTITY, b"cm"))  # moves nothing, and pypdf hands over what it has
        operations.append((operands, operator))
    stream.operations = operations
    collected: list[_Piece] = []
    pen = _Pen(page)

    def visit(text: str, matrix: Any, text_matrix: Any, _font: Any, _size: Any) -> None:
        if text:
            along = _place(pen.before, 0, text_matrix)
            collected.append(_Piece(text, *_place(*along, matrix)))

    before = page.get("/Contents")
    page[NameObject("/Contents")] = stream
    try:
        page.extract_text(visitor_text=visit, visitor_operand_before=pen.visit)
    finally:
        if before is not None:
            page[NameObject("/Contents")] = before
    yield from collected


class _Pen:
    """How far letters have moved the pen since it was placed: wide spaces may put words into the next cell."""

    def __init__(self, page: PageObject) -> None:
        self.before = 0.0
        """How far it had moved before the letters that were shown last."""
        self._moved = self._size = self._letter_space = self._word_space = 0.0
        self._widths: dict[int, float] = {}
        resources = page.get("/Resources")
        self._fonts = resources.get_object().get("/Font", {}) if resources is not None else {}

    def visit(self, operator: Any, operands: Any, _matrix: Any, _text_matrix: Any) -> None:
        """Follow an operator; a visitor of pypdf's operators."""
        if operator in (b"BT", b"Td", b"TD", b"Tm", b"T*", b"'", b'"'):
            self._moved = 0.0
        elif operator == b"Tf" and len(operands) == 2:
            self._widths, self._size = self._widths_of(operands[0]), _number(operands[1])
        elif operator == b"Tc" and operands:
            self._letter_space = _number(operands[0])
        elif operator == b"Tw" and operands:
            self._word_space = _number(operands[0])
        if operator in _SHOWING and operands:
            self.before = self._moved
            shown = operands[-1]
            for part in shown if isinstance(shown, list) else [shown]:
                self._moved += self._width(part)

    def _width(self, part: Any) -> float:
        if not isinstance(part, bytes):
            return -_number(part) / 1000 * self._size
        letters = sum(self._widths.get(code, 0.0) for code in part) / 1000 * self._size
        return letters + len(part) * self._letter_space + part.count(b" ") * self._word_space

    def _widths_of(self, name: Any) -> dict[int, float]:
        """The widths of a font's letters, none for a font whose letters have two bytes."""
        font = self._fonts.get(name)
        font = font.get_object() if font is not None else {}
        first = int(_number(font.get("/FirstChar", 0)))
        widths = font.get("/Widths", [])
        return {first + index: _number(width) for index, width in enumerate(widths.get_object() if widths else [])}


def _number(operand: Any) -> float:
    """An operand as a number, 0 if it is none."""
    try:
        return float(operand)
    except (TypeError, ValueError):
        return 0.0


def _lines_of(letters: str, text: str, offset: int) -> tuple[int, int] | None:
    """Where a text, from an offset on, has these letters up to the end of a line; white space does not count."""
    wanted = _WHITE.sub("", letters)
    places = [index for index in range(offset, len(text)) if not text[index].isspace()]
    at = "".join(text[index] for index in places).find(wanted) if wanted else -1
    if at < 0:
        return None
    start, end = places[at], places[at + len(wanted) - 1] + 1
    line_end = text.find("\n", end)
    line_end = len(text) if line_end < 0 else line_end
    return (start, line_end) if not text[end:line_end].strip() else None


def _rows(placed: Sequence[tuple[_Piece, tuple[int, int]]], grid: Grid) -> Iterator[str]:
    """Yield the rows that hold anything, each with all its cells."""
    cells: dict[tuple[int, int], list[_Piece]] = {}
    for piece, cell in placed:
        cells.setdefault(cell, []).append(piece)
    for row in sorted({row for row, _ in cells}):
        texts = [_joined(cells.get((row, column), ())) for column in range(len(grid.xs) - 1)]
        yield CELL.join(text or ("" if grid.goes_on(row, column) else " ") for column, text in enumerate(texts))


def _joined(pieces: Sequence[_Piece]) -> str:
    """The text of a cell on one line."""
    text = ""
    y = pieces[0].y if pieces else 0.0
    for piece in pieces:
        text += f" {piece.text}" if abs(piece.y - y) > 1 else piece.text
        y = piece.y
    return _WHITE.sub(" ", text).strip()
