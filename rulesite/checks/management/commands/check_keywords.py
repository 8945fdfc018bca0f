"""``manage.py check_keywords``: each keyword that an edition defines: read, played, or why not."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from rulesite.checks.defined_keywords import ABILITIES, ACTIONS, defined, editions
from rulesite.engine.keyword_standing import APART
from rulesite.rulebook.machine import MachineCommand, Refused


class Command(MachineCommand):
    """The table of the keywords of an edition."""

    help = "Say of each keyword ability and keyword action of an edition whether it is read and played, or why not."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which edition."""
        super().add_arguments(parser)
        parser.add_argument("edition", nargs="?", default="", metavar="DATE", help="the edition's day (the newest)")

    def find_out(self, **options: Any) -> dict[str, Any]:
        """The edition, and one record for each keyword."""
        held = editions()
        wanted = options["edition"]
        found = next((each for each in held if not wanted or each.slug == wanted), None)
        if found is None and wanted:
            days = ", ".join(each.slug for each in held[:5]) or "none of any day"
            raise Refused(f"no edition of {wanted} that defines keywords is held; the newest that are: {days}")
        if found is None:
            return {"edition": "", "keywords": []}
        try:
            return {"edition": found.address, "keywords": [each.record() for each in defined(found)]}
        except ValueError as error:
            raise Refused(f"{found.address}: {error}") from None

    def describe(self, found: dict[str, Any]) -> str:
        """A line for each keyword, and the sums of each kind."""
        if not found["edition"]:
            return (
                "No edition that is held has a section of keywords: load the Comprehensive Rules with manage.py ingest."
            )
        lines = [found["edition"]]
        for kind in (ABILITIES, ACTIONS):
            rows = [row for row in found["keywords"] if row["kind"] == kind]
            width = max((len(row["name"]) for row in rows), default=0)
            lines += [f"{row['number']:<9} {row['name']:<{width}}  {_said(row)}" for row in rows]
            read, played = (sum(row[what] for row in rows) for what in ("read", "played"))
            lines.append(f"{len(rows)} {kind}: {read} read, {played} played.\n")
        return "\n".join(lines)


def _said(row: dict[str, Any]) -> str:
    if row["played"]:
        stands = f"played: {row['how']}"
    else:
        stands = f"{'read, not played' if row['read'] else 'not read'}: {row['why']}"
    if row["agreement"] == APART:
        return stands
    return f"{stands}; what the rule prints {row['agreement']}" + (f": {row['note']}" if row["note"] else "")
