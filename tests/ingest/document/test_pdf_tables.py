"""Tables in a PDF: cells stay apart, no letter is lost, and what is no table stays as it is."""

from __future__ import annotations

import zlib

import pytest

from ingest.document.source import read_bytes
from tests.ingest.document.test_pdf import made

TABLE = [["Cards", "Time"], ["15", "40 seconds"], ["1", "N/A"]]


def drawn(rows: list[list[str]], *, above: str = "", gap: str = "", outer: int = 100) -> bytes:
    """A PDF with a table whose cells are 100 points wide and 20 high; ``gap`` puts a cell beside the last one."""
    width = 100 * max(map(len, rows))
    lines = [f"{outer} {700 - 20 * row} {width} 0.5 re f" for row in range(len(rows) + 1)]
    for row, cells in enumerate(rows):
        edges = [column for column in range(len(cells) + 1) if column in (0, len(cells)) or cells[column]]
        lines += [f"{outer + 100 * column} {680 - 20 * row} 0.5 20 re f" for column in edges]
    words = [f"BT /F1 10 Tf 100 720 Td ({above}) Tj ET"] if above else []
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            if cell.strip() and not (gap and column):
                words.append(f"BT /F1 10 Tf {outer + 5 + 100 * column} {686 - 20 * row} Td ({cell} ) Tj ET")
            elif cell.strip():
                words[-1] = words[-1].replace(" ET", f" {gap} ({cell} ) Tj ET")
    return packed("\n".join([*lines, *words]))


def packed(content: str) -> bytes:
    """A page with this content; a letter of its font is half its size wide."""
    data = made("x")
    start, end = data.index(b"5 0 obj"), data.index(b"endstream") + len(b"endstream")
    body = zlib.compress(content.encode())
    stream = b"5 0 obj\n<</Length %d/Filter/FlateDecode>>\nstream\n" % len(body) + body + b"\nendstream"
    widths = " ".join(["500"] * 224).encode()
    font = b"/BaseFont/Helvetica/FirstChar 32/LastChar 255/Widths[" + widths + b"]>>"
    return (data[:start] + stream + data[end:]).replace(b"/BaseFont/Helvetica>>", font)


def rows_of(data: bytes) -> list[list[str]]:
    return [line.split("\t") for line in read_bytes("table.pdf", data).text.split("\n") if "\t" in line]


def test_the_cells_of_a_ruled_table_are_on_one_line_with_tabs_between() -> None:
    assert rows_of(drawn(TABLE)) == TABLE


def test_an_empty_cell_is_a_space_and_a_wide_one_goes_on() -> None:
    assert rows_of(drawn([["Errors", " "], ["Both columns", ""], ["a", "b"]])) == [
        ["Errors", " "],
        ["Both columns", ""],
        ["a", "b"],
    ]


def test_words_that_wide_spaces_put_into_the_next_cell_are_in_it() -> None:
    assert rows_of(drawn(TABLE, gap="90 Tw ( ) Tj 0 Tw")) == TABLE


def test_a_box_at_the_end_of_a_line_is_a_cell_of_its_own() -> None:
    heading = "BT /F1 10 Tf 20 686 Td (2.1. Late Trigger ) Tj ET"
    box = "300 680 0.5 20 re f 400 680 0.5 20 re f 300 680 100 0.5 re f 300 700 100 0.5 re f"
    words = "BT /F1 10 Tf 305 686 Td (No Penalty) Tj ET"
    assert rows_of(packed(f"{heading}\n{box}\n{words}")) == [["2.1. Late Trigger ", "No Penalty"]]


@pytest.mark.parametrize("seed", range(5))
def test_lines_that_make_no_table_change_nothing(seed: int) -> None:
    rules = "\n".join(f"100 {700 - 37 * seed - 20 * row} 300 0.5 re f" for row in range(3))
    words = "BT /F1 10 Tf 105 686 Td (Underlined words) Tj ET"
    assert read_bytes("a.pdf", packed(f"{rules}\n{words}")).text.strip() == "Underlined words"
