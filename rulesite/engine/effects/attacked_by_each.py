"""Static abilities about many creatures with a condition about "defending player": for each creature the one that it
attacks."""

from __future__ import annotations

from dataclasses import replace

from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.kinds import StaticAbility
from rulesite.engine.abilities.node import Node, rewrite, walk
from rulesite.engine.abilities.references import DefendingPlayer, Every, Memo
from rulesite.engine.abilities.static_parts import Applies
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.codec import clone
from rulesite.engine.state.game_state import ref_id

_EACH = "each attacker"


def condition_of_each(ability: StaticAbility) -> Condition | None:
    """The condition of an ability, if it must be tested for each creature separately (308.1 in 2005-08-01, 508.5)."""
    condition = ability.condition
    if condition is None or not any(isinstance(part, Applies) and isinstance(part.to, Every) for part in ability.parts):
        return None
    return condition if any(part == DefendingPlayer() for part in walk(condition)) else None


def holds_for(frame: Frame, condition: Condition, ref: str) -> bool:
    """Whether such a condition is true for one creature; a creature that is not attacking has no defending player."""
    kernel = frame.kernel
    combat = kernel.state.combat
    attacking = combat is not None and ref_id(ref) in combat.attackers
    if not attacking and len(kernel.state.opponents(kernel.state.active)) != 1:
        return False
    bound = clone(frame.bound)
    bound.memo = {**bound.memo, _EACH: [ref]}
    return replace(frame, bound=bound).holds(rewrite(condition, _of_it))


def _of_it(part: Node) -> Node:
    return replace(part, of=Memo(_EACH)) if part == DefendingPlayer() else part
