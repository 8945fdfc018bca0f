"""Records of outcomes as plain data, as they are stored, printed and drawn. Nothing of Django is imported here."""

from __future__ import annotations

from typing import Any

from rulesite.engine.scenario import Outcome, Scenario


def record(game: Scenario, outcome: Outcome) -> dict[str, Any]:
    """An outcome as lists, dictionaries, texts and numbers.

    Each check also says what was played for it alone: ``after`` the script, or ``instead`` of it.
    """
    data = outcome.to_dict()
    for check, expect in zip(data["checks"], game.expects, strict=False):
        check["after"] = ". ".join(sentence.text for sentence in expect.after)
        check["instead"] = ". ".join(sentence.text for sentence in expect.do or ())
    return data
