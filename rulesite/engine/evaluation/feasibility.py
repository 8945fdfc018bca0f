"""Whether an instruction can be carried out at all: an impossible option can be neither chosen nor paid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.amounts import AtLeast, UpTo
from rulesite.engine.abilities.node import Node
from rulesite.engine.abilities.references import Chosen, Every, Several
from rulesite.engine.state.characteristics import controller_of
from rulesite.engine.state.game_state import object_ref, ref_id, ref_player
from rulesite.engine.state.zones import creatures_of

from .frame import Frame
from .predicates import counters_on
from .references import chosen_options, is_x_chosen_now, now

Test = Callable[[Frame, str, Any], bool]

# ``casting/paying_now.py`` registers its test here, as it needs modules that import this one.
_PAYABLE: list[Test] = []


def decides_payable(test: Test) -> Test:
    """A decorator: the function tests whether a player could pay a cost during resolution."""
    _PAYABLE.append(test)
    return test


Bar = Callable[[Frame, str, Node, str], bool]

# ``effects/forbidden.py`` registers its test here, as it needs modules that import this one.
_BARRED: list[Bar] = []


def decides_barred(test: Bar) -> Bar:
    """A decorator: the function tests whether nothing can cause a player to do something with an object."""
    _BARRED.append(test)
    return test


def allowed(frame: Frame, player: str, do: Node, among: list[str]) -> list[str]:
    """Those of some objects with which the frame's spell or ability can have a player carry out an instruction."""
    return [ref for ref in among if not any(test(frame, player, do, ref) for test in _BARRED)]


def possible(frame: Frame, node: Node | None, player: str) -> bool:
    """Whether ``player`` could carry out an instruction now. Drawing a card is never impossible (rule
    ``impossible_choice``)."""
    kernel = frame.kernel
    match node:
        case None:
            return True
        case ir.Sequence():
            return all(possible(frame, step, player) for step in node.steps[:1])
        case ir.ChangeTargets() if node.new:
            things = [kernel.thing(ref_id(ref) or 0) for ref in frame.refs(node.what)]
            return any(each is not None and each.play is not None and each.play.bound.targets for each in things)
        case ir.KeywordAction(action="blight"):  # impossible without a creature (701.68b in 2026-06-19)
            return bool(creatures_of(kernel, player))
        case ir.Pay():
            return cost_possible(frame, node.cost, player)
        case ir.Sacrifice():
            mine = [
                object_ref(each)
                for each in kernel.state.zone("battlefield")
                if controller_of(kernel, object_ref(each)) == player
            ]
            return _enough(frame, node.what, allowed(frame, player, node, mine))
        case ir.Discard():
            hand = [object_ref(each) for each in kernel.state.zone("hand", player)]
            return _enough(frame, node.what, allowed(frame, player, node, hand))
        case ir.Search() if "library" in node.zones and not node.either:
            owners = frame.refs(node.whose)
            return allowed(frame, player, node, owners) == owners
        case ir.Move():
            if isinstance(node.what, Chosen):
                return _enough(frame, node.what, chosen_options(frame, node.what))
            found = [now(frame, ref) for ref in frame.refs(node.what)]
            gone = any(kernel.thing(ref_id(ref) or 0) is None for ref in found)
            return not gone and (bool(found) or isinstance(node.what, Every))
        case ir.Tap() | ir.Untap():
            wanted = isinstance(node, ir.Untap)
            able = [
                object_ref(each)
                for each in kernel.state.zone("battlefield")
                if kernel.state.things[each].tapped == wanted
            ]
            return _enough(frame, node.what, able)
        case ir.Unattach():
            attached = [object_ref(each.id) for each in kernel.state.things.values() if each.attached_to]
            return _enough(frame, node.what, attached)
        case ir.RemoveCounters():
            if node.amount is None:
                return True
            sources = chosen_options(frame, node.from_) if isinstance(node.from_, Chosen) else frame.refs(node.from_)
            return bool(with_counters(frame, sources, node.kind, frame.amount(node.amount)))
        case ir.PutCounters() if not node.divided:
            if isinstance(node.on, Every):
                return True
            holders = chosen_options(frame, node.on) if isinstance(node.on, Chosen) else frame.refs(node.on)
            present = [at for at in (now(frame, each) for each in holders) if _is_there(frame, at)]
            return bool(allowed(frame, player, node, present)) or _takes_none(node.on)
        case ir.Mill():
            return len(kernel.state.zone("library", player)) >= frame.amount(node.amount)
    return True


def _is_there(frame: Frame, ref: str) -> bool:
    return bool(ref_player(ref)) or frame.kernel.thing(ref_id(ref) or 0) is not None


def _takes_none(what: Node) -> bool:
    return isinstance(what, Chosen) and isinstance(what.amount, UpTo)


def with_counters(frame: Frame, among: list[str], kind: str | None, need: int) -> list[str]:
    """Those of some players and objects, where they are now, that have at least so many counters of a kind (``None``:
    of any)."""
    found = [(ref, now(frame, ref)) for ref in among]
    there = [(ref, at) for ref, at in found if _is_there(frame, at)]
    return [ref for ref, at in there if counters_on(frame.kernel, at, kind) >= need]


def _enough(frame: Frame, what: Node, among: list[str]) -> bool:
    if isinstance(what, Several) and any(isinstance(part, Chosen) for part in what.parts):
        return all(_enough(frame, part, among) for part in what.parts)
    if isinstance(what, Chosen):
        options = [ref for ref in chosen_options(frame, what) if ref in among]
        if isinstance(what.amount, UpTo) or is_x_chosen_now(frame, what.amount):
            return True
        need = frame.amount(what.amount.minimum if isinstance(what.amount, AtLeast) else what.amount)
        return len(options) >= need
    found = [now(frame, ref) for ref in frame.refs(what)]
    return all(ref in among for ref in found) and (bool(found) or isinstance(what, Every))  # all of none is none


def cost_possible(frame: Frame, cost: Node, player: str) -> bool:
    """Whether a player could pay a cost during resolution (tested by ``casting/paying_now.py``)."""
    return all(check(frame, player, cost) for check in _PAYABLE)
