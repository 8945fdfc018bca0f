"""Trying a scenario: play a text and draw its games, in a worker. Nothing is stored."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar

from django.template.loader import render_to_string

from rulesite.checks.playing.loader import parts_of
from rulesite.checks.playing.records import record
from rulesite.checks.presentation.game import draw
from rulesite.engine.scenario import ScenarioError, load_text, run

Result = TypeVar("Result")
STEPS = 5_000
_SAMPLE = """
title = "warming up"
kind = "outcome"
ruleset = "2006-10-01"
given = "Ann, in hand: Bolt. Mana pool: {R}. Bob, in play: Bear 2/2 green"
do = "Ann plays Bolt targeting Bear. All pass"
[cards.Bolt]
line = "Instant {R}"
text = "Bolt deals 3 damage to target creature or player."
from = "supplied"
[[expect]]
that = "Bear is in Bob's graveyard"
[[control]]
change = "Bear is 2/4"
then = "Bear is in play"
"""


def prepare() -> None:
    """Load the engine's grammars, which are otherwise loaded on first use."""
    play(_SAMPLE)


def tried(
    text: str, template: str = "checks/tried.html", *, ruleset: str = "", changed: bool = False
) -> dict[str, Any]:
    """The page's data for a text: the games as ``html``, and the ``outcomes`` with reasons; or an ``error``.

    An error has a ``line`` (0: the whole text) and ``mend``, a hint. ``ruleset`` is the day whose rules
    are used, "" for each scenario's own. ``changed``: a person has changed the scenario.
    """
    result = play(text, ruleset)
    if "error" in result:
        return result
    parts, outcomes = parts_of(text), result["outcomes"]
    texts = parts if len(parts) == len(outcomes) else [text] * len(outcomes)
    games = [
        draw(outcome["title"], part, date.fromisoformat(outcome["ruleset"]), outcome, changed=changed)
        for outcome, part in zip(outcomes, texts, strict=True)
    ]
    results = [(outcome["outcome"], outcome["reason"]) for outcome in outcomes]
    return {"html": render_to_string(template, {"games": games}), "outcomes": results}


def play(text: str, ruleset: str = "") -> dict[str, Any]:
    """The result of a text: ``outcomes`` (plain data), or an ``error``.

    An error has a ``line`` (0: the whole text) and ``mend``, a hint.

    Passes MemoryError and RecursionError on.

    >>> play('title = "A draw"\\nkind = @')["line"]
    2
    """

    def outcomes() -> dict[str, Any]:
        games = load_text(text, "your scenario")
        return {"outcomes": [record(game, run(game, ruleset=ruleset or None, step_limit=STEPS)) for game in games]}

    return or_error(outcomes, "a scenario")


def or_error(play: Callable[[], Result], what: str) -> Result | dict[str, Any]:
    """The result of playing what a visitor wrote, or an ``error`` with ``line`` (0: all of it) and ``mend``, a hint.

    ``what`` was played, for the log. Passes MemoryError and RecursionError on.
    """
    try:
        return play()
    except ScenarioError as error:
        return {"error": str(error), "line": error.line, "mend": error.mend}
    except (MemoryError, RecursionError):
        raise
    except Exception as error:  # no fault that a visitor's text causes in the engine may break the page
        logging.getLogger(__name__).exception("the engine failed at %s", what)
        message = f"the engine failed at this ({type(error).__name__}); the fault is ours, and it is in the log"
        return {"error": message, "line": 0, "mend": ""}
