"""``manage.py ledger SOURCE``: how a source was read, character by character."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from rulesite.reading.export import ledger
from rulesite.rulebook.management.base import MachineCommand, RefusalError


class Command(MachineCommand):
    """Show the ledger of a source, and check it."""

    help = (
        "Show how a source was read: its segments, which are checked to tile it, repairs, and witnesses that disagree. "
        "SOURCE is a file name or a part of it, the beginning of a sha256, or an id."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("source", metavar="SOURCE")

    def collect(self, **options: Any) -> dict[str, Any]:
        try:
            return ledger.ledger(ledger.find_source(options["source"]))
        except ledger.NoSuchSource as absent:
            raise RefusalError(str(absent)) from absent

    def describe(self, found: dict[str, Any]) -> str:
        tiling = found["tiling"]
        verdict = "they tile the file and give its sha256 back" if tiling["holds"] else f"BROKEN: {tiling['problem']}"
        lines = [
            f"{found['name']}: {found['edition']}, read as {found['dialect']} because {found['because']}",
            f"sha256 {found['sha256']}, {found['encoding']}, {found['line_ends']}, {found['lines']} lines",
            f"{tiling['segments']} segments, {tiling['characters']} characters: {verdict}",
            "",
            f"{'role':<14}{'segments':>9}{'characters':>12}",
        ]
        lines += [
            f"{role:<14}{count['segments']:>9}{count['characters']:>12}" for role, count in found["roles"].items()
        ]
        if found["repairs"]:
            lines += ["", f"{len(found['repairs'])} repairs:"]
            lines += [
                f"  line {repair['line']}: {repair['before']!r} read as {repair['after']!r} ({repair['reason']})"
                for repair in found["repairs"]
            ]
        if strays := found["strays"]:
            doubts = found["doubts"]
            lines += ["", f"{len(strays)} lines begin with a number and are no provision, {doubts} of them doubtful:"]
            lines += [
                f"  line {row['line']}: {row['number']} in {row['owner'] or '–'} ({row['evidence'] or 'DOUBTFUL'})"
                for row in strays
            ]
        furniture = [segment for segment in found["segments"] if segment["role"] == "furniture"]
        if furniture:
            lines += ["", f"{len(furniture)} pieces of furniture:"]
            lines += [
                f"  line {row['first_line']}: {row['text'].strip()[:60]!r} ({row['reason']})" for row in furniture
            ]
        if found["disagreements"]:
            lines += ["", f"{len(found['disagreements'])} places where witnesses disagree:"]
            lines += [
                f"  {row['key']}: {row['believed']} is believed, {row['witness']} differs (line {row['first_line']})"
                for row in found["disagreements"]
            ]
        return "\n".join(lines)
