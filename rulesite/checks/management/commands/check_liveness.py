"""``manage.py check_liveness FILE``: which abilities of real cards never make a difference.

The figures of a whole file or of a sample are stored in the data folder, and shown at ``/games/liveness/`` until the
next.
"""

from __future__ import annotations

from argparse import ArgumentParser
from functools import partial
from typing import Any

from rulesite.checks.coverage.liveness import in_words, measure, sample
from rulesite.checks.coverage.liveness_record import record
from rulesite.checks.management.card_measurement import CardMeasurement
from rulesite.engine.liveness.verdict import MAX_TABLES
from rulesite.progress import bar
from rulesite.rulebook.management.base import RefusalError


class Command(CardMeasurement):
    """Play each ability of real cards until it makes a difference."""

    help = "Play random games with and without each ability of a file of cards, and report those that change nothing."
    day_help = "the day whose rules are played"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the selection of cards and the number of tables."""
        super().add_arguments(parser)
        parser.add_argument("--sample", type=int, default=0, metavar="N", help="try N cards, picked by chance")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="another seed picks other cards")
        parser.add_argument(
            "--tables", type=int, default=MAX_TABLES, metavar="T", help="how many tables an ability gets at most"
        )

    def collect(self, **options: Any) -> dict[str, Any]:
        """Play the abilities of the cards."""
        day = self.day_of(options)
        if options["sample"] < 0:
            raise RefusalError("--sample wants a number from 1 on")
        if options["tables"] < 1:
            raise RefusalError("--tables wants a number from 1 on")
        cards = self.cards_of(options)
        with bar("playing abilities") as tell:
            chosen = sample(cards, options["sample"], options["seed"]) if options["sample"] else cards
            results = measure(chosen, day, options["tables"], tell)
        self.keep(partial(record, results, options["file"], day, options["tables"]), "the figures are")
        return results

    def describe(self, results: Any) -> str:
        """The figures, and each ability that changes nothing."""
        return in_words(results)
