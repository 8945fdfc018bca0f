"""What a player may do: "you may draw a card", "you may have it deal 2 damage …", and what follows if so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.deeds import for_each
from rulesite.engine.cardtext.printing.phrases import NounPhrase, says
from rulesite.engine.cardtext.printing.printer import Printer


@says(ir.May)
def _may(n: ir.May, p: Printer) -> str:
    if n.said.split()[:1] == ["each"] and isinstance(n.do, ir.ForEach):
        over = for_each(n.do.over, p)
        return f"{over}, {p.say(replace(n, do=n.do.do, said=''))}"
    before, bare = p.doer, p.take_bare()
    with p.doing(n.who):
        subject = p.saying_subject(n.who) if not isinstance(n.who, ir.You) else p.np(n.who)
        p.doer = NounPhrase("that player", player=True) if not subject.you else subject
        with p.saying(base=True):
            do = p.say(n.do)
        own = p.np(n.who).text if not subject.you else "you"
        for word in (own + " ", "that player ", "they "):
            if do.startswith(word):
                do = _base(do.removeprefix(word), word.startswith("you"))
                break
        else:
            who = getattr(n.do, "who", None)
            if who is None and isinstance(n.do, ir.Sequence):
                who = getattr(n.do.steps[0], "who", None)
            if who is None and not _ordered(n.do):
                do = f"have {_infinitive(do)}"
    unsaid = isinstance(n.who, ir.You) and not n.who.said and n.joint not in ("", ".", ". then")
    text = f"may {do}" if bare or unsaid else f"{subject} may {do}"
    if n.then is not None:
        told = n.said.removesuffix("can't").strip()
        nobody = "you do" if subject.you else f"{'that' if not p.terms.their else 'the'} player does"
        do_so = p.say(ir.DidSo(said=told)) if told else nobody
        text += f". if {do_so}, {p.say(n.then)}"
    if n.otherwise is not None:
        dont = (
            p.say(ir.NotSo(ir.DidSo(said=n.said))) if n.said else "you don't" if subject.you else "the player doesn't"
        )
        text += f". if {dont}, {p.say(n.otherwise)}"
    p.doer = before
    return text


def _ordered(do: Any) -> bool:
    """Whether an instruction without a doer is an order to the player ("destroy …"), not what an object does."""
    if isinstance(do, ir.Sequence):
        return _ordered(do.steps[0])
    if isinstance(do, ir.Continuous):
        return any(isinstance(one, ir.SetController | ir.SwitchPowerToughness | ir.ReplaceWords) for one in do.changes)
    return not isinstance(do, ir.DealDamage | ir.Continuous | ir.Fight | ir.Block | ir.PhaseOut)


def _infinitive(clause: str) -> str:
    words = clause.split(" ")
    for place, word in enumerate(words):
        base = {
            "gets": "get",
            "gains": "gain",
            "becomes": "become",
            "has": "have",
            "deals": "deal",
            "loses": "lose",
            "fights": "fight",
            "attacks": "attack",
            "blocks": "block",
            "explores": "explore",
            "phases": "phase",
        }.get(word)
        if place and base:
            words[place] = base
            break
    return " ".join(words)


def _base(verb_phrase: str, you: bool) -> str:
    """The base form of a verb phrase in the third person."""
    if you:
        return verb_phrase
    first, space, rest = verb_phrase.partition(" ")
    for end, base in (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("sses", "ss"), ("s", "")):
        if first.endswith(end):
            return first.removesuffix(end) + base + space + rest
    return verb_phrase
