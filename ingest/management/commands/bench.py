"""``manage.py bench``: measure a library, and print the figures beside their targets.

Everything runs in temporary data folders. No target is enforced.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from rich.console import Console

from ingest.bench import figures, inventories, timings, usage
from ingest.bench.figures import Measured
from ingest.bench.usage import Spent
from rulesite.progress import ReportProgress, bar

_STEPS = 4 + len(timings.PARTS)
"""The steps of measuring a library: one ingest, two additions, each part, and its pages."""


class Command(BaseCommand):
    """Measure ingest, pages, searches, comparisons and corrections, and how they grow with the number of editions."""

    help = (
        "Measure what a library costs and print it beside the targets. With several places, measure the first alone, "
        "then all together, to show the growth and to estimate the cost of all editions ever published."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--documents",
            default="",
            metavar="PLACE[,PLACE…]",
            help="what to ingest; else ../shared/documents and ../shared/history, or fixtures",
        )
        parser.add_argument("--inside", choices=timings.PARTS, help="measure a part in the data folder as it is")
        parser.add_argument("--inventories", action="store_true", help="weigh the pages of the data folder as it is")

    def handle(self, *args: Any, **options: Any) -> None:
        console = Console(file=sys.stdout, width=140)
        if part := options["inside"]:
            values = timings.PARTS[part]()
            self.stdout.write(json.dumps({"editions": len(timings.editions()), "values": values}))
        elif options["inventories"]:
            settings.ALLOWED_HOSTS = ["testserver"]
            console.print(inventories.weights())
            console.print(inventories.steps())
        else:
            places = _places(options["documents"])
            console.print(f"Measuring with [bold]{', '.join(map(str, places))}[/bold] on {os.cpu_count()} cores …")
            measured: list[Measured] = []
            rounds = sorted({1, len(places)})
            with bar("measuring") as report_progress:
                for count in rounds:
                    steps = len(rounds) * _STEPS
                    with _folder() as folder:
                        measured.append(
                            _measure(places[:count], folder, report_progress, (len(measured) * _STEPS, steps))
                        )
                        if count == rounds[-1]:
                            report_progress("weighing the pages", len(measured) * _STEPS - 1, steps)
                            tables = _manage(folder, "bench", "--inventories").output + _judged(folder)
            console.print(figures.table(measured))
            console.print(tables, markup=False, highlight=False)


def _places(given: str) -> list[Path]:
    """Return the folders or files to measure with. Raises CommandError for one that does not exist."""
    if given:
        places = [Path(place.strip()).expanduser().absolute() for place in given.split(",") if place.strip()]
        for place in places:
            if not place.exists():
                raise CommandError(f"{place} does not exist: name folders or files of documents, separated by commas")
        return places
    shared = settings.BASE_DIR.parent / "shared"
    beside = [place for place in (shared / "documents", shared / "history") if place.is_dir()]
    return beside or [settings.BASE_DIR / "fixtures"]


@contextmanager
def _folder() -> Iterator[Path]:
    """Yield a temporary folder."""
    folder = Path(tempfile.mkdtemp(prefix="rulesite-bench-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _measure(places: Sequence[Path], folder: Path, report_progress: ReportProgress, steps: tuple[int, int]) -> Measured:
    """Ingest some places into an empty folder, then the two newest editions separately, and measure everything.

    The newest of the two comes first: most scenarios cite it, and none cites a later one. ``steps`` are
    the steps done before and the total.
    """
    done, total = steps
    copies, apart = _copied(places, folder / "documents")
    values: dict[str, float] = {}
    paces = [usage.pace()]
    report_progress(f"ingesting {' and '.join(place.name for place in places)}", done, total)
    _manage(folder, "migrate", "-v0")
    _manage(folder, "collectstatic", "--noinput", "-v0")
    spent = _manage(folder, "ingest", *map(str, copies), "--json", refused=True)
    values |= _costs("ingest", spent)
    for index, (row, file) in enumerate(zip(("newest", "more"), apart, strict=False)):
        report_progress(f"one more edition, {file.name}", done + 1 + index, total)
        spent = _manage(folder, "ingest", str(file), "--json", refused=True)
        values |= _costs(row, spent)
    paces.append(usage.pace())
    editions = 0
    for index, part in enumerate(timings.PARTS):
        report_progress(f"measuring {part}", done + 3 + index, total)
        inside = json.loads(_manage(folder, "bench", "--inside", part).output)
        editions = inside["editions"]
        values |= inside["values"]
        paces.append(usage.pace())
    values |= {"machine.pace": statistics.median(paces), "machine.slowest": max(paces)}
    return Measured(editions, values)


def _costs(row: str, spent: Spent) -> dict[str, float]:
    """Return the cost of a command as the figures of a row and the rows below it."""
    return {f"{row}.wall": spent.wall, f"{row}.cpu": spent.cpu, f"{row}.peak": spent.peak}


def _copied(places: Sequence[Path], folder: Path) -> tuple[list[Path], list[Path]]:
    """Copy the places without the files of the two newest editions; return the copies, and those files, newest first.

    There are no such files if the names have no dates.
    """
    dated = [file for place in places if place.is_dir() for file in place.rglob("cr-[12]*.txt")]
    newest = sorted(dated, key=lambda file: file.name, reverse=True)[:2] if len(dated) > 2 else []
    apart = {file.name for file in newest}
    copies: list[Path] = []
    for index, place in enumerate(places):
        copy = folder / str(index) / place.name
        if place.is_dir():
            shutil.copytree(place, copy, ignore=lambda _, names: apart & set(names))
        else:
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(place, copy)
        copies.append(copy)
    return copies, newest


def _judged(folder: Path) -> str:
    """Return how well the labelled queries are answered, or why that was not measured."""
    if not (settings.BASE_DIR / "tests" / "search" / "judging.py").is_file():
        return "Labelled queries: skipped, as this copy of the project has no tests.\n"
    env = os.environ | {"RULESITE_DATA": str(folder)}
    spent = usage.run([sys.executable, "-m", "tests.search.judging"], cwd=settings.BASE_DIR, env=env)
    return f"Labelled queries: could not be judged (status {spent.code}).\n" if spent.code else spent.output


def _manage(folder: Path, *command: str, refused: bool = False) -> Spent:
    """Run a management command on a data folder. With ``refused``, refused documents are no failure.

    Raises CommandError when it fails.
    """
    env = os.environ | {"RULESITE_DATA": str(folder), "COLUMNS": "140"}
    spent = usage.run([sys.executable, "manage.py", *command], cwd=settings.BASE_DIR, env=env)
    if spent.code and not (refused and spent.code == 1):
        raise CommandError(f"“manage.py {' '.join(command)}” failed with status {spent.code} while being measured")
    return spent
