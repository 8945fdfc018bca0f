"""What `bench` prints: figures beside what is wanted, their growth, and what more editions will cost by it."""

import io
import os
import sys
from pathlib import Path

import pytest
from rich.console import Console

from ingest.bench import usage
from ingest.bench.figures import FIGURES, Measured, extrapolated, table


def printed(*measured):
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(table(measured))
    return console.export_text()


def test_two_libraries_are_set_side_by_side_with_their_growth():
    text = printed(Measured(66, {"more.wall": 6.0}), Measured(15, {"more.wall": 3.0}))
    [row] = [line for line in text.splitlines() if "one more edition" in line]
    cells = [cell.strip() for cell in row.strip("│ ").split("│")]
    assert cells[1:] == ["3.0 s", "6.0 s", "× 2.0", "10 s", "5.0 s"]


def test_one_library_alone_has_no_growth_and_what_was_not_measured_is_no_figure():
    text = printed(Measured(15, {"more.wall": 3.0}))
    assert "growth" not in text
    assert text.count("–") > len(FIGURES) - 3


def test_how_quick_the_machine_was_stands_below_the_figures():
    pace = {"machine.pace": usage.pace(), "machine.slowest": 9.0}
    text = printed(Measured(15, {"more.wall": 3.0} | pace), Measured(66, {"more.wall": 6.0} | pace))
    assert (
        f"Ten million additions took {pace['machine.pace']:.2f} s of this machine, 9.00 at most, while 66 editions"
        in text
    )
    assert text.count("9.00 at most") == 2


def test_what_shrinks_is_never_less_than_nothing():
    assert extrapolated(Measured(10, {"a": 9.0}), Measured(20, {"a": 1.0}), "a") == 0.0


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="memory is told apart by Linux alone")
def test_a_command_costs_what_it_and_its_workers_cost():
    busy = "import subprocess, sys; held = bytearray(60_000_000); subprocess.run([sys.executable, '-c', sys.argv[1]])"
    worker = "import time; held = bytearray(60_000_000); end = time.process_time() + 0.6\nwhile time.process_time() < end: pass"
    spent = usage.run([sys.executable, "-c", busy, worker], cwd=Path.cwd(), env=os.environ)
    assert spent.code == 0
    assert spent.cpu >= 0.6
    assert spent.peak >= 115
