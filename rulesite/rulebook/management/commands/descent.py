"""``manage.py descent cr/2009-05-01 cr/2009-07-11``: what became of every provision between two editions."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import CommandError
from rich.console import Console
from rich.table import Table

from rulesite.rulebook import serializers
from rulesite.rulebook.descent.comparison import NoWay, changes
from rulesite.rulebook.descent.coverage import Share, shares
from rulesite.rulebook.management.base import RefusesInJson
from rulesite.rulebook.models import Document, Edition


class Command(RefusesInJson):
    """List the edges between two editions, or the coverage of every step."""

    help = (
        "List what became of every provision between two editions of a document (named like cr/2009-05-01), near or "
        "far apart. Without editions: for each step, the share of provisions without an edge, and why."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("editions", nargs="*", metavar="EDITION", help="the earlier and the later one")
        parser.add_argument(
            "--kind", default="", help="only this kind: continues, reworded, split, merged, removed, new"
        )
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if len(options["editions"]) not in (0, 2):
            raise CommandError(
                "name two editions, the earlier one first: manage.py descent cr/2009-05-01 cr/2009-07-11"
            )
        if not options["editions"]:
            self._shares(as_json=options["json"])
            return
        try:
            earlier, later = (Edition.at(address) for address in options["editions"])
            matching = changes(earlier, later)
        except (Edition.DoesNotExist, NoWay) as error:
            raise CommandError(str(error)) from error
        if options["kind"]:
            matching = [change for change in matching if change.kind == options["kind"]]
        if options["json"]:
            self.stdout.write(
                json.dumps([serializers.edge(change) for change in matching], ensure_ascii=False, indent=1)
            )
            return
        console = self._console()
        table = Table("from", "to", "kind", "basis", "score", box=None, pad_edge=False)
        for change in matching:
            row = serializers.edge(change)
            table.add_row(
                ", ".join(row["from"]), ", ".join(row["to"]), row["kind"], row["basis"], f"{row['score']:.2f}"
            )
        console.print(table)
        counts = Counter(change.kind for change in matching)
        console.print("; ".join(f"{count} {kind}" for kind, count in counts.most_common()))

    def _console(self) -> Console:
        """A console for tables on the raw stream, because its wrapper adds line ends."""
        return Console(file=self.stdout._out)  # type: ignore[arg-type]  # its stubs take every attribute for a method

    def _shares(self, *, as_json: bool) -> None:
        documents = list(Document.objects.all())
        rows = [share for document in documents for share in shares(document)]
        if as_json:
            self.stdout.write(json.dumps([share_as_json(share) for share in rows], ensure_ascii=False, indent=1))
            return
        console = self._console()
        table = Table("step", "without heir", "why", "without ancestor", "why", box=None, pad_edge=False)
        for share in rows:
            table.add_row(
                f"{share.earlier.address} → {share.later.slug}",
                f"{share.share_old:.1%} of {share.old}",
                "\n".join(f"{count} {why}" for why, count in share.without_heir.most_common()),
                f"{share.share_new:.1%} of {share.new}",
                "\n".join(f"{count} {why}" for why, count in share.without_ancestor.most_common()),
            )
        console.print(table)


def share_as_json(share: Share) -> dict[str, Any]:
    """One step as JSON."""
    return {
        "earlier": share.earlier.address,
        "later": share.later.address,
        "provisions": [share.old, share.new],
        "without_heir": dict(share.without_heir),
        "without_ancestor": dict(share.without_ancestor),
        "share_without_heir": round(share.share_old, 4),
        "share_without_ancestor": round(share.share_new, 4),
        "edges": dict(share.kinds),
    }
