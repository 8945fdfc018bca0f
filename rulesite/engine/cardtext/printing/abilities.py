"""Abilities as whole paragraphs: costs and colons, trigger words, keywords, riders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext import all_slots  # noqa: F401 - so that the phrases have theirs
from rulesite.engine.cardtext.builder.raw_nodes import RawWhile
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.printing import references, statements  # noqa: F401 - for the phrases they declare
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.cardtext.printing.registry import says
from rulesite.engine.cardtext.slots.events import chapters
from rulesite.engine.cardtext.slots.keywords import together
from rulesite.engine.cardtext.syntax import clauses, lasting, modes, ordering  # noqa: F401 - for the phrases they declare
from rulesite.engine.language.english import defined_last, listed, sentences

LIMITS = (ir.OnlyTiming, ir.OnlyTimes, ir.OnlyDuring, ir.OnlyIf)


def printed(abilities: Sequence[ir.Ability], date: str, host: Host | None = None) -> str:
    """Abilities as a card of a day prints them: keywords in a list, every other ability in a paragraph.

    >>> printed((ir.KeywordAbility("flying"), ir.KeywordAbility("haste")), "2021-11-19")
    'Flying, haste'
    >>> printed((ir.SpellAbility(ir.Draw(ir.Number(2))),), "2021-11-19")
    'Draw two cards.'
    """
    made: list[str] = []
    row: list[str] = []
    for place, ability in enumerate(abilities):
        printer = Printer(date, ability, host)
        if place and (instead := _instead(abilities[place - 1], ability, printer)) is not None:
            made[-1] = f"{paragraph(replace(abilities[place - 1], condition=None), date)} {sentences(instead)}."  # type: ignore[call-arg]
            continue
        if (cloven := _cloven(ability)) is not None:
            made[-1] = in_brackets(made[-1], cloven.words_of)
            continue
        if isinstance(ability, ir.KeywordAbility) and not ability.limits:
            row.append(printer.say(ability))
            continue
        if row:
            made.append(", ".join(together(row)))
            row = []
        made.append(paragraph(ability, date, printer))
    if row:
        made.append(", ".join(together(row)))
    return "\n".join(sentences(text) for text in made)


def _cloven(ability: Any) -> ir.CleavesText | None:
    parts = ability.parts if isinstance(ability, ir.StaticAbility) else ()
    return next((part for part in parts if isinstance(part, ir.CleavesText)), None)


def in_brackets(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """A text with brackets around some of its words; the full stop of a sentence comes after them.

    >>> in_brackets("Destroy all creatures with mana value 2 or less.", ((3, 8),))
    'Destroy all creatures [with mana value 2 or less].'
    """
    words = text.split(" ")
    for first, last in spans:
        words[first] = f"[{words[first]}"
        stop = "." if words[last].endswith(".") and not _sentence(words, first) else ""
        words[last] = f"{words[last].removesuffix(stop)}]{stop}"
    return " ".join(words)


def _sentence(words: Sequence[str], first: int) -> bool:
    """Whether a sentence begins at the word with this index."""
    return first == 0 or words[first - 1].endswith(".")


def _instead(one: Any, other: Any, p: Printer) -> str | None:
    """ "It gets +1/+1. If it's a Warrior, it gets +2/+1 instead": two statements, one of which holds; else None."""
    if not (isinstance(one, ir.StaticAbility) and isinstance(other, ir.StaticAbility)) or other.condition is None:
        return None
    if one.condition != ir.NotSo(other.condition) or one.condition.surface:
        return None
    for part in one.parts:
        p.mention(getattr(part, "to", None))
    condition = p.say(other.condition)
    return f"if {condition}, {_parts(other, p)} instead"


def paragraph(ability: ir.Ability, date: str, printer: Printer | None = None) -> str:
    """An ability as a paragraph with its full stop."""
    p = printer or Printer(date, ability)
    text = p.say(ability)
    if isinstance(ability, ir.KeywordAbility):
        text += _riders(ability.limits, p, p.terms.activate)
    return sentences(text if text.endswith((".", '"', ")")) else f"{text}.")


def _riders(limits: Sequence[Any], p: Printer, verb: str) -> str:
    most = [one for one in limits if "no more than" in one.surface]
    plain = " and only ".join(
        str(p.said(one, "playtime")) for one in limits if isinstance(one, LIMITS) and one not in most
    )
    others = [p.say(one) for one in limits if not isinstance(one, LIMITS)]
    others += [f"{verb} no more than {p.said(one, 'playtime')}" for one in most]
    who = next((one for one in limits if isinstance(one, ir.PlayableBy)), None)
    if who is not None:
        others[0] += f" {'and' if who.only else 'but'} only {plain}" if plain else ""
    elif plain:
        others.insert(0, f"{verb}{'' if p.date >= '2021-01-29' else ' this ability'} only {plain}")
    first = [p.say(limits[0])] if limits and isinstance(limits[0], ir.LeastX | ir.MostCounters) else []
    return "".join(f". {one}" for one in (*first, *(one for one in others if one not in first)))


@says(ir.SpellAbility)
def _spell(n: ir.SpellAbility, p: Printer) -> str:
    first = n.effect.steps[0] if isinstance(n.effect, ir.Sequence) else n.effect
    return f"then {p.say(n.effect)}" if first.joint == ". then" else p.say(n.effect)


@says(ir.ActivatedAbility)
def _activated(n: ir.ActivatedAbility, p: Printer) -> str:
    return f"{p.say(n.cost)}: {effect(n, p)}"


def effect(n: Any, p: Printer) -> str:
    """The effect of an activated or triggered ability, with its riders."""
    said = defined_last(p.say(n.effect))
    if isinstance(n, ir.ActivatedAbility):
        of_modes = [one for one in n.restrictions if one.surface == "of each mode"]
        others = [one for one in n.restrictions if one not in of_modes]
        if of_modes:
            head, *modes = said.split("\n• ")
            limits = ". ".join(str(p.say(one)) for one in of_modes)
            modes = [sentences(f"{mode.removesuffix('.')}. {limits}") for mode in modes]
            said = head + "".join(f"\n• {mode}." for mode in modes)
        return said.removesuffix(".") + _riders(others, p, p.terms.activate)
    if n.limit is not None:
        often = {1: "once", 2: "twice"}.get(n.limit, f"{n.limit} times")
        said += f". this ability triggers only {often}{' each turn' if n.span == 'turn' else ''}"
    return said


def _watched(event: Any, word: str, p: Printer) -> str:
    """The event of a trigger, with the word before it; if one of several events is a time, each has its own word."""
    if isinstance(event, ir.StepBegins):
        return str(p.said(event, "time"))
    if isinstance(event, ir.AnyEvent) and event.surface == "again":
        return " or ".join(_watched(part, word, p) for part in event.parts)
    if isinstance(event, ir.AnyEvent) and event.surface == "and when":
        return " and ".join(f"when {p.say(part)}" for part in event.parts)
    if isinstance(event, ir.AnyEvent) and event.surface in ("whenever", "and"):
        joint = "or" if event.surface == "whenever" else "and"
        return f"{word} {p.say(event.parts[0])} {joint} whenever {p.say(event.parts[1])}"
    if isinstance(event, ir.AnyEvent) and any(isinstance(part, ir.StepBegins) for part in event.parts):
        joint = " and " if event.surface == "and at" else " or "
        return joint.join(_watched(part, word, p) for part in event.parts)
    return f"{word} {p.say(event)}"


@says(ir.AsTriggered)
def _as_triggered(n: ir.AsTriggered, p: Printer) -> str:
    return p.say(n.part)


def trigger(n: ir.TriggeredAbility, p: Printer) -> str:
    """ "whenever ~ attacks, if you control a Wall"."""
    event = _watched(n.event, n.word, p)
    held: list[Any] = list(n.condition.parts) if isinstance(n.condition, ir.AllSo) else [n.condition]
    during = ""
    if isinstance(held[0], ir.AsTriggered):
        held[0] = held[0].part
    if isinstance(held[0], ir.IsTurnOf) and held[0].surface == "during":
        during, held = f" during {p.whose(held[0].who)} turn", held[1:] or [None]
    elif isinstance(held[0], ir.IsStep) and held[0].surface == "during":
        during, held = f" during {held[0].step}", held[1:] or [None]
    elif held[0] is not None and "while" in held[0].surface.split():
        stated = " ".join(word for word in held[0].surface.split() if word != "while")
        during, held = f" while {p.say(replace(held[0], surface=stated))}", held[1:] or [None]
    rest = n.condition if not during else held[0] if len(held) == 1 else ir.AllSo(tuple(held))
    condition = f", if {p.say(rest)}" if rest is not None else ""
    return f"{event}{during}{condition}"


@says(ir.TriggeredAbility)
def _triggered(n: ir.TriggeredAbility, p: Printer) -> str:
    if isinstance(n.event, ir.RoomEntered):
        arrows = f". (Leads to: {', '.join(n.event.leads_to)})" if n.event.leads_to else ""
        return f"{n.event.name} — {effect(n, p)}{arrows}"
    if isinstance(n.event, ir.ChapterReached):
        return f"{chapters(n.event.numbers)} — {effect(n, p)}"
    when = trigger(n, p)
    if isinstance(n.effect, ir.Elided):
        return f"{when}, …"
    return f"{when}, {effect(n, p)}"


@says(ir.DieResult)
def _result(n: ir.DieResult, p: Printer) -> str:
    bounds = f"{n.low}" if n.low == n.high else f"{n.low}+" if n.high is None else f"{n.low}—{n.high}"
    return f"{bounds} | {sentences(defined_last(p.say(n.effect)))}"


@says(ir.LevelAbility)
def _level(n: ir.LevelAbility, p: Printer) -> str:
    parts: list[Any] = [one for static in n.expands for one in static.parts]
    changes = [change for part in parts for change in part.changes[:1]]
    if n.surface == "station":
        return f"{n.low}+ | {printed([one for each in map(_granted, changes) for one in each], p.date)}"
    said = [] if n.surface == "class" else [f"LEVEL {n.low}{'+' if n.high is None else f'-{n.high}'}"]
    for change in changes:
        if granted := _granted(change):
            said.append(printed(granted, p.date))
        elif isinstance(change, ir.SetBasePowerToughness):
            said.append(_box(change, p))
    return "\n".join(said)


def _granted(change: Any) -> tuple[Any, ...]:
    return change.abilities if isinstance(change, ir.GrantAbilities) else ()


def _box(change: ir.SetBasePowerToughness, p: Printer) -> str:
    return f"{p.digit(change.power)}/{p.digit(change.toughness)}"


HOW = frozenset({"ahead", "last", "during", "turn"})
"""Positions of a statement's condition: two conditions with such a word are printed separately."""


