"""The trace: the engine's steps, each with the rule behind it."""

from __future__ import annotations

from dataclasses import dataclass, field

from .codec import register


@register
@dataclass(frozen=True)
class Step:
    """One thing that happened. ``rule`` is the number of ``concept`` in the edition in force, ``""`` if none is known.

    ``turn`` and ``phase`` are its time; ``concept`` is a name in :mod:`rulesite.engine.eras.concepts`.
    """

    number: int
    turn: int
    phase: str
    text: str
    concept: str = ""
    rule: str = ""

    def __str__(self) -> str:
        rule = f"  [{self.rule} {self.concept}]" if self.rule else f"  [{self.concept}]" if self.concept else ""
        return f"{self.number:>4}. {self.text}{rule}"


@dataclass
class Trace:
    """The steps of one game in order."""

    steps: list[Step] = field(default_factory=list)

    def __str__(self) -> str:
        return "\n".join(str(step) for step in self.steps)

    def concepts(self) -> list[str]:
        """The cited concepts without duplicates, in the order of their first use."""
        return list(dict.fromkeys(step.concept for step in self.steps if step.concept))
