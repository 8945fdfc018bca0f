"""Keywords as macros: their definition (`language/keywords.toml`) is read by the same grammar as any card."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.descriptions import noun
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.eras.tracking import notice
from rulesite.engine.eras.validity import Kind, knows
from rulesite.engine.language import keyword_table


def definition(name: str, date: str) -> dict[str, Any] | None:
    """The definition of a keyword on a date; None for a keyword that the engine knows as a rule modifier."""
    wanted = "landhome" if name.endswith("home") else name
    if wanted in keyword_table.dated():
        notice(f"keyword:{wanted}")
    return keyword_table.text_on(wanted, date)


def _day_of_end(name: str, day: str) -> str | None:
    """The last day of a keyword's definition on a day; ``""`` for the last definition, None without one."""
    entry = definition(name, day)
    return None if entry is None else str(entry.get("until", ""))


knows("keyword", Kind(keyword_table.dated, _day_of_end, keyword_table.days_of_change))


def expand(ability: ir.KeywordAbility, date: str, reader: Callable[[str], tuple[ir.Ability, ...]]) -> ir.KeywordAbility:
    """The keyword with the abilities of its definition, and its printed parameter filled in."""
    entry = definition(ability.keyword, date)
    if entry is None or ability.expands:
        return ability
    text: str = entry["text"].strip()
    if isinstance(ability.quality, ir.HasAbility):
        text = entry.get("behind", {}).get(ability.quality.keyword, "").strip()
    if ability.amount == ir.X() and ability.cost is None:
        text = entry.get("counted", text)
    cost, number = _parameter(ability) or entry.get("default", ""), ""
    if entry.get("materials") and ability.amount is not None:
        one = replace(ability, amount=None, text=f"{ability.keyword} {cost}")
        return replace(ability, expands=_with_materials(expand(one, date, reader).expands, ability.amount))
    if ability.cost is not None and ability.amount is not None:  # "Reinforce 2—{1}{G}"
        number, _, cost = re.split(r"\s*([—–-])\s*", cost, maxsplit=1)
    if not cost:  # "Vanishing" alone: the definition without a number
        text = "\n".join(line for line in text.splitlines() if "<cost>" not in line and "<n>" not in line)
    if not text:
        return ability
    if cost[:1].isalpha() and text.startswith("<cost>"):
        cost = cost[:1].upper() + cost[1:]
    lowered = cost[:1].lower() + cost[1:] if len(cost) > 1 else cost
    lowered = lowered.removeprefix("pay ").replace(" and pay ", " and ")
    kind = noun(ability.quality, Printer(date)) if ability.quality is not None else entry.get("of_all", "")
    text = text.replace("<kind>", kind).replace("<name>", f'"{getattr(ability.quality, "name", "")}"')
    text = text.replace("<n>", number or cost)
    spoken = ability.cost is not None and (
        len(ability.cost.parts) > 1 or any(isinstance(part, _SPOKEN) for part in ability.cost.parts)
    )
    if spoken:
        cost = lowered = _STANDS_IN
    for verb in ("pay", "pays", "additional"):
        text = text.replace(f"{verb} <cost>", f"{verb} {lowered}")

    read = reader(text.replace("<cost>", cost))
    if ability.quality == ir.HasType(entry.get("as_creature", "")):  # "Equip planeswalker" (702.6e in 2026-06-19)
        read = ir.rewrite(read, lambda part: replace(part, as_creature=True) if isinstance(part, ir.Attach) else part)
    if spoken:
        read = ir.rewrite(read, lambda part: _in_place_of_stand_in(part, ability.cost))
    if ability.amount is not None and not isinstance(ability.amount, ir.Number | ir.X):  # "X, where X is …"
        read = ir.rewrite(read, lambda part: ability.amount if part == ir.X("X") else part)
    paid = entry.get("paid", ability.keyword)
    if ability.surface == "and/or":  # each of several costs is named by what it is (702.33b in 2020-04-17)
        paid = f"{paid} {cost}"
    return replace(ability, expands=_limited(named_costs(read, paid), ability.limits, ability.keyword))


