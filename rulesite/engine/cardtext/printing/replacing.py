"""What happens in place of something else: "if … would …, … instead"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.descriptions import noun, some
from rulesite.engine.cardtext.printing.phrases import says
from rulesite.engine.cardtext.printing.printer import Printer


@says(ir.Replace)
def _replace(n: ir.Replace, p: Printer) -> str:
    return replaced(n, p, "")


def replaced(n: ir.Replace, p: Printer, span: str) -> str:
    """ "if ~ would die, exile it instead"; `span`: " this turn" of one that an effect creates."""
    if n.said.startswith("redirect") and isinstance(n.event, ir.DamageDealt) and isinstance(n.instead, ir.Happens):
        while_ = f"as long as {p.say(n.condition)}, " if n.condition is not None else ""
        return while_ + _redirected(n, n.event, n.instead.to, p, span)
    with p.saying(would=True):
        event = str(p.said(n.event, "pevent") if isinstance(n.event, ir.StepBegins) else p.say(n.event))
    while_ = f"{p.say(n.condition)} and " if n.condition is not None else ""
    how = n.said.split()
    if isinstance(n.condition, ir.IsStep) and isinstance(n.event, ir.Drawn) and n.condition.whose is not None:
        while_, event = "", f"{event} during {p.whose(n.condition.whose)} draw step"
    first = "the next time" if n.once else "if"
    if isinstance(n.event, ir.CountersPut) and n.event.by_effect and isinstance(n.instead, ir.Happens):
        return _doubled(n, n.event, p)
    if n.instead is None and n.optional and isinstance(n.event, ir.Drawn):
        skip = "instead you may skip that draw" if "ahead" in how else "you may skip that draw instead"
        return f"{first} {while_}{event}{span}, {skip}"
    if n.instead is None:
        return f"{first} {while_}{event}{span}, skip that event"
    if "skip" in how and isinstance(n.event, ir.Drawn):
        may = "you may " if n.optional else ""
        skip = f"instead {may}skip that draw" if "ahead" in how else f"{may}skip that draw instead"
        return f"{first} {while_}{event}{span}, {skip}. if you do, {p.say(n.instead)}"
    instead = p.say(n.instead)
    step = n.instead.steps[1] if isinstance(n.instead, ir.Sequence) else None
    if isinstance(step, ir.If) and isinstance(step.condition, ir.DidSo | ir.NotSo) and ". if " in instead:
        head, tail = instead.split(". if ", 1)  # "sacrifice a Swamp instead. If you do, …"
        return f"{first} {while_}{event}{span}, {head} instead. if {tail}"
    may = "you may " if n.optional else ""
    instead = instead.removeprefix("you ") if n.optional else instead
    if "ahead" in how:
        return f"{first} {while_}{event}{span}, instead {may}{instead}"
    if "your" in how and isinstance(n.event, ir.Discarded):
        return f"{first} {while_}{event}{span}, {may}{instead} instead of putting it into your graveyard"
    only = isinstance(n.instead, ir.PreventDamage) or n.said == "plain"
    if n.said == "anywhere else":
        them = "them" if event.startswith(("those ", "they ")) else "it"
        return f"{first} {while_}{event}{span}, {may}{instead} instead of putting {them} anywhere else"
    return f"{first} {while_}{event}{span}, {may}{instead}{'' if only else ' instead'}"


def _doubled(n: ir.Replace, event: ir.CountersPut, p: Printer) -> str:
    """ "If an effect would put one or more counters on it, it puts twice that many of those counters on it instead"."""
    kind = f"{event.kind} counters" if event.kind else "counters"
    on = some(event.on, p).text
    many = p.say(n.instead.amount)  # type: ignore[union-attr]
    that = (
        "it"
        if on == "~"
        else f"that {next((part.type for part in ir.walk(event.on) if isinstance(part, ir.HasType)), 'permanent')}"
    )
    return f"if an effect would put one or more {kind} on {on}, it puts {many} of those counters on {that} instead"


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


@says(ir.Happens)
def _happens(n: ir.Happens, p: Printer) -> str:
    if n.amount is None and n.to is None:
        return "that happens"
    much = f" {p.say(n.amount)}" if n.amount is not None else ""
    return f"that happens{much}" + (f" to {p.who(n.to)}" if n.to is not None else "")


@says(ir.CreateReplacement)
def _create_replacement(n: ir.CreateReplacement, p: Printer) -> str:
    span = {"turn": " this turn", "permanent": "", "combat": " this combat"}.get(n.duration, f" until {n.duration}")
    once = replace(n.replacement, said=n.said) if n.said == "ahead" else n.replacement
    return replaced(once, p, span)
