"""What objects get, have, lose and deal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import power_and_toughness
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.raw import UNSAID
from rulesite.engine.cardtext.building.steps import Deed, bare, joined_by, sequence


@v_args(inline=True)
class Deeds(Part):
    """Verb phrases whose subject is an object."""

    def object_does(self, what: Any, deeds: list[Deed]) -> Any:
        if deeds == [(ir.CantBeRegenerated(),)]:
            return ir.Continuous(what, (ir.CantBeRegenerated(said=self._destroyed(what)),), UNSAID)
        steps: list[Any] = []
        for deed in deeds:
            if isinstance(deed, tuple) and steps and isinstance(steps[-1], ir.Continuous):
                steps[-1] = replace(steps[-1], changes=(*steps[-1].changes, *deed))
                continue
            step = ir.Continuous(what, deed, UNSAID) if isinstance(deed, tuple) else deed(what)
            if isinstance(step, ir.Sequence) and steps and isinstance(step.steps[0], ir.ChooseQuality):
                chosen, *others = step.steps  # "… and becomes the color of your choice"
                step = replace(step, steps=(joined_by(chosen, "and"), *map(bare, others)))
            elif steps and not isinstance(step, ir.Sequence):
                step = bare(joined_by(step, "and"))
            steps.append(step)
        return sequence(*steps) if all(isinstance(step, ir.Instruction) for step in steps) else _one(steps)

    def _destroyed(self, what: Any) -> str:
        """How the text speaks of what can't be regenerated: "they", "a creature destroyed this way"."""
        mention = self.mentions.of(what)
        if mention is None:
            return ""
        if isinstance(mention.ref, ir.Chosen | ir.Every) and ir.IsObject(ir.Memo("destroy")) in ir.walk(mention.ref):
            return "a destroyed" if isinstance(mention.ref, ir.Chosen) else "destroyed"
        word = mention.said.partition(" ")[0]
        return word if word in ("it", "they", "those") else ""

    def subjectless(self, deed: Deed) -> Any:
        """ "cannot be blocked by Walls", said of the object itself."""
        return self._do(ir.Self(), deed)

    def _do(self, what: Any, deed: Deed) -> Any:
        return deed(what) if not isinstance(deed, tuple) else ir.Continuous(what, deed, UNSAID)

    def ovp(self, deed: Deed) -> Deed:
        return deed

    def ovps(self, deed: Deed) -> list[Deed]:
        return [deed]

    def keep_list(self, deeds: list[Deed]) -> list[Deed]:
        return deeds

    def ovps_and(self, *deeds: Deed) -> list[Deed]:
        return list(deeds)

    def gets_or(self, one: Token, other: Token) -> Deed:
        return lambda what: ir.Modal(
            tuple(ir.Continuous(what, self._gets(sizes), UNSAID) for sizes in (one, other)), on_resolution=True
        )

    def _gets(self, sizes: Token) -> Deed:
        return (ir.ModifyPowerToughness(*power_and_toughness(str(sizes))),)

    def hg_has(self) -> str:
        return "has"

    def hg_gain(self) -> str:
        return "gain"

    def has_one_of(self, verb: str, *choices: Any) -> Deed:
        kept = [each for each in choices if each is not None]
        return lambda what: ir.Modal(
            tuple(ir.Continuous(what, (ir.GrantAbilities(each),), UNSAID) for each in kept), on_resolution=True
        )

    def gains_protection_choice(self, whose: Any) -> Deed:
        def deed(what: Any) -> Any:
            kept = ir.KeywordAbility(
                "protection", quality=ir.HasChosen("color"), text="protection from the chosen color"
            )
            return ir.Sequence(
                (ir.ChooseQuality("color", whose), ir.Continuous(what, (ir.GrantAbilities((kept,)),), UNSAID))
            )

        return deed


def _one(steps: list[Any]) -> Any:
    if len(steps) == 1:
        return steps[0]
    return tuple(steps)
