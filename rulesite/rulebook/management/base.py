"""A base for commands that answer a question: one JSON document with ``--json``, or text for people."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulesite.diagnostics import Schema
from rulesite.rulebook.models import Edition


class RefusalError(Exception):
    """A command can't fulfil the request; the message says what would work."""


class RefusesInJson(BaseCommand):
    """A command that with ``--json`` also prints errors as JSON, ``{"error": …}``, on stdout."""

    requires_system_checks: list[str] = []
    requires_migrations_checks = True
    needs_rulebook = True
    """Whether the command needs an edition; without any it explains how to ingest one."""

    def create_parser(self, prog_name: str, subcommand: str, **options: Any) -> CommandParser:
        """The parser of the command line; with ``--json`` its errors are printed as JSON too."""
        parser = super().create_parser(prog_name, subcommand, **options)
        refuse = parser.error

        def error(message: str) -> None:
            if parser.called_from_command_line and "--json" in sys.argv:
                self._print_error(message)
            refuse(message)

        parser.error = error  # type: ignore[method-assign]
        return parser

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command; an error is printed as JSON before it propagates."""
        try:
            return super().execute(*args, **options)
        except CommandError as refusal:
            if options.get("json"):
                self._print_error(str(refusal))
            raise

    def check_migrations(self) -> None:
        """Check for an empty database, at the point where Django lets a command look at it."""
        if self.needs_rulebook and not Edition.objects.exists():
            raise CommandError(str(Schema.ABSENT.trouble))

    def _print_error(self, message: str) -> None:
        self.stdout.write(json.dumps({"error": message}, ensure_ascii=False))


class MachineCommand(RefusesInJson):
    """A command that looks something up and prints it.

    Subclasses define `collect` (the data, printed as it is with ``--json``) and `describe` (the same for people). A
    `RefusalError` goes to stderr, with ``--json`` also as ``{"error": …}`` to stdout, and the exit status is 1. All
    output is prepared before any is printed, so that nobody reads half a document.
    """

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add ``--json``."""
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def collect(self, **options: Any) -> Any:
        """The answer as plain data; raise Refused if there is none."""
        raise NotImplementedError

    def describe(self, result: Any) -> str:
        """The answer as text for a person."""
        raise NotImplementedError

    def handle(self, *args: Any, **options: Any) -> None:
        """Get the answer, then print it."""
        try:
            result = self.collect(**options)
        except RefusalError as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(
            json.dumps(result, ensure_ascii=False, indent=1) if options["json"] else self.describe(result)
        )
        if status := self.status(result):
            sys.exit(status)

    def status(self, result: Any) -> int:
        """The exit status for an answer, 0 unless overridden."""
        return 0
