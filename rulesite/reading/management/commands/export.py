"""``manage.py export cr/2006-10-01``: all provisions of an edition, in order."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from rulesite.reading import export
from rulesite.rulebook.machine import MachineCommand, Refused
from rulesite.rulebook.models import Edition


class Command(MachineCommand):
    """Print an edition as data, or as plain text."""

    help = "Print all provisions of an edition, in order: as JSON with --json, as text without."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("edition", metavar="EDITION", help="like cr/2006-10-01")

    def find_out(self, **options: Any) -> list[dict[str, Any]]:
        try:
            edition = Edition.at(options["edition"])
        except Edition.DoesNotExist as absent:
            raise Refused(str(absent)) from absent
        return export.provisions(edition)

    def describe(self, found: list[dict[str, Any]]) -> str:
        lines = []
        for provision in found:
            said = " ".join(part for part in (provision["title"], provision["text"]) if part)
            lines.append(f"{provision['number']} {said}")
            lines += [f"Example: {text}" for text in provision["examples"]]
        return "\n".join(lines)
