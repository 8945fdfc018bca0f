"""References: who and what. What was named before is "it", "that player" or "them"."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.descriptions import OPPONENT, noun, some, zone_name
from rulesite.engine.cardtext.printing.phrases import NounPhrase, says
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import a, listed, plural


def target(slot: ir.TargetSlot, p: Printer, other: bool = False) -> NounPhrase:
    """ "target creature", "up to two target creatures", "any target"."""
    head = "player" if isinstance(slot.what, ir.IsPlayer) or slot.what == OPPONENT else "permanent"
    many = slot.maximum is None or slot.maximum > 1
    choice = "of your choice" if slot.said == "your choice" else ""
    choice = f"of {p.whose(slot.chooser)} choice" if slot.chooser is not None else choice
    with p.saying(of_choice="" if slot.said == "last" else choice):
        text = noun(slot.what, p, many, "or" if not many else "and/or", head)
    text += f" {choice}" if slot.said == "last" else ""
    word = "target "
    if text in ("target", "targets"):
        word, text = ("", "any target") if not many and (slot.minimum, slot.maximum) == (1, 1) else ("", text)
        if slot.different and text == "any target":
            return NounPhrase("any other target")
    if text.startswith("other ") or slot.different:
        alone = (slot.minimum, slot.maximum) == (1, 1) and slot.amount is None
        word, text = f"{'another' if alone else 'other'} target ", text.removeprefix("other ")
    if slot.amount is not None:
        amount = p.say(slot.amount)
        return NounPhrase(f"{amount} {word}{text}", True)
    low, high = slot.minimum, slot.maximum
    player = head == "player"
    if (low, high) == (1, 1):
        return NounPhrase(word + text, player=player)
    count = p.said((low, high, None), "targetqty")
    return NounPhrase(f"{count} {word}{text}", many, player=player)


@says(ir.TargetSlot)
def _slot(n: ir.TargetSlot, p: Printer) -> NounPhrase:
    return target(n, p)


@says(ir.Target)
def _target(n: ir.Target, p: Printer) -> NounPhrase:
    if n.slot >= len(p.slots):
        return NounPhrase(f"target {n.slot + 1}")  # spoken of apart from its ability
    slot = p.slots[n.slot]
    if not p.known(n):
        p.mention(n)
        return target(slot, p)
    many = slot.maximum is None or slot.maximum > 1 or slot.amount is not None
    if p.is_player(n):
        return p.pronoun("those players" if many else "that player", n, many, True)
    return p.pronoun("them" if many else "it", n, many)


@says(ir.Self)
def _self(n: ir.Self, p: Printer) -> NounPhrase:
    if not n.said and p.known(n) and p.self_is_it:
        return p.pronoun("it", n)
    given = p.ability is not None and any(isinstance(part, ir.Granter) for part in ir.walk(p.ability))
    return NounPhrase("this permanent" if given else "~")


@says(ir.Granter)
def _granter(n: ir.Granter, p: Printer) -> NounPhrase:
    return NounPhrase("~") if n.said in ("", "~") else p.pronoun("it", n)


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


@says(ir.TriggerPlayer)
def _trigger_player(n: ir.TriggerPlayer, p: Printer) -> NounPhrase:
    return p.pronoun("that player", n, player=True)


@says(ir.Attached)
def _attached(n: ir.Attached, p: Printer) -> NounPhrase:
    if p.known(n):
        return p.pronoun("it", n)
    return NounPhrase(p.attached)


def _done(verb: str) -> str:
    return {"draw": "drawn", "look": "looked-at", "remove": "removed"}.get(verb) or ir.PARTICIPLES.get(verb, verb)


@says(ir.Memo)
def _memo(n: ir.Memo, p: Printer) -> NounPhrase:
    kind, many, in_cost = p.deed_of(n.verb)
    if kind == "player":
        return p.pronoun("that player", n, player=True)
    if in_cost and n.verb is not None:
        return p.pronoun(f"the {_done(n.verb)} {plural(kind) if many else kind}", n, many)
    if many:
        return p.pronoun("them", n, True)
    return p.pronoun("it", n)


@says(ir.Linked)
def _linked(n: ir.Linked, p: Printer) -> NounPhrase:
    if n.verb == "haunt":
        return NounPhrase("the creature it haunts")
    return p.pronoun(f"the {_done(n.verb)} card", n)


@says(ir.Rest)
def _rest(n: ir.Rest, p: Printer) -> NounPhrase:
    return p.pronoun("the rest", n, True)


@says(ir.Current)
def _current(n: ir.Current, p: Printer) -> NounPhrase:
    return p.pronoun("it", n) if not p.each_player else p.pronoun("that player", n, player=True)


@says(ir.Candidate)
def _candidate(n: ir.Candidate, p: Printer) -> NounPhrase:
    return p.pronoun("it", n)


@says(ir.Every)
def _every(n: ir.Every, p: Printer) -> NounPhrase:
    if n.what == ir.HasChosen("card name") and n.said not in ("bare", "all", "each", "any all"):
        return NounPhrase("the named card")
    if n.what == ir.HasChosen("card name"):
        return NounPhrase(noun(n.what, p, True, head="source"), True)
    if n.said == "zones" and isinstance(n.what, ir.All) and isinstance(n.what.parts[-1], ir.AnyOf):
        zones = [one for one in n.what.parts[-1].parts if isinstance(one, ir.InZone)]
        return NounPhrase(f"{p.whose(zones[0].whose)} {listed([one.zone for one in zones])}", True)
    hand = _whole_zone(n.what, p) if not n.said else None
    if hand:
        return NounPhrase(hand)
    if not n.said and p.known(n):
        return p.pronoun("them", n, True)
    if n.said in ("each", "every", "any") or (p.each_word and not n.said):
        with p.saying(opponents_many=True):
            return NounPhrase(f"{n.said or 'each'} {noun(n.what, p)}")
    all_ = {"all": "all ", "bare": "", "the": "the ", "any all": "any "}.get(n.said, p.all_word)
    return NounPhrase(f"{all_}{noun(n.what, p, True)}", True)


def _whole_zone(what: Any, p: Printer) -> str | None:
    match what:
        case ir.All(parts=(ir.IsCard(), ir.InZone(zone=zone, whose=whose))) if whose is not None:
            several = isinstance(whose, ir.EachPlayer) and whose.said in ("all", "bare")
            return zone_name(zone, whose, p) if several else f"{p.whose(whose)} {zone}"
        case ir.All(parts=(ir.IsCard(), ir.InZone(zone="graveyard", whose=None))):
            return "all graveyards"
    return None


@says(ir.Chosen)
def _chosen(n: ir.Chosen, p: Printer) -> NounPhrase:
    one = n.amount == ir.Number(1)
    at_random = " at random" if n.at_random else ""
    if n.said == "random first" and n.from_ is None:
        parts = n.what.parts if isinstance(n.what, ir.All) else (n.what,)
        zone = next((one for one in parts if isinstance(one, ir.InZone)), None)
        rest = ir.All(tuple(one for one in parts if one is not zone))
        whole = some(rest, p).text if one else f"{p.say(n.amount)} {noun(rest, p, True)}"
        where = f" from {zone_name(zone.zone, zone.whose, p)}" if zone is not None else ""
        return NounPhrase(f"{whole}{at_random}{where}", not one)
    choice = f" of {p.whose(n.chooser)} choice" if n.chooser is not None else ""
    if choice and n.said == "choice" and n.from_ is None and one:
        with p.saying(of_choice=choice.strip()):
            return NounPhrase(a(noun(n.what, p)) + at_random)
    if n.said == "alone" and n.from_ == ir.Memo(None) and n.what == ir.Anything():
        return NounPhrase(p.say(n.amount) + at_random + choice, not one)
    if n.from_ is not None:
        those = p.np(n.from_)
        if _hand_shown(p) and those.text == "it":
            said = noun(n.what, p, not one, "and/or", place="card")
            return NounPhrase(f"{a(said) if one else f'{p.say(n.amount)} {said}'} from it{at_random}{choice}", not one)
        if isinstance(n.what, ir.InZone):
            where = zone_name(n.what.zone, n.what.whose, p)
            return NounPhrase(
                f"{'one' if one else p.say(n.amount)} of {those} from {where}{at_random}{choice}", not one
            )
        if n.what == ir.Anything():
            said = "one" if one else p.say(n.amount).removesuffix(" of")
            return NounPhrase(f"{said} of {those}{at_random}{choice}", not one)
        text = noun(n.what, p, not one, "and/or", place="card" if _of_cards(p) else "")
        text = a(text) if one else f"{p.say(n.amount)} {text}"
        return NounPhrase(f"{text} from {'among ' if those.plural else ''}{those}{at_random}{choice}", not one)
    if n.amount == ir.Number(0):
        return NounPhrase(f"no {noun(n.what, p, True)}", True)
    if isinstance(n.what, ir.AnyOf) and one:
        return NounPhrase(listed([some(part, p).text for part in n.what.parts], "or") + at_random + choice)
    text = noun(n.what, p, not one, conj="and/or" if not one else "or")
    if one:
        text = f"an{text}" if text.startswith("other ") else a(text)
        text = f"any {text.partition(' ')[2]}" if n.said == "any" else text
    elif n.amount == ir.UpTo(ir.Number(1)):
        return NounPhrase(f"up to one {noun(n.what, p)}{at_random}{choice}")
    else:
        text = f"{p.say(n.amount)} {text}"
    return NounPhrase(text + at_random + choice, not one)


def _hand_shown(p: Printer) -> bool:
    """Whether "it" is a hand that was revealed or looked at."""
    return any(
        isinstance(part, ir.Reveal | ir.LookAt) and _whole_zone(getattr(part.what, "what", None), p) is not None
        for part in ir.walk(p.ability)
    )


def _of_cards(p: Printer) -> bool:
    return any(isinstance(part, ir.TopCards | ir.Search | ir.Mill | ir.Reveal) for part in ir.walk(p.ability))


@says(ir.Several)
def _several(n: ir.Several, p: Printer) -> NounPhrase:
    parts = [p.who(part) for part in n.parts]
    texts = [part.text for part in parts]
    for place, part in enumerate(n.parts[:-1]):
        slot = p.slots[part.slot] if isinstance(part, ir.Target) and part.slot < len(p.slots) else None
        for zone in ir.walk(slot.what) if slot is not None else ():
            if isinstance(zone, ir.InZone) and zone.said == "shared":  # said once, behind the last
                where = zone_name(zone.zone, zone.whose, p)
                if texts[-1].endswith(where):
                    texts[place] = texts[place].removesuffix(where).removesuffix(" from ").removesuffix(" in ")
    return NounPhrase(listed(texts), True, player=all(part.player for part in parts))


@says(ir.AttachedPermanents)
def _attached_permanents(n: ir.AttachedPermanents, p: Printer) -> NounPhrase:
    return NounPhrase(f"all {noun(n.what, p, True)} attached to {p.who(n.to)}", True)


@says(ir.Outside)
def _outside(n: ir.Outside, p: Printer) -> NounPhrase:
    if n.noun in ("it", "them", "they", "him"):
        return p.pronoun(n.noun, n, n.noun in ("them", "they"))
    return p.pronoun(f"that {n.noun}", n, player=n.noun in ("player", "opponent"))
