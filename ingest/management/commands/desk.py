"""``manage.py desk``: do the work that waits on the maintainers' desk."""

from __future__ import annotations

import os
from typing import Any

from ingest.desk import worker
from rulesite.rulebook.management.base import MachineCommand

_GENTLY = 5
"""The niceness of this process, which lets readers go first."""


class Command(MachineCommand):
    """The command that the admin starts by itself, for use by hand if that was stopped."""

    help = "Read, join, publish or take back what waits on the desk in the admin, which starts this by itself."

    def collect(self, **options: Any) -> dict[str, Any]:
        os.nice(_GENTLY)
        return {"done": worker.work()}

    def describe(self, found: dict[str, Any]) -> str:
        count = found["done"]
        return f"Did {count} piece{'' if count == 1 else 's'} of work." if count else "Nothing waits on the desk."
