"""Proposed examples: worked examples of an edition with other words than before, and what is played of each."""

from __future__ import annotations

from typing import Any

from rapidfuzz import fuzz

from rulesite.checks.printed import Printed, printed
from rulesite.checks.standing import standings
from rulesite.rulebook.models import Edition

_MOST = 200
_ALIKE = 60.0
"""From this likeness on, of 100, an example of the edition before is shown as what it was."""


def changed(edition: Edition, earlier: Edition | None) -> dict[str, Any]:
    """The examples whose words the edition before does not have, each with those it had and the games it is bound to;
    and how the examples of the edition stand, by outcome."""
    old = printed([earlier]) if earlier else []
    known = {each.fingerprint for each in old}
    rows, outcomes = [], dict[str, int]()
    for standing in standings([edition]):
        said = standing.state or standing.outcome
        outcomes[said] = outcomes.get(said, 0) + 1
        if standing.example.fingerprint in known:
            continue
        rows.append(
            {
                "rule": standing.example.rule,
                "ordinal": standing.example.ordinal,
                "labelled": standing.example.labelled,
                "words": standing.example.text,
                "were": _were(standing.example, old),
                "outcome": said,
                "reason": standing.reason,
                "scenarios": [binding.scenario.name for binding in standing.bindings],
            }
        )
    return {"count": len(rows), "rows": rows[:_MOST], "outcomes": dict(sorted(outcomes.items()))}


def _were(example: Printed, old: list[Printed]) -> str:
    """The words of the example of the edition before that is most like it, "" where none is much like it."""
    same_rule = [each for each in old if each.thread is not None and each.thread == example.thread]
    best, words = 0.0, ""
    for each in same_rule or [each for each in old if each.labelled == example.labelled]:
        likeness = fuzz.ratio(each.text, example.text, score_cutoff=max(_ALIKE, best))
        if likeness > best:
            best, words = likeness, each.text
    return words
