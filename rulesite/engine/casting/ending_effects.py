"""The special action of ending an effect that lets its controller do so for a cost (116.2c in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.game_state import Effect, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings

from .paying_now import pay_now


def endable(kernel: Kernel, player: str, thing_id: int) -> list[list[Effect]]:
    """The effects of an object's abilities that a player may end for a cost, in the order in which they began: those
    that one ability made are one effect. An effect whose objects are all gone is none of them."""
    groups: dict[int, list[Effect]] = {}
    for effect in kernel.state.effects:
        if effect.ends_for is None or effect.bound.controller != player or effect.bound.source != thing_id:
            continue
        if any(kernel.thing(ref_id(ref) or 0) is not None for ref in effect.affected or ()):
            groups.setdefault(effect.bound.stack_id, []).append(effect)
    return list(groups.values())


def end_effect(kernel: Kernel, player: str, thing_id: int) -> None:
    """Pay the cost and end the effect (of several, the one that the player chooses).

    Raises :class:`IllegalAction`.
    """
    name, groups = kernel.state.things[thing_id].label, endable(kernel, player, thing_id)
    if not groups or not kernel.has("ending_effects"):
        raise kernel.illegal(f"{player} can end no effect of {name}", "ending_effects")
    number = kernel.choose_number("effect", player, name, "which effect, the oldest first", 1, len(groups))
    ended = groups[number - 1]
    pay_now(Frame(kernel, Bindings(player, thing_id)), player, ended[0].ends_for)
    kernel.note(f"{player} ends {ended[0].label}", "ending_effects")
    kernel.state.effects = [each for each in kernel.state.effects if each not in ended]
    kernel.state.touch()
