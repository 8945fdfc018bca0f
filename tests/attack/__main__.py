"""``make attack``: the site, served from a data folder of its own, is attacked from this machine's loopback.

Everything is bounded and, for the same seed, the same. A table says what came of each attack; the exit status is 1 where
a promise was broken: an answer of the server's own fault (5xx; 503 with Retry-After is a refusal by a bound, and counted
apart), one of more than 2 MB, a request that hangs, a connection that is held for longer than promised, a document that
ends a run, more memory than promised. Times depend on what else the machine does: they are printed beside what is
promised and how busy it was, and judged by whoever reads them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tests.attack import admin, connections, contract, fuzzing, heavy, poison
from tests.attack.asking import LARGE, SLOW, Tally
from tests.attack.watching import Watch, watched
from tests.browser.serving import served
from tests.load.processes import spent, worked

_LOADING = 3_600
"""Seconds in which the documents must be loaded."""
WANTED_P95 = 100
"""Milliseconds in which 95 of 100 askings for robots.txt are answered, whatever else goes on."""
WANTED_MEMORY = 600
"""Megabytes that all processes of the server may hold at the end, what they share counted once."""
_HELD, _LATE = 400, 5
"""Connections that are held at once in each way to hold them, until so many seconds after the server has promised to have
given them up."""
_NAMED, _SLOW_ONES = 6, 20


def main() -> int:
    """Serve, attack, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", default="", metavar="PLACE", help="documents to load; else the library of "
                        "$RULESITE_DATA, of which a copy is served; else the pocket edition")  # fmt: skip
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--requests", type=int, default=20_000, help="of the fuzz")
    parser.add_argument("--inside", type=int, default=3_000, help="requests of a maintainer who is logged in")
    parser.add_argument("--poisoned", type=int, default=100, help="documents and archives")
    parser.add_argument("--examples", type=int, default=100, help="of each operation of the API, in each phase")
    parser.add_argument("--only", default="", help="contract,fuzz,admin,poison,connections,heavy: those alone")
    given = parser.parse_args()
    screen = Console(width=150)
    with tempfile.TemporaryDirectory(prefix="rulesite-attack-") as made:
        folder = Path(made)
        data = folder / "var"
        kept = Path(os.environ.get("RULESITE_DATA", "/nowhere"))
        if not given.documents and (kept / "rulebook.sqlite3").exists():
            shutil.copytree(kept, data, ignore=shutil.ignore_patterns("stage", "static"))
        place = ["--documents", given.documents] if given.documents else []
        with served(data, *place, seconds=_LOADING) as address:
            maintainer = admin.enrol(address, data)
            before = spent(address)
            attacks: dict[str, Callable[[], list[Tally]]] = {
                "contract": lambda: [contract.attack(address, folder, seed=given.seed, examples=given.examples)],
                "fuzz": lambda: fuzzing.fuzz(address, seed=given.seed, count=given.requests),
                "admin": lambda: admin.attack(address, maintainer, seed=given.seed, count=given.inside),
                "poison": lambda: [poison.attack(folder / "door", seed=given.seed, count=given.poisoned)],
                "connections": lambda: _connections(address),
                "heavy": lambda: list(heavy.attack(address)),
            }
            table = _table()
            faults: list[str] = []
            slow: list[str] = []
            for name, attack in attacks.items():
                if given.only and name not in given.only.split(","):
                    continue
                begun, site, machine = time.monotonic(), spent(address).seconds, worked()
                with watched(address) as watch:
                    tallies = attack()
                faults += _rows(table, tallies, watch)
                slow += [one for tally in tallies for one in tally.slow]
                now, seconds = spent(address), time.monotonic() - begun
                share, all_of_it = (100 * each / seconds for each in (now.seconds - site, worked() - machine))
                screen.print(
                    f"{name}: {seconds:.0f} s, {now.proportional} MB; the site took {share:.0f} % of a processor,"
                    f" all that runs on this machine {all_of_it:.0f} % of {os.cpu_count()}00 %"
                )
            time.sleep(5)
            after = spent(address)
    screen.print(table)
    memory = (
        f"{after.proportional} MB in {after.processes} processes at the end ({after.resident} MB with what they share"
    )
    screen.print(f"memory: {before.proportional} MB before, {memory} counted each time); promised: {WANTED_MEMORY} MB")
    if after.proportional > WANTED_MEMORY:
        faults.append(f"memory: {after.proportional} MB, and {WANTED_MEMORY} are promised")
    for one in slow[:_SLOW_ONES]:
        screen.print(f"slow: {escape(one)}", highlight=False)
    for fault in faults:
        screen.print(f"broken: {escape(fault)}", highlight=False)
    kept = "Every promise is kept; the times above are for you to judge."
    screen.print(f"{len(faults)} promises are broken." if faults else kept)
    return 1 if faults else 0


def _connections(address: str) -> list[Tally]:
    """Hold connections in every way there is, one after the other; who asks in earnest meanwhile must be answered."""
    tallies = []
    for name, client in connections.KINDS.items():
        promised = connections.PROMISED[name]
        outcome = connections.attack(address, client, connections=_HELD, seconds=promised + _LATE)
        tally = Tally(f"{_HELD} held: {name}")
        tally.count = len(outcome.waited)
        tally.slowest = max(outcome.waited, default=0.0)
        for status in outcome.held.answers:
            tally.statuses[status] = tally.statuses.get(status, 0) + 1
            if status >= 500:
                tally.fault(f"{status} to a connection held by {name}")
        tally.faults += [f"robots.txt beside {name}: {failed}" for failed in outcome.failed]
        if outcome.open:
            tally.fault(f"{outcome.open} are held after {promised + _LATE:.0f} s, and {promised:.0f} are promised")
        tally.note = f"{len(outcome.held.lasted)} ended by the server, {outcome.open} held at the end"
        tallies.append(tally)
    return tallies


def _table() -> Table:
    table = Table(
        title=f"What came of it (promised: no 5xx, {SLOW:.0f} s, {LARGE:,} bytes, robots.txt p95 {WANTED_P95} ms)"
    )
    table.add_column("attack", no_wrap=True)
    for name in (
        "requests",
        "refused by a bound",
        "5xx and other faults",
        "slowest s",
        "largest kB",
        "robots p95 ms",
        "worst ms",
    ):
        table.add_column(name, justify="right")
    table.add_column("answers")
    return table


def _rows(table: Table, tallies: list[Tally], watch: Watch) -> list[str]:
    """Add what came of an attack; returns the promises that it broke."""
    faults = [f"robots.txt: {failed}" for failed in watch.failed]
    for nth, tally in enumerate(tallies):
        statuses = " ".join(f"{status}×{count}" for status, count in sorted(tally.statuses.items()))
        robots = (f"{watch.share(0.95):.0f}", f"{watch.share(1.0):.0f}") if not nth else ("", "")
        table.add_row(
            tally.name, f"{tally.count:,}", str(tally.bounded), str(len(tally.faults)), f"{tally.slowest:.1f}",
            f"{tally.largest / 1000:,.0f}", *robots, f"{statuses} {tally.note}".strip(),
        )  # fmt: skip
        faults += [f"{tally.name}: {fault}" for fault in tally.faults[:_NAMED]]
        if len(tally.faults) > _NAMED:
            faults.append(f"{tally.name}: {len(tally.faults) - _NAMED} more")
    table.add_section()
    return faults


if __name__ == "__main__":
    sys.exit(main())
