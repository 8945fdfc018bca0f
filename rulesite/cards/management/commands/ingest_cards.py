"""``manage.py ingest_cards FILE …``: load cards and their rulings, or bring them up to date."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rulesite.cards.loading import REFUSALS, load
from rulesite.progress import bar
from rulesite.rulebook.management.base import MachineCommand, RefusalError


class Command(MachineCommand):
    """Load cards."""

    help = (
        "Load cards and rulings from MTGJSON's AtomicCards or AllPrintings, or from Scryfall's bulk files (Oracle "
        "Cards or Default Cards, and Rulings); .gz and .zip too. A second run updates what changed."
    )
    needs_rulebook = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the files."""
        super().add_arguments(parser)
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a file of cards or rulings")
        parser.add_argument("--prune", action="store_true", help="remove the cards that no file has")

    def collect(self, **options: Any) -> dict[str, Any]:
        """Read everything, then store it."""
        files: list[Path] = options["files"]
        try:
            with bar("reading") as report_progress:
                loaded = load(files, prune=options["prune"], report_progress=report_progress)
        except REFUSALS as error:
            raise RefusalError(f"{error}. Nothing was changed") from None
        result = {"cards": loaded.cards, **asdict(loaded.stored), "tokens": loaded.tokens}
        return result | ({"linked": asdict(loaded.linked)} if loaded.linked else {})

    def describe(self, result: Any) -> str:
        """The counts in a few lines."""
        lines = [
            f"{result['cards']:,} cards: {result['added']:,} new, {result['changed']:,} changed, "
            f"{result['unchanged']:,} as they were" + (f", {result['removed']:,} removed" if result["removed"] else ""),
            f"{result['rulings']:,} different rulings",
        ]
        if result["tokens"]:
            lines.append(f"{result['tokens']:,} tokens and emblems left out")
        if result["unmatched"]:
            lines.append(f"{result['unmatched']:,} rulings are of cards that no file has")
        if linked := result.get("linked"):
            lines.append(
                f"{linked['words']:,} words of the rules on {linked['cards']:,} cards and in {linked['rulings']:,} "
                f"rulings; {linked['changed']:,} rulings are older than a change of their rules"
            )
        return "\n".join(lines)
