"""The keywords that counters of their name give (122.1b), with the abilities that some of them stand for."""

from __future__ import annotations

from rulesite.engine.abilities.amounts import Number
from rulesite.engine.abilities.changes import ModifyPowerToughness
from rulesite.engine.abilities.combat_events import Attacks
from rulesite.engine.abilities.conjunctions import Delayed
from rulesite.engine.abilities.instructions import Continuous
from rulesite.engine.abilities.kinds import KeywordAbility, StaticAbility, TriggeredAbility
from rulesite.engine.abilities.permanent_instructions import Sacrifice
from rulesite.engine.abilities.predicates import All, Controlled, IsObject, IsPermanent
from rulesite.engine.abilities.references import Self, TriggerObject, You
from rulesite.engine.abilities.restrictions import CantBeBlocked, CantBlock
from rulesite.engine.abilities.static_parts import Applies
from rulesite.engine.abilities.times import StepBegins
from rulesite.engine.abilities.traits import HasType

MENACE = KeywordAbility(
    "menace", expands=(StaticAbility((Applies(Self(), (CantBeBlocked(minimum=2),)),)),), text="menace"
)
_EXALTED = KeywordAbility(
    "exalted",
    expands=(
        TriggeredAbility(
            Attacks(All((HasType("creature"), IsPermanent(), Controlled(You()))), alone=True),
            Continuous(TriggerObject(), (ModifyPowerToughness(Number(1), Number(1)),)),
        ),
    ),
    text="exalted",
)
_DECAYED = KeywordAbility(
    "decayed",
    expands=(
        StaticAbility((Applies(Self(), (CantBlock(),)),)),
        TriggeredAbility(Attacks(IsObject(Self())), Delayed(StepBegins("end of combat"), Sacrifice(Self()))),
    ),
    text="decayed",
)
_STANDING_FOR_WORDS = {each.keyword: each for each in (MENACE, _EXALTED, _DECAYED)}


def keyword_of_counter(kind: str) -> KeywordAbility:
    """The keyword that a counter of this name gives."""
    return _STANDING_FOR_WORDS.get(kind) or KeywordAbility(kind)
