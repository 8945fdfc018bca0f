"""Worked examples of a proposed edition whose text changed, with the result of each game."""

from __future__ import annotations

from typing import Any

from rapidfuzz import fuzz

from rulesite.checks.examples import Printed, printed
from rulesite.checks.results.status import CONTRADICTED, Standing, standings
from rulesite.rulebook.models import Edition

_MAX_ROWS = 200
_ALIKE = 60.0
"""Minimum likeness, of 100, for an earlier example to be shown as the former text."""


def changed(edition: Edition, earlier: Edition | None) -> dict[str, Any]:
    """The examples whose text the previous edition does not have, each with the most similar former one and its games;
    the number of the edition's examples by outcome; and all whose games contradict them, by name.
    """
    old = printed([earlier]) if earlier else []
    known = {former.fingerprint for former in old}
    rows, contradicted, outcomes = [], [], dict[str, int]()
    for standing in standings([edition]):
        outcome = standing.state or standing.outcome
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        if outcome == CONTRADICTED:
            contradicted.append(_contradicted(standing))
        if standing.example.fingerprint in known:
            continue
        rows.append(
            {
                "rule": standing.example.rule,
                "ordinal": standing.example.ordinal,
                "labelled": standing.example.labelled,
                "words": standing.example.text,
                "were": _were(standing.example, old),
                "outcome": outcome,
                "reason": standing.reason,
                "scenarios": [binding.scenario.name for binding in standing.bindings],
            }
        )
    return {"count": len(rows), "rows": rows[:_MAX_ROWS], "outcomes": dict(sorted(outcomes.items())),
            "contradicted": contradicted}  # fmt: skip


def _contradicted(standing: Standing) -> dict[str, Any]:
    """An example whose game comes out otherwise: its rule, its first words, and the games with what they found."""
    return {
        "rule": standing.example.rule,
        "ordinal": standing.example.ordinal,
        "labelled": standing.example.labelled,
        "opening": standing.example.opening,
        "reason": standing.reason,
        "games": [binding.scenario.title for binding in standing.bindings if binding.counts],
    }


def _were(example: Printed, old: list[Printed]) -> str:
    """The text of the most similar example of the previous edition, "" if none is similar."""
    same_rule = [former for former in old if former.thread is not None and former.thread == example.thread]
    best, words = 0.0, ""
    for former in same_rule or [former for former in old if former.labelled == example.labelled]:
        likeness = fuzz.ratio(former.text, example.text, score_cutoff=max(_ALIKE, best))
        if likeness > best:
            best, words = likeness, former.text
    return words
