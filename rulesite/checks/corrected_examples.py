"""Following: where a person corrects the words of an example, strikes a pair of the dictionary, or says that words fit,
the bindings and the figures follow."""

from __future__ import annotations

from django.db.models.signals import post_delete, post_save

from rulesite.checks.models import Scenario
from rulesite.rulebook import signals
from rulesite.rulebook.models import Edition, Library, Made, StruckPair


def listen() -> None:
    """Follow every correction and every pair that is struck, inside its transaction; called once, when the app is
    ready."""
    signals.corrected.connect(_corrected, dispatch_uid="rulesite.checks")
    for signal in (post_save, post_delete):
        signal.connect(_struck, sender=StruckPair, dispatch_uid="rulesite.checks")


def follow() -> None:
    """Bind by what persons and the dictionary say now, and count the editions in which that changes something.

    A library that was never bound is left alone. Whether anything changes is found out before the transaction in which
    it is changed: most often nothing does, and whoever corrects next shall not wait for that.
    """
    from rulesite.checks import binding, counting  # the engine with them: every command listens, few bind

    if not Made.objects.filter(stage=binding.STAGE).exists():
        return
    scenarios = list(Scenario.objects.filter(problem="").defer("text"))
    if not binding.unbound(scenarios):
        return
    bound = binding.bind(scenarios)
    if bound:
        counting.count()
        Library.move_on()


def _corrected(edition: Edition, **_: object) -> None:
    """An edition that was never bound, or whose examples are as they were, is left alone."""
    from rulesite.checks import binding, counting

    if not Made.objects.filter(stage=binding.STAGE, unit=edition.address).exists():
        return
    bound = binding.rebind(edition, Scenario.objects.filter(problem="").defer("text"))
    if bound.editions:
        counting.count_in(edition)


def _struck(**_: object) -> None:
    follow()
