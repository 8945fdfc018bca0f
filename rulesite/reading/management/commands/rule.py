"""``manage.py rule ADDRESS``: one provision, with everything known about it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from rulesite.reading.export import rows
from rulesite.rulebook.management.base import MachineCommand, RefusalError
from rulesite.search import number_lookup


class Command(MachineCommand):
    """Show a rule by its address."""

    help = "Show one rule: 402.8g@2006-10-01, cr/2006-10-01/402.8g, A.4.20, 404.1 (the newest edition that used it)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("address", nargs="+", metavar="ADDRESS")

    def collect(self, **options: Any) -> dict[str, Any]:
        text = " ".join(options["address"])
        match = number_lookup.look_up(text)
        if match is None:
            raise RefusalError(
                f"“{text}” is not an address: write it like 402.8g@2006-10-01, cr/2006-10-01/402.8g or A.4.20"
            )
        if isinstance(match, number_lookup.Missing):
            near = ", ".join(f"{version.edition.address}/{version.key}" for version in match.near)
            raise RefusalError(match.message + (f" Near it: {near}." if near else ""))
        return {**rows.rule(match.version), **match.remarks()}

    def describe(self, found: dict[str, Any]) -> str:
        head = (found["number"], found["title"] or found["under"], f"({found['edition']}, {found['kind']})")
        lines = ["  ".join(part for part in head if part)]
        if found["note"]:
            lines.append(found["note"])
        if found["text"]:
            lines += ["", found["text"]]
        for number, text in enumerate(found["examples"], start=1):
            lines += ["", f"Example {number}: {text}"]
        lines.append("")
        if found["children"]:
            lines.append(f"Below it: {', '.join(found['children'])}")
        for reference in found["references"]:
            aims = "; ".join(part for part in (", ".join(reference["targets"]), reference["reason"]) if part)
            lines.append(f"Cites {reference['cited']}: {reference['outcome']}{f' ({aims})' if aims else ''}")
        for tag in found["attributions"]:
            aims = ", ".join(tag["addresses"]) or tag["reason"]
            lines.append(f"Source tag {tag['text']}: {tag['outcome']}{f' ({aims})' if aims else ''}")
        if found["cited_by"]:
            lines.append(
                "Cited by " + ", ".join(f"{citing['number']} ({citing['as']})" for citing in found["cited_by"])
            )
        for flag in found["flags"]:
            lines.append(f"Note, {flag['kind']}: {flag['note']} (line {flag['line']})")
        source = found["source"]
        lines.append(f"From {source['file']}, lines {source['first_line']}–{source['last_line']}")
        lines.append(f"The number stands in {', '.join(found['stood_in'])}")
        return "\n".join(lines)
