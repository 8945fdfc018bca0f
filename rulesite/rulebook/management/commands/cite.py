"""``manage.py cite FILE``: check the rule citations of a text, and bring them up to date."""

from __future__ import annotations

import json
import shutil
import sys
from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from rulesite.rulebook import serializers
from rulesite.rulebook.addresses import NoSuchRule
from rulesite.rulebook.citations.checker import Report, Status, check
from rulesite.rulebook.citations.extraction import Markup
from rulesite.rulebook.management.base import RefusesInJson

_MAX_BYTES = 20_000_000


class Command(RefusesInJson):
    """Classify every citation as valid, moved, removed, ambiguous or never existed."""

    help = (
        "Check the rule citations of a text, Markdown or HTML file: valid, moved (with the new number), removed, "
        "ambiguous, or never existed. Give with --as-of when the text was written; without it, nothing is guessed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a text, Markdown or HTML file; - for standard input")
        parser.add_argument("--as-of", default="", metavar="DATE", help="the day the text was written: 2008-03-17")
        parser.add_argument(
            "--markup",
            default="",
            choices=["", *[markup.value for markup in Markup]],
            help="the format, if the file name is misleading",
        )
        parser.add_argument("--fix", action="store_true", help="write the text with new numbers beside the file")
        parser.add_argument("--strict", action="store_true", help="exit with 1 unless every citation is valid")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        text, encoding, path = self._read(options["file"])
        try:
            as_of = date.fromisoformat(options["as_of"]) if options["as_of"] else None
        except ValueError as error:
            raise CommandError(f"--as-of {options['as_of']!r} is not a date: write it like 2008-03-17") from error
        markup = Markup(options["markup"]) if options["markup"] else Markup.of(options["file"], text)
        try:
            report = check(text, as_of=as_of, markup=markup)
        except NoSuchRule as error:
            raise CommandError(str(error)) from error
        written = self._write(report, text, encoding, path) if options["fix"] else None
        if options["json"]:
            result = {
                "file": options["file"],
                **serializers.checked(report),
                "written": str(written) if written else None,
            }
            self.stdout.write(json.dumps(result, ensure_ascii=False, indent=1))
        else:
            self._show(options["file"], report, written)
        if options["strict"] and any(finding.status is not Status.VALID for finding in report.findings):
            sys.exit(1)

    def _read(self, name: str) -> tuple[str, str, Path | None]:
        if name == "-":
            return sys.stdin.read(), "utf-8", None
        path = Path(name)
        try:
            if path.stat().st_size > _MAX_BYTES:
                raise CommandError(f"{name} is larger than {_MAX_BYTES // 1_000_000} MB")
            data = path.read_bytes()
        except OSError as error:
            raise CommandError(f"{name} can't be read: {error.strerror}") from error
        for encoding in ("utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "utf-8", "cp1252"):
            try:
                return data.decode(encoding), encoding, path
            except UnicodeDecodeError:
                continue
        raise CommandError(f"{name} is neither UTF-8 nor Windows-1252 text")

    def _write(self, report: Report, text: str, encoding: str, path: Path | None) -> Path:
        if path is None:
            raise CommandError("--fix writes beside a file, so it can't be used with standard input")
        target = path.with_name(f"{path.stem}.updated{path.suffix}")
        target.write_bytes(report.fixed(text).encode(encoding))
        shutil.copymode(path, target)
        return target

    def _show(self, name: str, report: Report, written: Path | None) -> None:
        for finding in report.findings:
            self.stdout.write(
                f"{name}:{finding.line}:{finding.column}: {finding.text}: {finding.status} – {finding.reason}"
            )
        counts = ", ".join(f"{count} {status}" for status, count in sorted(report.counts.items()))
        self.stdout.write(counts or "no rule citations found")
        if report.note:
            self.stdout.write(report.note)
        if written:
            self.stdout.write(f"written: {written}")
