"""Face-down objects: the cause of a spell's or permanent's being face down, and the abilities it has then (708.2a in
2026-06-19)."""

from __future__ import annotations

from rulesite.engine.abilities.combat_events import BecomesTarget
from rulesite.engine.abilities.conjunctions import Unless
from rulesite.engine.abilities.costs import Cost, PayMana
from rulesite.engine.abilities.kinds import KeywordAbility, TriggeredAbility
from rulesite.engine.abilities.predicates import (
    All,
    AnyOf,
    Controlled,
    IsAbility,
    IsObject,
    IsPlayer,
    IsSpell,
    OpponentOf,
)
from rulesite.engine.abilities.references import ControllerOf, EachPlayer, Self, TriggerObject, You
from rulesite.engine.abilities.spell_instructions import CounterSpell

from .kernel import Kernel
from .objects import HeldAbility, Known, Thing

FACE_DOWN_BY = "face down by"
"""The memory key for the cause of being face down: "disguise", "manifest" or "cloak"; there is no entry for morph, nor
for an effect that turned it down."""
MANIFESTED = ("manifest", "cloak")
"""The causes after which the object may be turned face up for its mana cost (701.40b, 701.58b in 2026-06-19)."""
_WARDED = ("disguise", "cloak")

_TWO = Cost((PayMana("{2}"),))
_AN_OPPONENTS = Controlled(EachPlayer(All((IsPlayer(), OpponentOf(You())))))
WARD = KeywordAbility(
    "ward",
    _TWO,
    expands=(
        TriggeredAbility(
            BecomesTarget(IsObject(Self()), All((AnyOf((IsSpell(), IsAbility())), _AN_OPPONENTS))),
            Unless(CounterSpell(TriggerObject("other")), _TWO, ControllerOf(TriggerObject("other"), then=True)),
            word="whenever",
        ),
    ),
    text="Ward {2}",
)
"""The ability of the words "Ward {2}"."""


def turn(kernel: Kernel, thing: Thing, *, up: bool) -> None:
    """Turn an object face up or face down, and forget the former cause of being face down."""
    thing.face_down = not up
    if kernel.rules.turning_renews:
        thing.renew(kernel.state.tick())
    thing.remembers.pop(FACE_DOWN_BY, None)


def is_manifested(thing: Thing) -> bool:
    """Whether an object was manifested or cloaked, and has been face down since."""
    return thing.remembers.get(FACE_DOWN_BY) in MANIFESTED


def abilities_face_down(thing: Thing | Known) -> tuple[HeldAbility, ...]:
    """The abilities of a face-down object: none, or ward if it was cloaked or cast for disguise (701.58a, 702.168a in
    2026-06-19)."""
    return (HeldAbility("face down", WARD),) if thing.remembers.get(FACE_DOWN_BY) in _WARDED else ()
