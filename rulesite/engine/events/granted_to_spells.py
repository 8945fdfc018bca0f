"""What static abilities grant a permanent spell for casting it, which the permanent keeps."""

from __future__ import annotations

from rulesite.engine.abilities.changes import GrantAbilities
from rulesite.engine.abilities.node import walk
from rulesite.engine.abilities.static_parts import AdditionalCost, AlternativeCost
from rulesite.engine.effects.continuous import printed
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.game_state import Effect, object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings, HeldAbility, Thing

_OF_AN_EFFECT = "effect "
"""How the key of an ability begins that an effect gave: that effect goes on by itself (400.7a in 2026-06-19)."""


def granted_to_cast(kernel: Kernel, spell: Thing) -> list[HeldAbility]:
    """The abilities for casting a permanent spell that static abilities grant it, such as blitz (611.3d in
    2026-06-19)."""
    own = [held.key for held in printed(kernel, spell).abilities]
    return [
        held
        for held in look(kernel, spell.id).abilities
        if held.key not in own
        and not held.key.startswith(_OF_AN_EFFECT)
        and any(isinstance(part, AdditionalCost | AlternativeCost) for part in walk(held.ability))
    ]


def go_on_granting(kernel: Kernel, held: HeldAbility, permanent: Thing) -> None:
    """Let a permanent keep an ability that it had as a spell, since when the spell had it."""
    state, ref = kernel.state, object_ref(permanent.id)
    about = Bindings(permanent.controller, permanent.id)
    grant = (GrantAbilities((held.ability,)),)
    state.effects.append(
        Effect(state.fresh_id(), grant, [ref], "permanent", about, held.timestamp, state.turn, label="how it was cast")
    )
    state.touch()
