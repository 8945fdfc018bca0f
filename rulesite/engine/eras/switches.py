"""What a switch of the rules is: what it decides, and each change with the edition and rule that says so."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Since(NamedTuple):
    """From ``date`` on a switch has ``value``; ``rule`` of ``edition`` says so.

    ``edition`` is the effective date of a Comprehensive Rules document, or "dangelo-2002" for D'Angelo's summary.
    ``rule`` is ``""`` where that edition is the first without the older rule: what is absent cannot be cited.
    """

    date: str
    value: Any
    edition: str
    rule: str


def switch(says: str, *since: Since) -> Any:
    """A field of a record of switches: what the switch decides and its changes, oldest first."""
    return field(metadata={"says": says, "since": since})


@dataclass(frozen=True)
class Switches:
    """A record of switches as they stood on ``date``; :class:`rulesite.engine.eras.ruleset.Ruleset` has them all."""

    date: str
