"""Statements: what is so while an object is in a zone, and limits on playing things."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.raw_nodes import ONCE
from rulesite.engine.cardtext.printing.descriptions import OPPONENT, noun, some
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.cardtext.printing.registry import NounPhrase, says
from rulesite.engine.cardtext.slots.becoming import verbs
from rulesite.engine.cardtext.syntax.watching import replaced
from rulesite.engine.language.english import listed, many, plural, third

PLAYERS_ALIKE = (ir.CostChange, ir.AttackTax)


ALL_PLAYERS: dict[ir.Node, NounPhrase] = {
    ir.EachPlayer(): NounPhrase("players", True, player=True),
    ir.EachPlayer(OPPONENT): NounPhrase("your opponents", True, player=True),
}


@says(ir.Applies)
def _applies(n: ir.Applies, p: Printer) -> str:
    if "same_true" in n.surface.split():
        return f"the same is true for {p.who(n.to)}"
    if len(n.changes) == 1 and isinstance(n.changes[0], PLAYERS_ALIKE) and not _of_payers(n.changes[0]):
        return p.say(n.changes[0])
    if len(n.changes) == 1 and n.changes[0].surface == "be" and n.to == ir.EachPlayer():
        return str(p.said(n.changes[0], "cants"))
    if len(n.changes) == 2 and (both := taxes(*n.changes, p)) is not None:
        return both
    if len(n.changes) == 1 and (stated := p.stated(n.changes[0], n.to)) is not None:
        return stated
    match n.changes:
        case (ir.MayPlay(surface=how) as played,) if (often := how.split(" ")[-1].replace("_", " ")) in ONCE:
            plain = replace(played, limit=None, own_turns=False, surface=how.rpartition(" ")[0])
            if plain.surface == "rather":
                return f"{often}, {p.said(plain, 'static')}"
            return f"{often}, you {p.said(plain, 'pstatic')}"
        case (ir.PlaysRevealed(),) if n.to == ir.You() and not n.to.surface:
            return p.say(n.changes[0])
    with p.saying(all_word=p.applies_all(n.to)):
        subject = (ALL_PLAYERS.get(n.to) if n.to.surface not in ("any", "each") else None) or p.saying_subject(n.to)
    if "also" in n.surface.split():
        subject = replace(subject, text=f"{subject} also")
    before = p.doer
    p.doer = subject if subject.player else before
    untap = "your" if isinstance(n.to, ir.Self) else "their controllers'" if subject.plural else "its controller's"
    turns = f" on each of {'their' if subject.player and not subject.you else 'your'} turns"
    with p.saying(untap_whose=untap, plural_noun=subject.plural, extra_turns=turns):
        said = verbs(n.changes, p)
    p.doer = before
    tails = "".join(text.partition("\0")[2] for text in said)
    heads = [text.partition("\0")[0] for text in said]
    spoken = [many(text) if subject.plural or subject.you else third(text) for text in heads]
    if len(spoken) > 1 and n.changes[0].surface != "apart" and all(text.startswith("can't ") for text in spoken):
        spoken = ["can't " + listed([text.removeprefix("can't ") for text in spoken], "or")]
    predicate = f"{listed(attack_or_block(spoken, n.changes))}{tails}"
    return predicate if "bare" in n.surface.split() else f"{subject} {predicate}"


def _of_payers(change: Any) -> bool:
    """Whether a change affects only players who pay a cost."""
    return bool(getattr(change, "keyword", None)) or change.surface.startswith("of payers")


def attack_or_block(said: list[str], changes: Any) -> list[str]:
    """ "Attacks or blocks each combat if able": two requirements as one phrase, if the text has it so."""
    if changes != (ir.MustAttack(), ir.MustBlock()) or changes[1].surface != "or":
        return said
    return [f"{said[0].partition(' ')[0]} or {said[1]}"]


def taxes(attack: Any, block: Any, p: Printer) -> str | None:
    """ "~ can't attack or block unless you pay {2}": two taxes on a creature as one phrase; None for others."""
    if not isinstance(attack, ir.AttackTax) or not isinstance(attack.what, ir.IsObject) or attack.block:
        return None
    if replace(attack, block=True) != block or attack.whom is not None:
        return None
    return p.say(attack).replace("can't attack", "can't attack or block", 1)


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
        dealer = "" if n.from_ == ir.Anything() else whom(n.from_, "source")
    if dealer and n.surface.startswith("would"):
        return f"prevent {amount} {kind} {'that ' if 'that' in n.surface else ''}{dealer} would deal{to}"
    by = f" by {dealer}" if dealer else ""
    return f"prevent {amount} {kind} that would be dealt{to}{by}"


@says(ir.SkipUnless)
def _skip(n: ir.SkipUnless, p: Printer) -> str:
    name = n.surface or str(p.said(n.step, "steplong"))
    if n.who == ir.IsPlayerRef(ir.You()):
        return f"skip your {name}"
    if isinstance(n.who, ir.IsPlayerRef) and not (one := p.np(n.who.who)).plural:
        return f"{one} skips their {name}"
    return f"{plural_player(n.who, p)} skip their {plural(name)}"


def plural_player(who: Any, p: Printer) -> str:
    """The players described, in the plural."""
    if isinstance(who, ir.IsPlayerRef):
        return p.np(who.who).text
    return "players" if who == ir.Anything() else noun(who, p, True, head="player")
