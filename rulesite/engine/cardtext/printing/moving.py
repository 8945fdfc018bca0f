"""Deeds that move, find and show cards."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.amounts import counted
from rulesite.engine.cardtext.printing.deeds import act
from rulesite.engine.cardtext.printing.descriptions import noun, zone_name
from rulesite.engine.cardtext.printing.phrases import says
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import a, listed, plural

OWNERS = ("their owners'", "their owner's", "its owner's")


@says(ir.Destination)
def _destination(n: ir.Destination, p: Printer) -> str:
    return destined(n, p, "its owner's", False)


def destined(n: ir.Destination, p: Printer, owner: str, several: bool) -> str:
    t = p.terms
    if n.zone == "battlefield":
        words = [t.onto] if not p.back else [f"to {t.battlefield}"]
        if n.face_down:
            words.append("face down")
        if n.transformed:
            words.append("transformed")
        if n.tapped and n.attacking:
            words.append("tapped and attacking")
        elif n.tapped or n.attacking:
            words.append("tapped" if n.tapped else "attacking")
        if n.attached_to is not None:
            words.append(f"attached to {p.who(n.attached_to)}")
        if n.controller is not None:
            words.append(f"under {p.whose(n.controller)} control")
        if "first" in n.said.split() and len(words) > 2:
            words = [words[0], words[-1], *words[1:-1]]
        if n.counters:
            kind = f"{'additional ' if 'additional' in n.said else ''}{n.counters} counter"
            words.append(f"with {counted(n.counters_amount or ir.Number(1), kind, p)} on it")
        return " ".join(words)
    if n.zone == "exile":
        return "exile" + (" face down" if n.face_down else "")
    whose = (
        p.whose(n.whose) if n.whose is not None else n.said if n.said.endswith("'s") or n.said.endswith("s'") else owner
    )
    several = several or n.said == "their owners'"
    zone = n.zone if not several or whose not in ("their owners'",) else plural(n.zone)
    order = {"any": " in any order", "random": " in a random order"}.get(n.order or "", "")
    if n.said == "bare":
        return f"on {'the ' if n.position == 'bottom' else ''}{n.position}{order}"
    if n.zone == "library":
        if n.position == "shuffled":
            return f"into {whose} library"
        if n.position == "bottom":
            return f"on the bottom of {whose} {zone}{order}"
        if n.position is None:
            return f"to {whose} {zone}"
        if n.position == "top":
            return f"on top of {whose} {zone}{order}"
        if n.position == "top or bottom":
            return f"on the top or bottom of {whose} {zone}{order}"
        return f"into {whose} {zone} {n.position}"
    return f"{'to' if p.back else 'into'} {whose} {zone}"


@says(ir.Move)
def _move(n: ir.Move, p: Printer) -> str:
    def phrase() -> str:
        with p.saying(zone_word="from"):
            what = p.who(n.what)
        how = n.said.split()
        owner = "their owners'" if what.plural else "its owner's"
        whose_zone = None if "a" in how else ir.You()
        came = f" from {zone_name(n.from_, whose_zone, p)}" if n.from_ and not _zoned(n.what, p) else ""
        if n.verb == "exile" and n.to.zone == "exile":
            down = " face down" if n.to.face_down else ""
            return f"exile {what}{came}{down}" if p.terms.exile else f"remove {what}{came} from the game{down}"
        if _in_hand(n.what, p) and n.to.whose is None and isinstance(n.who, ir.You) and n.to.zone != "battlefield":
            owner = "your"
        if n.verb == "shuffle" and n.said in OWNERS and n.to == ir.Destination("library", None, "shuffled"):
            return f"shuffle {what}{came} into {n.said} library"
        with p.saying(back=n.verb == "return"):
            to = destined(n.to, p, _owner_words(n, p, owner), what.plural)
        if n.verb == "return" and n.to.zone == "battlefield":
            to = to.replace("onto the", "to the")
        verb = {"exile": "put"}.get(n.verb, n.verb)
        if (
            "back" in how
            and "on" not in how
            and (n.to.zone, n.to.position, n.to.whose, n.verb) == ("library", "top", None, "put")
        ):
            return f"put {what} back" + {"any": " in any order", "random": " in a random order"}.get(
                n.to.order or "", ""
            )
        if n.said == "rest" and n.verb == "put":
            return f"{what}{came} {to}"
        return f"{verb} {what}{' back' if 'on' in how else ''}{came} {to}"

    return act(n, p, phrase)


def _owner_words(n: ir.Move, p: Printer, owner: str) -> str:
    """Whose hand or graveyard: yours where the cards are known to be yours."""
    what = n.what
    if isinstance(what, ir.Target) and what.slot < len(p.slots):
        what = p.slots[what.slot].what
    for part in ir.walk(what):
        if isinstance(part, ir.InZone) and part.whose == ir.You():
            return "your"
    if isinstance(what, ir.TopCards):
        return p.whose(what.of)
    if isinstance(what, ir.Memo | ir.Rest) and n.to.zone in ("hand", "graveyard", "library") and _mine(what, p):
        return "your"
    return owner


def _mine(what: Any, p: Printer) -> bool:
    """Whether what an earlier step found or showed was yours."""
    for part in ir.walk(p.ability):
        if isinstance(part, ir.Search):
            return isinstance(part.whose, ir.You)
        if isinstance(part, ir.TopCards):
            return isinstance(part.of, ir.You)
    return False


def _zoned(what: Any, p: Printer) -> bool:
    if isinstance(what, ir.Target) and what.slot < len(p.slots):
        what = p.slots[what.slot].what
    return any(isinstance(part, ir.InZone) for part in ir.walk(what))


def _in_hand(what: Any, p: Printer) -> bool:
    return any(isinstance(part, ir.InZone) and part.zone == "hand" for part in ir.walk(what))


@says(ir.CounterSpell)
def _counter(n: ir.CounterSpell, p: Printer) -> str:
    said = f"counter {p.who(n.what)}"
    if n.to is not None:
        said += countered(n, p)
    return said


def countered(n: ir.CounterSpell, p: Printer) -> str:
    """ ". If that spell is countered this way, exile it instead of putting it into its owner's graveyard"."""
    if n.to is None:
        return ""
    it = "that card" if "card" in n.said.split() else "it"
    to = f"exile {it}" if n.to.zone == "exile" else f"put {it} {destined(n.to, p, 'its owner' + chr(39) + 's', False)}"
    of = "into that player's graveyard" if "player" in n.said.split() else "putting it into its owner's graveyard"
    return f". if that spell is countered this way, {to} instead of {of}"


@says(ir.Search)
def _search(n: ir.Search, p: Printer) -> str:
    def phrase() -> str:
        zones = list(n.zones)
        whose = p.whose(n.whose)
        where = f"{whose} {listed(zones)}"
        if isinstance(n.amount, ir.UpTo | ir.AtLeast):
            several = n.amount != ir.UpTo(ir.Number(1))
            what = f"{p.say(n.amount)} {noun(n.what, p, several, 'and/or' if several else 'or', place='card')}"
        else:
            what = (
                a(noun(n.what, p, place="card"))
                if n.amount == ir.Number(1)
                else f"{p.say(n.amount)} {noun(n.what, p, True, 'and/or', place='card')}"
            )
        it = "them" if n.amount not in (ir.Number(1), ir.UpTo(ir.Number(1))) else "it"
        return f"search {where} for {what}" + (f", reveal {it}" if n.reveal else "")

    return act(n, p, phrase)


@says(ir.Shuffle)
def _shuffle(n: ir.Shuffle, p: Printer) -> str:
    if isinstance(n.whose, ir.You):
        return "shuffle your library" if n.said == "library" else "shuffle"
    return p.agree(p.saying_subject(n.whose), "shuffle")


@says(ir.PlayCard)
def _play(n: ir.PlayCard, p: Printer) -> str:
    def phrase() -> str:
        with p.saying(zone_word="from"):
            what = p.who(n.what)
        its = "their mana costs" if what.plural else "its mana cost"
        return f"{n.said if n.said == 'play' else p.terms.cast} {what}" + (f" without paying {its}" if n.free else "")

    return act(n, p, phrase)
