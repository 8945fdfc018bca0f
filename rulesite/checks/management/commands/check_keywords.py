"""``manage.py check_keywords``: whether each keyword of an edition is read and played, or why not."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from rulesite.checks.coverage.keywords import defined, edition_of, editions, sums
from rulesite.engine.keyword_status import APART
from rulesite.rulebook.management.base import MachineCommand, RefusalError


class Command(MachineCommand):
    """The table of the keywords of an edition."""

    help = "Say of each keyword ability and keyword action of an edition whether it is read and played, or why not."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the edition."""
        super().add_arguments(parser)
        parser.add_argument("edition", nargs="?", default="", metavar="DATE", help="the edition's day (the newest)")

    def collect(self, **options: Any) -> dict[str, Any]:
        """The edition, and a record for each keyword."""
        day = options["edition"]
        edition = edition_of(day)
        if edition is None and day:
            days = ", ".join(entry.slug for entry in editions()[:5]) or "none of any day"
            raise RefusalError(f"no edition of {day} that defines keywords is held; the newest that are: {days}")
        if edition is None:
            return {"edition": "", "keywords": [], "sums": []}
        try:
            rows = defined(edition)
        except ValueError as error:
            raise RefusalError(f"{edition.address}: {error}") from None
        counts = [
            {"kind": kind, "keywords": len(of_kind), **sums_of_kind} for kind, of_kind, sums_of_kind in sums(rows)
        ]
        return {
            "edition": edition.address,
            "keywords": [entry.record() for entry in rows],
            "sums": counts,
        }

    def describe(self, found: dict[str, Any]) -> str:
        """A line for each keyword, and the totals of each kind."""
        if not found["edition"]:
            return (
                "No edition that is held has a section of keywords: load the Comprehensive Rules with manage.py ingest."
            )
        lines = [found["edition"]]
        for counted in found["sums"]:
            kind = counted["kind"]
            rows = [row for row in found["keywords"] if row["kind"] == kind]
            width = max((len(row["name"]) for row in rows), default=0)
            lines += [f"{row['number']:<9} {row['name']:<{width}}  {_said(row)}" for row in rows]
            lines.append(f"{len(rows)} {kind}: {counted['read']} read, {counted['played']} played.\n")
        return "\n".join(lines)


def _said(row: dict[str, Any]) -> str:
    if row["played"]:
        stands = f"played: {row['how']}"
    else:
        stands = f"{'read, not played' if row['read'] else 'not read'}: {row['why']}"
    if row["agreement"] == APART:
        return stands
    return f"{stands}; what the rule prints {row['agreement']}" + (f": {row['note']}" if row["note"] else "")
