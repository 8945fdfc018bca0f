"""A base for commands that measure the engine on a file of cards, and keep the figures for the site."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError

from rulesite.checks.coverage.card_files import Card, UnreadableCards, cards_of
from rulesite.diagnostics import Trouble
from rulesite.engine.eras.known_editions import KNOWN_EDITIONS
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.rulebook.management.base import MachineCommand, RefusalError
from rulesite.rulebook.models import Library


class CardMeasurement(MachineCommand):
    """A command that takes a file of cards and the day of the rules that hold."""

    requires_migrations_checks = False
    needs_rulebook = False
    day_help = ""
    """What the day is for."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file and the day."""
        super().add_arguments(parser)
        parser.add_argument("file", type=Path, help="tab-separated (name, line, text), or MTGJSON's or Scryfall's JSON")
        parser.add_argument("--ruleset", default=KNOWN_EDITIONS[-1], metavar="DATE", help=self.day_help)

    def day_of(self, options: dict[str, Any]) -> str:
        """The day of the rules. Raises RefusalError for a day without rules."""
        try:
            return Ruleset.on(options["ruleset"]).date
        except ValueError as error:
            raise RefusalError(f"--ruleset {options['ruleset']}: {error}") from None

    def cards_of(self, options: dict[str, Any]) -> list[Card]:
        """The cards of the file. Raises RefusalError for a file that is none."""
        try:
            return cards_of(options["file"])
        except UnreadableCards as error:
            raise RefusalError(str(error)) from None

    def keep(self, record: Callable[[], Path], what: str) -> None:
        """Store figures for the site; where the data folder cannot be written, say so of `what` and go on."""
        try:
            record()
            with suppress(DatabaseError, Trouble):  # a machine that only reads cards needs no sound database
                Library.move_on(book=False)  # the pages of games link to the figures
        except OSError as error:
            message = f"{what} not kept for the site, {settings.DATA_DIR} cannot be written: {error.strerror}"
            self.stderr.write(message)
