"""The chapters of a Saga: the numbers it has now, and the test for a chapter ability (714.2 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.abilities.events import ChapterReached
from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing, flatten


def chapters_of(kernel: Kernel, saga: Thing) -> list[int]:
    """The numbers of all chapters that it has now."""
    held = (_numbers(each.ability) for each in flatten(look(kernel, saga.id).abilities))
    return [number for numbers in held for number in numbers]


def is_chapter(ability: object) -> bool:
    """Whether an ability is a chapter."""
    return bool(_numbers(ability))


def _numbers(ability: object) -> tuple[int, ...]:
    if isinstance(ability, TriggeredAbility) and isinstance(ability.event, ChapterReached):
        return ability.event.numbers
    return ()
