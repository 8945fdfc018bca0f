"""References to players and objects. Those mentioned before are "it", "that player" or "them"."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.descriptions import OPPONENT, noun, zone_name
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.cardtext.printing.registry import NounPhrase, says
from rulesite.engine.language.english import listed, plural


@says(ir.Target)
def _target(n: ir.Target, p: Printer) -> NounPhrase:
    if n.slot >= len(p.slots):
        return NounPhrase(f"target {n.slot + 1}")  # printed without its ability
    slot = p.slots[n.slot]
    if not p.known(n):
        p.mention(n)
        return p.np(slot)
    many = slot.maximum is None or slot.maximum > 1 or slot.amount is not None
    if p.is_player(n):
        return p.pronoun("those players" if many else "that player", n, many, True)
    return p.pronoun("them" if many else "it", n, many)


@says(ir.TriggerObject)
def _trigger_object(n: ir.TriggerObject, p: Printer) -> NounPhrase:
    event = getattr(p.ability, "event", None)
    what = p.event_parts(event).get(n.role) if event is not None else None
    if what is not None and _of_players(what):
        return p.pronoun("that player", n, player=True)
    if n.role == "other" and what is not None:
        return p.pronoun(f"that {_bare_noun(what)}", n)
    return p.pronoun("it", n)


def _of_players(what: Any) -> bool:
    return isinstance(what, ir.IsPlayer | ir.IsPlayerRef) or what == OPPONENT


def _bare_noun(what: Any) -> str:
    for part in ir.walk(what):
        if isinstance(part, ir.HasType):
            return part.type
        if isinstance(part, ir.IsSpell):
            return "spell"
        if isinstance(part, ir.IsCard):
            return "card"
    return "permanent"


def done(verb: str) -> str:
    """The participle for an object that this was done to."""
    return {"draw": "drawn", "look": "looked-at", "remove": "removed"}.get(verb) or ir.PARTICIPLES.get(verb, verb)


@says(ir.Memo)
def _memo(n: ir.Memo, p: Printer) -> NounPhrase:
    kind, many, in_cost = p.deed_of(n.verb)
    if kind == "player":
        return p.pronoun("that player", n, player=True)
    if in_cost and n.verb is not None:
        return p.pronoun(f"the {done(n.verb)} {plural(kind) if many else kind}", n, many)
    if many:
        return p.pronoun("them", n, True)
    return p.pronoun("it", n)


@says(ir.Current)
def _current(n: ir.Current, p: Printer) -> NounPhrase:
    return p.pronoun("it", n) if not p.each_player else p.pronoun("that player", n, player=True)


@says(ir.Several)
def _several(n: ir.Several, p: Printer) -> NounPhrase:
    parts = [p.who(part) for part in n.parts]
    texts = [part.text for part in parts]
    for place, part in enumerate(n.parts[:-1]):
        slot = p.slots[part.slot] if isinstance(part, ir.Target) and part.slot < len(p.slots) else None
        for zone in ir.walk(slot.what) if slot is not None else ():
            if isinstance(zone, ir.InZone) and zone.surface == "shared":  # printed once, after the last
                where = zone_name(zone.zone, zone.whose, p)
                if texts[-1].endswith(where):
                    texts[place] = texts[place].removesuffix(where).removesuffix(" from ").removesuffix(" in ")
    if n.surface == "zones":
        texts[:1] = texts[0].split(" and ")
    joint = "and/or" if n.any_of else "and"
    return NounPhrase(listed(texts, joint), True, player=all(part.player for part in parts))


@says(ir.Pair)
def _pair(n: ir.Pair, p: Printer) -> NounPhrase:
    if "each" in n.surface:
        return NounPhrase("each of those creatures")
    return NounPhrase("both creatures", True)


@says(ir.MeldPair)
def _meld_pair(n: ir.MeldPair, p: Printer) -> NounPhrase:
    return p.pronoun("them", n, True)


@says(ir.AttachedPermanents)
def _attached_permanents(n: ir.AttachedPermanents, p: Printer) -> NounPhrase:
    return NounPhrase(f"all {noun(n.what, p, True)} attached to {p.who(n.to)}", True)


@says(ir.Outside)
def _outside(n: ir.Outside, p: Printer) -> NounPhrase:
    if n.noun in ("it", "them", "they", "him"):
        return p.pronoun(n.noun, n, n.noun in ("them", "they"))
    return p.pronoun(f"that {n.noun}", n, player=n.noun in ("player", "opponent"))
