"""Numbers that continuous effects change as they are counted: devotion (700.5a), and the power used to station
(702.184c)."""

from __future__ import annotations

from rulesite.engine.abilities.amounts import Characteristic, Devotion, ManaSymbolsIn, StationingPower
from rulesite.engine.abilities.player_rules import DevotionMore
from rulesite.engine.abilities.predicates import All, Controlled, IsPermanent
from rulesite.engine.abilities.references import Every
from rulesite.engine.abilities.restrictions import StationsByToughness
from rulesite.engine.abilities.static_parts import Applies
from rulesite.engine.evaluation.frame import AMOUNTS, Frame, answers
from rulesite.engine.evaluation.predicates import chars
from rulesite.engine.evaluation.references import there_already
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import SYMBOL_OF

from .continuous import changes_on, static_abilities


@answers(AMOUNTS, Devotion)
def _devotion(frame: Frame, node: Devotion) -> int:
    """The mana symbols of these colours, a hybrid one once, in the mana costs of what the player controls."""
    letters = {SYMBOL_OF[color] for color in node.colors}
    costs = [
        found.mana_cost or ()
        for ref in there_already(frame, Every(All((IsPermanent(), Controlled(node.of)))))
        if (found := chars(frame.kernel, ref)) is not None
    ]
    counted = sum(not letters.isdisjoint(symbol.split("/")) for cost in costs for symbol in cost)
    return counted + sum(_increase(frame.kernel, player) for player in frame.refs(node.of))


@answers(AMOUNTS, ManaSymbolsIn)
def _symbols_in(frame: Frame, node: ManaSymbolsIn) -> int:
    """The mana symbols of a colour in mana costs; nothing increases their number."""
    costs = [found.mana_cost or () for ref in frame.refs(node.of) if (found := chars(frame.kernel, ref)) is not None]
    return sum(SYMBOL_OF[node.color] in symbol.split("/") for cost in costs for symbol in cost)


def _increase(kernel: Kernel, player: str) -> int:
    """By how much a player's devotion is increased.

    This is needed while characteristics are computed ("isn't a creature"), so only the abilities that increase it are
    looked at.
    """
    more = 0
    for frame, ability in static_abilities(kernel):
        for part in (each for each in ability.parts if isinstance(each, Applies)):
            for change in (each for each in part.changes if isinstance(each, DevotionMore)):
                here = ability.condition is None or frame.holds(ability.condition)
                if here and player in frame.refs(part.to):
                    more += frame.amount(change.amount)
    return more


@answers(AMOUNTS, StationingPower)
def _stationing_power(frame: Frame, node: StationingPower) -> int:
    tapped = frame.refs(node.of)
    by_toughness = any(changes_on(frame.kernel, ref, StationsByToughness) for ref in tapped)
    return frame.amount(Characteristic("toughness" if by_toughness else "power", node.of))
