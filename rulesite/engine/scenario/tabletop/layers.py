"""The layers of an object as plain data: each effect that applies to it, and what it is after that."""

from __future__ import annotations

from typing import Any

from rulesite.engine.effects.layer_steps import layer_numbers, layer_steps
from rulesite.engine.effects.layers import AppliedStep
from rulesite.engine.game import Game
from rulesite.engine.scenario.running.snapshots import characteristics_shown
from rulesite.engine.state.game_state import object_ref
from rulesite.engine.state.objects import Characteristics

_RULES = {
    "counters": "its counters",
    "land types": "the rule for its types",
    "no creature": "the rule that what is no creature has no power and toughness",
}
"""How a rule is named that changes an object beside the effects."""


def add_layers(game: Game, snapshot: dict[str, Any]) -> None:
    """Add to each permanent of a snapshot its ``layers``: the rows of :func:`layer_rows`."""
    steps, numbers = layer_steps(game.kernel), layer_numbers(game.kernel)
    for thing_id, row in zip(game.state.zone("battlefield"), snapshot["battlefield"], strict=True):
        row["layers"] = layer_rows(game, steps.get(thing_id, []), numbers)


def layer_rows(game: Game, steps: list[AppliedStep], numbers: dict[str, str]) -> list[dict[str, Any]]:
    """A row for what is printed, which has no source, and one for each step: its layer and number, the source and words
    of the effect, its place in the order of timestamps, what it depends on, what the object is then, and what is new.

    Empty where nothing applies.
    """
    if not steps:
        return []
    times = sorted({step.part.timestamp for step in steps if step.part is not None})
    rows = [_row(game, steps[0].before)]
    for step in steps:
        part = step.part
        now = _row(
            game,
            step.after,
            number=numbers.get(step.stage, ""),
            layer=step.stage,
            source=game.kernel.label(object_ref(part.frame.source)) if part is not None else _RULES[step.by],
            text=part.text if part is not None else "",
            timestamp=times.index(part.timestamp) + 1 if part is not None else None,
            depends_on=sorted({game.kernel.label(object_ref(each.frame.source)) for each in step.depends_on}),
        )
        now["changed"] = [key for key, value in _values(game, step.before).items() if now[key] != value]
        rows.append(now)
    return rows


def _row(game: Game, found: Characteristics, **about: Any) -> dict[str, Any]:
    blank: dict[str, Any] = {
        "number": "",
        "layer": "",
        "source": "",
        "text": "",
        "timestamp": None,
        "depends_on": [],
        "changed": [],
    }
    return {**blank, **about, **_values(game, found)}


def _values(game: Game, found: Characteristics) -> dict[str, Any]:
    return {
        "name": found.name,
        "controller": found.controller,
        **characteristics_shown(found, game.rules.date),
        "abilities": [_words(found, each.ability) for each in found.abilities],
    }


def _words(found: Characteristics, ability: Any) -> str:
    """An ability in words, with the name of its object."""
    text: str = getattr(ability, "text", "") or getattr(ability, "keyword", "") or "an ability without words"
    return text.replace("~", found.name or "this")
