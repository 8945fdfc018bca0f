"""``manage.py read_cards FILE``: how many cards the reader understands, and whether they print back the same.

The measurement of a whole file is stored in the data folder, and shown at ``/games/coverage/`` until the next.
"""

from __future__ import annotations

from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError

from rulesite.checks.coverage.card_files import UnreadableCards, cards_of
from rulesite.checks.coverage.measure import in_words, measure
from rulesite.checks.coverage.record import record
from rulesite.diagnostics import Trouble
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.progress import bar
from rulesite.rulebook.management.base import MachineCommand, RefusalError
from rulesite.rulebook.models import Library


class Command(MachineCommand):
    """Measure the reader on real cards."""

    help = "Read every card of a file, print it back, and say how much was read and how much of that is exact."
    requires_migrations_checks = False
    needs_rulebook = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file, the day, and the selection of cards."""
        super().add_arguments(parser)
        parser.add_argument("file", type=Path, help="tab-separated (name, line, text), or MTGJSON's or Scryfall's JSON")
        parser.add_argument("--ruleset", default="2021-11-19", metavar="DATE", help="the day whose words the cards use")
        parser.add_argument("--every", type=int, default=1, metavar="N", help="read every Nth card only")

    def collect(self, **options: Any) -> dict[str, Any]:
        """Read the cards and print them back."""
        try:
            day = Ruleset.on(options["ruleset"]).date
        except ValueError as error:
            raise RefusalError(f"--ruleset {options['ruleset']}: {error}") from None
        if options["every"] < 1:
            raise RefusalError("--every wants a number from 1 on")
        try:
            cards = cards_of(options["file"])
        except UnreadableCards as error:
            raise RefusalError(str(error)) from None
        with bar("reading cards") as tell:
            results = measure(cards[:: options["every"]], day, tell)
        if options["every"] == 1:
            try:
                record(results, options["file"], day)
                with suppress(DatabaseError, Trouble):  # a machine that only reads cards needs no sound database
                    Library.move_on(book=False)  # the pages of games link to the figures
            except OSError as error:
                message = (
                    f"what was found is not kept for the site, {settings.DATA_DIR} cannot be written: {error.strerror}"
                )
                self.stderr.write(message)
        return results

    def describe(self, found: Any) -> str:
        """The figures, the differences, and the most frequent obstacles."""
        return in_words(found)
