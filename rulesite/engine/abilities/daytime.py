"""Day and night in card text (724 in 2021-09-24).

It becomes day or night as a permanent enters or by an effect; a `daytime` is either of the two.
"""

from __future__ import annotations

from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.conjunctions import If
from rulesite.engine.abilities.events import Event
from rulesite.engine.abilities.instructions import Instruction
from rulesite.engine.abilities.node import node
from rulesite.engine.abilities.static_parts import AsEnters
from rulesite.engine.language.patterns import hole
from rulesite.engine.language.phrases import choice, means, prints, reads, says

choice("daytime", day="day", night="night")


@node
class DaytimeChanges(Event):
    """Day becomes night, or night becomes day; not the change from neither."""

    words = (says("event", "day becomes night or night becomes day"),)


@node
class IsDaytime(Condition):
    """It is day, or night; `which` empty: neither."""

    which: str

    words = (
        reads("condition1", "it is neither day nor night", which=""),
        prints("condition1", "it's neither day nor night", which=""),
        reads("condition1", "it is {which:daytime}"),
        prints("condition1", "it's {which:daytime}"),
    )


@node
class BecomeDaytime(Instruction):
    """It becomes day or night."""

    which: str

    words = (says("simple", "it becomes {which:daytime}"),)


means(
    "static",
    "if it is neither day nor night, it becomes {which:daytime} as {:this_one} enters",
    AsEnters(If(IsDaytime(""), BecomeDaytime(hole("which", str)))),
    surface="daytime",
    printed=False,
)
means(
    "static",
    "if it's neither day nor night, it becomes {which:daytime} as {:this_one} enters",
    AsEnters(If(IsDaytime(""), BecomeDaytime(hole("which", str)))),
    surface="daytime",
    read=False,
)
