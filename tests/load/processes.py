"""The processes of a server that runs on this machine: what memory they hold, and what time of the processors they took."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Spent:
    """Megabytes that are resident, added up, and with what is shared counted once; seconds of processors; processes."""

    resident: int
    proportional: int
    seconds: float
    processes: int


def spent(address: str) -> Spent:
    """What the server at an address and all that it started hold now, and have taken since they began."""
    sizes = {"Rss": 0, "Pss": 0}
    ticks, found = 0, _tree(f"--port={address.rpartition(':')[2]}")
    for process in found:
        with suppress(OSError):
            ticks += sum(map(int, _status(process)[11:15]))
            for line in (process / "smaps_rollup").read_text().splitlines():
                name, _, size = line.partition(":")
                if name in sizes:
                    sizes[name] += int(size.split()[0])
    return Spent(sizes["Rss"] // 1024, sizes["Pss"] // 1024, ticks / _TICKS, len(found))


def together(servers: Sequence[Spent]) -> Spent:
    """What several servers hold and have taken, added up."""
    return Spent(
        sum(each.resident for each in servers),
        sum(each.proportional for each in servers),
        sum(each.seconds for each in servers),
        sum(each.processes for each in servers),
    )


def worked() -> float:
    """Seconds that the processors of the machine have worked since it began, for whomever."""
    user, nice, system, _, _, *others = map(int, Path("/proc/stat").read_text().partition("\n")[0].split()[1:9])
    return (user + nice + system + sum(others)) / _TICKS


def _tree(argument: str) -> list[Path]:
    """The processes of servers that were given an argument, and their descendants."""
    parents: dict[str, str] = {}
    servers: set[str] = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (process / "cmdline").read_text().split("\0")
            parents[process.name] = _status(process)[1]
            if "rulesite.serving.server" in words and argument in words:
                servers.add(process.name)
    return [Path("/proc") / name for name in parents if _descends(name, servers, parents)]


def _descends(name: str, servers: set[str], parents: dict[str, str]) -> bool:
    while name in parents and name not in servers:
        name = parents[name]
    return name in servers


def _status(process: Path) -> list[str]:
    """What follows the name of a process in its status: state, parent, …"""
    return (process / "stat").read_text().rpartition(")")[2].split()
