"""``make load``: the day of a release on this machine's loopback, with an edition that is published in its middle.

Loads the documents that are named but the newest edition, or copies the data folder that ``$RULESITE_DATA`` names;
serves it; lets visitors ask for the mix of such a day (`tests.load.mix`), and brings the newest edition in meanwhile:
the one that was left out or, where all are loaded already, the newest once more under a later day. Prints what was
measured; nothing is asserted, and the exit status is 1 only where a request failed.

With ``DATABASE=postgres`` the library lies in a cluster of PostgreSQL that is begun for it, and three servers of one
process each, every one with a data folder of its own, serve it to the visitors in turn.
"""

from __future__ import annotations

import argparse
import asyncio
import bz2
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date, timedelta
from itertools import cycle, islice
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests import data_folders
from tests.browser.serving import served
from tests.libraries import ROOT
from tests.load.mix import Mix, mix_of
from tests.load.players import AT_TABLE, THOUGHT, Player
from tests.load.processes import Spent, spent, together
from tests.load.visitor import Answered, Visitor

_LOADING = 3_600
"""Seconds in which the documents must be loaded."""
WANTED_RATE, WANTED_P95 = 300, 150
"""Requests a second, and milliseconds in which 95 of 100 are answered."""


def main() -> int:
    """Load, serve, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--documents",
        default="",
        metavar="PLACE[,PLACE…]",
        help="documents to load; else the library of $RULESITE_DATA, else fixtures",
    )
    parser.add_argument("--visitors", type=int, default=24, help="connections that ask at once")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--machines", type=int, default=0, help="servers of one process, at one database of PostgreSQL")
    parser.add_argument("--at-table", type=int, default=10, help="people who play at the table besides")
    parser.add_argument("--no-publishing", action="store_true", help="publish nothing meanwhile")
    given = parser.parse_args()
    screen = Console(width=120)
    with tempfile.TemporaryDirectory(prefix="rulesite-load-") as made:
        data = Path(made) / "var"
        newest = _library(given.documents, data, Path(made), screen)
        with _served(data, given.machines) as addresses:
            mix = mix_of(addresses[0])
            screen.print(
                f"{given.visitors} visitors for {given.seconds:.0f} s at {', '.join(addresses)}, {os.cpu_count()} cores …"
            )
            publishing = None if given.no_publishing else newest
            before = [spent(address) for address in addresses]
            answers, published, seconds = asyncio.run(
                _day(addresses, mix, (given.visitors, given.at_table), given.seconds, data, publishing)
            )
            after = [spent(address) for address in addresses]
    screen.print(_kinds([answer for answer in answers if answer.asked.kind == AT_TABLE], seconds, "What was played"))
    answers = [answer for answer in answers if answer.asked.kind != AT_TABLE]
    screen.print(_kinds(answers, seconds))
    screen.print(_seconds(answers, published))
    return _verdict(answers, seconds, together(before), together(after), screen)


@contextmanager
def _served(data: Path, machines: int) -> Iterator[list[str]]:
    """The addresses of the servers of a library: one of several processes, or several of one with a folder of its own."""
    if not machines:
        with served(data, seconds=_LOADING) as address:
            yield [address]
        return
    os.environ.setdefault("RULESITE_SECRET_KEY", "the same for all machines")
    with ExitStack() as running:
        addresses = []
        for nth in range(machines):
            folder = data.with_name(f"machine-{nth}")
            data_folders.share(data, folder)
            addresses.append(running.enter_context(served(folder, "--processes", "1", seconds=_LOADING)))
        yield addresses


def _library(documents: str, data: Path, made: Path, screen: Console) -> Path:
    """Make the data folder; gives the file or folder that is to be published in the middle of the day."""
    kept = Path(os.environ.get("RULESITE_DATA", "/nowhere"))
    places = [Path(place.strip()).expanduser().absolute() for place in documents.split(",") if place.strip()]
    if not places and (kept / "rulebook.sqlite3").exists() and not data_folders.ON_POSTGRES:
        shutil.copytree(kept, data, ignore=shutil.ignore_patterns("stage", "static"))
        _manage(data, "migrate", "-v0")  # it may be of an older release
        return _reissued(data, made / "newest")
    places = places or [ROOT / "fixtures"]
    dated = [file for place in places if place.is_dir() for file in place.rglob("cr-[12]*.txt")]
    newest = max(dated, key=lambda file: file.name) if len(dated) > 1 else None
    if newest is not None:
        places = [_without(place, newest, made / f"documents-{nth}") for nth, place in enumerate(places)]
    screen.print(f"loading {', '.join(map(str, places))} …")
    for command in (["migrate", "-v0"], ["ingest", *map(str, places), "--json"]):
        _manage(data, *command)
    return newest or _reissued(data, made / "newest")


def _without(place: Path, newest: Path, copy: Path) -> Path:
    """A place without a file of it; copied, where the file lies in it."""
    if newest.is_relative_to(place):
        shutil.copytree(place, copy, ignore=shutil.ignore_patterns(newest.name))
        manifest = copy / "sources.toml"
        if manifest.exists():
            entries = manifest.read_text(encoding="utf-8").split("[[source]]")
            kept = [entry for entry in entries if newest.name not in entry]
            manifest.write_text("[[source]]".join(kept), encoding="utf-8")
        return copy
    return place


def _reissued(data: Path, folder: Path) -> Path:
    """A folder with the newest edition of a library once more: under a later day, with a word changed here and there."""
    with data_folders.opened(data) as database:
        document, effective, name, packed, encoding = database.execute(
            "SELECT d.slug, e.effective, s.name, s.packed, s.encoding FROM rulebook_source s"
            " JOIN rulebook_edition e ON e.id = s.edition_id JOIN rulebook_document d ON d.id = e.document_id"
            " ORDER BY d.position, e.extent = 'whole' DESC, e.effective DESC, s.rank LIMIT 1"
        ).fetchone()
        library = database.execute("SELECT name, is_pocket FROM rulebook_library").fetchone()
    lines = bz2.decompress(packed).decode(encoding).splitlines(keepends=True)
    lines[::40] = [line.replace(" the ", " that ", 1) for line in lines[::40]]
    folder.mkdir()
    file = folder / Path(name).name
    file.write_bytes("".join(lines).encode(encoding))
    day = date.fromisoformat(str(effective)) + timedelta(days=91)
    collection = f'[library]\nname = "{library[0]}"\npocket = {str(bool(library[1])).lower()}\n\n'
    said = f'[[source]]\npath = "{file.name}"\ndocument = "{document}"\neffective = {day}\nextent = "whole"\n'
    (folder / "sources.toml").write_text((collection if library[1] else "") + said, encoding="utf-8")
    return folder


def _manage(data: Path, *words: str) -> None:
    command = [sys.executable, str(ROOT / "manage.py"), *words]
    environment = data_folders.environment(data)
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}: {done.stderr[-2000:]}{done.stdout[-2000:]}")


async def _day(
    addresses: Sequence[str], mix: Mix, counts: tuple[int, int], seconds: float, data: Path, publishing: Path | None
) -> tuple[list[Answered], tuple[float, float] | None, float]:
    """Let visitors ask for so long, and publish in the middle; the answers, when that began and ended, and how long.

    ``counts`` are those who read, and those who play at the table."""
    doors = [address.removeprefix("http://").rpartition(":")[::2] for address in addresses]
    answers: list[Answered] = []
    visitors = [
        Visitor(host, int(port), mix.next_request, answers.append) for host, port in islice(cycle(doors), counts[0])
    ]
    players = [Player(seed) for seed in range(counts[1])]
    visitors += [
        Visitor(host, int(port), player.next_request, answers.append, pause=THOUGHT)
        for (host, port), player in zip(cycle(doors), players, strict=False)
    ]
    begun = time.perf_counter()
    asking = [asyncio.create_task(visitor.visit()) for visitor in visitors]
    published = None
    await asyncio.sleep(seconds / 3)
    if publishing is not None:
        start = time.perf_counter()
        ingest = await asyncio.create_subprocess_exec(
            "nice", sys.executable, str(ROOT / "manage.py"), "ingest", str(publishing), "--json",
            env=data_folders.environment(data) | {"RULESITE_API_LIMIT": "0"}, cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        said, _ = await ingest.communicate()
        published = start, time.perf_counter()
        if ingest.returncode:
            print(f"the edition could not be published: {said.decode()[-1000:]}", file=sys.stderr)
    await asyncio.sleep(max(seconds / 3, begun + seconds - time.perf_counter()))
    for visitor in visitors:
        visitor.stopping = True
    await asyncio.wait(asking)
    return answers, published, time.perf_counter() - begun


def _kinds(answers: Sequence[Answered], seconds: float, title: str = "What was asked for") -> Table:
    table = Table(title=title)
    for name in ("kind", "requests", "a second", "p50 ms", "p95 ms", "worst ms", "304", "kB each", "failed"):
        table.add_column(name, justify="left" if name == "kind" else "right")
    kinds = sorted({answer.asked.kind for answer in answers})
    for kind in [*kinds, "all"] if kinds else []:
        these = [answer for answer in answers if kind in ("all", answer.asked.kind)]
        if kind == "all":
            table.add_section()
        table.add_row(
            kind,
            str(len(these)),
            f"{len(these) / seconds:.1f}",
            *(f"{_share(these, part):.1f}" for part in (0.5, 0.95, 1.0)),
            str(sum(answer.status == 304 for answer in these)),
            f"{sum(answer.size for answer in these) / max(1, sum(answer.status == 200 for answer in these)) / 1000:.1f}",
            str(len(_failed(these))),
        )
    return table


def _seconds(answers: Sequence[Answered], published: tuple[float, float] | None) -> Table:
    """How it went before, while and after the edition was brought in."""
    table = Table(title="While an edition was brought in")
    for name in ("", "seconds", "a second", "p50 ms", "p95 ms", "worst ms", "failed"):
        table.add_column(name, justify="right" if name else "left")
    first, last = min(answer.at for answer in answers), max(answer.at for answer in answers)
    start, end = published or (last, last)
    for name, begin, finish in (("before", first, start), ("meanwhile", start, end), ("after", end, last)):
        these = [answer for answer in answers if begin <= answer.at < finish]
        if these:
            spans = (f"{_share(these, part):.1f}" for part in (0.5, 0.95, 1.0))
            rate = len(these) / max(0.001, finish - begin)
            table.add_row(name, f"{finish - begin:.1f}", f"{rate:.1f}", *spans, str(len(_failed(these))))
    return table


def _verdict(answers: Sequence[Answered], seconds: float, before: Spent, after: Spent, screen: Console) -> int:
    rate, p95 = len(answers) / seconds, _share(answers, 0.95)
    each = (after.seconds - before.seconds) / len(answers) * 1000
    screen.print(f"{rate:.0f} requests a second (wanted: {WANTED_RATE}), p95 {p95:.0f} ms (wanted: {WANTED_P95})")
    screen.print(
        f"{each:.2f} ms of a processor for a request; {time.process_time() / len(answers) * 1000:.2f} ms more to ask for it"
    )
    screen.print(
        f"memory: {before.resident} MB before, {after.resident} MB after, resident in {after.processes} processes;"
        f" {after.proportional} MB with what they share counted once"
    )
    failed = _failed(answers)
    for answer in failed[:10]:
        screen.print(f"failed: {answer.asked.path}: {answer.status or answer.said}")
    return 1 if failed else 0


def _failed(answers: Sequence[Answered]) -> list[Answered]:
    return [answer for answer in answers if answer.status not in (200, 304)]


def _share(answers: Sequence[Answered], part: float) -> float:
    """The milliseconds in which a part of the answers came."""
    waits = sorted(answer.seconds for answer in answers)
    return waits[min(len(waits) - 1, int(len(waits) * part))] * 1000


if __name__ == "__main__":
    sys.exit(main())
