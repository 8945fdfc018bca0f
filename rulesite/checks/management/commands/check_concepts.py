"""``manage.py check_concepts``: switch each concept off and list the scenarios that fail without it."""

from __future__ import annotations

from typing import Any

from rulesite.checks.models import Verdict
from rulesite.checks.playing.loader import BadList
from rulesite.checks.playing.mutation import exercise, table
from rulesite.progress import bar
from rulesite.rulebook.management.base import MachineCommand, RefusalError


class Command(MachineCommand):
    """The generated table of concepts and scenarios."""

    help = "Run every scenario without each concept that it looks at, and print which fail: the table of concepts."

    def collect(self, **options: Any) -> list[dict[str, Any]]:
        """Run the changed scenarios; then a record for each concept."""
        if not Verdict.objects.exists():
            raise RefusalError("no scenario has been played yet: run manage.py check_examples first")

        try:
            with bar("switching off") as tell:
                exercise(lambda done, total: tell("switching off", done, total))
        except BadList as error:
            raise RefusalError(str(error)) from None
        return table()

    def describe(self, found: list[dict[str, Any]]) -> str:
        """A line for each concept, at the end those that no scenario needs."""
        width = max((len(row["concept"]) for row in found), default=0)
        lines = [f"{row['concept']:<{width}}  {', '.join(row['scenarios'])}" for row in found if row["scenarios"]]
        idle = [row["concept"] for row in found if not row["scenarios"]]
        lines.append(f"\n{len(found) - len(idle)} of {len(found)} concepts make a scenario fail when switched off.")
        if idle:
            lines.append(f"Nothing exercises: {', '.join(idle)}.")
        return "\n".join(lines)