def _with_materials(abilities: tuple[ir.Ability, ...], amount: ir.Amount) -> tuple[ir.Ability, ...]:
    """An ability whose cost exiles one of several kinds, as one that exiles so many (702.167a of 2026-06-19)."""

    def so_many(part: Any) -> Any:
        return replace(part, amount=amount) if isinstance(part, ir.Chosen) else part

    found: tuple[ir.Ability, ...] = ir.rewrite(abilities, so_many)
    return found


def _limited(
    abilities: tuple[ir.Ability, ...], limits: tuple[ir.PlayRestriction, ...], keyword: str
) -> tuple[ir.Ability, ...]:
    """The abilities of a keyword, with the limits that later sentences put on its activated abilities."""
    costs = [one for one in limits if isinstance(one, ir.AbilityCosts) and one.surface == "spell"]
    limited = tuple(
        replace(one, restrictions=(*one.restrictions, *limits)) if isinstance(one, ir.ActivatedAbility) else one
        for one in abilities
    )
    return (*limited, *(_costing(one, keyword) for one in costs))


def _costing(limit: ir.AbilityCosts, keyword: str) -> ir.StaticAbility:
    """ "This spell costs {X} less to cast this way": about the card itself, and the cost of the keyword."""
    itself = ir.IsObject(ir.Self())
    changed = ir.CostChange(itself, limit.mana, limit.less, limit.times, keyword=keyword)
    return ir.StaticAbility((ir.Applies(ir.You(), (changed,)),), zones=("graveyard", "stack"), text="It costs less.")


_SPOKEN = (ir.ManaCostOf, ir.PayManaAmount)
"""Costs that must be computed: they are read with the keyword, and have no meaning inside its definition. So are costs
of several parts: after "unless", a comma would end what is paid."""
_STANDS_IN = "{COST}"


def _in_place_of_stand_in(part: Any, cost: Any) -> Any:
    """A part of a definition with the cost of the keyword in place of the symbol that stood in for it."""
    if not isinstance(part, ir.Cost):
        return part
    found: list[Any] = []
    for one in part.parts:
        if not isinstance(one, ir.PayMana) or one.symbols != _STANDS_IN:
            found.append(one)
        elif one.times is not None:
            found.append(ir.Repeated(cost, one.times))
        else:
            found += cost.parts
    return replace(part, parts=tuple(found))


def named_costs(abilities: tuple[ir.Ability, ...], name: str) -> tuple[ir.Ability, ...]:
    """What a keyword means, its costs called by the keyword's name, so that "if it was kicked" can ask for them."""

    def named(part: Any) -> Any:
        if isinstance(part, ir.AdditionalCost | ir.AlternativeCost):
            return replace(part, name=name)
        if isinstance(part, ir.WasPaid | ir.TimesPaid) and part.keyword in ("additional", "alternative", "kicker"):
            return replace(part, keyword=name)
        return part

    found: tuple[ir.Ability, ...] = ir.rewrite(abilities, named)
    return found


def _parameter(ability: ir.KeywordAbility) -> str:
    """What is printed after the keyword: "{2}" of "Cycling {2}", "Pay 1 life" of "Echo - Pay 1 life"."""
    if ability.quality is not None and (ability.cost or ability.amount):  # "Equip Knight {2}", "Devour artifact 1"
        return ability.text.split()[-1]
    return re.sub(rf"(?i)^{re.escape(ability.keyword)}[\s—–:-]*", "", ability.text).strip()


def predefined_token(made: ir.Token, reader: Callable[[str, int], tuple[ir.Ability, ...]]) -> ir.Token:
    """A token that the rules define by its subtype alone ("a Clue token"); another is returned as it is."""
    row = keyword_table.token_of((f"{made.name} Role",) if "Role" in made.subtypes else made.subtypes)
    if row is None:
        return made
    return replace(made, types=tuple(row["types"]), abilities=(*reader(row["text"], 0), *made.abilities))
