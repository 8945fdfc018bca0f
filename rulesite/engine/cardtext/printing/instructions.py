"""Instructions: what a spell or ability tells players to do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.amounts import countable, counted, each_of, plain
from rulesite.engine.cardtext.printing.descriptions import noun
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.cardtext.printing.registry import NounPhrase
from rulesite.engine.language.english import plural


def act(n: Any, p: Printer, phrase: Any, spoken: bool = False) -> str:
    """The words of an instruction with its doer: `phrase()` makes the verb phrase while the doer is "they"."""
    who, bare = ir.You() if said_as_control(n) else n.who, p.take_bare()
    each = isinstance(who, ir.Several | ir.Target) and who.surface == "each"
    if isinstance(who, ir.ControllerOf | ir.OwnerOf) and who.surface.endswith("each"):
        each, who = True, replace(who, surface=who.surface.removesuffix("each").strip())
    if isinstance(who, ir.Target) and each:
        who = replace(who, surface="")
    before = p.last_subject
    with p.doing(who):
        subject = None if isinstance(who, ir.You) else p.saying_subject(who)
        if each and subject is not None:
            subject = NounPhrase(f"{subject} each", True, player=True)
        said = phrase()
    if subject is None:
        named = who.surface == "you" or (spoken and not n.joint)
        return f"you {said}" if named and not bare else said
    if bare:  # a clause within the phrase may have another subject
        p.last_subject = before
    with p.saying(bare=bare):
        return p.agree(subject, said)


def said_as_control(n: Any) -> bool:
    """Whether the words name the player of an instruction as one under whose control something comes, not as its doer.

    "Create a token under target opponent's control" and "Target opponent creates a token" are one node.
    """
    return isinstance(n, ir.CreateToken) and "under" in n.surface.split()


def how_much(amount: Any, what: str, p: Printer) -> str:
    """ "3 life", "1 life for each …", "life equal to …"."""
    if plain(amount):
        return counted(amount, what, p)
    found = each_of(amount, p)
    if found is not None:
        return f"{counted(ir.Number(found[0]), what, p)} for each {found[1]}"
    if isinstance(amount, ir.Half) and isinstance(amount.of, ir.LifeTotal):
        return str(p.said(amount, "half_life"))
    return f"{plural(what)} equal to {p.say(amount)}"


def for_each(over: Any, p: Printer) -> str:
    """The words with "for each": the members of a set, or a number of times."""
    if isinstance(over, ir.Every):
        return f"for each {noun(over.what, p)}"
    if isinstance(over, ir.EachPlayer):
        return p.who(over).text
    if isinstance(over, ir.Reference):
        return f"for each of {p.np(over)}"
    return f"for each {countable(over, p) or p.say(over)}"
