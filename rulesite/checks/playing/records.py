"""Records of outcomes as plain data for storing, printing and drawing. Does not import Django."""

from __future__ import annotations

from typing import Any

from rulesite.engine.scenario import Outcome, Scenario


def record(game: Scenario, outcome: Outcome) -> dict[str, Any]:
    """An outcome as lists, dictionaries, strings and numbers.

    Each check includes its own script: ``after`` the common one, or ``instead`` of it.
    """
    data = outcome.to_dict()
    for check, expect in zip(data["checks"], game.expects, strict=False):
        check["after"] = ". ".join(sentence.text for sentence in expect.after)
        check["instead"] = ". ".join(sentence.text for sentence in expect.do or ())
    return data
