"""Trying a scenario out: one bench for each process of the site, started when it is first wanted."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
import threading
from typing import Any

from django.conf import settings

LONGEST = 40_000
"""Characters of a scenario that are accepted; the longest of the project's own has a tenth of it."""
PATIENCE = 10.0
"""Seconds to wait while others are trying something."""


class Bench:
    """A door to `rulesite.checks.bench`, one question at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        atexit.register(self.close)

    def play(self, text: str, ruleset: str = "") -> dict[str, Any]:
        """Play a text within the bounds: ``outcomes``, or ``error`` with ``line`` and ``mend``. Nothing is raised."""
        if len(text) > LONGEST:
            return _refused(f"the text has {len(text):,} characters, and {LONGEST:,} are allowed here")
        if not self._lock.acquire(timeout=PATIENCE):
            return _refused("others are trying scenarios out just now", "Send it again in a moment")
        try:
            return self._ask({"text": text, "ruleset": ruleset})
        except (OSError, ValueError):
            self.close()
            return _refused("the bench broke down and is being set up anew", "Send it again")
        finally:
            self._lock.release()

    def _ask(self, question: dict[str, str]) -> dict[str, Any]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "rulesite.checks.bench"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=settings.BASE_DIR, encoding="utf-8",
            )  # fmt: skip
        assert self._process.stdin is not None  # noqa: S101 - both are pipes
        assert self._process.stdout is not None  # noqa: S101
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        found: dict[str, Any] = json.loads(self._process.stdout.readline())
        return found

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def _refused(why: str, mend: str = "") -> dict[str, Any]:
    return {"error": why, "line": 0, "mend": mend}


bench = Bench()
"""The bench of this process."""
