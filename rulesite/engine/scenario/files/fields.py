"""The checked fields of one table of a scenario file: a fault names its line and its remedy."""

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
    """One table of a file, its path among the tables (``prefix``), and the line numbers of the file."""

    def __init__(self, table: dict[str, Any], lines: Lines, path: str, prefix: tuple[str | int, ...]) -> None:
        self.table = table
        self.lines = lines
        self.path = path
        self.prefix = prefix

    def fail(self, message: str, *where: str | int, mend: str = "") -> ScenarioError:
        """Return the error to raise for a field; ``where`` is its path from the table."""
        return ScenarioError(message, path=self.path, line=self.lines.of(*self.prefix, *where), mend=mend)

    def known(self, table: dict[str, Any], allowed: set[str], *where: str | int) -> None:
        """Raise :class:`ScenarioError` for a key that is not allowed here."""
        for key in table:
            if key not in allowed:
                raise self.fail(
                    f"{key!r} is not known here", *where, key, mend=f"What can stand here: {', '.join(sorted(allowed))}"
                )

    def text(self, key: str, *where: str | int) -> str:
        """Return a required text. Raises :class:`ScenarioError` if it is missing."""
        table: Any = self.table
        for part in where:
            table = table[part]
        value = table[key]
        if not isinstance(value, str) or not value.strip():
            raise self.fail(f"{key} has to be a text", *where, key, mend=f'Write {key} = "…"')
        return value

    def ruleset(self, value: Any, *where: str | int) -> str:
        """The date of the rules in force on a day. Raises :class:`ScenarioError` if there are none."""
        day = value.isoformat() if isinstance(value, datetime.date) else str(value)
        try:
            return Ruleset.on(day).date
        except ValueError as error:
            raise self.fail(
                f"there are no rules of {day!r}: {error}", *where, mend='Write a day: ruleset = "2006-10-01"'
            ) from None

    def sentences(self, key: str, *where: str | int) -> tuple[Sentence, ...]:
        """The sentences of one or several texts with their lines; empty if the key is missing."""
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
        """A pointer into the rules: a few of their words. Raises :class:`ScenarioError` for too many."""
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
        """The differing claims of a control or an era; one that calls an action illegal must name the reason."""
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
        """The name of a concept, given by name or by the number of its rule ("rule 410.10d")."""
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
