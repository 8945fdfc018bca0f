"""``manage.py restore FILE``: restore a file that ``backup`` wrote, while the site runs."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ingest.operations import backup
from ingest.staging import stage
from rulesite import diagnostics
from rulesite.data_folder import writable


class Command(BaseCommand):
    """Restore a backup."""

    requires_system_checks: list[str] = []  # system checks test only the code, and are slow
    help = "Check and restore a file written by `backup`. A running site continues with it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file written by `backup`")
        parser.add_argument("--replace", action="store_true", help="agree to lose the current data")
        parser.add_argument("--json", action="store_true", help="print the result as one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        if not writable():
            raise diagnostics.shut(backup.settings.DATA_DIR)
        try:
            restored = backup.restore(options["file"].expanduser().absolute(), replace=options["replace"])
        except (backup.WouldOverwrite, stage.Busy) as refused:
            raise CommandError(f"nothing was changed: {refused}") from refused
        if options["json"]:
            self.stdout.write(json.dumps(asdict(restored)))
        else:
            self.stdout.write(f"Restored: {restored}.")