WITH_IT = "and with"
"""Marks abilities that an object enters with besides counters."""


@says(ir.StaticAbility)
def _static(n: ir.StaticAbility, p: Printer) -> str:
    first: Any = n.parts[0].changes[0] if n.parts and isinstance(n.parts[0], ir.Applies) else None
    if isinstance(first, ir.SetBasePowerToughness) and first.surface == "box":
        return _box(first, p)
    if n.condition is None:
        return _parts(n, p)
    if isinstance(n.condition, ir.ChoseWord) and isinstance(first, ir.GrantAbilities):
        granted: tuple[Any, ...] = first.abilities
        return f"• {n.condition.word} — {printed(granted, p.date)}"
    held: Any = replace(n, condition=None)
    how = n.condition.surface
    if isinstance(n.condition, ir.AllSo) and all(HOW & {*part.surface.split()} for part in n.condition.parts):
        outer, inner = n.condition.parts  # "as long as …, … during your turn"
        return p.say(RawWhile(RawWhile(held, inner, surface=inner.surface), outer, surface=outer.surface))
    return p.say(
        ir.If(n.condition, held, surface=how) if "if" in how.split() else RawWhile(held, n.condition, surface=how)
    )


def _parts(n: ir.StaticAbility, p: Printer) -> str:
    """The parts of a statement, joined as the text joined them."""
    said = p.say(n.parts[0])
    if len(n.parts) == 2 and (both := _both_ways(*n.parts, p)) is not None:
        return both
    for part in n.parts[1:]:
        if isinstance(part, ir.PlayOnly) and isinstance(n.parts[0], ir.PlayOnly):
            said += f" and only {p.said(part.restriction, 'playtime')}"
            continue
        if isinstance(part, ir.Applies) and part.surface == WITH_IT:
            granted = [one for change in part.changes for one in getattr(change, "abilities", ())]
            said += f" and with {listed([p.inner(one) for one in granted])}"
            continue
        words = part.surface.split() if isinstance(part, ir.Applies) else ()
        joint = " ".join(word for word in words if word not in ("also", "same_true", "bare"))
        said += f"{' ' if joint[:1].isalpha() else ''}{joint or '.'} {p.say(part)}"
    return said


def _both_ways(to: Any, by: Any, p: Printer) -> str | None:
    """ "Prevent all damage that would be dealt to and dealt by it": two statements as one phrase; None for others."""
    if not (isinstance(to, ir.PreventsDamage) and isinstance(by, ir.PreventsDamage)):
        return None
    if (to.from_, by.to, to.to, to.combat) != (ir.Anything(), ir.Anything(), by.from_, by.combat):
        return None
    return p.say(to).replace("that would be dealt to ", "that would be dealt to and dealt by ", 1)
