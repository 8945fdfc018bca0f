"""The ability that a sentence refers to: "Font's second ability", "Font's ability "When …"", "Font's ability"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.trees import AbilityRef, Ref
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import UnknownName
from rulesite.engine.state.objects import HeldAbility, flatten

if TYPE_CHECKING:
    from .builder import Table


def held_by(table: Table, of: Ref) -> list[HeldAbility]:
    """The abilities of a card in the order of their numbers: first the printed ones, then all others that it has now or
    had last."""
    state, kernel = table.game.state, table.game.kernel
    first = table.id(of)
    try:
        thing_id = table.now(of)
        printed, seen = state.things[thing_id].card.abilities, look(kernel, thing_id).abilities
    except UnknownName:
        while first in state.known and state.known[first].became:
            first = state.known[first].became
        printed, seen = (), state.known[first].characteristics.abilities
    own = [
        each if isinstance(each, HeldAbility) else HeldAbility(f"printed {number}", each)
        for number, each in enumerate(printed)
    ]
    keys = {each.key for each in own}
    return own + [each for each in seen if each.key not in keys]


def meant(table: Table, ref: AbilityRef) -> HeldAbility | None:
    """The ability that a sentence refers to by number or text; ``None`` if it gives neither.

    Raises :class:`ScenarioError` when there is no such ability, or several have this text.
    """
    if not ref.number and not ref.text:
        return None
    held = held_by(table, ref.of)
    if ref.number:
        if ref.number > len(held):
            raise ScenarioError(
                f"{ref.of} has {len(held)} abilities, and number {ref.number} is asked for",
                mend="They are numbered as they are printed; those that effects gave come after these",
            )
        return held[ref.number - 1]
    fitting = [each for each in held if ref.text.casefold() in _text(each)]
    if len(fitting) != 1:
        raise ScenarioError(
            f"{len(fitting)} abilities of {ref.of} say {ref.text!r}",
            mend=f"Write as many of its words as tell it from the others, or its number: {ref.of}'s first ability",
        )
    return fitting[0]


def is_of(held: HeldAbility | None, key: object) -> bool:
    """Whether the key of an ability belongs to ``held``, or to an ability that the keyword ``held`` stands for; without
    ``held`` any key does."""
    return held is None or key == held.key or str(key).startswith(f"{held.key}.")


def _text(held: HeldAbility) -> str:
    words: list[Any] = [getattr(each.ability, "text", "") for each in flatten((held,))]
    return " ".join(words).casefold()
