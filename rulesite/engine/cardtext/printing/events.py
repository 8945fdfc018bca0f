"""Events: what "when", "whenever", "if … would" and "this turn" speak of."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.descriptions import noun, some
from rulesite.engine.cardtext.printing.phrases import NounPhrase, says
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import listed, many, third


def happens(who: NounPhrase, verb_phrase: str, p: Printer) -> str:
    """Subject and verb of an event; "would" where a replacement speaks of it."""
    if p.would:
        return f"{who} would {verb_phrase}"
    return f"{who} {many(verb_phrase) if who.plural or who.you else third(verb_phrase)}"


def player(test: Any, p: Printer) -> NounPhrase:
    """The player of an event: "you", "a player", "an opponent"."""
    if isinstance(test, ir.Anything | ir.IsPlayer):
        return NounPhrase("a player", player=True)
    return some(test, p, "player")


def _subject(n: Any, p: Printer, test: Any = None, head: str = "permanent") -> NounPhrase:
    return some(n.what if test is None else test, p, head, getattr(n, "batch", False))


@says(ir.AnyEvent)
def _any_event(n: ir.AnyEvent, p: Printer) -> str:
    if len(n.parts) == 2 and (found := _in_one(*n.parts, p)) is not None:
        return found
    subjects = [getattr(part, "what", None) for part in n.parts]
    shared = subjects[0] is not None and all(one == subjects[0] for one in subjects) and n.parts[0].said != "under"
    with p.saying(self_is_it=False):
        said = [p.say(part) for part in n.parts]
    moved = all(isinstance(part, ir.ZoneChange) for part in n.parts)
    subject = _shared(said) if shared or not moved else ""
    rest = [text.removeprefix(subject).removeprefix("would ") for text in said[1:]]
    return listed([said[0], *rest], "or")


def _in_one(one: Any, other: Any, p: Printer) -> str | None:
    """Two events of one thing as one phrase: "blocks or becomes blocked by a creature", "cycle or discard a card"."""
    match one, other:
        case ir.BlocksEach(), ir.BecomesBlockedByEach() if (one.what, one.attacker) == (other.what, other.by):
            who = _subject(one, p)
            become = "become" if p.would or who.plural else "becomes"
            return happens(who, f"block or {become} blocked by {some(one.attacker, p)}", p)
        case ir.Cycled(), ir.Discarded() if other == ir.Discarded(one.what, one.who):
            who = player(one.who, p)
            discard = "discard" if who.you or p.would else "discards"
            return f"{happens(who, 'cycle', p)} or {discard} {some(one.what, p, 'card')}"
        case ir.ZoneChange(to="battlefield", from_=None, said=""), ir.ZoneChange(from_="battlefield", to=None) if (
            one.what == other.what and one.whose is None and not p.would
        ):
            who = _subject(one, p)
            return f"{happens(who, 'enter', p)} or {'leave' if who.plural else 'leaves'} {p.terms.battlefield}"
    return None


def _shared(said: list[str]) -> str:
    """The words with which all begin: the subject that they share."""
    words = [text.split(" ") for text in said]
    count = 0
    for alike in zip(*words, strict=False):
        if len(set(alike)) > 1:
            break
        count += 1
    shared = " ".join(words[0][:count])
    return (
        shared + " "
        if shared and not shared.endswith((" a", " an")) and shared not in ("a", "an", "one or more")
        else ""
    )


def replaced(n: ir.Replace, p: Printer, span: str) -> str:
    """ "if ~ would die, exile it instead"; `span`: " this turn" of one that an effect creates."""
    if n.said.startswith("redirect") and isinstance(n.event, ir.DamageDealt) and isinstance(n.instead, ir.Happens):
        while_ = f"as long as {p.say(n.condition)}, " if n.condition is not None else ""
        return while_ + _redirected(n, n.event, n.instead.to, p, span)
    with p.saying(span=span):
        return p.say(n)


def _redirected(n: ir.Replace, event: ir.DamageDealt, to_: Any, p: Printer, span: str) -> str:
    """ "All damage that would be dealt to you is dealt to ~ instead"."""
    how = n.said.split()
    said = f"{'all ' if 'all' in how else ''}{p.said(event.combat, 'damagekind')} that would be dealt"
    early, late = (span, "") if "early" in how else ("", span)
    to = "" if event.to == ir.Anything() else f" to {some(event.to, p, 'permanent')}"
    by = ""
    if isinstance(event.source, ir.IsObject):
        by = f" by {some(event.source, p)}"
    elif event.source != ir.Anything():
        by = f" by {noun(event.source, p, True, head='source')}"
    return f"{said}{early}{to}{by}{late} is dealt to {p.who(to_)} instead"


@says(ir.CreateReplacement)
def _create_replacement(n: ir.CreateReplacement, p: Printer) -> str:
    span = {"turn": " this turn", "permanent": "", "combat": " this combat"}.get(n.duration, f" until {n.duration}")
    return replaced(n.replacement, p, span)
