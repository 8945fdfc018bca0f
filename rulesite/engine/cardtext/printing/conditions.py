"""Conditions: what follows "if", "unless" and "as long as"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.amounts import digits
from rulesite.engine.cardtext.printing.descriptions import HISTORIC, OPPONENT, compared, noun, some, zone_name
from rulesite.engine.cardtext.printing.phrases import NounPhrase, says
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import a, listed, many, plural, third

CARD_DEEDS = (None, "reveal", "look", "mill", "search", "discard")
"""Steps that act on cards: what they acted on is "a land card", not "a land"."""
PAST = {
    "attack": "attacked",
    "attacks": "attacked",
    "dies": "died",
    "die": "died",
    "enters": "entered",
    "enter": "entered",
    "deals": "dealt",
    "deal": "dealt",
    "gains": "gained",
    "gain": "gained",
    "loses": "lost",
    "lose": "lost",
    "casts": "cast",
    "cast": "cast",
    "draws": "drew",
    "draw": "drew",
    "is": "was",
    "are": "were",
    "plays": "played",
    "play": "played",
    "discards": "discarded",
    "discard": "discarded",
    "sacrifices": "sacrificed",
    "sacrifice": "sacrificed",
    "leaves": "left",
    "leave": "left",
    "becomes": "became",
    "cycles": "cycled",
    "cycle": "cycled",
}


def past(clause: str) -> str:
    """A clause of an event in the past tense, by its first verb.

    >>> past("a creature dies")
    'a creature died'
    """
    words = clause.split(" ")
    for place, word in enumerate(words):
        if place and word in PAST:
            words[place] = PAST[word]
            break
    return " ".join(words)


def _is(who: NounPhrase) -> str:
    return "are" if who.plural or who.you else "is"


def quality(test: Any, p: Printer, be: str = "is") -> str:
    """What something is: "is red", "is a creature", "has flying", "is on the battlefield"."""
    if test.said in ("card", "spell"):
        text = noun(replace(test, said=""), p, place=test.said)
        return f"{be} {a(text) if not text.startswith('other ') else f'an{text}'}"
    if isinstance(test, ir.Not) and test.said == "non":
        return f"{be} {p.say(test)}"
    negative = isinstance(test, ir.Not)
    if (test.part if isinstance(test, ir.Not) else test) == HISTORIC:
        return f"{be}{'n' + chr(39) + 't' if negative else ''} historic"
    inner = test.part if isinstance(test, ir.Not) else test
    if negative and inner.said in ("card", "spell"):
        text = noun(replace(inner, said=""), p, place=inner.said)
        return f"{be}n't {a(text)}"
    is_, have = (
        (be + "n't", "doesn't have" if be == "is" else "don't have")
        if negative
        else (be, "has" if be == "is" else "have")
    )
    match inner:
        case ir.HasColor(color=word) | ir.HasStatus(status=word) | ir.HasSupertype(supertype=word):
            return f"{is_} {word}"
        case ir.HasAbility(keyword=word):
            return f"{have} {word or 'no abilities'}"
        case ir.Compares():
            said = str(p.say(inner)).removeprefix("with ")
            return f"{have} {said}"
        case ir.HasCounters(kind=kind):
            if negative and (inner.op, inner.value) == (">=", ir.Number(1)):
                return f"{have} {a(f'{kind} counter' if kind else 'counter')} on it"
            if negative or (inner.op, inner.value) == ("=", ir.Number(0)):
                return f"{'has' if be == 'is' else 'have'} no {kind or ''} counters on it".replace("  ", " ")
            return f"{have} {str(p.say(inner)).removeprefix('with ')}"
        case ir.InZone():
            return f"{is_} {'in exile' if inner.zone == 'exile' else p.say(inner)}"
        case ir.HasName(name=name):
            return f"{is_} named {name}"
        case ir.HasChosen(quality="card name"):
            return f"{have} the chosen name"
        case ir.HasChosen():
            return f"{is_} the chosen {inner.quality}"
        case ir.Controlled(by=by):
            who = p.who(by)
            return f"{is_} controlled by {who}"
        case ir.ColorCount():
            return f"{is_} {p.say(inner)}"
        case ir.SharesQuality(quality="name"):
            return f"{have} {str(p.say(inner)).removeprefix('with ')}"
        case ir.SharesQuality() | ir.Did() | ir.HasTarget():
            return str(p.say(inner)).removeprefix("that ")
        case ir.AnyOf(parts=parts) if all(
            isinstance(one, ir.HasColor | ir.HasStatus | ir.HasSupertype) for one in parts
        ):
            return f"{is_} {listed([str(p.say(one)) for one in parts], 'or')}"
        case ir.AnyOf(parts=parts) if inner.said in ("or a", "or a card"):
            place = "card" if inner.said == "or a card" else ""
            return f"{is_} {listed([a(noun(one, p, place=place)) for one in parts], 'or')}"
        case ir.IsObject(what=ref):
            return f"{is_} {p.who(ref)}"
        case ir.All(parts=(ir.Compares(said="size") as power, ir.Compares(said="size") as toughness)):
            return f"{is_} {p.digit(power.value)}/{p.digit(toughness.value)}"
        case ir.All(parts=parts) if all(isinstance(one, ir.HasColor | ir.HasStatus) for one in parts):
            return f"{is_} {listed([str(p.say(one)) for one in parts])}"
    if be == "are" and isinstance(inner, ir.HasType | ir.HasSubtype):
        return f"{is_} {noun(inner, p, True)}"
    text = noun(inner, p, place="card" if p.of_cards and not isinstance(inner, ir.IsPermanent) else "")
    return f"{is_} {a(text) if not text.startswith('other ') else f'an{text}'}"


@says(ir.Holds)
def _holds(n: ir.Holds, p: Printer) -> str:
    if isinstance(n.predicate, ir.Controlled):
        who = p.who(n.predicate.by)
        return f"{who} control{'' if who.you or who.plural else 's'} {p.who(n.of)}"
    who = p.who(n.of)
    how = n.said.split()
    if "was" in how or "were" in how or "remains" in how or "remain" in how:
        text = quality(n.predicate, p, _is(who))
        verb = "was" if "was" in how or "were" in how else "remain" if who.plural else "remains"
        text = (
            text.removesuffix("in exile") + "exiled"
            if verb.startswith("remain") and text.endswith("in exile")
            else text
        )
        were = "were" if verb == "was" and who.plural else verb
        return f"{who} {re.sub('^(is|are)', were, text)}"
    with p.saying(of_cards=isinstance(n.of, ir.TopCards | ir.Memo) and getattr(n.of, "verb", None) in CARD_DEEDS):
        return f"{who} {quality(n.predicate, p, _is(who))}"


@says(ir.Comparison)
def _comparison(n: ir.Comparison, p: Printer) -> str:
    if isinstance(n.left, ir.Count) and isinstance(n.left.of, ir.Every):
        return _there_are(n, n.left.of.what, p)
    if isinstance(n.left, ir.CountersOn):
        kind = f"{n.left.kind} counter" if n.left.kind else "counter"
        if "there" in n.said.split():
            one = (n.op, n.right) == (">=", ir.Number(1))
            return f"there {'is' if one else 'are'} {_many(n.op, n.right, kind, p)} on {p.who(n.left.on)}"
        who = p.who(n.left.on)
        on = " on him" if "him" in n.said.split() else " on it"
        return f"{who} {'has' if not who.you else 'have'} {_many(n.op, n.right, kind, p)}" + ("" if who.player else on)
    if isinstance(n.left, ir.LifeTotal) and n.said == "total" and not isinstance(n.right, ir.LifeTotal):
        return f"{p.whose(n.left.of)} life total is {compared(n.op, digits(n.right, p))}"
    if isinstance(n.left, ir.LifeTotal):
        who = p.who(n.left.of)
        if isinstance(n.right, ir.LifeTotal):
            much = "more" if n.op == ">" else "less"
            return f"{who} {'have' if who.you else 'has'} {much} life than {p.who(n.right.of)}"
        have = "have" if who.you else "has"
        exactly = "exactly " if n.said == "exactly" else ""
        return f"{who} {have} {exactly}{compared(n.op, digits(n.right, p)).replace('greater', 'more')} life"
    if isinstance(n.left, ir.Different):
        several = compared(n.op, p.say(n.right)).replace("greater", "more")
        return f"there are {several} {p.say(n.left).removeprefix('the number of ')}"
    how = {">=": "greater than or equal to", "<=": "less than or equal to", ">": "greater than", "<": "less than"}
    if isinstance(n.right, ir.Number) and "was" in n.said.split():
        return f"{p.say(n.left)} was {compared(n.op, digits(n.right, p))}"
    if isinstance(n.right, ir.Number):
        return f"{p.say(n.left)} is {compared(n.op, digits(n.right, p))}"
    if isinstance(n.right, ir.X):
        return f"{p.say(n.left)} is {compared(n.op, p.say(n.right))}"
    return f"{p.say(n.left)} is {how.get(n.op, 'equal to')} {p.say(n.right)}"


def _many(op: str, value: Any, what: str, p: Printer) -> str:
    if isinstance(value, ir.Number):
        if (op, value.value) == (">=", 1):
            return a(what) if not what.startswith("other ") else f"an{what}"
        if (op, value.value) in (("=", 0), ("<", 1), ("<=", 0)):
            return f"no {plural(what)}"
    how = {"<=": "or fewer", ">=": "or more"}.get(op)
    said = p.say(value)
    return f"{said} {how} {plural(what)}" if how else f"exactly {said} {plural(what)}"


def _there_are(n: ir.Comparison, what: Any, p: Printer) -> str:
    """ "you control two or more lands", "there are no cards in your library", "a creature is on the battlefield"."""
    parts = what.parts if isinstance(what, ir.All) else (what,)
    by = next((part.by for part in parts if isinstance(part, ir.Controlled)), None)
    rest = tuple(part for part in parts if not isinstance(part, ir.Controlled))
    one = (n.op, n.right) == (">=", ir.Number(1))
    if "are" in n.said.split() and isinstance(parts[-1], ir.HasStatus):
        single = n.right == ir.Number(1) and n.op in (">=", "=")
        return f"{_number_of(n, ir.All(parts[:-1]), p)} {'is' if single else 'are'} {parts[-1].status}"
    if by is not None:
        what = ir.All(rest)
        if isinstance(by, ir.EachPlayer) and by.who == OPPONENT and by.said in ("all", "bare"):
            who = NounPhrase("your opponents", True)
        elif isinstance(by, ir.EachPlayer) and by.who == OPPONENT:
            who = NounPhrase("an opponent")
        else:
            who = p.who(by)
        if isinstance(n.right, ir.Count):
            than = n.right.of.what if isinstance(n.right.of, ir.Every) else None
            whose = next((part.by for part in ir.walk(than) if isinstance(part, ir.Controlled)), None)
            return f"{_control(who)} {'more' if n.op == '>' else 'fewer'} {noun(what, p, True)} than {p.who(whose)}"
        none = (n.op, n.right) == ("=", ir.Number(0))
        if "no" in n.said.split() and none and isinstance(by, ir.EachPlayer):
            return f"no {noun(by.who, p, head='player')} controls {some(what, p)}"
        if "not" in n.said.split() and none:
            return f"{who} {'don' if who.you or who.plural else 'doesn'}'t control {some(what, p)}"
        return f"{_control(who)} {_number_of(n, what, p)}"
    if "there" in n.said.split():
        none = (n.op, n.right) == ("=", ir.Number(0))
        return f"there {'is' if one else 'are'} {f'no {noun(what, p, True)}' if none else _number_of(n, what, p)}"
    zone = next((part for part in parts if isinstance(part, ir.InZone)), None)
    how = n.said.split()
    if zone is not None and zone.whose is not None and "has" in how and (zone.zone != "hand" or "in" in how):
        who = p.who(zone.whose)
        left = ir.All(tuple(part for part in rest if part is not zone))
        their = "your" if who.you else "their"
        return f"{who} {'have' if who.you else 'has'} {_number_of(n, left, p)} in {their} {zone.zone}"
    if zone is not None and zone.zone == "hand" and zone.whose is not None:
        who = p.who(zone.whose)
        left = ir.All(tuple(part for part in rest if part is not zone))
        if isinstance(n.right, ir.Count):
            return f"{who} {'have' if who.you else 'has'} more cards in hand than {_hand_of(n.right, p)}"
        return f"{who} {'have' if who.you else 'has'} {_number_of(n, left, p)} in hand"
    if zone is not None:
        left = ir.All(tuple(part for part in rest if part is not zone))
        where = f"in {zone_name(zone.zone, zone.whose, p)}"
        if (n.op, n.right) == ("=", ir.Number(0)):
            return f"there are no {noun(left, p, True, head='card')} {where}"
        said = _number_of(n, left, p)
        return f"{said} {'is' if one else 'are'} {where}" if one else f"there are {said} {where}"
    said = _number_of(n, what, p)
    on = f"on {p.terms.battlefield}" if p.terms.exile else "in play"
    return f"{said} {'is' if one else 'are'} {on}"


def _hand_of(count: ir.Count, p: Printer) -> str:
    zone = next((part for part in ir.walk(count) if isinstance(part, ir.InZone)), None)
    return p.who(zone.whose).text if zone is not None and zone.whose is not None else p.say(count)


def _control(who: NounPhrase) -> str:
    return f"{who} control{'' if who.you or who.plural else 's'}"


def _number_of(n: ir.Comparison, what: Any, p: Printer) -> str:
    if isinstance(n.right, ir.Number):
        if (n.op, n.right.value) == (">=", 1):
            return some(what, p, "card" if "IsCard" in repr(what) else "permanent").text
        if (n.op, n.right.value) in (("=", 0), ("<", 1), ("<=", 0)):
            return f"no {noun(what, p, True)}"
    if n.op == ">=" and "at least" in n.said:
        return f"at least {p.say(n.right)} {noun(what, p, True)}"
    how = {"<=": " or fewer", ">=": " or more"}.get(n.op, "")
    exactly = "" if how or n.right.said == "exactly" else "exactly "
    return f"{exactly}{p.say(n.right)}{how} {noun(what, p, n.right != ir.Number(1) or bool(how))}"


@says(ir.Happened)
def _happened(n: ir.Happened, p: Printer) -> str:
    times = "" if n.times is None else f" {p.say(n.times)} times"
    if isinstance(n.event, ir.Cast):
        return _cast(n, n.event, p)
    if isinstance(n.event, ir.Drawn) and n.times is not None:
        who = some(n.event.who, p, "player")
        return f"{_has(who)} drawn {p.say(n.times)} or more cards {p.said(n.span, 'span')}"
    if n.times is not None and (met := getattr(n.event, "what", None)) is not None:
        many_ = noun(met, p, True)
        said = past(f"x {p.say(n.event).removeprefix(some(met, p).text).strip()}").removeprefix("x ")
        return f"{p.say(n.times)} or more {many_} {said} {p.said(n.span, 'span')}"
    span = "" if n.said == "then" else f" {p.said(n.span, 'span')}"
    return f"{past(p.say(n.event))}{times}{span}"


def _has(who: NounPhrase) -> str:
    return "you've" if who.you else f"{who} {'have' if who.plural else 'has'}"


def _cast(n: ir.Happened, event: ir.Cast, p: Printer) -> str:
    """ "You've cast an instant this turn", "two or more spells were cast last turn"."""
    played = past(f"x {p.terms.cast}").removeprefix("x ")
    span = p.said(n.span, "span")
    many = n.times is not None
    what = f"{p.say(n.times)} or more {noun(event.what, p, True)}" if many else some(event.what, p, "spell").text
    if event.who == ir.Anything():
        return f"{what} {'were' if many else 'was'} {played} {span}"
    who = some(event.who, p, "player")
    return f"you've {played} {what} {span}" if who.you and not many else f"{who} {played} {what} {span}"


@says(ir.DidSo)
def _did_so(n: ir.DidSo, p: Printer) -> str:
    who = p.doer
    if n.said:
        return f"{n.said} {'do' if n.said in ('you', 'they') else 'does'}"
    return "you do" if who.you else f"{who} {'do' if who.plural else 'does'}"


@says(ir.WasCast)
def _was_cast(n: ir.WasCast, p: Printer) -> str:
    origin = ""
    if isinstance(n.from_, ir.InZone):
        origin = f" from {zone_name(n.from_.zone, n.from_.whose, p)}"
    if n.who != ir.Anything():
        return f"{some(n.who, p, 'player')} {past('x ' + p.terms.cast)[2:]} {p.who(n.of)}{origin}"
    return f"{p.who(n.of)} was {past('x ' + p.terms.cast)[2:]}{origin}"


@says(ir.WonClash)
def _won(n: ir.WonClash, p: Printer) -> str:
    who = p.who(n.who)
    text = "win the flip" if n.what == "flip" else "win"
    return f"{who} {many(text) if who.you or who.plural else third(text)}"


def did_not(said: str) -> str:
    """ "that player doesn't", "you can't"."""
    if said.endswith("can't"):
        return said
    return f"{said} {'don' if said in ('you', 'they') else 'doesn'}'t"


@says(ir.NotSo)
def _not_so(n: ir.NotSo, p: Printer) -> str:
    match n.part:
        case ir.DidSo(said=said) if said:
            return did_not(said)
        case ir.DidSo():
            return f"{p.doer} don't" if p.doer.you or p.doer.plural else f"{p.doer} doesn't"
        case ir.Holds(of=of, predicate=predicate):
            return p.say(ir.Holds(of, predicate.part if isinstance(predicate, ir.Not) else ir.Not(predicate)))
        case ir.IsTurnOf(who=who):
            return f"it's not {p.whose(who)} turn"
        case ir.WonClash(what="flip"):
            flipper = p.who(n.part.who)
            return f"{flipper} {'lose' if flipper.you or flipper.plural else 'loses'} the flip"
        case ir.WasPaid(keyword="kicker", of=of):
            return f"{p.who(of) if of is not None else '~'} wasn't kicked"
        case ir.Happened(event=ir.Attacks(what=what, whom=ir.Anything()), span=span, times=None) if not isinstance(
            what, ir.IsObject
        ):
            return f"no {noun(what, p, True)} attacked {p.said(span, 'span')}"
        case ir.Happened(event=ir.Cast(who=ir.Anything(), what=what), span=span, times=None):
            return f"no {noun(what, p, True)} were {past(f'x {p.terms.cast}')[2:]} {p.said(span, 'span')}"
        case ir.Happened() | ir.WasPaid() | ir.WasCast():
            said = p.say(n.part)
            return said.replace(" was ", " wasn't ", 1) if " was " in said else f"it isn't so that {said}"
    return f"it isn't so that {p.say(n.part)}"


@says(ir.AllSo)
def _all_so(n: ir.AllSo, p: Printer) -> str:
    match n.parts:
        case (ir.DidSo(), ir.Holds(of=ir.Memo(verb="destroy" | "counter" as verb) as of, predicate=what)):
            it = some(what, p).text
            p.mention(of)
            done = "dies" if n.said == "dies" else f"{'was' if n.said == 'was' else 'is'} {verb}ed"
            return f"{it} {done} this way"
    said = [p.say(part) for part in n.parts]
    return " and ".join(said)


@says(ir.AnySo)
def _any_so(n: ir.AnySo, p: Printer) -> str:
    return " or ".join(p.say(part) for part in n.parts)
