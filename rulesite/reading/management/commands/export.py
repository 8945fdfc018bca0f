"""``manage.py export cr/2006-10-01``: the whole content of an edition, in order."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from rulesite.reading.export import formats, rows
from rulesite.rulebook.management.base import MachineCommand, RefusalError
from rulesite.rulebook.models import Edition


class Command(MachineCommand):
    """Print an edition as data, or as plain text."""

    help = (
        "Print all that an edition says, in order (introduction, provisions, glossary, index, credits): as JSON with "
        "--json, as text without."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("edition", metavar="EDITION", help="like cr/2006-10-01")

    def collect(self, **options: Any) -> list[dict[str, Any]]:
        try:
            edition = Edition.at(options["edition"])
        except Edition.DoesNotExist as absent:
            raise RefusalError(str(absent)) from absent
        return rows.everything(edition)

    def describe(self, found: list[dict[str, Any]]) -> str:
        return "\n".join(formats.lines(found))
