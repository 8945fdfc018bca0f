"""The result of running a scenario, as plain data."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from rulesite.engine.state.codec import clone

HOLDS, CONTRADICTED, UNMODELLED = "holds", "contradicted", "unmodelled"


@dataclass
class Check:
    """One expectation and its result. ``differs``: it fails in this era, as the scenario states.

    For an expectation about legality, ``tried`` says what the action is ("legal", "illegal" or "undecided"), whatever
    was expected, and ``because`` is the concept that forbids it, named there or not.
    """

    kind: str
    sentence: str
    passed: bool
    found: str
    line: int = 0
    says: str = ""
    at: str = ""
    differs: bool = False
    because: str = ""
    tried: str = ""


@dataclass
class ControlResult:
    """One control: ``held``: ``then`` was true after the change; ``differs``: it is false without the change.

    ``idle``: it shows no difference in this era, which the scenario calls different.
    """

    change: str
    then: list[str]
    held: bool
    differs: bool
    found: list[str]
    line: int = 0
    without: list[str] = field(default_factory=list)
    idle: bool = False

    @property
    def passed(self) -> bool:
        return self.held and self.differs


@dataclass
class EraResult:
    """The stated differences of another day, and whether they hold."""

    ruleset: str
    differs: list[str]
    held: bool
    new: bool
    found: list[str]
    line: int = 0

    @property
    def passed(self) -> bool:
        return self.held and self.new


@dataclass
class TraceStep:
    """One step of the game; ``sentence`` is the number of its sentence in the script (0: set-up)."""

    number: int
    sentence: int
    turn: int
    phase: str
    text: str
    concept: str = ""
    rule: str = ""


_ROWS: dict[str, Any] = {"checks": Check, "controls": ControlResult, "eras": EraResult, "steps": TraceStep}
"""The classes of the entries in an outcome's lists."""


@dataclass
class Outcome:
    """The verdict on one scenario under the rules of one day.

    ``outcome`` is "holds", "contradicted" or "unmodelled"; ``reason`` explains why it does not hold. ``snapshots`` are
    the zones after the set-up and after each sentence of the script. ``asked`` are the concepts that the engine looked
    at, ``looked_at`` the facts of the day: two days with equal facts play the same game.
    """

    scenario: str
    title: str
    ruleset: str
    outcome: str
    reason: str = ""
    without: list[str] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    controls: list[ControlResult] = field(default_factory=list)
    eras: list[EraResult] = field(default_factory=list)
    steps: list[TraceStep] = field(default_factory=list)
    snapshots: list[dict[str, Any]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    looked_at: list[str] = field(default_factory=list)

    @property
    def passed(self) -> int:
        return sum(check.passed for check in self.checks)

    def concepts(self) -> list[str]:
        """The concepts that the transcript cites, each once."""
        return list(dict.fromkeys(step.concept for step in self.steps if step.concept))

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome as lists, dictionaries, texts and numbers."""
        held = vars(clone(self))
        return held | {key: [vars(row) for row in held[key]] for key in _ROWS}

    def to_json(self) -> str:
        """Return the outcome as JSON text; :meth:`from_json` restores an equal outcome."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Outcome:
        fields: dict[str, Any] = {
            key: [_ROWS[key](**row) for row in value] if key in _ROWS else value for key, value in data.items()
        }
        return cls(**fields)

    @classmethod
    def from_json(cls, text: str) -> Outcome:
        return cls.from_dict(json.loads(text))
