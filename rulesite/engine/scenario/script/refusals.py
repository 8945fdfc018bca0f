"""The result of trying an action, compared with the result that a scenario states."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulesite.engine.eras.concepts import rule_number
from rulesite.engine.state.choices import IllegalAction

from .actions import Action


@dataclass(frozen=True)
class Refusal:
    """A sentence of the script that the rules did not allow."""

    action: Action
    error: IllegalAction


@dataclass(frozen=True)
class Tried:
    """The result of trying an action: legal, illegal (``error``), or undecided (``hindered`` gives the reason: an
    action before it was refused, or it answers a question that did not come up)."""

    error: IllegalAction | None = None
    hindered: str = ""

    @property
    def found(self) -> str:
        """The result in words."""
        return self.hindered or (str(self.error) if self.error is not None else "legal")

    @property
    def verdict(self) -> str:
        """The result in a word: "legal", "illegal" or "undecided"."""
        return "undecided" if self.hindered else "legal" if self.error is None else "illegal"

    def is_so(self, legal: bool, because: str = "", day: str = "") -> bool:
        """Whether the action is legal, or illegal for the given reason; ``day``: see :func:`is_because`."""
        if self.hindered or legal:
            return not self.hindered and self.error is None
        return self.error is not None and is_because(self.error, because, day)


def is_because(error: IllegalAction, because: str, day: str = "") -> bool:
    """Whether an action is illegal for a reason: the name or number of a rule, or words or mana of the message.

    The number may also come from the rules of ``day``, for which the scenario was written.

    >>> error = IllegalAction("Blast asks {R}{R}, and Ann has {R}", "pay_any_order", "2006-10-01")
    >>> [is_because(error, reason) for reason in ("pay any order", "rule 409.1h", "asks {R}{R}", "rule 409.1e", "{G}")]
    [True, True, True, False, False]
    """
    reason = because.strip().removeprefix("rule ").rstrip(".")
    if not reason or reason in (error.concept, error.concept.replace("_", " ")):
        return True
    if re.fullmatch(r"\d+(?:\.\d+[a-z]?)?", reason):
        return reason in (error.rule, rule_number(error.concept, day) if day and error.concept else "")
    return shown_pool(reason.casefold()) in shown_pool(error.message.casefold())


def shown_pool(text: str) -> str:
    """Write generic mana as the pool shows it: "{2}{B}" is "{C}{C}{B}"."""
    return re.sub(r"\{(\d+)\}", lambda number: "{C}" * int(number.group(1)), text)
