"""Trying a scenario out: a text is played and its games are drawn, in a worker. Nothing is kept."""

from __future__ import annotations

import logging
from datetime import date
from typing import Any

from django.template.loader import render_to_string

from rulesite.checks.drawn_games import draw
from rulesite.checks.records import record
from rulesite.checks.shelf import parts_of
from rulesite.engine.scenario import ScenarioError, load_text, run

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
    """Have the engine ready: its grammars are read when they are first used."""
    play(_SAMPLE)


def tried(text: str, template: str = "checks/tried.html") -> dict[str, Any]:
    """What the page shows of a text's games, as ``html``, and the ``outcomes``, each with its reason; or ``error`` with
    ``line`` (0: the whole) and ``mend``."""
    found = play(text)
    if "error" in found:
        return found
    parts, outcomes = parts_of(text), found["outcomes"]
    own = parts if len(parts) == len(outcomes) else [text] * len(outcomes)
    games = [
        draw(outcome["title"], part, date.fromisoformat(outcome["ruleset"]), outcome)
        for outcome, part in zip(outcomes, own, strict=True)
    ]
    came = [(outcome["outcome"], outcome["reason"]) for outcome in outcomes]
    return {"html": render_to_string(template, {"games": games}), "outcomes": came}


def play(text: str, ruleset: str = "") -> dict[str, Any]:
    """What came of a text: ``outcomes`` (plain data), or ``error`` with ``line`` (0: the whole) and ``mend``.

    Raises MemoryError and RecursionError as the work does.

    >>> play('title = "A draw"\\nkind = @')["line"]
    2
    """
    try:
        games = load_text(text, "your scenario")
        return {"outcomes": [record(game, run(game, ruleset=ruleset or None, step_limit=STEPS)) for game in games]}
    except ScenarioError as error:
        return {"error": str(error), "line": error.line, "mend": error.mend}
    except (MemoryError, RecursionError):
        raise
    except Exception as error:  # whatever a stranger's text does to the engine must not take the page with it
        logging.getLogger(__name__).exception("the engine failed at a scenario")
        said = f"the engine failed at this ({type(error).__name__}); the fault is ours, and it is in the log"
        return {"error": said, "line": 0, "mend": ""}
