"""Redirected damage: by an effect (614.9), and by a rule of 2007 to 2018 to a planeswalker (306.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulesite.engine.state.characteristics import look
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import Effect, object_ref, ref_id, ref_player
from rulesite.engine.state.kernel import Kernel

from .replacement_options import Option
from .shields import use_up


def deal_elsewhere(kernel: Kernel, event: Event, to: list[str], effect: Effect | None) -> list[Event]:
    """The damage with as much of it redirected as the effect still can; the rest stays as it was.

    Nothing is redirected to an object that has left, or to more than one (614.9 in 2018-01-19).
    """
    if not kernel.has("redirection"):
        return [event]
    there = [ref for ref in to if _can_be_dealt(kernel, ref)]
    if len(there) != 1:
        kernel.note("there is nobody to deal the damage to instead", "redirection")
        return [event]
    part = event.amount
    if effect is not None and effect.left is not None:
        part = min(part, effect.left)
        effect.left -= part
        if effect.left <= 0:
            use_up(kernel, effect)
    kernel.note(f"{part} of the damage is to be dealt to {kernel.label(there[0])} instead", "redirection")
    rest = [replace(event, amount=event.amount - part)] if event.amount > part else []
    return [*rest, replace(event, ref=there[0], amount=part, player="")]


def deal_anew(event: Event, key: str) -> None:
    """Let effects change redirected damage anew, except those that have already redirected it, recorded by their keys
    (G.13.9 in D'Angelo's summary of 1999)."""
    event.facts = {**event.facts, "redirected": (*event.facts.get("redirected", ()), key)}
    event.applied = event.facts["redirected"]


def _can_be_dealt(kernel: Kernel, ref: str) -> bool:
    player, thing = ref_player(ref), kernel.thing(ref_id(ref) or 0)
    if player is not None:
        return not kernel.state.players[player].lost
    return thing is not None and thing.on_battlefield


def redirection_options(kernel: Kernel, event: Event) -> Iterator[Option]:
    """The option of a source's controller to redirect its noncombat damage from an opponent to that player's
    planeswalker."""
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
