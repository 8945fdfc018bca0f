"""What players do to cards, life totals and permanents."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.steps import YOU, bare, done_by, joined_by, sequence

"""What "one of them" is after cards were drawn; which they were is not kept."""
OF_OBJECTS = ("explore", "connive", "exert", "adapt", "monstrosity")
"""Keyword actions whose doer is an object."""


@v_args(inline=True)
class Doing(Part):
    """Verb phrases whose subject is a player (left out: you)."""

    def pvps(self, step: Any) -> Any:
        return step

    pvp = pvps

    def pvps_or(self, *steps: Any) -> Any:
        return ir.Modal(tuple(steps), on_resolution=True)

    def pvps_and(self, *steps: Any) -> Any:
        if isinstance(steps[0], ir.May) and all(isinstance(one, ir.PlayCard) for one in (steps[0].do, *steps[1:])):
            raise ValueError("the playing of two sorts of cards, not all of them from one place")
        if isinstance(steps[0], ir.May) and steps[0].then is None:  # "may draw a card and gain 2 life": one choice
            return replace(steps[0], do=sequence(steps[0].do, *(joined_by(step, "and") for step in steps[1:])))
        return sequence(steps[0], *(bare(joined_by(step, "and")) for step in steps[1:]))

    def imperative(self, step: Any) -> Any:
        mention = self.mentions.of(step.what) if isinstance(step, ir.Destroy) else None
        color = ir.HasChosen("color")
        if mention is not None and any(part == color and part.said == "choice" for part in ir.walk(mention.ref)):
            return sequence(ir.ChooseQuality("color"), step)  # "of the color of your choice"
        return step

    def player_does(self, who: Any, step: Any) -> Any:
        mention = self.mentions.of(who)
        if isinstance(step, ir.KeywordAction) and step.action in OF_OBJECTS and mention is not None and mention.word:
            mention.player = False  # "it explores": no player does
            return replace(step, what=who)
        if isinstance(step, ir.Shuffle) and self._each_ones_own(step.whose, who):
            step = replace(step, whose=YOU)
        return done_by(step, who)

    def players_each(self, who: Any, step: Any) -> Any:
        mention = self.mentions.of(who)
        if mention is not None and isinstance(mention.ref, ir.Several):
            mention.said = "each"
        return self.player_does(who, step)

    def may(self, step: Any) -> Any:
        return ir.May(step)

    def may_all(self, *steps: Any) -> Any:
        if all(isinstance(step, ir.PlayCard) for step in steps):
            raise ValueError("the playing of two sorts of cards, not all of them from one place")
        return ir.May(sequence(steps[0], *(joined_by(step, "and") for step in steps[1:])))

    def may_or(self, *steps: Any) -> Any:
        return ir.May(ir.Modal(tuple(steps), on_resolution=True, said="or"))

    def may_have(self, what: Any, verb: Any) -> Any:
        return ir.May(verb(what))

    def costof(self, cost: ir.Cost) -> ir.Cost:
        return cost
