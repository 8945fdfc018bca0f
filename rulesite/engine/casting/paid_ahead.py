"""Costs whose payment decides the total cost: harmonize, emerge and offering lower it, as does a card for each object
sacrificed, exiled or tapped "this way"; and "exile a card and pay its mana cost" sets it.

The player chooses what is tapped or sacrificed as the cost is announced (601.2b); the total is reduced by what it is
(601.2f, `total_cost`); and it is tapped or sacrificed as the total cost is paid (601.2h).
"""

from __future__ import annotations

from dataclasses import replace

from rulesite.engine.abilities.costs import Act, Cost, CostPart, ManaCostOf
from rulesite.engine.abilities.moves import Move
from rulesite.engine.abilities.permanent_instructions import Sacrifice, Tap
from rulesite.engine.abilities.references import Chosen, Memo
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.references import choose_objects
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.game_state import object_ref

from .payments import Item
from .total_cost import LOWERING, PAID_AHEAD

VERBS = {Tap: "tap", Sacrifice: "sacrifice"}
"""What is said of an object to which one of these is done."""


def choose_ahead(
    frame: Frame, player: str, name: str, items: list[Item], counted: frozenset[str] = frozenset()
) -> list[Item]:
    """The items of a cost by its name, with what pays for them chosen now if it lowers the total cost: by a rule of
    that name, or because the spell counts what is done by one of the verbs `counted`."""
    if (name not in LOWERING or not frame.kernel.has(name)) and not counted:
        return items
    return [each for item in items for each in _chosen(frame, player, item, counted)]


def _chosen(frame: Frame, player: str, item: Item, counted: frozenset[str]) -> list[Item]:
    node, kernel, options = item.node, frame.kernel, None
    if not isinstance(node, Tap | Sacrifice | Move) or not isinstance(node.what, Chosen):
        return [item]
    verb = node.verb if isinstance(node, Move) else VERBS[type(node)]
    if isinstance(node, Move) and verb not in counted:
        return [item]
    if isinstance(node, Tap | Sacrifice):
        field = [each for each in kernel.state.zone("battlefield") if look(kernel, each).controller == player]
        options = [object_ref(each) for each in field if frame.matches(node.what.what, object_ref(each))]
    chosen = choose_objects(frame, node.what, player, item.word, options)
    if options == [] and isinstance(node, Sacrifice) and verb not in counted:
        raise kernel.illegal(f"{player} controls nothing to sacrifice", "unpayable")
    frame.bound.memo[PAID_AHEAD] = chosen
    if verb in counted:
        frame.bound.memo[str(verb)] = chosen
    for ref in chosen:
        kernel.note(f"{player} will {item.word} {kernel.label(ref)}", "announce_modes")
    return [replace(item, node=replace(node, what=Memo(PAID_AHEAD)))] if chosen else []


def with_card_chosen(frame: Frame, player: str, cost: Cost) -> Cost:
    """A cost with the card that one part of it moves chosen now, if another part is the mana cost of that card.

    Raises :class:`IllegalAction` if there is none.
    """
    named = {part.of.verb for part in cost.parts if isinstance(part, ManaCostOf) and isinstance(part.of, Memo)}
    return replace(cost, parts=tuple(_with_card(frame, player, part, named) for part in cost.parts)) if named else cost


def _with_card(frame: Frame, player: str, part: CostPart, named: set[str | None]) -> CostPart:
    if not isinstance(part, Act) or not isinstance(part.do, Move):
        return part
    move = part.do
    if not isinstance(move.what, Chosen) or move.verb not in named:
        return part
    chosen = choose_objects(frame, move.what, player, move.verb)
    if not chosen:
        raise frame.kernel.illegal(f"{player} has nothing to {move.verb}", "unpayable")
    frame.bound.memo[move.verb] = frame.bound.memo[PAID_AHEAD] = chosen
    return replace(part, do=replace(move, what=Memo(PAID_AHEAD)))
