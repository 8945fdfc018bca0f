"""``manage.py resolve 402.1@2008-02-01``: what a citation of any era means today."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from rulesite.rulebook import serializers
from rulesite.rulebook.addresses import NoSuchRule
from rulesite.rulebook.descent.resolution import CitationMeaning, resolve
from rulesite.rulebook.descent.traversal import Hop
from rulesite.rulebook.management.base import RefusesInJson


class Command(RefusesInJson):
    """Print today's rule, the path that leads there, and the confidence."""

    help = (
        "Show what a rule number of any era means today. Give an edition or a day (402.1@2008-02-01, "
        "cr/2008-02-01/402.1, A.4.20@2002-10-15), or the number alone for everything that it has meant."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("cited", help="a number, with or without @DATE")
        parser.add_argument("--at", default="", metavar="DATE", help="show its place on that day instead of today")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        cited = options["cited"]
        try:
            answers = resolve(cited)
            if options["at"]:
                self._at(cited, answers, options["at"], as_json=options["json"])
                return
        except NoSuchRule as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps(serializers.resolved(cited, answers), ensure_ascii=False, indent=1))
            return
        for answer in answers:
            era = (
                answer.edition.slug
                if answer.until == answer.edition
                else f"{answer.edition.slug} to {answer.until.slug}"
            )
            self.stdout.write(f"{answer.version.number} in {answer.edition.document.slug} {era}: {verdict(answer)}")
            self.stdout.write("  " + " → ".join(_hop(hop) for hop in shortened(answer.path)))
            if answer.note:
                self.stdout.write(f"  ({answer.note})")
            if answer.doubt:
                self.stdout.write(f"  not sure: {answer.doubt}")

    def _at(self, cited: str, answers: list[CitationMeaning], day: str, *, as_json: bool) -> None:
        """Print where a rule was on another day, before or after."""
        try:
            targets = serializers.then(answers, day)
        except serializers.NoCounterpart as error:
            raise CommandError(str(error)) from error
        if as_json:
            self.stdout.write(json.dumps({"cited": cited, "at": day, "then": targets}, ensure_ascii=False, indent=1))
            return
        for target in targets:
            self.stdout.write(f"{target['number']} of {target['edition']} ({target['confidence']:.0%} sure)")
        for doubt in dict.fromkeys(target["doubt"] for target in targets if target["doubt"]):
            self.stdout.write(f"  not sure: {doubt}")


def verdict(answer: CitationMeaning) -> str:
    """The outcome in one line."""
    if answer.today:
        return ", ".join(
            f"{way.end.number} of {way.end.edition.address} ({way.confidence:.0%} sure)" for way in answer.today
        )
    return f"removed by the edition of {answer.removed.slug}" if answer.removed else "not known further"


def shortened(path: tuple[Hop, ...]) -> list[Hop]:
    """The path without editions in which neither number nor words changed; the ends stay."""
    shown = []
    for index, hop in enumerate(path):
        changed = (
            index == 0
            or hop.version.number != path[index - 1].version.number
            or hop.edge is None
            or hop.edge.kind != "continues"
        )
        if changed or index == len(path) - 1:
            shown.append(hop)
    return shown


def _hop(hop: Hop) -> str:
    return hop.version.address if hop.edge is None else f"{hop.version.address} ({hop.edge.kind})"
