"""The ability that each Siege has by its subtype, for when its last defense counter is removed."""

from __future__ import annotations

from functools import cache

from rulesite.engine.abilities.combining import May, Sequence
from rulesite.engine.abilities.events import CountersRemoved
from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.abilities.moves import Destination, Move
from rulesite.engine.abilities.predicates import IsObject
from rulesite.engine.abilities.references import Memo, Self
from rulesite.engine.abilities.spell_instructions import PlayCard
from rulesite.engine.state.objects import HeldAbility


@cache
def siege_ability() -> HeldAbility:
    """The intrinsic ability of a Siege (310.11b in 2023-09-01)."""
    ability = TriggeredAbility(
        CountersRemoved("defense", IsObject(Self()), last=True),
        Sequence(
            (
                Move(Self(), Destination("exile"), "exile"),
                May(PlayCard(Memo("exile"), transformed=True)),
            )
        ),
        word="when",
        text="When the last defense counter is removed from this permanent, exile it, then you may cast it transformed"
        " without paying its mana cost.",
    )
    return HeldAbility("rule Siege", ability)
