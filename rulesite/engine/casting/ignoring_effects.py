"""The special action of ignoring the effect of a static ability that lets a player do so for a cost (116.2d in
2026-06-19)."""

from __future__ import annotations

from rulesite.engine.abilities.kinds import StaticAbility
from rulesite.engine.abilities.static_parts import MayIgnore
from rulesite.engine.effects.continuous import IGNORING, functions
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.game_state import Effect, player_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings, Thing

from .paying_now import pay_now


def ignorable(kernel: Kernel, player: str, thing: Thing) -> list[tuple[str, MayIgnore]]:
    """The static abilities of an object whose effect a player may ignore for a cost, by their keys."""
    offers = []
    frame = Frame(kernel, Bindings(look(kernel, thing.id).controller or thing.owner, thing.id))
    for held in look(kernel, thing.id).static:
        ability = held.ability
        ways = [part for part in getattr(ability, "parts", ()) if isinstance(part, MayIgnore)]
        if not ways or not isinstance(ability, StaticAbility) or not functions(kernel, thing, ability):
            continue
        if ability.condition is not None and not frame.holds(ability.condition):
            continue
        offers += [(f"{thing.id} {held.key}", way) for way in ways if player_ref(player) in frame.refs(way.who)]
    return offers


def ignore_effect(kernel: Kernel, player: str, thing_id: int) -> None:
    """Pay the cost, and ignore the effect until end of turn (of several, the one that the player chooses).

    Raises :class:`IllegalAction`.
    """
    thing = kernel.state.things[thing_id]
    ways = ignorable(kernel, player, thing)
    if not ways or not kernel.has("ignoring_effects"):
        raise kernel.illegal(f"{player} may ignore no effect of {thing.label}", "ignoring_effects")
    number = kernel.choose_number("effect", player, thing.label, "which effect", 1, len(ways))
    kin, way = ways[number - 1]
    pay_now(Frame(kernel, Bindings(player, thing_id)), player, way.cost)
    state = kernel.state
    state.effects.append(
        Effect(
            state.fresh_id(),
            (),
            [player_ref(player)],
            "turn",
            Bindings(player, thing_id),
            state.tick(),
            state.turn,
            IGNORING,
            label=f"{player} ignoring an effect of {thing.label}",
            what=kin,
        )
    )
    state.touch()
    kernel.note(f"{player} ignores the effect of {thing.label} until end of turn", "ignoring_effects")
