"""Costs to attack or block: "creatures can't attack you unless their controller pays …" (rule 508.1g in 2018-01-19)."""

from __future__ import annotations

from rulesite.engine.abilities.player_rules import AttackTax
from rulesite.engine.casting.paying_now import pay_now
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import Choice
from rulesite.engine.state.game_state import object_ref, player_ref
from rulesite.engine.state.kernel import Kernel


def taxes(
    kernel: Kernel, thing_id: int, defender: str, block: bool = False, walker: int = 0
) -> list[tuple[AttackTax, Frame]]:
    """The costs that a creature's controller has to pay so that it may attack ``defender``, or a planeswalker
    (``walker``), or, with ``block``, may block."""
    attacked = object_ref(walker) if walker else player_ref(defender)
    ref = object_ref(thing_id)
    controller = look(kernel, thing_id).controller
    found = changes_on(kernel, ref, AttackTax) + changes_on(kernel, player_ref(controller), AttackTax)
    return [
        (change, frame)
        for change, frame in found
        if change.block == block
        and frame.matches(change.what, ref)
        and (block or change.whom is None or attacked in frame.refs(change.whom))
    ]


def pay_taxes(
    kernel: Kernel, creatures: dict[int, str], block: bool = False, walkers: dict[int, int] | None = None
) -> None:
    """Pay for a whole declaration. Raises :class:`IllegalAction` for a cost that cannot be paid."""
    for thing_id, defender in creatures.items():
        for change, frame in taxes(kernel, thing_id, defender, block, (walkers or {}).get(thing_id, 0)):
            pay_now(frame, look(kernel, thing_id).controller, change.cost)
    for player in {look(kernel, thing_id).controller for thing_id in creatures}:
        if kernel.script.has(Choice("mana abilities", player, player, "play mana abilities")):
            raise kernel.illegal(f"{player} pays no mana to declare these, so nothing is tapped for it", "mana_ability")
