"""What commands that find something out have in common: one JSON document with ``--json``, or words for people."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError


class Refused(Exception):  # noqa: N818 - the name says it
    """A command can't do what it was asked; the message says what would do."""


class RefusesInJson(BaseCommand):
    """A command whose refusals are told in JSON too, as ``{"error": …}`` on stdout, when ``--json`` was asked for."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command; a refusal is printed for the machine before it goes its usual way."""
        try:
            return super().execute(*args, **options)
        except CommandError as refusal:
            if options.get("json"):
                self.stdout.write(json.dumps({"error": str(refusal)}, ensure_ascii=False))
            raise


class MachineCommand(BaseCommand):
    """A command that finds something out and prints it.

    Subclasses give `find_out` (the data, printed as it is with ``--json``) and `describe` (the same for people). A
    `Refused` goes to stderr, with ``--json`` also as ``{"error": …}`` to stdout, and the exit status is 1. Nothing is
    printed before everything is known, so that no half document is ever read.
    """

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
        except (Refused, DatabaseError) as refusal:
            said = str(refusal)
            if isinstance(refusal, DatabaseError):
                said = f"the database can't be read ({said}); if it is new, run: manage.py migrate"
            if options["json"]:
                self._print_error(said)
            raise CommandError(said) from refusal
        text = json.dumps(found, ensure_ascii=False, indent=1) if options["json"] else self.describe(found)
        try:
            self.stdout.write(text)
            self.stdout.flush()
        except BrokenPipeError:
            sys.stderr.close()  # the reader, such as head, has seen enough

    def _print_error(self, message: str) -> None:
        self.stdout.write(json.dumps({"error": message}, ensure_ascii=False))
