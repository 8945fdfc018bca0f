"""Tries mutants in a copy of the project: whatever ends a run, no source of the project itself was ever changed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+?(?:\[.*?\])?)(?: - .*)?$", re.MULTILINE)
_MARKS = "not thorough and not browser and not documents"
MAX_SECONDS_OF_A_TEST = 120
"""A mutant that makes a test hang is noticed by it."""


@dataclass(frozen=True)
class Outcome:
    """What tests say of a mutant: "killed" by a test, "survived" them, "late" where time was up, or "unsound" where
    the test fails without the mutant too. ``test`` is that test, else all that were run."""

    word: str
    test: str
    seconds: float


def find_tests(root: Path, module: Path) -> tuple[str, str]:
    """The mirrored tests of a module, and the folder of its area."""
    parts = [*module.parent.parts, f"test_{module.name}"]
    if parts[0] == "rulesite":
        parts = parts[1:]
    above = [Path("tests", *parts[:length]) for length in range(len(parts), 0, -1)]
    there = [each for each in above if (root / each).exists() and each != Path("tests/__init__.py")]
    if not there:
        return "tests/machine", "tests/machine"
    area = Path("tests", parts[0])
    return there[0].as_posix(), (area if (root / area).is_dir() else there[0]).as_posix()


def make_copy(root: Path, copy: Path) -> None:
    """Make ``copy`` equal to what the project tracks or would track, and give it the project's environment."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        capture_output=True,
    )
    paths = {Path(os.fsdecode(each)) for each in listed.stdout.split(b"\0") if each and b"/.cache/" not in each}
    for path in sorted(paths):
        if (root / path).is_file():
            (copy / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / path, copy / path)
    for top in ("rulesite", "ingest", "tests"):
        for path in [each for each in (copy / top).rglob("*.py") if each.relative_to(copy) not in paths]:
            path.unlink()
    if not (copy / ".venv").exists():
        (copy / ".venv").symlink_to((root / ".venv").resolve())
    for played in (root / ".cache").glob("played.sqlite3"):
        (copy / ".cache").mkdir(exist_ok=True)
        shutil.copy2(played, copy / ".cache" / played.name)


class Trial:
    """Runs tests in a copy of the project, for at most so many seconds."""

    def __init__(self, copy: Path, module: Path, original: str, mutant: str) -> None:
        self.copy = copy
        self.path = copy / module
        self.original = original
        self.mutant = mutant

    def run(self, tests: str, seconds: float, jobs: int = 0) -> Outcome:
        """What these tests and the module's doctests say of the mutant; one that fails is tried without it as well."""
        begun = time.monotonic()
        self.path.write_text(self.mutant, "utf-8")
        doctests = self._doctests()
        try:
            status, output = self._pytest(tests, seconds, jobs, *doctests)
        finally:
            self.path.write_text(self.original, "utf-8")
        took = time.monotonic() - begun
        if status is None:
            return Outcome("late", tests, took)
        if status in (0, 5):
            return Outcome("survived", tests, took)
        failed = FAILED.search(output)
        test = failed[1] if failed else tests
        if self._pytest(test, seconds, 0, *(doctests[:1] if failed else ["--collect-only"]))[0] != 0:
            return Outcome("unsound", test, took)
        return Outcome("killed", test, took)

    def _doctests(self) -> list[str]:
        """The module, if it has doctests, behind its package: the engine's modules are imported in a certain order."""
        package = self.path.parent / "__init__.py"
        if ">>> " not in self.original or not package.exists():
            return []
        return [each.relative_to(self.copy).as_posix() for each in (package, self.path)]

    def _pytest(self, tests: str, seconds: float, jobs: int, *more: str) -> tuple[int | None, str]:
        """The exit status of some tests, None if time was up, and what they print."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider", "-m", _MARKS]
        command += [f"--timeout={MAX_SECONDS_OF_A_TEST}", "-n", str(jobs), "--dist", "loadscope", *more, tests]
        # The examples of properties are the same each time, so that a mutant is killed each time or never.
        environment = os.environ | {"CI": "true", "COLUMNS": "500", "PYTHONPATH": ""}
        running = subprocess.Popen(
            command,
            cwd=self.copy,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        try:
            output, _ = running.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None, ""
        finally:
            _end(running)
        return running.returncode, output


def _end(running: subprocess.Popen[str]) -> None:
    """End the tests and whatever they began."""
    try:
        os.killpg(running.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    running.wait()
