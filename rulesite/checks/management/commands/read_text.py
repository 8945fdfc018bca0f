"""``manage.py read_text "TEXT"``: parse a printed text."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any, NoReturn

from django.core.management.base import BaseCommand
from django.utils import timezone

from rulesite.engine.cardtext.card_name import said_out
from rulesite.engine.cardtext.describe import describe
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.cardtext.suggestions import advised
from rulesite.engine.eras.ruleset import Ruleset

UNREADABLE = 2


class Command(BaseCommand):
    """Print a text's abilities as cards of the day print them; exit status 2, with the position, if that fails."""

    help = "Read one printed text into abilities. Exit status 2, with the place, where it cannot be read."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the text, and the kind of object it is printed on."""
        parser.add_argument("text", help="the text as a card prints it")
        parser.add_argument("--host", default="Creature 2/2", metavar="LINE", help="type line it is printed on")
        parser.add_argument("--name", default=None, help="the card's name, where the text uses it")
        parser.add_argument("--ruleset", metavar="DATE", help="the day whose rules are used; today's by default")
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        """Parse and print."""
        try:
            rules = Ruleset.on(options["ruleset"] or timezone.localdate().isoformat())
        except ValueError as error:
            self._refuse({"error": f"--ruleset {options['ruleset']}: {error}"}, options["json"])
        host = Host.parse(options["host"], options["name"])
        try:
            abilities = read(options["text"], host, rules)
        except UnreadableText as refused:
            advice = advised(refused, lambda text: read(text, host, rules))
            problem = {
                "error": str(advice),
                "position": advice.position,
                "expected": list(advice.expected),
                "near": advice.near,
            }
            self._refuse(problem, options["json"])
        except RecursionError:
            problem = {"error": "the text is nested too deeply to be read", "position": 0, "expected": []}
            self._refuse(problem, options["json"])
        abilities_read = [_named(describe(ability, rules.date, host), host) for ability in abilities]
        if options["json"]:
            self.stdout.write(json.dumps(abilities_read, ensure_ascii=False, indent=1))
        else:
            self.stdout.write("\n\n".join(map(in_words, abilities_read)))

    def _refuse(self, found: dict[str, Any], as_json: bool) -> NoReturn:
        if as_json:
            self.stdout.write(json.dumps(found, ensure_ascii=False))
        self.stderr.write(found["error"])
        sys.exit(UNREADABLE)


def _named(said: Any, host: Host) -> Any:
    """An ability's data with the object's name in place of its placeholder."""
    if isinstance(said, dict):
        return {key: _named(value, host) for key, value in said.items()}
    if isinstance(said, list):
        return [_named(value, host) for value in said]
    return said_out(said, host) if isinstance(said, str) else said


def in_words(ability: dict[str, Any]) -> str:
    """An ability as text: its form, as a card prints it, and the referent of each pronoun.

    >>> print(in_words({"kind": "activated", "mana": True, "printed": "{T}: Add {G}.", "meant": []}))
    {T}: Add {G}.
      activated (mana ability)
    """
    rows = [ability["printed"], f"  {ability['kind']}{' (mana ability)' if ability['mana'] else ''}"]
    return "\n".join([*rows, *(f"  {meaning}" for meaning in ability["meant"])])
