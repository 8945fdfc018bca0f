"""Disks of a test's own, small enough to be filled; only root may have one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

_FILLING = "filling"


@contextmanager
def mounted(folder: Path, megabytes: int) -> Iterator[Path]:
    """A disk of a size at a folder that is made for it; it goes at the end. The test is skipped where there can be none."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0700", "tmpfs", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no command to mount a disk")
    if done.returncode:
        pytest.skip(f"a disk of the test's own can't be mounted by this user: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(disk: Path) -> None:
    """Leave no byte free."""
    with (disk / _FILLING).open("ab", buffering=0) as file:
        for size in (1 << 20, 4096, 1):
            with suppress(OSError):
                while file.write(bytes(size)) == size:
                    pass
    assert os.statvfs(disk).f_bavail == 0


def make_room(disk: Path) -> None:
    """Free what `fill` has taken."""
    (disk / _FILLING).unlink()
