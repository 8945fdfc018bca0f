"""``manage.py ingest PATH|URL …``: bring rules documents into the rulebook."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console

from ingest.dialects import DIALECTS
from ingest.document.source import SourceError
from ingest.runs import closing_screen, pipeline, report, run
from ingest.sources import manifest
from ingest.staging import stage
from rulesite.data_folder import prepare
from rulesite.progress import bar


class Command(BaseCommand):
    """Read rules documents from files, folders, zips and URLs."""

    requires_system_checks: list[str] = []  # system checks test only the code, and are slow
    help = (
        "Read rules documents (text or HTML; a file, a folder, a zip or a URL) into the rulebook. "
        "A folder's sources.toml adds facts that its files don't state."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("places", nargs="+", metavar="PATH|URL")
        parser.add_argument("--document", default="", help="the document: cr, dangelo, mtr, ipg, jar or a new name")
        parser.add_argument(
            "--effective", default="", metavar="DATE", help="the edition's date: 2006-10-01, 2006-10 or 2006"
        )
        parser.add_argument(
            "--extent", default="", choices=["", "whole", "extract"], help="the whole document, or an extract"
        )
        parser.add_argument(
            "--dialect", default="", choices=["", *DIALECTS], help="how to read it, if it is not recognised"
        )
        parser.add_argument("--rank", type=int, help="rank among witnesses; if they differ, the lowest is believed")
        parser.add_argument("--force", action="store_true", help="read stored sources again")
        parser.add_argument(
            "--replace", action="store_true", help="replace a library that these documents don't mix with"
        )
        parser.add_argument(
            "--allow-private", action="store_true", help="allow URLs of this machine and of private networks"
        )
        parser.add_argument(
            "--any-day",
            action="store_true",
            help="allow a date before the first rules or after tomorrow",
        )
        parser.add_argument(
            "--damaged",
            action="store_true",
            help="accept damaged bytes, each shown as a mark",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            chosen = self._options(options)
        except SourceError as error:
            raise CommandError(str(error)) from error
        prepare()
        try:
            ingest = run.run if options["json"] else self._with_progress
            outcomes = ingest(options["places"], chosen)
        except stage.Busy as busy:
            raise CommandError(str(busy)) from busy
        if options["json"]:
            json.dump(report.as_json(outcomes), sys.stdout, ensure_ascii=False, indent=1)
            sys.stdout.write("\n")
        else:
            report.show(outcomes, Console(file=sys.stdout))
            self.stdout.write(f"\n{closing_screen.screen()}")
        if any(outcome.status == "refused" for outcome in outcomes):
            sys.exit(1)

    def _options(self, options: dict[str, Any]) -> pipeline.Options:
        effective, precision = (
            manifest.parse_date(options["effective"], "--effective") if options["effective"] else (None, "day")
        )
        return pipeline.Options(
            document=options["document"],
            effective=effective,
            precision=precision,
            extent=options["extent"],
            dialect=options["dialect"],
            rank=options["rank"],
            force=options["force"],
            replace=options["replace"],
            allow_private=options["allow_private"],
            damaged=options["damaged"],
            any_day=options["any_day"],
        )

    def _with_progress(self, places: list[str], chosen: pipeline.Options) -> list[pipeline.Outcome]:
        with bar("gathering") as report_progress:
            return run.run(places, chosen, progress=report_progress)
