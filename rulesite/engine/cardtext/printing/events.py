"""Events: what "when", "whenever", "if … would" and "this turn" speak of."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.descriptions import OPPONENT, noun, some, zone_name
from rulesite.engine.cardtext.printing.phrases import NounPhrase, says
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import a, listed, many, third


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


@says(ir.ZoneChange)
def _zone_change(n: ir.ZoneChange, p: Printer) -> str:
    elsewhere = n.from_ not in (None, "battlefield") or n.to not in (None, "battlefield")
    yours = ir.Controlled(ir.You())
    under = next((part for part in _parts(n.what) if isinstance(part, ir.Controlled)), None)
    if n.to == "battlefield" and n.whose is None and n.said == "under" and under not in (None, yours):
        n = replace(n, what=ir.All(tuple(part for part in _parts(n.what) if part is not under)), whose=under.by)
    if n.to == "battlefield" and n.whose is None and isinstance(n.what, ir.All) and yours in n.what.parts and p.under:
        n = replace(n, what=ir.All(tuple(part for part in n.what.parts if part != yours)), whose=ir.You())
    who = _subject(n, p, head="card" if elsewhere and n.from_ != "battlefield" else "permanent")
    return happens(who, _moves(n, p), p)


def _parts(test: Any) -> tuple[Any, ...]:
    return tuple(test.parts) if isinstance(test, ir.All) else (test,)


def _controls_of(whose: Any, p: Printer) -> str:
    if isinstance(whose, ir.EachPlayer) and whose.who == OPPONENT:
        return "an opponent's"
    return p.whose(whose)


def _moves(n: ir.ZoneChange, p: Printer) -> str:
    t = p.terms
    if n.to == "battlefield":
        under = f" under {_controls_of(n.whose, p)} control" if n.whose is not None else ""
        origin = f" from {zone_name(n.from_, None, p)}" if n.from_ else ""
        return t.enter + origin + under
    grave = _someones(n.to, n.whose, p) if n.to else ""
    if n.from_ == "battlefield" and n.to is None:
        return f"leave {t.battlefield}" + (" without dying" if n.not_to else "")
    if n.from_ == "battlefield" and n.to == "graveyard":
        if t.dies and n.whose is None and not p.not_creature and n.said != "put":
            return "die"
        return f"be put into {grave} from {t.battlefield}"
    if n.from_ == "battlefield" and n.to == "hand":
        return f"be returned to {grave}"
    if n.to == "exile":
        origin = f" from {zone_name(n.from_, n.whose, p)}" if n.from_ else ""
        if n.said == "put" and not n.from_ and t.exile:
            return "be put into exile"
        return ("be exiled" if t.exile else "be removed from the game") + origin
    if n.to is None:
        return f"leave {zone_name(n.from_ or 'library', n.whose, p)}"
    origin = f" from {_someones(n.from_, n.whose, p)}" if n.from_ else " from anywhere" if n.said == "anywhere" else ""
    if n.from_ and isinstance(n.whose, ir.EachPlayer | ir.SomePlayer):
        origin = f" from their {n.from_}"
    return f"be put into {grave}{origin}"


def _someones(zone: str, whose: Any, p: Printer) -> str:
    """A zone of an event: "a player's graveyard" of any player."""
    if isinstance(whose, ir.EachPlayer | ir.SomePlayer) and whose.who in (ir.Anything(), ir.IsPlayer()):
        return f"a player's {zone}"
    return zone_name(zone, whose, p)


@says(ir.PlayerAttacks)
def _player_attacks(n: ir.PlayerAttacks, p: Printer) -> str:
    if n.with_ == ir.Anything():
        return happens(player(n.who, p), "attack", p)
    with_ = noun(n.with_, p, True)
    count = "one or more" if n.minimum == 1 else f"{p.say(ir.Number(n.minimum))} or more"
    return happens(player(n.who, p), f"attack with {count} {with_}", p)


KINDS = {None: "", True: "combat ", False: "noncombat "}


@says(ir.CountersPut)
def _counters_put(n: ir.CountersPut, p: Printer) -> str:
    kind = f"{n.kind} counter" if n.kind else "counter"
    on = some(n.on, p) if n.said != "bare" else NounPhrase(noun(n.on, p, True), True)
    if n.who != ir.Anything():
        return happens(player(n.who, p), f"put one or more {kind}s on {on}", p)
    text = a(kind) if n.each else f"one or more {kind}s"
    return happens(NounPhrase(text, plural=not n.each), f"be put on {on}", p)


@says(ir.CountersRemoved)
def _counters_removed(n: ir.CountersRemoved, p: Printer) -> str:
    kind = f"{n.kind} counter" if n.kind else "counter"
    text = f"the last {kind}" if n.last else a(kind)
    return happens(NounPhrase(text), f"be removed from {some(n.from_, p)}", p)


@says(ir.StateBecomesTrue)
def _state(n: ir.StateBecomesTrue, p: Printer) -> str:
    return p.say(n.condition)


@says(ir.AnyEvent)
def _any_event(n: ir.AnyEvent, p: Printer) -> str:
    if len(n.parts) == 2 and (found := _in_one(*n.parts, p)) is not None:
        return found
    subjects = [getattr(part, "what", None) for part in n.parts]
    shared = subjects[0] is not None and all(one == subjects[0] for one in subjects) and n.parts[0].said != "under"
    with p.saying(self_is_it=False, under=not shared):
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
