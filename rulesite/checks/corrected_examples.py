"""Receivers: update bindings and figures when a person corrects an example, strikes a pair or confirms words."""

from __future__ import annotations

from django.db.models.signals import post_delete, post_save

from rulesite.checks.models import Scenario
from rulesite.rulebook import signals
from rulesite.rulebook.models import Edition, Library, Made, StruckPair


def listen() -> None:
    """Follow every correction and every struck pair, inside its transaction; call once, when the app is ready."""
    signals.corrected.connect(_corrected, dispatch_uid="rulesite.checks")
    for signal in (post_save, post_delete):
        signal.connect(_struck, sender=StruckPair, dispatch_uid="rulesite.checks")


def follow() -> None:
    """Renew the bindings for the present confirmations and dictionary, and count the editions that this changes.

    Does nothing in a library that was never bound. Looks for changes before opening a transaction: mostly there are
    none, and the next correction should not have to wait.
    """
    from rulesite.checks import binding, counting  # these import the engine: every command connects receivers, few bind

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
    """Follow a correction in an edition, unless it was never bound or its examples are unchanged."""
    from rulesite.checks import binding, counting

    if not Made.objects.filter(stage=binding.STAGE, unit=edition.address).exists():
        return
    bound = binding.rebind(edition, Scenario.objects.filter(problem="").defer("text"))
    if bound.editions:
        counting.count_in(edition)


def _struck(**_: object) -> None:
    follow()
