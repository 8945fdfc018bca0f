"""Reading the set-up of a scenario alone: nothing of it has to be proved."""

from __future__ import annotations

from rulesite.engine.scenario.model import Scenario

from .checker import check_sentences
from .loader import OPTIONS, ScenarioReader, parse_toml
from .toml_lines import find_lines

_SETUP = {*OPTIONS, "players", "given", "cards"}


def read_setup(text: str, path: str, day: str) -> Scenario:
    """The first game of TOML text as a set-up under the rules of a day, without its script and what it proves.

    Raises as :func:`load`.
    """
    table, lines = parse_toml(text, path), find_lines(text)
    first = table.get("scenario")
    if isinstance(first, list) and first and isinstance(first[0], dict):
        merged = {**table, **first[0], "cards": {**table.get("cards", {}), **first[0].get("cards", {})}}
        return SetupReader({key: merged[key] for key in merged if key in _SETUP}, lines, path, ("scenario", 0)).setup(
            day
        )
    return SetupReader({key: table[key] for key in table if key in _SETUP}, lines, path, ()).setup(day)


class SetupReader(ScenarioReader):
    """Turn one table into a scenario that expects nothing."""

    def setup(self, day: str) -> Scenario:
        """The set-up alone, as a scenario that expects nothing."""
        cards = self.table.get("cards", {})
        if not isinstance(cards, dict):
            raise self.fail("cards have to be tables", "cards", mend='Write [cards."Name"]')
        for row in cards.values():
            if isinstance(row, dict) and row.get("text"):
                row.setdefault("from", "supplied")
        scenario = Scenario(
            title="A table",
            kind="outcome",
            ruleset=self.ruleset(day, "ruleset"),
            cites=(),
            do=(),
            expects=(),
            controls=(),
            given=self.sentences("given"),
            cards=tuple(self.card(name, each, "cards", name) for name, each in cards.items()),
            players=tuple(self.table.get("players", ())),
            agreement=self.agreement(),
            path=self.path,
        )
        check_sentences(scenario)
        return scenario
