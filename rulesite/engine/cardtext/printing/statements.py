"""Statements: what is simply so while an object is somewhere, and the limits of playing things."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.cost_slots import paid
from rulesite.engine.cardtext.printing.amounts import counted, each_of, plain
from rulesite.engine.cardtext.printing.becoming import excepting, verbs
from rulesite.engine.cardtext.printing.descriptions import OPPONENT, noun, some
from rulesite.engine.cardtext.printing.events import replaced
from rulesite.engine.cardtext.printing.phrases import NounPhrase, says
from rulesite.engine.cardtext.printing.player_changes import taxes
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import a, listed, many, plural, third

PLAYERS_ALIKE = (ir.CostChange, ir.AttackTax)


ALL_PLAYERS: dict[ir.Node, NounPhrase] = {
    ir.EachPlayer(): NounPhrase("players", True, player=True),
    ir.EachPlayer(OPPONENT): NounPhrase("your opponents", True, player=True),
}


@says(ir.Applies)
def _applies(n: ir.Applies, p: Printer) -> str:
    if len(n.changes) == 1 and isinstance(n.changes[0], PLAYERS_ALIKE):
        return p.say(n.changes[0])
    if len(n.changes) == 2 and (both := taxes(*n.changes, p)) is not None:
        return both
    if len(n.changes) == 1 and (stated := p.stated(n.changes[0], n.to)) is not None:
        return stated
    match n.changes:
        case (ir.PlayerCantPlay(said="be", what=what, limit=None) as change,) if n.to == ir.EachPlayer():
            be = p.say(change).split(" ")[1]
            if ir.HasType("land") in ir.walk(what) and isinstance(what, ir.All):
                what = ir.All(tuple(one for one in what.parts if one != ir.IsCard()))
            return f"{noun(what, p, True, 'or', 'spell')} can't be {'played' if be == 'play' else 'cast'}"
        case (ir.AssignsNoDamage(as_unblocked=True),):
            return f"you may have {p.who(n.to)} assign its combat damage as though it weren't blocked"
        case (ir.PlaysRevealed(),) if n.to == ir.You() and not n.to.said:
            return p.say(n.changes[0])
    with p.saying(all_word=p.applies_all(n.to)):
        subject = (ALL_PLAYERS.get(n.to) if n.to.said not in ("any", "each") else None) or p.saying_subject(n.to)
    before = p.doer
    p.doer = subject if subject.player else before
    untap = "your" if isinstance(n.to, ir.Self) else "their controllers'" if subject.plural else "its controller's"
    with p.saying(untap_whose=untap, plural_noun=subject.plural, extra_turns=" on each of your turns"):
        said = verbs(n.changes, p)
    p.doer = before
    tails = "".join(text.partition("\0")[2] for text in said)
    heads = [text.partition("\0")[0] for text in said]
    spoken = [many(text) if subject.plural or subject.you else third(text) for text in heads]
    if len(spoken) > 1 and n.changes[0].said != "apart" and all(text.startswith("can't ") for text in spoken):
        spoken = ["can't " + listed([text.removeprefix("can't ") for text in spoken], "or")]
    return f"{subject} {listed(spoken)}{tails}"


@says(ir.Replaces)
def _replaces(n: ir.Replaces, p: Printer) -> str:
    return replaced(n.replacement, p, "")


@says(ir.PreventsDamage)
def _prevents(n: ir.PreventsDamage, p: Printer) -> str:
    kind = p.said(n.combat, "damagekind")
    amount = "all" if n.amount is None else p.digit(n.amount)

    def whom(test: Any, head: str) -> str:
        with p.saying(all_word=""):
            if isinstance(test, ir.IsObject | ir.IsPlayerRef):
                return some(test, p).text
        return noun(test, p, True, head=head)

    to = "" if n.to == ir.Anything() else f" to {whom(n.to, 'permanent')}"
    with p.saying(sources=True):
        by = "" if n.from_ == ir.Anything() else f" by {whom(n.from_, 'source')}"
    return f"prevent {amount} {kind} that would be dealt{to}{by}"


@says(ir.EntersWith)
def _enters_with(n: ir.EntersWith, p: Printer) -> str:
    how = n.said.split()
    itself = isinstance(n.what, ir.IsObject)
    if "each" in how:
        who, verb, itself = f"each {noun(n.what, p)}", third(p.terms.enter), True
    elif itself:
        who, verb = some(n.what, p).text, third(p.terms.enter)
    else:
        who, verb = noun(n.what, p, True), p.terms.enter
    text = f"{who} {verb}" + (" tapped" if n.tapped else "")
    if n.counters:
        it = "him" if "him" in how else "it" if itself else "them"
        amount = n.amount if n.amount is not None else ir.Number(1)
        kind = f"{'additional ' if 'additional' in how else ''}{n.counters} counter"
        if plain(amount):
            text += f" with {counted(amount, kind, p)} on {it}"
        elif (found := each_of(amount, p)) is not None:
            text += f" with {counted(ir.Number(found[0]), kind, p)} on {it} for each {found[1]}"
        else:
            text += f" with a number of {plural(kind)} on {it} equal to {p.say(amount)}"
    if n.condition is not None:
        condition = p.say(n.condition)
        return f"{text} unless {condition}" if n.unless else f"{text} if {condition}"
    return text


@says(ir.AsEnters)
def _as_enters(n: ir.AsEnters, p: Printer) -> str:
    who = "~" if n.what is None else some(n.what, p).text
    return f"as {who} {third(p.terms.enter)}, {p.say(n.do)}"


@says(ir.EntersAsCopy)
def _enters_as_copy(n: ir.EntersAsCopy, p: Printer) -> str:
    what = f"any {noun(n.of, p)}" if n.said == "any" else some(n.of, p).text
    of = f"as a copy of {what}{excepting(n.except_, p)}"
    return f"you may have ~ {p.terms.enter} {of}" if n.optional else f"~ {third(p.terms.enter)} {of}"


@says(ir.AdditionalCost)
def _additional(n: ir.AdditionalCost, p: Printer) -> str:
    if n.optional and n.name != "additional":
        often = " any number of times" if n.repeatable else ""
        return f"you may pay an additional {p.say(n.cost)}{often} as you {p.terms.cast} ~ ({n.name})"
    may = "you may " if n.optional else ""
    often = " any number of times" if n.repeatable else ""
    return f"as an additional cost to {p.terms.cast} ~, {may}{paid(n.cost, p).removeprefix('you ')}{often}"


@says(ir.AlternativeCost)
def _alternative(n: ir.AlternativeCost, p: Printer) -> str:
    condition = f"if {p.say(n.condition)}, " if n.condition is not None else ""
    name = "" if n.name == "alternative" else f" ({n.name})"
    face = " face down" if n.face_down else ""
    if n.cost == ir.Cost():
        origin = f" from your {n.from_}" if n.from_ else ""
        return f"{condition}you may {p.terms.cast} ~{origin}{face} without paying its mana cost{name}"
    if n.from_ or n.face_down:
        where = f" from your {n.from_}" if n.from_ else ""
        rather = "rather than paying its mana cost"
        return f"{condition}you may {p.terms.cast} ~{where}{face} by paying {p.say(n.cost)} {rather}{name}"
    return f"{condition}you may {paid(n.cost, p)} rather than pay ~'s mana cost{name}"


@says(ir.MayPlayFrom)
def _may_play_from(n: ir.MayPlayFrom, p: Printer) -> str:
    text = f"you may {p.terms.cast} ~ from {'exile' if n.zone == 'exile' else f'your {n.zone}'}"
    return text + (f" as long as {p.say(n.condition)}" if n.condition is not None else "")


@says(ir.MayPlayAsInstant)
def _as_instant(n: ir.MayPlayAsInstant, p: Printer) -> str:
    condition = f" if {p.say(n.condition)}" if n.condition is not None else ""
    return f"you may {p.terms.cast} {p.who(n.what)} as though it had flash{condition}"


@says(ir.PlayOnly)
def _play_only(n: ir.PlayOnly, p: Printer) -> str:
    return f"{p.terms.cast} ~ only {p.said(n.restriction, 'playtime')}"


@says(ir.CantPlayThis)
def _cant_play(n: ir.CantPlayThis, p: Printer) -> str:
    return f"you can't {p.terms.cast} ~" + (f" if {p.say(n.condition)}" if n.condition is not None else "")


@says(ir.AttachesTo)
def _attaches(n: ir.AttachesTo, p: Printer) -> str:
    return f"enchant {noun(n.what, p)}"


@says(ir.MayInsteadOfUntap)
def _may_stay(n: ir.MayInsteadOfUntap, p: Printer) -> str:
    return f"you may choose not to untap {p.who(n.what)} during your untap step"


@says(ir.MayDuringTurn)
def _may_during_turn(n: ir.MayDuringTurn, p: Printer) -> str:
    return f"any time you could {p.terms.cast} {a(n.timing)}, you may {p.say(n.do)}"


@says(ir.MayBeginInPlay)
def _may_begin(n: ir.MayBeginInPlay, p: Printer) -> str:
    where = f"on {p.terms.battlefield}" if p.terms.exile else "in play"
    return f"if ~ is in your opening hand, you may begin the game with it {where}"


@says(ir.MayAsAttacks)
def _may_as_attacks(n: ir.MayAsAttacks, p: Printer) -> str:
    return f"you may {n.action} ~ as it attacks"


@says(ir.SkipUnless)
def _skip(n: ir.SkipUnless, p: Printer) -> str:
    name = n.said or str(p.said(n.step, "steplong"))
    if n.who == ir.IsPlayerRef(ir.You()):
        return f"skip your {name}"
    if isinstance(n.who, ir.IsPlayerRef) and not (one := p.np(n.who.who)).plural:
        return f"{one} skips their {name}"
    return f"{plural_player(n.who, p)} skip their {plural(name)}"


def plural_player(who: Any, p: Printer) -> str:
    """The players that fit, in the plural."""
    if isinstance(who, ir.IsPlayerRef):
        return p.np(who.who).text
    return "players" if who == ir.Anything() else noun(who, p, True, head="player")
