"""Casting a card later: one that was suspended, warped or revealed by miracle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rulesite.engine.abilities.changes import GrantAbilities
from rulesite.engine.abilities.kinds import KeywordAbility
from rulesite.engine.abilities.moves import Destination, Move
from rulesite.engine.abilities.references import Memo, Self
from rulesite.engine.casting.mana_abilities import available, make_mana
from rulesite.engine.casting.play_costs import Request
from rulesite.engine.casting.spell_casting import cast
from rulesite.engine.effects.durations import AS_CONTROLLED
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.keyword_meanings import WARPED, CastSuspended, MiracleOffer, WarpAway
from rulesite.engine.events.perform import does, perform
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import IllegalAction, UnscriptedChoice
from rulesite.engine.state.codec import clone
from rulesite.engine.state.game_state import Effect, object_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing

from .common import objects
from .playing_now import asked_to_cast


@does(CastSuspended)
def _cast_suspended(frame: Frame, node: CastSuspended) -> None:
    """Play the card if able, since 2024-04-12 only if its owner likes; else it stays in exile (702.62a)."""
    kernel, player = frame.kernel, frame.controller
    card = kernel.thing(frame.source)
    if card is None or card.zone != "exile" or not kernel.has("suspend"):
        return
    play = partial(cast, kernel, Request(player, card.id), make_mana, free=True, now=True)
    error = _why_not_cast(kernel, play)
    unpaid = error is not None and error.concept == "pay_any_order" and bool(available(kernel, player))
    if error is not None and not (unpaid and kernel.rules.suspend_optional):
        kernel.note(f"{card.label} stays in exile: {error}", "suspend")
        return
    if kernel.rules.suspend_optional and not kernel.ask("may", player, card.label, f"cast {card.label} for nothing"):
        kernel.note(f"{card.label} stays in exile", "suspend")
        return
    spell = play()
    if "creature" in look(kernel, spell.id).types:
        _hasten(frame, kernel, spell)


def _why_not_cast(kernel: Kernel, play: Callable[[], Thing]) -> IllegalAction | None:
    """Why a card cannot be cast; None if it can. Who may decide whether it is cast does so before choosing targets."""
    try:
        return kernel.why_illegal(play)
    except UnscriptedChoice as error:
        if not kernel.rules.suspend_optional or len(error.choice.options) < error.choice.minimum:
            raise
        return None


def _hasten(frame: Frame, kernel: Kernel, spell: Thing) -> None:
    """Give the creature spell, and the creature it becomes, haste until the player loses control of it."""
    state = kernel.state
    haste = GrantAbilities((KeywordAbility("haste"),))
    state.effects.append(
        Effect(
            state.fresh_id(),
            (haste,),
            [object_ref(spell.id)],
            AS_CONTROLLED,
            clone(frame.bound),
            state.tick(),
            state.turn,
            label=f"the suspend ability of {spell.label}",
        )
    )
    state.touch()
    kernel.note(f"{spell.label} gains haste", "suspend")


@does(WarpAway)
def _warp_away(frame: Frame, node: WarpAway) -> None:
    """Exile the permanent if it is still there; its card is then warped (702.185b in 2026-06-19)."""
    kernel = frame.kernel
    perform(frame, Move(Self(), Destination("exile"), "exile"))
    for ref in objects(frame, Memo("exile")):
        card = kernel.thing(ref_id(ref) or 0)
        if card is not None and card.zone == "exile":
            card.remembers[WARPED] = kernel.state.turn


@does(MiracleOffer)
def _miracle(frame: Frame, node: MiracleOffer) -> None:
    """Offer to cast the card for its miracle cost, if it is still in the hand."""
    kernel, player = frame.kernel, frame.controller
    card = kernel.thing(frame.source)
    if card is None or card.zone != "hand":
        return
    offer = Request(player, card.id, alternative="permission")
    if asked_to_cast(frame, offer, f"cast {card.label} for its miracle cost"):
        cast(kernel, Request(player, card.id, alternative="permission"), make_mana, now=True, offered=(node.cost,))
        kernel.note(f"{card.label} is cast for its miracle cost", "miracle")
