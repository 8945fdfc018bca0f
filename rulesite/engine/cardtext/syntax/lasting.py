"""What objects do, get and are for a while: verbs with the same subject, read and printed."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.base import BuilderPart
from rulesite.engine.cardtext.builder.instructions import Deed, bare, joined_by, sequence
from rulesite.engine.cardtext.builder.raw_nodes import UNSAID
from rulesite.engine.cardtext.printing.amounts import in_figures
from rulesite.engine.cardtext.printing.descriptions import noun
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.cardtext.printing.registry import NounPhrase, says
from rulesite.engine.cardtext.printing.statements import attack_or_block
from rulesite.engine.cardtext.slots.becoming import verbs
from rulesite.engine.language.english import listed, many, third


class Lasting(BuilderPart):
    """Verb phrases whose subject is an object."""

    def object_does(self, what: Any, deeds: list[Deed]) -> Any:
        if deeds == [(ir.CantBeRegenerated(),)]:
            return ir.Continuous(what, (ir.CantBeRegenerated(surface=self._destroyed(what)),), UNSAID)
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
        steps = [self._of_this_turn(step, what) for step in steps]
        of_choice = self._of_choice(what) if isinstance(steps[0], ir.Continuous) else None
        if of_choice is not None:
            steps.insert(0, ir.ChooseQuality(of_choice))
        return sequence(*steps) if all(isinstance(step, ir.Instruction) for step in steps) else _one(steps)

    def _of_this_turn(self, step: Any, what: Any) -> Any:
        """ "Creature spells you cast this turn can't be countered": the effect lasts as long as the description."""
        mentions = self.mentions.within(what)
        described = (step, *(told for mention in mentions for told in (mention.ref, mention.slot)))
        said = any(
            isinstance(part, ir.Controlled) and part.surface == "cast_this_turn"
            for each in described
            for part in ir.walk(each)
        )
        if not said or not isinstance(step, ir.Continuous) or step.duration != UNSAID:
            return step
        if any(isinstance(part, ir.IsPermanent) for each in described for part in ir.walk(each)):
            raise ValueError("a permanent that was cast this turn")
        return replace(step, duration="turn", surface=f"{step.surface} said".strip())

    def objects_each(self, what: Any, deeds: list[Deed]) -> Any:
        """ "Up to two target creatures each get +1/+0": the word has no effect, and is kept."""
        step = self.object_does(what, deeds)
        if not isinstance(step, ir.Continuous):
            raise ValueError("what each of several objects does")
        return replace(step, surface=f"{step.surface} apiece".strip())

    def objects_also(self, what: Any, deeds: list[Deed]) -> Any:
        """ "It also deals 2 damage to that creature's controller": the word has no effect, and is kept."""
        step = self.object_does(what, deeds)
        if not isinstance(step, ir.Continuous | ir.DealDamage):
            raise ValueError("what an object also does")
        return replace(step, surface=f"{step.surface} also".strip())

    def _destroyed(self, what: Any) -> str:
        """The text's words for what can't be regenerated: "they", "a creature destroyed this way"."""
        mention = self.mentions.of(what)
        if mention is None:
            return ""
        if isinstance(mention.ref, ir.Chosen | ir.Every) and ir.IsObject(ir.Memo("destroy")) in ir.walk(mention.ref):
            return "a destroyed" if isinstance(mention.ref, ir.Chosen) else "destroyed"
        word = mention.surface.partition(" ")[0]
        return word if word in ("it", "they", "those") else ""

    def subjectless(self, deed: Deed) -> Any:
        """ "cannot be blocked by Walls", about the object itself."""
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


def _one(steps: list[Any]) -> Any:
    if len(steps) == 1:
        return steps[0]
    return tuple(steps)


@says(ir.Continuous)
def _continuous(n: ir.Continuous, p: Printer) -> str:
    with p.saying(
        granting="have" if n.duration == "permanent" and isinstance(n.what, ir.Memo) else "gain",
        all_word="",
        span_word=_span_word(n),
        extra_turns=" this turn",
    ):
        return _lasting(n, p)


def _span_word(n: ir.Continuous) -> str:
    if isinstance(n.while_, ir.IsNextTurnOf):
        return ""
    return {"turn": "this turn", "combat": "this combat"}.get(n.duration, "each combat")


THIS_TURN = re.compile(r"^(can't|can |may |attack|block|assign|don't|must|skip|reveal|play)")


def _lasting(n: ir.Continuous, p: Printer) -> str:
    if n.while_ is not None and {"ahead", "for"} <= set(n.surface.split()):
        how = " ".join(word for word in n.surface.split() if word not in ("ahead", "for"))
        condition = p.say(n.while_)
        return f"for as long as {condition}, {_lasting(replace(n, while_=None, surface=how), p)}"
    if isinstance(n.while_, ir.IsNextTurnOf) and "first" in n.surface.split():
        how = " ".join(word for word in n.surface.split() if word != "first")
        return f"during {p.whose(n.while_.who)} next turn, {_lasting(replace(n, while_=None, surface=how), p)}"
    held = f" for as long as {p.say(n.while_)}" if n.while_ is not None else ""
    if isinstance(n.while_, ir.Holds) and n.while_.surface == "until":
        held = f" until {p.who(n.while_.of)} leaves {p.terms.battlefield}"
    if isinstance(n.while_, ir.IsNextTurnOf):
        held = f" during {p.whose(n.while_.who)} next turn"
    match n.changes:
        case (ir.CantUseAbilities(except_mana=mana),):
            verb = "activated" if p.terms.activate == "activate" else "played"
            unless = " unless they're mana abilities" if mana else ""
            turn = " this turn" if n.duration == "turn" else _lasting_words(n.duration, p)
            return f"{p.whose(n.what)} activated abilities can't be {verb}{turn}{held}{unless}"
        case (ir.SetController(who=ir.You() as who),):
            you = "you " if who.surface == "you" and not p.take_bare() else ""
            return f"{you}gain control of {p.who(n.what)}{_order_ends(n, p)}{held}"
        case (ir.SetController(who=who),):
            return f"{p.agree(p.who(who), 'gain')} control of {p.who(n.what)}{_order_ends(n, p)}{held}"
        case (ir.SwitchPowerToughness(),):
            return f"switch {p.whose(n.what)} power and toughness{_order_ends(n, p)}{held}"
        case (ir.MayLookAt(what=looked), ir.MayPlay(what=what) as play) if looked == what:
            return _lasting(replace(n, changes=(play,)), p).replace("may ", "may look at and ", 1)
        case (ir.SpendAsAnyColor(surface="passive" | "passive a spell" | "passive spells") as spent,):
            ends = "" if "said" in n.surface.split() else f"{_lasting_words(n.duration, p)}{held}"
            return f"{p.stated(spent, n.what)}{ends}"
        case (ir.ModifyPowerToughness(toughness=toughness, surface="double" | "triple" as verb),):
            both = "" if toughness == ir.Number(0) else " and toughness"
            size = f"the power{both} of {p.who(n.what)}" if n.surface == "of" else f"{p.whose(n.what)} power{both}"
            return f"{verb} {size}{_order_ends(n, p)}{held}"
        case (ir.SetBasePowerToughness() as size,) if "change" in size.surface.split():
            return f"change {_resized(n.what, size, p)}{_order_ends(n, p)}{held}"
        case (ir.SetBasePowerToughness(power=power, toughness=None),) if not (in_figures(power) or held):
            return f"{p.whose(n.what)} power is equal to {p.say(power)}{_order_ends(n, p)}"
        case (ir.SetBasePowerToughness(power=None, toughness=toughness),) if not (in_figures(toughness) or held):
            return f"{p.whose(n.what)} toughness is equal to {p.say(toughness)}{_order_ends(n, p)}"
        case (ir.MayAssignAsUnblocked() as change,) if n.duration == "turn":
            unblocked: str = p.stated(change, n.what) or ""
            return unblocked.replace(" as though ", " this turn as though ", 1)
        case (
            (
                ir.LeastCost()
                | ir.DamageLeavesLife()
                | ir.DamageUnpreventable()
                | ir.PlayerCant(action="change life total")
            ) as change,
        ):
            rule, ends = p.stated(change, n.what), _lasting_words(n.duration, p)
            if "first" in n.surface.split():
                return f"{ends.strip()}, {rule}"
            return f"{rule}{' this turn' if n.duration == 'turn' else ends}{held}"
        case ((ir.CostChange() | ir.AttackTax() | ir.PlayerCantPlay(surface="be")) as change,):
            rule = p.said(change, "cants") if change.surface == "be" else p.say(change).replace("\0", "")
            ends = " this turn" if n.duration == "turn" else _lasting_words(n.duration, p)
            if "said" in n.surface.split():
                return f"{rule}{held}"
            return f"{ends.strip()}, {rule}" if ends and "first" in n.surface.split() else f"{rule}{ends}{held}"
        case (ir.ReplaceWords(old=None) as change,):
            text = p.say(change).removeprefix("have its text changed ")
            return f"change the text of {p.who(n.what)} {text}{_order_ends(n, p)}"
        case (ir.MustBeBlocked(by_all=True, by=by),):
            return f"all {noun(by, p, True, head='creature')} able to block {p.who(n.what)} this turn do so"
    before, bare = p.doer, p.take_bare()
    subject = p.saying_subject(n.what)
    if bare:
        subject = replace(subject, text="")
    p.doer = subject if subject.player else before
    with p.saying(untap_whose=_untapper(n.what, subject), plural_noun=subject.plural):
        said = verbs(n.changes, p, become=True)
    p.doer = before
    return _clause(subject, said, n, p, held).strip()


def _resized(what: Any, size: ir.SetBasePowerToughness, p: Printer) -> str:
    """A size and its new value: "its base power to 4", "~'s base power and toughness to that creature's …"."""
    sides = {"power": size.power, "toughness": size.toughness}
    names = " and ".join(name for name, side in sides.items() if side is not None)
    changed = f"the base {names} of {p.who(what)}" if "of" in size.surface.split() else f"{p.whose(what)} base {names}"
    if None in sides.values():
        return f"{changed} to {p.say(size.power or size.toughness)}"
    of: Any = size.power
    return f"{changed} to {p.whose(of.of)} {names}"


def _lasting_words(duration: str, p: Printer) -> str:
    """The words of a duration: " until end of turn"; empty if it has no end, or is expressed in another way."""
    return "" if duration in ("permanent", "while", ir.NEXT_UNTAP) else f" {p.said(duration, 'duration')}"


def _order_ends(n: ir.Continuous, p: Printer) -> str:
    """The words for how long what a player does lasts ("gain control of it"); none where a later clause says it."""
    return "" if "said" in n.surface.split() else _lasting_words(n.duration, p)


def _untapper(what: Any, subject: NounPhrase) -> str:
    if isinstance(what, ir.Self):
        return "your"
    if isinstance(what, ir.EachPlayer) or subject.player:
        return "their"
    return "their controllers'" if subject.plural else "its controller's"


def _clause(subject: NounPhrase, said: list[str], n: ir.Continuous, p: Printer, held: str) -> str:
    how = n.surface.split()
    this_combat = n.duration == "combat" and "combat" in how
    ends = (" this combat" if this_combat else _lasting_words(n.duration, p)) + held
    if "game" in how and n.duration == "permanent":
        ends = " for the rest of the game"
    first = ""
    if "apiece" in how:
        subject = replace(subject, text=f"{subject} each")
    if "also" in how:
        subject = replace(subject, text=f"{subject} also")
    if "first" in how:
        first, ends = f"{ends.strip()}, ", ""
    elif "said" in how:
        ends = ""
    tails = [text.partition("\0")[2] for text in said]
    heads = [text.partition("\0")[0] for text in said]
    spoken = [many(text) if subject.plural or subject.you else third(text) for text in heads]
    if n.duration == "combat" and any("this combat" in text for text in heads):
        ends = held
    if ends and n.duration == "turn" and all(THIS_TURN.match(text) for text in heads):
        joined = "" if any("this turn" in text for text in heads) else " this turn"
        text = _merged(spoken, n.changes)
        if cuts := [text.find(word) for word in (" except by ", " unless ", " if able", " as though ") if word in text]:
            cut = min(cuts)
            return f"{subject} {text[:cut]}{joined}{text[cut:]}{''.join(tails)}"
        return f"{subject} {text}{joined}{''.join(tails)}"
    return f"{first}{subject} {_merged(spoken, n.changes)}{ends}{''.join(tails)}"


def _merged(said: list[str], changes: Any) -> str:
    """Verb phrases as a list; "can't attack" and "can't block" share their auxiliary."""
    if len(said) > 1 and changes[0].surface != "apart" and all(text.startswith("can't ") for text in said):
        return "can't " + listed([text.removeprefix("can't ") for text in said], "or")
    said = attack_or_block(said, changes)
    for place in range(1, len(said) if len(said) == len(changes) else 0):
        if isinstance(changes[place - 1], ir.CantAttack) and isinstance(changes[place], ir.CantBlock):
            both = f"{said[place - 1]} or {said[place].partition(' ')[2]}"
            return listed([*said[: place - 1], both, *said[place + 1 :]])
    return listed(said)
