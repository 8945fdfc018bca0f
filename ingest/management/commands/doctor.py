"""``manage.py doctor``: verify that all stored data agrees with its inputs."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from ingest.operations import verify
from ingest.runs import run
from ingest.staging import stage
from rulesite.progress import bar
from rulesite.rulebook.management.base import MachineCommand


class Command(MachineCommand):
    """Check all stored data, report faults, and mend them on request."""

    help = (
        "Check that every source is accounted for, every step of descent computed, every thread consistent with "
        "descent, every example played, every page rendered and everything indexed. Exit status 1 if a problem is "
        "found and not fixed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--fix", action="store_true", help="fix the problems found; readers see the result when all is done"
        )

    def collect(self, **options: Any) -> dict[str, Any]:
        findings = _findings()
        left: list[verify.Finding] = findings
        if options["fix"] and (findings or stage.left()):
            for finding in findings:
                if finding.forget is not None:
                    finding.forget()
            try:
                with bar("fixing") as report_progress:
                    run.finish(progress=report_progress, anyway=True)
            except stage.Busy as busy:
                raise CommandError(str(busy)) from busy
            left = _findings()
        return {
            "found": [{"what": finding.what, "mend": finding.mend} for finding in findings],
            "left": [{"what": finding.what, "mend": finding.mend} for finding in left],
            "stopped": len(stage.left()),
        }

    def describe(self, result: dict[str, Any]) -> str:
        if not result["found"] and not result["stopped"]:
            return "Everything agrees."
        lines = [f"{finding['what']} ({finding['mend']})" for finding in result["found"]]
        if result["stopped"]:
            lines.append("an ingest was stopped: the next one, serve, or --fix finishes it")
        elif not result["left"]:
            lines.append("Everything is fixed.")
        return "\n".join(lines)

    def status(self, result: dict[str, Any]) -> int:
        """Return 1 when faults remain."""
        return 1 if result["left"] or result["stopped"] else 0


def _findings() -> list[verify.Finding]:
    with bar("looking") as report_progress:
        return list(verify.findings(report_progress))
