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
    from rulesite.checks.binding import binder  # these import the engine: every command connects receivers, few bind
    from rulesite.checks.results import tallies  # these import the engine: every command connects receivers, few bind

    if not Made.objects.filter(stage=binder.STAGE).exists():
        return
    scenarios = list(Scenario.objects.filter(problem="").defer("text"))
    if not binder.unbound(scenarios):
        return
    bound = binder.bind(scenarios)
    if bound:
        tallies.count()
        Library.move_on()


def _corrected(edition: Edition, **_: object) -> None:
    """Follow a correction in an edition, unless it was never bound or its examples are unchanged."""
    from rulesite.checks.binding import binder
    from rulesite.checks.results import tallies

    if not Made.objects.filter(stage=binder.STAGE, unit=edition.address).exists():
        return
    bound = binder.rebind(edition, Scenario.objects.filter(problem="").defer("text"))
    if bound.editions:
        tallies.count_in(edition)


def _struck(**_: object) -> None:
    follow()
