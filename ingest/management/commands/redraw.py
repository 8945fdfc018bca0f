"""``manage.py redraw``: redraw the descent that depends on corrected words."""

from __future__ import annotations

import os
from typing import Any

from ingest import follow_corrections
from rulesite.rulebook.management.base import MachineCommand

_GENTLY = 5
"""The niceness of this process, which lets readers go first."""


class Command(MachineCommand):
    """The command that a correction starts by itself, for use by hand if that was stopped."""

    help = "Compute descent again for corrected texts. A correction in the admin starts this itself."

    def collect(self, **options: Any) -> dict[str, Any]:
        os.nice(_GENTLY)
        return {"editions": follow_corrections.follow()}

    def describe(self, result: dict[str, Any]) -> str:
        count = result["editions"]
        return (
            f"Updated descent for the corrections in {count} edition{'' if count == 1 else 's'}."
            if count
            else "There is nothing to do."
        )
