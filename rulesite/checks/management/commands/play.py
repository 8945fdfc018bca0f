"""``manage.py play FILE.toml``: play the scenarios of any file and print the games."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from rulesite.checks.playing import transcript
from rulesite.engine.eras.concepts import CONCEPTS
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.scenario import CONTRADICTED, HOLDS, Outcome, Scenario, load, run
from rulesite.engine.scenario.sharpness.trials import try_near_misses

HOLDING, CONTRADICTING, UNPLAYABLE = 0, 1, 2


class Command(BaseCommand):
    """Exit with status 0 if all hold; 1 if one is contradicted; 2 if one is not modelled or the file can't be read."""

    help = "Play scenarios and print what happens. Exit status: 0 holds, 1 contradicted, 2 not modelled or unreadable."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file and the options."""
        parser.add_argument("file", help="a scenario in TOML")
        parser.add_argument("--without", action="append", default=[], metavar="CONCEPT", help="switch a concept off")
        parser.add_argument("--ruleset", metavar="DATE", help="the day whose rules are used, such as 2006-10-01")
        parser.add_argument(
            "--near-misses",
            action="store_true",
            help="say of every claim what is almost the same and so as well: such a claim says less than it seems to",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play everything, print it, exit."""
        try:
            played = list(self._play(**options))
            tried = [try_near_misses(scenario) for scenario, _ in played] if options["near_misses"] else []
        except Exception as error:  # no failure may count as "holds" or "contradicted"
            message = _said(error, options["file"])
            if options["json"]:
                self.stdout.write(json.dumps({"error": message}, ensure_ascii=False))
            self.stderr.write(message)
            sys.exit(UNPLAYABLE)
        if options["json"]:
            results = [transcript.as_data(*game) for game in played]
            for data, trials in zip(results, tried, strict=False):
                data["near_misses"] = transcript.near_misses_as_data(trials)
            self.stdout.write(json.dumps(results[0] if len(results) == 1 else results, ensure_ascii=False, indent=1))
        else:
            shown = ["\n".join(transcript.lines(*game)) for game in played]
            for place, trials in enumerate(tried):
                shown[place] += "\n\n" + "\n".join(transcript.near_misses(trials))
            self.stdout.write("\n\n".join(shown))
        sys.exit(status([outcome for _, outcome in played]))

    def _play(self, **options: Any) -> list[tuple[Scenario, Outcome]]:
        for concept in options["without"]:
            if concept not in CONCEPTS:
                raise ValueError(f"no concept is called {concept!r}; the names are: {', '.join(sorted(CONCEPTS))}")
        if options["ruleset"]:
            try:
                Ruleset.on(options["ruleset"])
            except ValueError as error:
                raise ValueError(f"--ruleset {options['ruleset']}: {error}") from None
        scenarios = load(Path(options["file"]))
        return [
            (scenario, run(scenario, ruleset=options["ruleset"], without=options["without"])) for scenario in scenarios
        ]


def _said(error: Exception, file: str) -> str:
    if isinstance(error, OSError):
        return f"{file}: {error.strerror or error}"
    if isinstance(error, UnicodeDecodeError):
        return f"{file}: this is not UTF-8 text: {error.reason} at byte {error.start + 1}. Save it as UTF-8"
    if isinstance(error, ValueError):
        return str(error)
    return f"{file}: the engine failed at this: {type(error).__name__}: {error}"


def status(outcomes: list[Outcome]) -> int:
    """The exit status for some outcomes: the worst of them."""
    verdicts = {outcome.outcome for outcome in outcomes}
    if CONTRADICTED in verdicts:
        return CONTRADICTING
    return HOLDING if verdicts == {HOLDS} else UNPLAYABLE
