"""``manage.py check_examples``: play every worked example and print whether it holds."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from rulesite.checks.playing.loader import BadList
from rulesite.checks.playing.runner import check_all
from rulesite.checks.results.status import OUTCOMES, standings
from rulesite.progress import bar
from rulesite.rulebook.management.base import MachineCommand, RefusalError
from rulesite.rulebook.models import Edition, Example


class Command(MachineCommand):
    """Run all scenarios, store the verdicts, print every example with its status."""

    help = (
        "Play the worked examples under the rules of every edition that they stand in, store the verdicts and print "
        "the state of each example: holds, contradicted, not modelled (why), not yet played, no scenario."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add ``--edition``, which can be repeated."""
        super().add_arguments(parser)
        parser.add_argument("--edition", action="append", default=[], metavar="cr/2006-10-01", help="only this edition")

    def collect(self, **options: Any) -> list[dict[str, Any]]:
        """Run the changed scenarios; then a record for each example."""
        try:
            editions = [Edition.at(address) for address in options["edition"]] or None
        except Edition.DoesNotExist as error:
            raise RefusalError(str(error)) from None
        if not Example.objects.exists():
            raise RefusalError("there are no examples to check: load documents first, with manage.py ingest FOLDER")
        try:
            with bar("playing") as tell:
                report = check_all(progress=lambda done, total: tell("playing", done, total))
        except BadList as error:
            raise RefusalError(str(error)) from None
        for problem in report.problems:
            sys.stderr.write(f"{problem}\n")
        return [standing.to_dict() for standing in standings(editions)]

    def describe(self, found: list[dict[str, Any]]) -> str:
        """A line for each example with a known status, and the counts of each edition."""
        lines = []
        editions: dict[str, Counter[str]] = {}
        for row in found:
            editions.setdefault(row["edition"], Counter())[row["outcome"]] += 1
            if row["outcome"] == "no scenario" and not row["scenario"]:
                continue
            sort = "Example" if row["labelled"] else "for example"
            checks = f"{sum(check['passed'] for check in row['checks'])} of {len(row['checks'])} checks"
            reason = f"\n    {row['reason']}" if row["reason"] else ""
            lines.append(
                f"{row['outcome']:<13} {row['edition']}/{row['rule']} {sort} {row['ordinal']}: {row['scenario']}, "
                f"{checks}, {len(row['controls'])} controls{reason}"
            )
        width = max(map(len, editions), default=7)
        lines.append("")
        lines.append(f"{'edition':<{width}}" + "".join(f"  {outcome:>12}" for outcome in OUTCOMES))
        for edition, counts in editions.items():
            lines.append(f"{edition:<{width}}" + "".join(f"  {counts[outcome]:>12}" for outcome in OUTCOMES))
        return "\n".join(lines)
