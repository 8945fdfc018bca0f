"""What a switch of the rules is: what it decides, and each change with the edition and rule that says so."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

_SUMMARIES = {"dangelo-1999": "1999-05-16", "dangelo-2002": "2002-10-15"}
"""The days of D'Angelo's summaries."""


class Since(NamedTuple):
    """From ``date`` on a switch has ``value``; ``rule`` of ``edition`` says so.

    ``edition`` is the effective date of a Comprehensive Rules document, or "dangelo-1999" or "dangelo-2002" for one
    of D'Angelo's summaries.
    ``rule`` is ``""`` where that edition is the first without the older rule: what is absent cannot be cited.
    """

    date: str
    value: Any
    edition: str
    rule: str

    @property
    def source(self) -> tuple[str, str]:
        """The document and the day of the edition that says so.

        >>> Since("1999-04-21", True, "dangelo-1999", "G.13.9").source
        ('dangelo', '1999-05-16')
        """
        return ("dangelo", _SUMMARIES[self.edition]) if self.edition in _SUMMARIES else ("cr", self.edition)


def switch(says: str, *since: Since) -> Any:
    """A field of a record of switches: what the switch decides and its changes, oldest first."""
    return field(metadata={"says": says, "since": since})


@dataclass(frozen=True)
class Switches:
    """A record of switches as they stood on ``date``; :class:`rulesite.engine.eras.ruleset.Ruleset` has them all."""

    date: str
