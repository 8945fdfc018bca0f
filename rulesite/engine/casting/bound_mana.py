"""Restricted mana, which may be spent on certain things only: how much of a pool pays for something, and taking it
(106.6)."""

from __future__ import annotations

from typing import Any

from rulesite.engine.abilities.instructions import Continuous
from rulesite.engine.abilities.mana_instructions import CostsOf
from rulesite.engine.abilities.predicates import AnyOf
from rulesite.engine.abilities.references import Current
from rulesite.engine.abilities.restrictions import CantBeCountered
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.origin import as_cast_from
from rulesite.engine.events.perform import perform
from rulesite.engine.state.choices import Choice, NotModelled
from rulesite.engine.state.codec import clone
from rulesite.engine.state.game_state import BoundMana, Player, ref_id
from rulesite.engine.state.kernel import Kernel

RESTRICTED, FREE = "restricted mana", "other mana"
"""The options when a player could spend restricted or unrestricted mana of a type."""


def usable(kernel: Kernel, player: str, spent_on: str) -> dict[str, int]:
    """The mana of a pool that may be spent on something: a spell or ability on the stack, or the payment that the
    keyword of that name requires as it resolves; "" is anything that no restriction names."""
    state = kernel.state.players[player]
    pool = dict(state.mana)
    for mana in state.bound_mana:
        if not _may_be_spent(kernel, mana, spent_on):
            pool[mana.symbol] -= 1
    return {symbol: count for symbol, count in pool.items() if count > 0}


def usable_snow(kernel: Kernel, player: str) -> dict[str, int]:
    """How much of the mana of a pool is from snow sources.

    Raises :class:`NotModelled` where some mana of such a type is bound: which of it is snow mana is not remembered.
    """
    state = kernel.state.players[player]
    snow = {symbol: count for symbol, count in state.snow_mana.items() if count > 0}
    if any(mana.symbol in snow for mana in state.bound_mana):
        raise NotModelled("restricted mana together with {S}")
    return snow


def take(kernel: Kernel, player: str, symbol: str, spent_on: str, about: str = "", snow: bool = False) -> None:
    """Take one mana from a pool, ``snow`` of a snow source: restricted mana first, unless the player chooses other
    mana."""
    state = kernel.state.players[player]
    fitting = (mana for mana in state.bound_mana if mana.symbol == symbol and _may_be_spent(kernel, mana, spent_on))
    first = next(fitting, None)
    if first is not None and not (_is_free(state, symbol) and _chooses_free(kernel, player, symbol, about)):
        state.bound_mana.remove(first)
        if first.uncounterable and kernel.thing(ref_id(spent_on) or 0) is not None:
            bound = clone(first.bound)
            bound.current = spent_on
            perform(Frame(kernel, bound), Continuous(Current(), (CantBeCountered(),), "permanent"))
        _do_as_spent(kernel, first, spent_on)
    state.spend(symbol, snow)


def _do_as_spent(kernel: Kernel, mana: BoundMana, spent_on: str) -> None:
    """Do what is done as mana is spent on a spell that fits, once for all that was added together."""
    spell, done = kernel.thing(ref_id(spent_on) or 0), f"mana {mana.batch} was spent on it"
    if mana.then is None or spell is None or done in spell.remembers:
        return
    bound = clone(mana.bound)
    bound.event = {"subject": spent_on, "player": bound.controller}
    frame = Frame(kernel, bound)
    if frame.matches(mana.on, spent_on):
        spell.remembers[done] = bound.did = True
        perform(frame, mana.then)


def _is_free(state: Player, symbol: str) -> bool:
    """Whether some mana of a type is unrestricted."""
    return state.mana[symbol] > sum(mana.symbol == symbol for mana in state.bound_mana)


def _chooses_free(kernel: Kernel, player: str, symbol: str, about: str) -> bool:
    """Whether the script spends unrestricted mana here; without an entry nobody is asked (106.6)."""
    choice = Choice("mana kind", player, about, f"which {{{symbol}}} is spent", (RESTRICTED, FREE))
    return kernel.script.has(choice) and str(kernel.script.take(choice)) == FREE


def _may_be_spent(kernel: Kernel, mana: BoundMana, spent_on: str) -> bool:
    if mana.then is not None:
        return True
    allowed = mana.only.parts if isinstance(mana.only, AnyOf) else (mana.only,)
    return any(_allows(kernel, mana, part, spent_on) for part in allowed)


def _allows(kernel: Kernel, mana: BoundMana, part: Any, spent_on: str) -> bool:
    if isinstance(part, CostsOf):
        return part.keyword == spent_on
    if ref_id(spent_on) is None:
        return False
    spell = kernel.thing(ref_id(spent_on) or 0)
    zone = spell.play.bound.record.played_from if spell is not None and spell.play is not None else None
    return Frame(kernel, mana.bound).matches(as_cast_from(part, zone) if zone else part, spent_on)
