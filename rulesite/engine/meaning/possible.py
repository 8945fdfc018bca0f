"""Whether an instruction could be carried out at all: an impossible option cannot be chosen, nor be paid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.abilities import combining as join
from rulesite.engine.abilities.amounts import AtLeast, UpTo
from rulesite.engine.abilities.node import Node
from rulesite.engine.abilities.references import Chosen
from rulesite.engine.state.characteristics import controller_of
from rulesite.engine.state.game_state import object_ref, ref_id, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Context

from .evaluate import amount, refs
from .fitting import counters_on
from .referents import chosen_options, now, owner_of

Test = Callable[[Kernel, Context, str, Any], bool]

# ``casting/paying_now.py`` enters its test here: it needs the modules that need this one.
_PAYABLE: list[Test] = []


def decides_payable(test: Test) -> Test:
    """A decorator: the function says whether a player could pay a cost during resolution."""
    _PAYABLE.append(test)
    return test


def possible(kernel: Kernel, ctx: Context, node: Node | None, player: str) -> bool:
    """Whether ``player`` could do it now. Drawing a card is never impossible (rule ``impossible_choice``)."""
    match node:
        case None:
            return True
        case join.Sequence():
            return all(possible(kernel, ctx, step, player) for step in node.steps[:1])
        case join.Pay():
            return cost_possible(kernel, ctx, node.cost, player)
        case ir.Sacrifice():
            mine = [
                object_ref(each)
                for each in kernel.state.zone("battlefield")
                if controller_of(kernel, object_ref(each)) == player
            ]
            return _enough(kernel, ctx, node.what, mine)
        case ir.Discard():
            return _enough(kernel, ctx, node.what, [object_ref(each) for each in kernel.state.zone("hand", player)])
        case ir.Move():
            if isinstance(node.what, Chosen):
                options = [ref for ref in chosen_options(kernel, ctx, node.what) if _reachable(kernel, ref, player)]
                return _enough(kernel, ctx, node.what, options)
            found = [now(kernel, ctx, ref) for ref in refs(kernel, ctx, node.what)]
            return bool(found) and all(kernel.thing(ref_id(ref) or 0) is not None for ref in found)
        case ir.Tap() | ir.Untap():
            wanted = isinstance(node, ir.Untap)
            able = [
                object_ref(each)
                for each in kernel.state.zone("battlefield")
                if kernel.state.things[each].tapped == wanted
            ]
            return _enough(kernel, ctx, node.what, able)
        case ir.RemoveCounters():
            if node.amount is None:
                return True
            need = amount(kernel, ctx, node.amount)
            return any(
                counters_on(kernel, now(kernel, ctx, ref), node.kind) >= need
                for ref in refs(kernel, ctx, node.from_)
                if ref_player(ref) or kernel.thing(ref_id(now(kernel, ctx, ref)) or 0) is not None
            )
        case ir.Mill():
            return len(kernel.state.zone("library", player)) >= amount(kernel, ctx, node.amount)
    return True


def _reachable(kernel: Kernel, ref: str, player: str) -> bool:
    thing = kernel.thing(ref_id(ref) or 0)
    if thing is None:
        return False
    if thing.zone == "battlefield":
        return controller_of(kernel, ref) == player
    return thing.zone == "stack" or owner_of(kernel, ref) == player


def _enough(kernel: Kernel, ctx: Context, what: Node, among: list[str]) -> bool:
    if isinstance(what, Chosen):
        options = [ref for ref in chosen_options(kernel, ctx, what) if ref in among]
        if isinstance(what.amount, UpTo):
            return True
        need = amount(kernel, ctx, what.amount.minimum if isinstance(what.amount, AtLeast) else what.amount)
        return len(options) >= need
    found = [now(kernel, ctx, ref) for ref in refs(kernel, ctx, what)]
    return all(ref in among for ref in found) and bool(found)


def cost_possible(kernel: Kernel, ctx: Context, cost: Node, player: str) -> bool:
    """Whether a player could pay a cost asked for during resolution (``casting/paying_now.py`` enters the test)."""
    return all(check(kernel, ctx, player, cost) for check in _PAYABLE)
