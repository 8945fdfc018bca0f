"""The fields of one table of a scenario file, each checked: a fault is told with its line and how to mend it."""

from __future__ import annotations

import datetime
import re
from typing import Any

from rulesite.engine.eras.concepts import CONCEPTS
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.scenario.assertions.parser import lacks_reason
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.model import Sentence
from rulesite.engine.scenario.sentences import split_sentences

from .toml_lines import Lines

WORDS_IN_POINTER = 8


class Fields:
    """One table of a file, its place among the tables (``prefix``), and the lines on which things stand."""

    def __init__(self, table: dict[str, Any], lines: Lines, path: str, prefix: tuple[str | int, ...]) -> None:
        self.table = table
        self.lines = lines
        self.path = path
        self.prefix = prefix

    def fail(self, message: str, *where: str | int, mend: str = "") -> ScenarioError:
        """The error to raise for a field: ``where`` is the way to it from the table."""
        return ScenarioError(message, path=self.path, line=self.lines.of(*self.prefix, *where), mend=mend)

    def known(self, table: dict[str, Any], allowed: set[str], *where: str | int) -> None:
        """Raise :class:`ScenarioError` for a key that cannot stand here."""
        for key in table:
            if key not in allowed:
                raise self.fail(
                    f"{key!r} is not known here", *where, key, mend=f"What can stand here: {', '.join(sorted(allowed))}"
                )

    def text(self, key: str, *where: str | int) -> str:
        """A text that has to be there. Raises :class:`ScenarioError` otherwise."""
        table: Any = self.table
        for part in where:
            table = table[part]
        value = table[key]
        if not isinstance(value, str) or not value.strip():
            raise self.fail(f"{key} has to be a text", *where, key, mend=f'Write {key} = "…"')
        return value

    def ruleset(self, value: Any, *where: str | int) -> str:
        """The day of the rules that are in force on a day. Raises :class:`ScenarioError` for none."""
        day = value.isoformat() if isinstance(value, datetime.date) else str(value)
        try:
            return Ruleset.on(day).date
        except ValueError as error:
            raise self.fail(
                f"there are no rules of {day!r}: {error}", *where, mend='Write a day: ruleset = "2006-10-01"'
            ) from None

    def sentences(self, key: str, *where: str | int) -> tuple[Sentence, ...]:
        """The sentences of a text, or of several, with their lines; none where the key is missing."""
        table: Any = self.table
        for part in where:
            table = table[part]
        if key not in table:
            return ()
        value = table[key]
        if isinstance(value, list):
            line = self.lines.of(*self.prefix, *where, key)
            return tuple(each for text in value for each in split_sentences(text, line))
        if not isinstance(value, str):
            raise self.fail(f"{key} has to be a text", *where, key, mend=f'Write {key} = "…"')
        return split_sentences(value, self.lines.text_line(*self.prefix, *where, key))

    def says(self, table: dict[str, Any], *where: str | int) -> str:
        """A pointer into the rules: a few of their words. Raises :class:`ScenarioError` for more."""
        says = str(table.get("says", ""))
        if len(says.split()) > WORDS_IN_POINTER:
            raise self.fail(
                f"the pointer has {len(says.split())} words, and {WORDS_IN_POINTER} are allowed",
                *where,
                "says",
                mend="The rules belong to their publisher: quote fewer words",
            )
        return says

    def differing(self, key: str, *where: str | int) -> tuple[Sentence, ...]:
        """What a control or another day makes different; what is illegal there is so for a reason that is named."""
        claims = self.sentences(key, *where)
        for nth, claim in enumerate(claims):
            if lacks_reason(claim.text):
                raise self.fail(
                    f"{claim.text!r} would be met by whatever else is wrong",
                    *where,
                    key,
                    nth,
                    mend=f"Say why, by a concept, a rule or words of the refusal: “{claim.text} because of priority”",
                )
        return claims

    def concept(self, name: str, *where: str | int) -> str:
        """The name of a concept, given as such or as the number of its rule ("rule 410.10d")."""
        if name in CONCEPTS:
            return name
        number, _, words = name.removeprefix("rule ").strip().partition(" ")
        date = self.ruleset(self.table["ruleset"], "ruleset")
        found = [key for key, concept in CONCEPTS.items() if concept.rule_on(date)[1] == number]
        if words:
            found = [key for key in found if all(word in key for word in re.split(r"[\s_-]+", words.casefold()))]
        if len(found) == 1:
            return found[0]
        if found:
            raise self.fail(
                f"rule {number} stands behind several concepts", *where, "without", mend=f"Name one: {', '.join(found)}"
            )
        raise self.fail(
            f"no concept is called {name!r}",
            *where,
            "without",
            mend="The names are in rulesite/engine/eras/concepts.toml",
        )
