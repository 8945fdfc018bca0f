"""``manage.py backup FILE``: back up the whole site to one file, while it runs."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ingest.operations import backup


class Command(BaseCommand):
    """Back up the site."""

    requires_system_checks: list[str] = []  # system checks test only the code, and are slow
    help = "Write the current database and its search index to one file. The site can keep running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file to write, such as rulesite.zip")
        parser.add_argument("--replace", action="store_true", help="replace an existing file")
        parser.add_argument("--json", action="store_true", help="print the result as one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        file = options["file"].expanduser().absolute()
        try:
            written = backup.write(file, replace=options["replace"])
        except backup.WouldOverwrite as refusal:
            raise CommandError(str(refusal)) from refusal
        size = file.stat().st_size
        if options["json"]:
            self.stdout.write(json.dumps({"file": str(file), "bytes": size, **asdict(written)}))
        else:
            self.stdout.write(f"{file}: {written} ({size / 1e6:.1f} MB)")
