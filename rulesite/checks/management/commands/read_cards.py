"""``manage.py read_cards FILE``: how many cards the reader understands, and whether they print back the same.

The measurement of a whole file is stored in the data folder, and shown at ``/games/coverage/`` until the next.
"""

from __future__ import annotations

from argparse import ArgumentParser
from functools import partial
from typing import Any

from rulesite.checks.coverage.measure import in_words, measure
from rulesite.checks.coverage.record import record
from rulesite.checks.management.card_measurement import CardMeasurement
from rulesite.progress import bar
from rulesite.rulebook.management.base import RefusalError


class Command(CardMeasurement):
    """Measure the reader on real cards."""

    help = "Read every card of a file, print it back, and say how much was read and how much of that is exact."
    day_help = "the day whose words the cards use"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the selection of cards."""
        super().add_arguments(parser)
        parser.add_argument("--every", type=int, default=1, metavar="N", help="read every Nth card only")

    def collect(self, **options: Any) -> dict[str, Any]:
        """Read the cards and print them back."""
        day = self.day_of(options)
        if options["every"] < 1:
            raise RefusalError("--every wants a number from 1 on")
        cards = self.cards_of(options)
        with bar("reading cards") as tell:
            results = measure(cards[:: options["every"]], day, tell)
        if options["every"] == 1:
            self.keep(partial(record, results, options["file"], day), "what was found is")
        return results

    def describe(self, found: Any) -> str:
        """The figures, the differences, and the most frequent obstacles."""
        return in_words(found)
