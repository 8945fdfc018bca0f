"""What running a scenario showed, as plain data."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from rulesite.engine.state.codec import clone

HOLDS, CONTRADICTED, UNMODELLED = "holds", "contradicted", "unmodelled"


@dataclass
class Check:
    """One expectation and what was found. ``differs``: it is not so in this era, and the scenario says it is not.

    ``because`` is the concept that refuses the action of an expectation about legality, whether or not it asks why.
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


@dataclass
class ControlResult:
    """One control: ``held`` says that ``then`` was true after the change, ``differs`` that it is false without it.

    ``idle``: it shows nothing in this era, and the scenario says that this era is different.
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
    """What the scenario says is different on another day, and whether it is."""

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
    """One step of the game: ``sentence`` is the number of the sentence of the script that it belongs to (0: set-up)."""

    number: int
    sentence: int
    turn: int
    phase: str
    text: str
    concept: str = ""
    rule: str = ""


_ROWS: dict[str, Any] = {"checks": Check, "controls": ControlResult, "eras": EraResult, "steps": TraceStep}
"""What the lists of an outcome hold."""


@dataclass
class Outcome:
    """The verdict on one scenario under the rules of one day.

    ``outcome`` is "holds", "contradicted" or "unmodelled"; ``reason`` says why it does not hold. ``snapshots`` are the
    zones after the set-up and after each sentence of the script. ``asked`` are the concepts that the engine looked at,
    ``looked_at`` the facts of the day: on a day on which these are equal the same game is played.
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
        """Everything as lists, dictionaries, texts and numbers."""
        held = vars(clone(self))
        return held | {key: [vars(row) for row in held[key]] for key in _ROWS}

    def to_json(self) -> str:
        """As JSON text; :meth:`from_json` gives an equal outcome back."""
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
