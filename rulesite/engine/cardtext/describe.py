"""Abilities in parts, for people and tests: kind, targets, cost, trigger, effect, and what each pronoun means.

The words are those that a card of the day would print (`printing`); text that the reader did not understand is not
among them.
"""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.printing.abilities import effect, paragraph, trigger
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.cardtext.queries import is_mana_ability, kind
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.language.english import defined_last, sentences


def describe(ability: ir.Ability, date: str = "2006-10-01", host: Host | None = None) -> dict[str, Any]:
    """A dict of `kind`, `mana`, `targets` (list), `cost`, `trigger`, `effect`, `printed` and `meant`.

    `printed` is the whole paragraph; `meant` lists pronouns with their meaning. A part that the ability lacks is None.

    >>> from rulesite.engine.abilities import ActivatedAbility, Cost, TapSelf, Draw
    >>> describe(ActivatedAbility(Cost((TapSelf(),)), Draw()))["cost"]
    '{T}'
    """
    printer = Printer(date, ability, host)
    cost, when, done = _parts(ability, printer)
    whole = Printer(date, ability, host)
    printed = (
        sentences(whole.say(ability)) if isinstance(ability, ir.KeywordAbility) else paragraph(ability, date, whole)
    )
    return {
        "kind": kind(ability),
        "mana": is_mana_ability(ability, date),
        "targets": [str(Printer(date, ability, host).np(slot)) + _apart(slot) for slot in _slots(ability)],
        "cost": cost,
        "trigger": when,
        "effect": done,
        "printed": printed,
        "meant": [f"{word}: {what}" for word, what in printer.meant],
    }


def meant(text: str, on: str = "Instant", date: str = "2021-11-19") -> list[str]:
    """The pronouns of a text printed on a card with this type line, each with its meaning.

    >>> meant("Target creature gets +1/+1 until end of turn. Untap it.")
    ['it: target 1']
    """
    from rulesite.engine.cardtext.parser.read import read  # lark is needed for reading alone

    abilities = read(text, Host.parse(on), Ruleset.on(date))
    return [pronoun for ability in abilities for pronoun in describe(ability, date)["meant"]]


def words(tree: ir.Node, date: str = "2006-10-01") -> str:
    """The card words of a part of an ability by itself.

    >>> words(ir.Draw())
    'draw a card'
    """
    return defined_last(Printer(date).say(tree))


def _parts(ability: ir.Ability, printer: Printer) -> tuple[str | None, str | None, str]:
    if isinstance(ability, ir.ActivatedAbility):
        cost = printer.say(ability.cost)
        return cost, None, effect(ability, printer)
    if isinstance(ability, ir.TriggeredAbility):
        when = trigger(ability, printer)
        return None, when, effect(ability, printer)
    if isinstance(ability, ir.KeywordAbility):
        paid = printer.say(ability.cost) if ability.cost is not None else None
        when = "; ".join(part for part in (_parts(one, _inside(one, printer))[1] for one in ability.expands) if part)
        return paid, when or None, _meaning(ability, printer)
    return None, None, defined_last(printer.say(ability))


def _inside(ability: ir.Ability, printer: Printer) -> Printer:
    """The printer for an ability that a keyword stands for: the ability refers to the object, the keyword does not."""
    inside = Printer(printer.date, ability)
    inside.self_is_it = False
    return inside


def _meaning(ability: ir.KeywordAbility, printer: Printer) -> str:
    """A keyword, followed by the abilities that it stands for."""
    said = printer.say(ability)
    if not ability.expands:
        return said
    inner = []
    for one in ability.expands:
        inside = _inside(one, printer)
        inner.append(defined_last(inside.say(one)))
        printer.meant.extend(note for note in inside.meant if note not in printer.meant)
    return f"{said}: {'; '.join(inner)}"


def _slots(ability: ir.Ability) -> tuple[ir.TargetSlot, ...]:
    if isinstance(ability, ir.KeywordAbility):
        return tuple(slot for inner in ability.expands for slot in _slots(inner))
    return getattr(ability, "targets", ())


def _apart(slot: ir.TargetSlot) -> str:
    """Which targets a target must differ from."""
    return f" (not target {', '.join(str(n + 1) for n in slot.different)})" if slot.different else ""
