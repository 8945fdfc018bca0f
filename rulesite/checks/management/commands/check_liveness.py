"""``manage.py check_liveness FILE``: which abilities of real cards never make a difference.

The figures of a whole file or of a sample are stored in the data folder, and shown at ``/games/liveness/`` until the
next.
"""

from __future__ import annotations

from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError

from rulesite.checks.coverage.card_files import UnreadableCards, cards_of
from rulesite.checks.coverage.liveness import in_words, measure, sample
from rulesite.checks.coverage.liveness_record import record
from rulesite.diagnostics import Trouble
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.liveness.verdict import MAX_TABLES
from rulesite.progress import bar
from rulesite.rulebook.management.base import MachineCommand, RefusalError
from rulesite.rulebook.models import Library


class Command(MachineCommand):
    """Play each ability of real cards until it makes a difference."""

    help = "Play random games with and without each ability of a file of cards, and report those that change nothing."
    requires_migrations_checks = False
    needs_rulebook = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file, the day, and the selection of cards."""
        super().add_arguments(parser)
        parser.add_argument("file", type=Path, help="tab-separated (name, line, text), or MTGJSON's or Scryfall's JSON")
        parser.add_argument("--ruleset", default="2021-11-19", metavar="DATE", help="the day whose rules are played")
        parser.add_argument("--sample", type=int, default=0, metavar="N", help="try N cards, picked by chance")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="another seed picks other cards")
        parser.add_argument(
            "--tables", type=int, default=MAX_TABLES, metavar="T", help="how many tables an ability gets at most"
        )

    def collect(self, **options: Any) -> dict[str, Any]:
        """Play the abilities of the cards."""
        try:
            day = Ruleset.on(options["ruleset"]).date
        except ValueError as error:
            raise RefusalError(f"--ruleset {options['ruleset']}: {error}") from None
        if options["sample"] < 0:
            raise RefusalError("--sample wants a number from 1 on")
        if options["tables"] < 1:
            raise RefusalError("--tables wants a number from 1 on")
        try:
            cards = cards_of(options["file"])
        except UnreadableCards as error:
            raise RefusalError(str(error)) from None
        with bar("playing abilities") as tell:
            chosen = sample(cards, options["sample"], options["seed"]) if options["sample"] else cards
            results = measure(chosen, day, options["tables"], tell)
        try:
            record(results, options["file"], day, options["tables"])
            with suppress(DatabaseError, Trouble):  # a machine that only reads cards needs no sound database
                Library.move_on(book=False)  # the pages of games link to the figures
        except OSError as error:
            message = f"the figures are not kept for the site, {settings.DATA_DIR} cannot be written: {error.strerror}"
            self.stderr.write(message)
        return results

    def describe(self, found: Any) -> str:
        """The figures, and each ability that changes nothing."""
        return in_words(found)
