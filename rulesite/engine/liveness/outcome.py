"""What a judgement of an ability says: alive, dead, not modelled, or outside of games."""

from __future__ import annotations

from dataclasses import dataclass

ALIVE, DEAD, NOT_MODELLED, OUTSIDE = "alive", "dead", "not modelled", "outside of games"


@dataclass(frozen=True)
class Verdict:
    """What became of an ability: ALIVE, DEAD, NOT_MODELLED or OUTSIDE, and after how many `tables`.

    `number` is its place among the abilities of the card, from 1. `reason` names what is not modelled, or the first
    difference.
    """

    name: str
    number: int
    text: str
    kind: str
    verdict: str
    tables: int
    reason: str = ""
