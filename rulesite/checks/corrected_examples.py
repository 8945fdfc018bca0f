"""Following: where a person corrects the words of an example, its bindings and the figures of its edition follow."""

from __future__ import annotations

from rulesite.checks.models import Scenario
from rulesite.rulebook import signals
from rulesite.rulebook.models import Edition, Made


def listen() -> None:
    """Follow every correction, inside its transaction; called once, when the app is ready."""
    signals.corrected.connect(_corrected, dispatch_uid="rulesite.checks")


def _corrected(edition: Edition, **_: object) -> None:
    """An edition that was never bound, or whose examples are as they were, is left alone."""
    from rulesite.checks import binding, counting  # the engine with them: every command listens, few bind

    if not Made.objects.filter(stage=binding.STAGE, unit=edition.address).exists():
        return
    bound = binding.rebind(edition, Scenario.objects.filter(problem="").defer("text"))
    if bound.editions:
        counting.recount(edition)
