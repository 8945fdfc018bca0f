"""Deal damage, with what the keywords of its source add (rule 120.3 in 2018-01-19).

A keyword that its definition writes out on that day (lifelink and deathtouch until 2009) adds nothing here: it is
played from those words.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulesite.engine.abilities.amounts import Number
from rulesite.engine.abilities.kinds import KeywordAbility
from rulesite.engine.abilities.player_rules import DamageAsThough
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import player_ref
from rulesite.engine.state.kernel import Kernel

from .batch import commit

_MARKS = ("deathtouch", "lifelink", "infect", "wither")


def deal(kernel: Kernel, events: Iterable[Event]) -> list[Event]:
    """Deal damage, all at one time; returns the damage that was really dealt."""
    proposed = list(events)
    for event in proposed:
        event.tags += marks(kernel, event.source) + _as_though(kernel, event)
        event.facts["toxic"] = toxic(kernel, event.source)
    happened = [event for event in commit(kernel, proposed) if event.kind == "damage"]
    _lifelink(kernel, happened)
    return happened


def marks(kernel: Kernel, source: int) -> tuple[str, ...]:
    """The keywords of a source, as it is or last was, that change the results of its damage."""
    if not source or (kernel.thing(source) is None and kernel.known(source) is None):
        return ()
    words = {
        held.ability.keyword
        for held in look(kernel, source).every_ability
        if isinstance(held.ability, KeywordAbility) and not held.ability.expands
    }
    return tuple(word for word in _MARKS if word in words)


def _as_though(kernel: Kernel, event: Event) -> tuple[str, ...]:
    """The keywords that the source counts as having for this damage (609.4)."""
    rules = changes_on(kernel, player_ref(next(iter(kernel.state.players))), DamageAsThough)
    return tuple(change.keyword for change, within in rules if within.matches(change.to, event.ref))


def toxic(kernel: Kernel, source: int) -> int:
    """The total toxic value of a source: the sum of the numbers of all its toxic abilities (702.164b in 2023-09-01)."""
    if not source or (kernel.thing(source) is None and kernel.known(source) is None):
        return 0
    held = [each.ability for each in look(kernel, source).every_ability]
    numbers = [each.amount for each in held if isinstance(each, KeywordAbility) and each.keyword == "toxic"]
    return sum(each.value for each in numbers if isinstance(each, Number))


def _lifelink(kernel: Kernel, happened: list[Event]) -> None:
    """Let the controller of a source with lifelink gain as much life as it dealt damage: one gain for each source."""
    gains: dict[int, int] = {}
    for event in happened:
        if event.tagged("lifelink"):
            gains[event.source] = gains.get(event.source, 0) + event.amount
    commit(
        kernel,
        [Event("gain_life", player=look(kernel, source).controller, amount=total) for source, total in gains.items()],
    )
