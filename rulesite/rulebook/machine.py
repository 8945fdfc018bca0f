"""What commands that find something out have in common: one JSON document with ``--json``, or words for people."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulesite.rulebook.models import Edition
from rulesite.trouble import Schema


class Refused(Exception):  # noqa: N818 - the name says it
    """A command can't do what it was asked; the message says what would do."""


class RefusesInJson(BaseCommand):
    """A command whose refusals are told in JSON too, as ``{"error": …}`` on stdout, when ``--json`` was asked for."""

    requires_system_checks: list[str] = []
    requires_migrations_checks = True
    needs_rulebook = True
    """Whether the command has nothing to say where no edition is held: it then says how to bring one in."""

    def create_parser(self, prog_name: str, subcommand: str, **options: Any) -> CommandParser:
        """The parser of the command line; what it refuses is also told in JSON when that was asked for."""
        parser = super().create_parser(prog_name, subcommand, **options)
        refuse = parser.error

        def error(message: str) -> None:
            if parser.called_from_command_line and "--json" in sys.argv:
                self._print_error(message)
            refuse(message)

        parser.error = error  # type: ignore[method-assign]
        return parser

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command; a refusal is printed for the machine before it goes its usual way."""
        try:
            return super().execute(*args, **options)
        except CommandError as refusal:
            if options.get("json"):
                self._print_error(str(refusal))
            raise

    def check_migrations(self) -> None:
        """Where Django lets a command look at its database before it begins: is there anything in it?"""
        if self.needs_rulebook and not Edition.objects.exists():
            raise CommandError(str(Schema.ABSENT.trouble))

    def _print_error(self, message: str) -> None:
        self.stdout.write(json.dumps({"error": message}, ensure_ascii=False))


class MachineCommand(RefusesInJson):
    """A command that finds something out and prints it.

    Subclasses give `find_out` (the data, printed as it is with ``--json``) and `describe` (the same for people). A
    `Refused` goes to stderr, with ``--json`` also as ``{"error": …}`` to stdout, and the exit status is 1. Nothing is
    printed before everything is known, so that no half document is ever read.
    """

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Every such command takes ``--json``."""
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def find_out(self, **options: Any) -> Any:
        """The answer, as plain data; raise Refused when there is none."""
        raise NotImplementedError

    def describe(self, found: Any) -> str:
        """The answer, for a person."""
        raise NotImplementedError

    def handle(self, *args: Any, **options: Any) -> None:
        """Find out, then print."""
        try:
            found = self.find_out(**options)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(json.dumps(found, ensure_ascii=False, indent=1) if options["json"] else self.describe(found))
        if status := self.status(found):
            sys.exit(status)

    def status(self, found: Any) -> int:
        """The exit status that an answer has, 0 unless a command says otherwise."""
        return 0
