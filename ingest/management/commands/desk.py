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

    help = "Do the waiting work of the admin's desk: read, update, publish or take back. The admin starts this itself."

    def collect(self, **options: Any) -> dict[str, Any]:
        os.nice(_GENTLY)
        return {"done": worker.work()}

    def describe(self, result: dict[str, Any]) -> str:
        count = result["done"]
        return f"Did {count} job{'' if count == 1 else 's'}." if count else "There is no work on the desk."
