"""Deeds joined: in order, by choice, under a condition, later, in place of something else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.cost_slots import paid
from rulesite.engine.cardtext.printing.deeds import for_each
from rulesite.engine.cardtext.printing.descriptions import noun
from rulesite.engine.cardtext.printing.phrases import says
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import a, many, third
from rulesite.engine.language.phrase import remarks

SEPARATE = (ir.If, ir.May, ir.Delayed, ir.CreateReplacement, ir.Reflexive, ir.Modal, ir.Unless, ir.ForEach, ir.Repeat)


@says(ir.Sequence)
def _sequence(n: ir.Sequence, p: Printer) -> str:
    said = ""
    before: Any = None
    for part in _told(n.steps):
        with p.saying(others_did=not isinstance(getattr(before, "who", ir.You()), ir.You)):
            text = part if isinstance(part, str) else p.say(part)
        said = text if before is None else _joined(said, text, before, part, p)
        before = part
    return said


def _told(steps: Sequence[Any]) -> list[Any]:
    """The steps, where two are one phrase on cards: a colour that is chosen and used, exile until something happens."""
    made: list[Any] = []
    for part in steps:
        last = made[-1] if made else None
        if isinstance(part, ir.PreventDamage) and part.said == "and by" and isinstance(last, ir.PreventDamage):
            made[-1] = BothWays(last.joint, last, part)
        elif isinstance(part, ir.Delayed) and part.until and isinstance(last, ir.Move):
            made[-1] = Until(last.joint, last, part)
        elif isinstance(last, ir.ChooseQuality) and not last.said and _uses_choice(part, last.quality):
            made[-1] = OfChoice(last.joint, part, last.who, last.quality)
        elif isinstance(part, ir.CreateReplacement) and isinstance(last, ir.Choose) and _of_chosen(part.replacement):
            made[-1] = SourceOfChoice(last.joint, last, part)
        else:
            made.append(part)
    return made


def _of_chosen(replacement: ir.Replace) -> bool:
    """Whether it waits for the damage of what was chosen in the step before."""
    source = getattr(replacement.event, "source", None)
    return replacement.once or (replacement.said.startswith("redirect") and source == ir.IsObject(ir.Memo("choose")))


def _uses_choice(part: Any, quality: str) -> bool:
    if quality != "color" and not quality.endswith(" land type"):
        return False
    used = "color" if quality == "color" else "type"
    if any(isinstance(one, ir.HasChosen) and one.said == "choice" and one.quality == used for one in ir.walk(part)):
        return True
    return isinstance(part, ir.Continuous) and any(
        isinstance(one, ir.HasChosen | ir.SetChosen) and one.quality == used for one in ir.walk(part)
    )


@dataclass(frozen=True)
class OnePhrase:
    """Two steps that are one phrase; `joint` is what joins it to the step before."""

    joint: str


@dataclass(frozen=True)
class Until(OnePhrase):
    """Two steps that are one phrase: exile it, and return it at an event ("until ~ leaves the battlefield")."""

    move: ir.Move
    later: ir.Delayed


@says(Until)
def _until(n: Until, p: Printer) -> str:
    with p.saying(self_is_it=False):
        return f"{p.say(n.move)} until {p.say(n.later.trigger)}"


@dataclass(frozen=True)
class BothWays(OnePhrase):
    """Two steps that are one phrase: prevent the damage dealt to something and dealt by it."""

    to: ir.PreventDamage
    by: ir.PreventDamage


@says(BothWays)
def _both_ways(n: BothWays, p: Printer) -> str:
    return p.say(n.to).replace("that would be dealt to ", "that would be dealt to and dealt by ", 1)


@dataclass(frozen=True)
class OfChoice(OnePhrase):
    """Two steps that are one phrase: choose a colour, and use it ("protection from the color of your choice")."""

    step: ir.Continuous
    who: Any
    quality: str


@says(OfChoice)
def _of_choice(n: OfChoice, p: Printer) -> str:
    chosen = "color" if n.quality == "color" else "type"
    return p.say(n.step).replace(f"the chosen {chosen}", f"the {n.quality} of {p.whose(n.who)} choice")


@dataclass(frozen=True)
class SourceOfChoice(OnePhrase):
    """Two steps that are one phrase: choose a source, and wait for its damage ("a red source of your choice")."""

    choose: ir.Choose
    shield: ir.CreateReplacement

    @property
    def source(self) -> Any:
        """What is chosen."""
        return getattr(self.choose.what, "what", ir.Anything())


@says(SourceOfChoice)
def _source_of_choice(n: SourceOfChoice, p: Printer) -> str:
    parts = n.source.parts if isinstance(n.source, ir.All) else ()
    kept = tuple(one for one in parts if not (isinstance(one, ir.AnyOf) and ir.IsPermanent() in one.parts))
    text = p.say(n.shield)
    with p.saying(of_choice="of your choice"):
        source = a(noun(ir.All(kept), p, place="source") if kept else "source of your choice")
    event = n.shield.replacement.event
    if n.shield.replacement.said.startswith("redirect"):
        return text.replace(f" by {p.np(ir.Memo('choose'))} is dealt", f" by {source} is dealt", 1)
    if isinstance(event, ir.DamageDealt):
        with p.saying(would=True, self_is_it=False):
            heard = p.say(event).split(" would ")[0]
        return text.replace(f"{heard} would", f"{source} would", 1)
    return f"{p.say(n.choose)}. {text}"


def _joined(said: str, text: str, before: Any, part: Any, p: Printer) -> str:
    """Two steps as the text joined them; else in one sentence where cards write so."""
    joint = part.joint if isinstance(part, ir.Instruction | OnePhrase) else ""
    if joint:
        return f"{said}{' ' if joint[0].isalpha() else ''}{joint} {text}"
    who, other = getattr(before, "who", None), getattr(part, "who", None)
    if isinstance(part, ir.Discard) and isinstance(before, ir.Draw) and who == other:
        return f"{said}, then {_bare_verb(text, part, p)}"
    if isinstance(part, ir.Shuffle):
        if isinstance(part.whose, ir.You) or (isinstance(who, ir.You) and not isinstance(before, ir.May)):
            return f"{said}, then {text}"
        return f"{said}, then shuffle{'' if getattr(who, 'said', '') in ('all', 'bare') else 's'}"
    if isinstance(before, ir.Search) and isinstance(part, ir.Reveal | ir.Move):
        last = isinstance(part, ir.Move)
        return f"{said},{' and' if last and ', reveal ' in said + ',' else ''} {_bare_verb(text, part, p)}".replace(
            ", and put", ", put"
        )
    if isinstance(before, ir.Reveal) and isinstance(part, ir.Move) and ", reveal" in said:
        return f"{said}, and {_bare_verb(text, part, p)}"
    if isinstance(before, SEPARATE) or isinstance(part, SEPARATE):
        return f"{said}. {text}"
    if who is not None and who == other and not isinstance(who, ir.You):
        return f"{said} and {_bare_verb(text, part, p)}"
    if isinstance(part, ir.GainLife | ir.LoseLife | ir.Draw | ir.DealDamage) and not isinstance(before, ir.Search):
        return (
            f"{said} and {text}" if isinstance(before, ir.GainLife | ir.LoseLife | ir.DealDamage) else f"{said}. {text}"
        )
    return f"{said}. {text}"


def _bare_verb(text: str, part: Any, p: Printer) -> str:
    """The step without its subject, which the step before has."""
    who = getattr(part, "who", None)
    if who is None or isinstance(who, ir.You):
        return text
    for subject in ("that player ", "they ", p.np(who).text + " "):
        if text.startswith(subject):
            return text.removeprefix(subject)
    return text


@says(ir.Unless)
def _unless(n: ir.Unless, p: Printer) -> str:
    counter = n.do if isinstance(n.do, ir.CounterSpell) and n.do.to is not None else None
    do = p.say(n.do if counter is None else replace(counter, to=None))
    with p.doing(n.who):
        who = p.np(n.who)
        cost = paid(n.cost, p)
    if n.said == "ahead":
        return f"unless {who} {many(cost) if who.you or who.plural else third(cost)}, {do}"
    after = remarks(counter, p) if counter is not None else ""
    return f"{do} unless {who} {many(cost) if who.you or who.plural else third(cost)}{after}"


@says(ir.ForEach)
def _for_each(n: ir.ForEach, p: Printer) -> str:
    known = list(p.mentioned)
    over = for_each(n.over, p)
    with p.saying(each_player=isinstance(n.over, ir.EachPlayer)):
        if isinstance(n.over, ir.EachPlayer):
            do = p.say(n.do)
            for word in ("that player ", "they "):
                if do.startswith(word):
                    return f"{over} {do.removeprefix(word)}"
            return f"for {over}, {do}"
        if isinstance(n.over, ir.Amount) and "each" not in n.said.split():
            p.mentioned[:] = known
            do = p.say(n.do)
            return f"{do} {for_each(n.over, p)}"
        return f"{over}, {p.say(n.do)}"
