"""Each predicate's piece of a description."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.descriptions import Part, noun, part_of, some, zone_name
from rulesite.engine.cardtext.printing.phrases import NounPhrase, says
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import a, listed, plural


@says(ir.All)
def _all(n: ir.All, p: Printer) -> Part:
    return Part(noun(n, p), "after")


@says(ir.AnyOf)
def _any_of(n: ir.AnyOf, p: Printer) -> Part:
    parts = [part_of(one, p) for one in n.parts]
    where = parts[0].where if len({part.where for part in parts}) == 1 else "after"
    return Part(listed([part.text for part in parts], "or"), where)


@says(ir.Not)
def _not(n: ir.Not, p: Printer) -> Part:
    match n.part:
        case ir.HasType(type=word) | ir.HasSupertype(supertype=word) | ir.HasColor(color=word):
            return Part(f"non{word}")
        case ir.HasSubtype(subtype=word):
            return Part(f"non-{word}")
        case ir.IsToken():
            return Part("nontoken")
        case ir.HasStatus(status="attacking"):
            return Part("nonattacking")
        case ir.HasStatus(status=word):
            return Part(f"that {_isnt(p)} {word}", "after")
        case ir.HasAbility(keyword=word) if word is not None:
            return Part(f"without {word}", "after")
        case ir.Controlled(by=who):
            found = p.who(who)
            return Part(f"{found.text} {_dont(found)} control", "after")
        case ir.HasName(name=name):
            return Part(f"not named {name}", "after")
        case ir.IsObject(what=ref):
            return Part(f"{'except for' if n.said == 'apart' else 'other than'} {p.np(ref)}", "after")
        case ir.All(parts=(ir.IsCard(), ir.InZone(zone=zone, whose=whose))) if n.said == "other than" and whose:
            several = p.plural_noun and not isinstance(whose, ir.You)
            return Part(f"other than {p.whose(whose)} {plural(zone) if several else zone}", "after")
        case _ if n.said == "other than":
            what = noun(n.part, p, p.plural_noun)
            return Part(f"other than {what if p.plural_noun else a(what)}", "after")
        case ir.InZone():
            return Part(f"not {part_of(n.part, p)}", "after")
        case ir.HasCounters(kind=kind):
            return Part(f"without {a(f'{kind} counter') if kind else 'a counter'} on it", "after")
        case ir.All() | ir.AnyOf() | ir.IsPermanent() | ir.IsPlayer():
            return Part(f"except for {noun(n.part, p, True)}", "after")
    return Part(f"other than one {part_of(n.part, p)}", "after")


def _isnt(p: Printer) -> str:
    return "aren't" if p.plural_noun else "isn't"


def _dont(who: NounPhrase) -> str:
    return "don't" if who.you or who.plural else "doesn't"


@says(ir.OpponentOf)
def _opponent(n: ir.OpponentOf, p: Printer) -> Part:
    if isinstance(n.of, ir.You):
        return Part("opponent", "place")
    return Part(f"who is an opponent of {p.np(n.of)}", "after")


THIS_WAY = ("discard", "exile", "destroy", "sacrifice", "return", "reveal", "tap", "mill", "choose")


@says(ir.IsObject)
def _object_ref(n: ir.IsObject, p: Printer) -> Part:
    if n.said.startswith("exiled") and n.what == ir.Linked("exile"):
        return Part(n.said, "after")
    if isinstance(n.what, ir.Memo) and n.what.verb in THIS_WAY:
        return Part(f"{ir.PARTICIPLES[n.what.verb]} this way", "the")
    return Part(p.who(n.what).text, "the")


@says(ir.OtherThan)
def _other_than(n: ir.OtherThan, p: Printer) -> Part:
    return Part(f"other than {p.np(n.than)}", "after")


@says(ir.InZone)
def _in_zone(n: ir.InZone, p: Printer) -> Part:
    if n.zone == "battlefield":
        return Part(f"on {p.terms.battlefield}" if p.terms.exile else "in play", "after")
    if n.zone == "stack":
        return Part("on the stack", "after")
    if n.zone == "exile" and n.said == "in" and p.terms.exile:
        return Part("in exile", "after")
    if n.zone == "exile" and (n.said if n.said in ("from", "in") else p.zone_word) != "from":
        return Part("exiled" if p.terms.exile else "removed", "before")
    word = n.said if n.said in ("from", "in") else p.zone_word
    return Part(f"{word} {zone_name(n.zone, n.whose, p, p.plural_noun)}", "after")


@says(ir.Controls)
def _controls(n: ir.Controls, p: Printer) -> Part:
    what = some(n.what, p)
    return Part(f"who {'control' if p.plural_noun else 'controls'} {what}", "after")
