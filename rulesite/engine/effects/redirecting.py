"""Damage that an opponent of a player turns from the player to a planeswalker: a rule of 2007 to 2018 (306.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulesite.engine.state.characteristics import look
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref, ref_player
from rulesite.engine.state.kernel import Kernel

from .opportunity import Option


def redirection_options(kernel: Kernel, event: Event) -> Iterator[Option]:
    """What the controller of a source may do with its noncombat damage to an opponent who has a planeswalker."""
    if event.kind != "damage" or event.amount <= 0 or event.facts.get("combat"):
        return
    player = ref_player(event.ref)
    if player is None:
        return
    if kernel.thing(event.source) is None and kernel.known(event.source) is None:
        return
    dealer = look(kernel, event.source).controller
    walkers = [
        object_ref(each)
        for each in kernel.state.zone("battlefield")
        if "planeswalker" in look(kernel, each).types and look(kernel, each).controller == player
    ]
    if dealer in ("", player) or not walkers or not kernel.rules.damage_may_be_turned_to_planeswalkers:
        return
    if not kernel.has("planeswalker_redirection"):
        return
    label = kernel.label(event.source)

    def apply(event: Event) -> list[Event]:
        if not kernel.ask("may", dealer, label, f"deal the damage to a planeswalker of {player} instead"):
            return [event]
        (chosen,) = kernel.choose("object", dealer, label, "the planeswalker that is dealt the damage", walkers)
        return [replace(event, ref=chosen, player="")]

    yield Option(f"redirection from {player}", "the redirection to planeswalkers", "planeswalker_redirection", apply)
