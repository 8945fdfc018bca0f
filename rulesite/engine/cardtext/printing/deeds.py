"""Deeds: what a spell or ability tells players to do, a verb each."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.amounts import countable, counted, digits, each_of, plain
from rulesite.engine.cardtext.printing.becoming import lasting_words
from rulesite.engine.cardtext.printing.descriptions import noun
from rulesite.engine.cardtext.printing.phrases import NounPhrase, says
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import a, listed, plural


def act(n: Any, p: Printer, phrase: Any, spoken: bool = False) -> str:
    """What someone does: `phrase()` makes the verb phrase while the doer is "they"."""
    who, bare = n.who, p.take_bare()
    with p.doing(who):
        subject = None if isinstance(who, ir.You) else p.saying_subject(who)
        if isinstance(who, ir.Several) and who.said == "each" and subject is not None:
            subject = NounPhrase(f"{subject} each", True, player=True)
        said = phrase()
    if subject is None:
        named = who.said == "you" or (spoken and not n.joint)
        return f"you {said}" if named and not bare else said
    with p.saying(bare=bare):
        return p.agree(subject, said)


def how_much(amount: Any, what: str, p: Printer) -> str:
    """ "3 life", "1 life for each …", "life equal to …"."""
    if plain(amount):
        return counted(amount, what, p)
    found = each_of(amount, p)
    if found is not None:
        return f"{counted(ir.Number(found[0]), what, p)} for each {found[1]}"
    if isinstance(amount, ir.Half) and isinstance(amount.of, ir.LifeTotal):
        return f"half {p.whose(amount.of.of)} life, rounded {amount.rounded}"
    return f"{plural(what)} equal to {p.say(amount)}"


@says(ir.SetLife)
def _set_life(n: ir.SetLife, p: Printer) -> str:
    return f"{p.whose(n.who)} life total becomes {digits(n.amount, p)}"


@says(ir.ExchangeControl)
def _exchange_control(n: ir.ExchangeControl, p: Printer) -> str:
    both = f"{p.who(n.one)}" if n.one == n.other else f"{p.who(n.one)} and {p.who(n.other)}"
    return f"exchange control of {both}{lasting_words(n.duration, p)}"


@says(ir.ExchangeLife)
def _exchange_life(n: ir.ExchangeLife, p: Printer) -> str:
    if n.one == n.other:
        return f"{p.who(n.one)} exchange life totals"
    if isinstance(n.one, ir.You):
        return f"exchange life totals with {p.who(n.other)}"
    return f"{p.who(n.one)} and {p.who(n.other)} exchange life totals"


@says(ir.Attach)
def _attach(n: ir.Attach, p: Printer) -> str:
    return act(n, p, lambda: f"attach {p.who(n.what)} to {p.who(n.to)}")


@says(ir.ChooseQuality)
def _choose_quality(n: ir.ChooseQuality, p: Printer) -> str:
    def phrase() -> str:
        if isinstance(n.among, ir.Not) and isinstance(n.among.part, ir.All):
            return f"choose {a(n.quality)} other than {a(noun(n.among.part, p, place='card') + ' name')}"
        if n.among != ir.Anything():
            return f"choose {a(noun(n.among, p, head='card') + ' name')}"
        but = f" other than {listed(n.except_, 'or')}" if n.except_ else ""
        return f"choose {a(n.quality)}{but}"

    return act(n, p, phrase)


@says(ir.Choose)
def _choose(n: ir.Choose, p: Printer) -> str:
    kind = _kind(n.what.what) if isinstance(n.what, ir.Every) else None
    kind = kind.parts[0] if isinstance(kind, ir.All) and len(kind.parts) == 1 else kind
    if isinstance(kind, ir.AnyOf):  # "choose artifact, creature, or land"
        kinds = [_kind(one) for one in kind.parts]
        return act(n, p, lambda: f"choose {listed([noun(one, p) for one in kinds], 'or')}", p.others_did)
    return act(n, p, lambda: f"choose {p.who(n.what)}", p.others_did)


def _kind(test: Any) -> Any:
    """A kind of object without where it is."""
    if not isinstance(test, ir.All):
        return test
    return ir.All(tuple(one for one in test.parts if not isinstance(one, ir.IsPermanent | ir.IsSpell)))


@says(ir.CopySpell)
def _copy(n: ir.CopySpell, p: Printer) -> str:
    copies = "the copy" if n.amount == ir.Number(1) else "the copies"

    def phrase() -> str:
        if n.amount == ir.Number(1):
            return f"copy {p.who(n.what)}"
        found = each_of(n.amount, p)
        times = f"for each {found[1]}" if found else f"{p.say(n.amount)} times"
        return f"copy {p.who(n.what)} {times}"

    said = act(n, p, phrase)
    who = "you" if isinstance(n.who, ir.You) else p.np(n.who).text
    return said + (f". {who} may choose new targets for {copies}" if n.new_targets else "")


@says(ir.ExtraPhase)
def _extra_phase(n: ir.ExtraPhase, p: Printer) -> str:
    said = " followed by ".join(f"an additional {phase} phase" for phase in n.phases)
    this = f"{n.said} phase" if n.said else "this phase"
    return f"after {this}, there is {said}"


@says(ir.SkipNext)
def _skip(n: ir.SkipNext, p: Printer) -> str:
    def phrase() -> str:
        whose = "your" if isinstance(n.who, ir.You) else "their"
        name = n.said or p.said(n.step, "steplong")
        return f"skip {whose} next {name}"

    return act(n, p, phrase)


def for_each(over: Any, p: Printer) -> str:
    """What "for each" goes through: the members of a set, or a number of times."""
    if isinstance(over, ir.Every):
        return f"for each {noun(over.what, p)}"
    if isinstance(over, ir.EachPlayer):
        return p.who(over).text
    return f"for each {countable(over, p) or p.say(over)}"
