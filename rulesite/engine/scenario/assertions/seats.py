"""Claims about seats and ranges of influence."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from rulesite.engine.scenario.language.trees import named
from rulesite.engine.seating.range_of_influence import in_range
from rulesite.engine.seating.turn_markers import marker_of
from rulesite.engine.seating.variants import why_not_seated

from .lookup import Lookup, Verdict, negated, player_name


class SeatClaims(Lookup):
    """The claims about seats and ranges of influence."""

    def range_of(self, owner: Tree[Any], number: Token) -> Verdict:
        name = player_name(owner)
        seats = self.state.options.ranges.get(name)
        return seats == number.value, f"{name}'s range of influence is {seats or 'unlimited'}"

    def range_unlimited(self, owner: Tree[Any]) -> Verdict:
        name = player_name(owner)
        seats = self.state.options.ranges.get(name)
        return seats is None, f"{name}'s range of influence is {seats or 'unlimited'}"

    def within_range(self, who: Tree[Any], owner: Tree[Any]) -> Verdict:
        name, ref = player_name(owner), self.table.reference(named(who))
        held = in_range(self.game.kernel, name, ref)
        return held, f"{self.game.kernel.label(ref)} is {'' if held else 'not '}within {name}'s range of influence"

    def not_within_range(self, who: Tree[Any], owner: Tree[Any]) -> Verdict:
        return negated(self.within_range(who, owner))

    def markers_are(self, number: Token) -> Verdict:
        count = len(self.state.markers)
        return count == number.value, f"there are {count} turn markers"

    def has_marker(self, player: Tree[Any]) -> Verdict:
        held = marker_of(self.state, player_name(player)) is not None
        return held, f"{player_name(player)} has {'a' if held else 'no'} turn marker"

    def has_no_marker(self, player: Tree[Any]) -> Verdict:
        return negated(self.has_marker(player))

    def may_sit(self) -> Verdict:
        reason = why_not_seated(list(self.state.players), self.state.options)
        return not reason, reason or "the players may sit so"

    def may_not_sit(self) -> Verdict:
        return negated(self.may_sit())
