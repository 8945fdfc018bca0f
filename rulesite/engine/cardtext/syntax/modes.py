"""Choices among modes: as a list, or within a sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.base import BuilderPart
from rulesite.engine.cardtext.builder.instructions import Deed
from rulesite.engine.cardtext.builder.nouns import power_and_toughness
from rulesite.engine.cardtext.builder.raw_nodes import UNSAID
from rulesite.engine.cardtext.printing.instructions import act
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.cardtext.printing.registry import says
from rulesite.engine.cardtext.slots.becoming import verbs
from rulesite.engine.cardtext.slots.changes import lost_abilities
from rulesite.engine.language.english import a, listed, number, sentences


class Modes(BuilderPart):
    """Choices within a sentence."""

    def pvps_or(self, *steps: Any) -> Any:
        return ir.Modal(tuple(steps), on_resolution=True, surface="or")

    def tap_or_untap(self, one: Any, other: Any) -> Any:
        """ "Tap all creatures target player controls, or untap all creatures that player controls"."""
        orders = ir.Tap(self._obj(one, "tap")), ir.Untap(self._obj(other, "untap"))
        return ir.Modal(orders, on_resolution=True, surface="or_else")

    def gets_or(self, *sizes: str) -> Deed:
        return _one_of([(ir.ModifyPowerToughness(*power_and_toughness(str(each))),) for each in sizes], "or")

    def has_one_of(self, *choices: Any) -> Deed:
        return _one_of([(ir.GrantAbilities(each),) for each in choices if each is not None], "choice")

    def gains_protection_choice(self, whose: Any) -> Deed:
        kept = ir.KeywordAbility("protection", quality=ir.HasChosen("color"), text="protection from the chosen color")
        gained = (ir.GrantAbilities((kept,)),)
        return lambda what: ir.Sequence((ir.ChooseQuality("color", whose), ir.Continuous(what, gained, UNSAID)))

    def player_gains_protection(self, who: Any, whose: Any) -> Any:
        return self.gains_protection_choice(whose)(who)

    def loses_one_of(self, *choices: Any) -> Deed:
        """ "Loses first strike or swampwalk"."""
        return _one_of([(ir.RemoveAbilities(lost_abilities(each)),) for each in choices], "or")

    def base_one_of(self, power: ir.Amount, toughness: ir.Amount) -> Deed:
        """ "Has base power 1 or base toughness 1"."""
        sides = (ir.SetBasePowerToughness(power, None), ir.SetBasePowerToughness(None, toughness))
        return _one_of([(each,) for each in sides], "or")

    def gains_protection_or_choice(self, quality: Any, whose: Any) -> Deed:
        """ "Gains protection from artifacts or from the color of your choice"."""
        kept = ir.KeywordAbility("protection", quality=quality)
        return lambda what: ir.Modal(
            (
                ir.Continuous(what, (ir.GrantAbilities((kept,)),), UNSAID),
                self.gains_protection_choice(whose)(what),
            ),
            on_resolution=True,
            surface="or from",
        )


def _one_of(changes: list[tuple[Any, ...]], said: str) -> Deed:
    return lambda what: ir.Modal(
        tuple(ir.Continuous(what, each, UNSAID) for each in changes), on_resolution=True, surface=said
    )


def _how_many(low: int, high: int, modes: int) -> str:
    if (low, high) == (1, 2) and modes == 2:
        return "one or both"
    if low == 1 and high == modes and modes > 1:
        return "one or more"
    if low == 0 and high == modes:
        return "any number"
    return number(low) if low == high else f"up to {number(high)}"


@says(ir.Modal)
def _modal(n: ir.Modal, p: Printer) -> str:
    within = (n.minimum, n.maximum, n.repeatable, n.on_resolution, n.who) == (1, 1, False, True, ir.You())
    if n.surface and not n.costs and n.modes and within and (found := _either(n, p)) is not None:
        return found
    count = _how_many(n.minimum, n.maximum, len(n.modes))
    if n.unchosen is not None:
        count += " that hasn't been chosen" + (" this turn" if n.unchosen == "turn" else "")
    who = "choose" if isinstance(n.who, ir.You) else p.agree(p.who(n.who), "choose")
    also = "" if n.also is None else f". {_more(n.also, p)}."
    again = ". you may choose the same mode more than once." if n.repeatable else also or " —"
    if n.kicked is not None:
        again = f". if this spell was kicked, choose {_how_many(*n.kicked, len(n.modes))} instead."
    known = list(p.mentioned)
    modes = []
    for mode in n.modes:
        p.mentioned[:] = known
        modes.append(p.say(mode))
    if n.costs:
        sign, shown = ("+" if n.surface == "spree" else "•"), zip(n.costs, modes, strict=True)
        rows = "".join(f"\n{sign} {p.say(cost)} — {sentences(mode)}." for cost, mode in shown)
        return n.surface + rows.removesuffix(".")
    if n.worth:
        rows = "".join(f"\n{'{P}' * paws} — {sentences(mode)}." for paws, mode in zip(n.worth, modes, strict=True))
        return f"{who} up to {number(n.maximum)} {{P}} worth of modes{again}" + rows.removesuffix(".")
    if n.on_resolution:
        return f"{who} {count} — {'; '.join(modes)}"
    return f"{who} {count}{again}" + "".join(f"\n• {sentences(mode)}." for mode in modes).removesuffix(".")


def _more(also: Any, p: Printer) -> str:
    """When more modes may be chosen; for "instead" only the condition and the new choice."""
    if isinstance(also, ir.If) and also.otherwise == ir.Elided():
        return f"if {p.say(also.condition)}, {p.say(also.then)} instead"
    return p.say(also)


def _granted(step: ir.Continuous) -> tuple[Any, ...]:
    return next(change.abilities for change in step.changes if isinstance(change, ir.GrantAbilities))


def _one_counter(kind: str) -> str:
    return "a counter of that kind" if kind == ir.THAT_KIND else f"{a(kind)} counter"


def _either(n: ir.Modal, p: Printer) -> str | None:
    """A choice within a sentence: "tap or untap", "your choice of flying or haste"."""
    first = n.modes[0]
    lasting = [mode for mode in n.modes if isinstance(mode, ir.Continuous) and mode.changes]
    if n.surface == "tap or untap" and isinstance(first, ir.Tap):
        return act(first, p, lambda: f"tap or untap {p.who(first.what)}")
    if n.surface == "tokens" and isinstance(first, ir.CreateToken):
        return listed([p.say(first), *(str(p.said(mode, "newtoken")) for mode in n.modes[1:])], "or")
    if n.surface.startswith("counters") and isinstance(first, ir.PutCounters):
        kinds = listed([_one_counter(mode.kind) for mode in n.modes if isinstance(mode, ir.PutCounters)], "or")
        kinds = f"your choice of {kinds}" if n.surface.endswith("choice") else kinds
        return p.say(first).replace(f"{a(first.kind)} counter", kinds, 1)
    if n.surface.startswith("named") and isinstance(first, ir.PutCounters):
        kinds = a(listed([mode.kind for mode in n.modes if isinstance(mode, ir.PutCounters)], "or"))
        kinds = f"your choice of {kinds}" if n.surface.endswith("choice") else kinds
        return p.say(first).replace(f"{a(first.kind)} counter", f"{kinds} counter", 1)
    if n.surface == "or from" and isinstance(first, ir.Continuous):
        kept, whole = p.inner(_granted(first)[0]), p.say(first)
        who = next(part.who for part in ir.walk(n.modes[1]) if isinstance(part, ir.ChooseQuality))
        return whole.replace(kept, f"{kept} or from the color of {p.whose(who)} choice", 1)
    if n.surface == "or" and len(lasting) == len(n.modes):
        whole = p.say(first)
        others = [listed([text.split("\0")[0] for text in verbs(mode.changes, p)]) for mode in lasting]
        first_words = {text.partition(" ")[0] for text in others}
        shared = f"{first_words.pop()} " if len(first_words) == 1 else ""
        return whole.replace(others[0].removeprefix(shared), " or ".join(o.removeprefix(shared) for o in others), 1)
    if n.surface in ("or", "or_else"):
        said = [p.say(first)]
        for mode in n.modes[1:]:
            with p.saying(bare=True):
                said.append(p.say(mode))
        return (" or " if n.surface == "or" else ", or ").join(said)
    if n.surface == "choice" and isinstance(first, ir.Continuous):
        if not isinstance(first.changes[0], ir.GrantAbilities):
            if n.joint == "and":
                first = replace(first, surface=f"bare {first.surface}".strip())
                p.bare = True
            looks = [listed(verbs(mode.changes, p, become=True)).removeprefix("become ") for mode in lasting]
            return p.say(first).replace(looks[0], f"your choice of {listed(looks, 'or')}", 1)
        changes = [mode.changes[0] for mode in lasting]
        granted = [change.abilities for change in changes if isinstance(change, ir.GrantAbilities)]
        names = listed([listed([p.inner(one) for one in each]) for each in granted], "or")
        if n.joint == "and":
            first = replace(first, surface=f"bare {first.surface}".strip())
            p.bare = True
        return p.say(first).replace(listed([p.inner(one) for one in granted[0]]), f"your choice of {names}", 1)
    return None
