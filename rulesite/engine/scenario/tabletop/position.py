"""Positions: the set-up of a scenario, without anything to prove."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.files.setup_reader import read_setup
from rulesite.engine.scenario.model import Scenario, Sentence
from rulesite.text import toml

KEYS = ("players", "variant", "teams", "range", "attack", "deploy", "given", "cards")
"""The fields of a scenario that set it up."""
MAX_ACTIONS = 80
"""Actions of one course, at most."""
MAX_SENTENCE = 400
"""Characters of one action, at most."""


def read_position(text: str, day: str, actions: list[str]) -> Scenario:
    """The scenario of a position and its course; whatever else a scenario's text says is left out.

    Raises :class:`ScenarioError` for a text that cannot be read, or too many actions.
    """
    return replace(read_setup(text, "position", day), do=course_of(actions))


def course_of(actions: list[str]) -> tuple[Sentence, ...]:
    """The sentences of a course; raises :class:`ScenarioError` for too many or too long ones."""
    if len(actions) > MAX_ACTIONS:
        raise ScenarioError(f"there are {len(actions)} actions, and {MAX_ACTIONS} are allowed", mend="Undo some")
    for action in actions:
        if len(action) > MAX_SENTENCE:
            raise ScenarioError(f"an action has {len(action)} characters, and {MAX_SENTENCE} are allowed")
    return tuple(Sentence(action, number) for number, action in enumerate(actions, 1))


def setup_of(text: str) -> dict[str, Any]:
    """The fields of a scenario's text that set it up, of its first game; raises :class:`TOMLDecodeError`."""
    table = toml.parse(text)
    first = (table.get("scenario") or [{}])[0]
    fields = {key: first.get(key, table.get(key)) for key in KEYS if key in first or key in table}
    if "cards" in fields:
        fields["cards"] = {**table.get("cards", {}), **first.get("cards", {})}
    return fields
