"""Lock in what an effect depends on: its numbers as it begins (rule ``value_locked_in``), and its choices."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from rulesite.engine.abilities.amounts import Amount, Characteristic, Number, Times
from rulesite.engine.abilities.changes import GrantAbilities, ModifyPowerToughness
from rulesite.engine.abilities.node import Node, rewrite
from rulesite.engine.abilities.predicates import AnyOf, Predicate
from rulesite.engine.abilities.references import Granter, Reference
from rulesite.engine.abilities.traits import HasChosen, HasColor, HasName, HasSubtype, HasType, SharesQuality
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.predicates import chosen_quality
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.game_state import ref_id


def freeze(frame: Frame, change: Any) -> Any:
    """A change with its amounts replaced by the numbers they have now; granted abilities keep theirs."""
    if isinstance(change, GrantAbilities):
        return rewrite(change, lambda part: _with_colors(frame, part))
    if not frame.kernel.has("value_locked_in"):
        return change
    if isinstance(change, ModifyPowerToughness):
        power, toughness = (Number(_calculated(frame, part)) for part in (change.power, change.toughness))
        return dataclasses.replace(change, power=power, toughness=toughness)
    return _freeze(frame, change)


def _with_colors(frame: Frame, part: Any) -> Any:
    """ "Protection from the colors of target permanent": a part with the colors that it has now."""
    if not isinstance(part, SharesQuality) or not part.fixed:
        return part
    colors = {color for ref in frame.refs(part.with_) for color in look(frame.kernel, ref_id(ref) or 0).colours}
    return AnyOf(tuple(map(HasColor, sorted(colors))))


def _calculated(frame: Frame, value: Amount) -> int:
    """A number to add: a calculated result below zero counts as zero (rule 107.1b in 2018-01-19), unless power or
    toughness is doubled (701.10c)."""
    if isinstance(value, Number):
        return value.value
    if isinstance(value, Times):
        return value.factor * _calculated(frame, value.of)
    below = isinstance(value, Characteristic) and value.signed and frame.kernel.rules.doubles_below_zero
    return frame.amount(value) if below else max(0, frame.amount(value))


def _freeze(frame: Frame, value: Any) -> Any:
    if isinstance(value, Amount):
        return Number(frame.amount(value))
    if isinstance(value, Reference) or not isinstance(value, Node):
        return value
    changed = {field.name: _freeze(frame, getattr(value, field.name)) for field in dataclasses.fields(value)}
    return dataclasses.replace(value, **changed)


_SAYS: dict[str, Callable[[str], Predicate]] = {
    "color": HasColor,
    "card name": HasName,
    "card type": HasType,
    "creature type": HasSubtype,
    "land type": HasSubtype,
    "basic land type": HasSubtype,
}


def with_choices(frame: Frame, ability: Any) -> Any:
    """A granted ability with "the chosen color" and the like, and the name, filled in from the object that grants
    it."""

    def fixed(part: Any) -> Any:
        if isinstance(part, Granter):
            return Granter(frame.source)
        if not isinstance(part, HasChosen) or part.quality not in _SAYS:
            return part
        value = chosen_quality(frame, part.quality)
        return part if value is None else _SAYS[part.quality](value)

    return rewrite(ability, fixed)
