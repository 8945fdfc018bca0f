"""The slots of replacements: what would happen, and what happens instead."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.instructions import sequence
from rulesite.engine.cardtext.builder.raw_nodes import RawDuring, RawJoin, RawNow, RawOfChoice
from rulesite.engine.cardtext.passes.keywords import predefined_token
from rulesite.engine.cardtext.passes.mood import as_instruction
from rulesite.engine.cardtext.printing.descriptions import some
from rulesite.engine.language.english import number
from rulesite.engine.language.phrase import Phrase
from rulesite.engine.language.sorts import Place, With, slot, sort


def _replacing(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    """A replacement; "the next time" makes it an order, with its source chosen first."""
    if phrase.make is not ir.Replace or not values.get("once"):
        return _one_of_each(builder, _made(phrase, values))
    event, chosen = values["event"], []
    duration = "turn" if isinstance(event, RawNow) else "permanent"
    event = event.event if isinstance(event, RawNow) else event
    if isinstance(event, RawOfChoice):
        chosen, event = [ir.Choose(event.chosen)], replace(event.event, source=ir.IsObject(ir.Memo("choose")))
    once = _made(phrase, {**values, "event": event, "surface": phrase.surface})
    return sequence(*chosen, ir.CreateReplacement(once, duration))


def _of_the_event(said: Any) -> Any:
    """The words about an event that would happen: "that much" is the amount it would have."""
    return ir.rewrite(said, lambda n: replace(n, source="trigger") if n == ir.ThatMuch() else n)


def _one_of_each(builder: Any, replacement: Any) -> Any:
    """ "If you would create a Clue or Food token, instead create one of each": a token of each of those kinds.

    Raises ValueError if they are no several kinds that the rules define.
    """
    if not isinstance(replacement, ir.Replace) or not isinstance(replacement.instead, ir.CreateOneOfEach):
        return replacement
    event = replacement.event
    parts = ir.parts_of(event.what) if isinstance(event, ir.TokenCreated) else ()
    kinds = next((part.parts for part in parts if isinstance(part, ir.AnyOf)), ())
    tokens = [
        predefined_token(ir.Token((), (kind.subtype,), surface="known"), builder.quoted_reader)
        for kind in kinds
        if isinstance(kind, ir.HasSubtype)
    ]
    if not kinds or len(tokens) < len(kinds) or not all(token.types for token in tokens):
        raise ValueError("one of each of which tokens")
    return replace(replacement, instead=replace(replacement.instead, tokens=tuple(tokens)))


def _made(phrase: Phrase, values: dict[str, Any]) -> Any:
    event, instead = values.get("event"), values.get("instead")
    if isinstance(instead, RawJoin) and instead.kind == "instead":
        values = {**values, "instead": _of_the_event(instead.do)}
    if isinstance(event, RawNow):
        made = _made(phrase, {**values, "event": event.event})
        return replace(made, event=RawNow(made.event))
    if isinstance(event, RawDuring):
        values = {**values, "event": event.event, "condition": _of_the_event(event.condition)}
    return phrase.node(values)


sort("replacement", becomes=_replacing)


# ---- what would happen


def _say_would(value: Any, p: Any, many: bool, head: str) -> str:
    event, condition = value
    with p.saying(would=True):
        text = str(p.said(event, "pevent") if isinstance(event, ir.StepBegins) else p.say(event))
    if isinstance(condition, ir.IsStep) and isinstance(event, ir.Drawn) and condition.whose is not None:
        text = f"{text} during {p.whose(condition.whose)} draw step"
    elif isinstance(condition, ir.IsTurnOf) and condition.surface == "during":
        text = f"{text} during {p.whose(condition.who)} turn"
    elif condition is not None and "while" in condition.surface.split():
        text = f"{text} while {p.say(replace(condition, surface=condition.surface.removesuffix('while').strip()))}"
    elif condition is not None and "and_so" in condition.surface.split():
        text = f"{text} and {p.say(replace(condition, surface=condition.surface.removesuffix('and_so').strip()))}"
    elif condition is not None:
        text = f"{p.say(condition)} and {text}"
    return text + p.span


def _counters_by_effect(value: Any, p: Any, many: bool, head: str) -> str | None:
    if not isinstance(value, ir.CountersPut) or not value.by_effect:
        return None
    kind = f"{value.kind} counters" if value.kind else "counters"
    return f"an effect would put one or more {kind} on {some(value.on, p)}"


def _counters_would(value: Any, p: Any, many: bool, head: str) -> str | None:
    if not isinstance(value, ir.CountersPut) or value.by_effect or value.surface == "got":
        return None
    kind = f"{value.kind} counters" if value.kind else "counters"
    return f"one or more {kind} would be put on {some(value.on, p)}"


PERMANENT_OR_PLAYER = ir.AnyOf((ir.IsPermanent(), ir.IsPlayer()))


def _on_either(builder: Any, event: Any, place: Place) -> Any:
    if event.on != PERMANENT_OR_PLAYER:
        raise ValueError("counters put on that permanent or player, where they are put elsewhere")
    return event


def _counters_by_player(value: Any, p: Any, many: bool, head: str) -> str | None:
    if not isinstance(value, ir.CountersPut) or value.on != PERMANENT_OR_PLAYER:
        return None
    kind = f"{value.kind} counters" if value.kind else "counters"
    return f"{some(value.who, p, 'player')} would put one or more {kind} on a permanent or player"


def _you_got(builder: Any, event: Any, place: Place) -> Any:
    if event.on != ir.IsPlayerRef(ir.You()):
        raise ValueError("counters that you get instead of another player")
    return event


def _counters_got(value: Any, p: Any, many: bool, head: str) -> str | None:
    if not isinstance(value, ir.CountersPut) or value.surface != "got":
        return None
    kind = f"{value.kind} counters" if value.kind else "counters"
    return f"{some(value.on, p, 'player')} would get one or more {kind}"


def _same_kind(builder: Any, kind: Any, place: Place) -> Any:
    if str(kind) != place.values["event"].kind:
        raise ValueError("other counters instead of some")
    return place.values["event"]


def _named_holder(builder: Any, what: Any, place: Place) -> Any:
    """The event, marked if "it" names what the counters would be put on."""
    mention, event = builder.mentions.of(what), place.values["event"]
    return replace(event, surface="on it") if mention is not None and mention.word == "it" else event


def _that_holder(value: Any, p: Any, many: bool, head: str) -> str:
    if isinstance(value.on, ir.IsObject) or value.surface == "on it":
        return "it"
    types = [part.type for part in ir.walk(value.on) if isinstance(part, ir.HasType)]
    return f"that {types[0] if len(types) == 1 else 'permanent'}"


def _dealt_to(value: Any, p: Any, many: bool, head: str) -> str | None:
    return str(p.who(value.to)) if isinstance(value, ir.Happens) and value.to is not None else None


def _tapped(value: Any, p: Any, many: bool, head: str) -> str:
    what, who = value
    if who == ir.Anything():
        return f"{some(what, p)} is tapped for mana"
    by = some(who, p, "player")
    return f"{p.agree(by, 'tap')} {some(what, p)} for mana"


def _tapped_by(builder: Any, event: Any, place: Place) -> tuple[Any, Any]:
    if not isinstance(event, ir.TappedForMana):
        raise ValueError("what is not tapped for mana")
    return event.what, event.who


def _mana_instead(value: Any, p: Any, many: bool, head: str) -> str:
    if "choice" in value.surface.split():
        return f"{value.surface.removesuffix('choice')}mana of a color of your choice"
    return "colorless mana" if value.surface == "colorless" else str(p.say(value))


def _told(value: Any, p: Any, many: bool, head: str) -> str:
    return str(p.say(value))


def _elsewhere(value: Any, p: Any, many: bool, head: str) -> str:
    several = isinstance(value.what, ir.IsObject) and p.np(value.what.what).plural
    return f"putting {'them' if several else 'it'} anywhere else"


slot("elsewhere", "elsewhere", lambda b, it, place: place.values["event"], _elsewhere)
slot("would", "wouldevent", lambda b, event, place: (event, None), _say_would)
slot("counters_by_effect", "countersput", say=_counters_by_effect)
slot("counters_would", "countersplaced", say=_counters_would)
slot("counters_got", "countersgot", _you_got, _counters_got)
slot("counters_by_player", "countersbyplayer", _on_either, _counters_by_player)
slot("same_kind", "countername", _same_kind, lambda value, p, many, head: value.kind)
slot("dealt_to", "recipient", lambda b, to, place: ir.Happens(to=to), _dealt_to)
slot("that_holder", "np", _named_holder, _that_holder)
slot("tapped_source", "wouldevent", _tapped_by, _tapped)
slot("mana_instead", "mana_instead", say=_mana_instead)


# ---- what happens instead


def _done_instead(builder: Any, step: Any, place: Place) -> Any:
    """The replacing instruction, and whether it is optional; skipping a draw is doing nothing, or what follows."""
    if place.values["once"]:
        return False, step
    if isinstance(step, ir.May):
        steps = [part for part in (step.do, step.then) if part is not None and not isinstance(part, ir.Nothing)]
        skipped = {"surface": step.do.surface} if isinstance(step.do, ir.Nothing) else {}
        return With((True, sequence(*steps) if steps else None), skipped)
    step = _of_the_event(step)
    if isinstance(step, ir.Nothing) and step.who == ir.You() and step.surface != "no life":
        return With((False, None), {"surface": step.surface})
    return False, step


def _say_done(value: Any, p: Any, many: bool, head: str) -> str | None:
    optional, instead = value
    if instead is None:
        return None
    return f"you may {_by_you(instead, p)}" if optional else p.say(instead)


def _by_you(step: Any, p: Any) -> str:
    return str(p.say(step).removeprefix("you "))


def _then_instead(value: Any, p: Any, many: bool, head: str) -> str | None:
    """ "Sacrifice a Swamp instead. If you do, …": "instead" ends the first sentence."""
    said, done = _say_done(value, p, many, head), value[1]
    if said is None or isinstance(done, ir.PreventDamage):
        return said
    later = done.steps[1:] if isinstance(done, ir.Sequence) else ()
    two = any(isinstance(one, ir.If) and isinstance(one.condition, ir.DidSo | ir.NotSo) for one in later[:1])
    two = two or any(one.joint.startswith(".") for one in later)
    first, after, rest = said.partition(". ") if two else (said, "", "")
    return f"{first} instead{after}{rest}"


def _so_many_times(builder: Any, token: Any, place: Place) -> ir.Happens:
    return ir.Happens(amount=ir.Times(int(token), ir.ThatMuch("trigger")))


def _say_so_many_times(value: Any, p: Any, many: bool, head: str) -> str | None:
    times = value.amount if isinstance(value, ir.Happens) else None
    return number(times.factor) if isinstance(times, ir.Times) and times.factor > 2 else None


slot("so_many_times", "NUM", _so_many_times, _say_so_many_times)
slot("instruction", "instruction", say=_told)
slot("done_then", "instruction", lambda b, step, place: as_instruction(step), _told)
slot("done_instead", "instruction", _done_instead, _say_done)
slot("then_instead", "", say=_then_instead)
slot("may_instead", "instruction", lambda b, step, place: step, lambda value, p, many, head: _by_you(value, p))
slot("skipped", "", say=lambda value, p, many, head: value.partition(" skip")[0] or "draw")
slot("may", "", say=lambda value, p, many, head: "you may" if value else "")
slot("insteadof", "insteadof")
