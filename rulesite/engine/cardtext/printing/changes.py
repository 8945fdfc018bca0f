"""Changes: what objects are, have, get and can't do. Each phrase begins with its verb in the base form."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.amounts import countable, digits, each_of, lettered
from rulesite.engine.cardtext.printing.becoming import abilities_of, excepting, plain_size, verbs
from rulesite.engine.cardtext.printing.descriptions import noun
from rulesite.engine.cardtext.printing.phrases import says
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import a, listed, number


def size(power: Any, toughness: Any, p: Printer) -> str:
    """ "+1/+1", "-X/-0", with "for each …" after it."""

    def side(value: Any) -> tuple[str, str | None]:
        if lettered(value):
            return f"+{p.say(value)}", None
        if isinstance(value, ir.Times) and value.factor == -1 and lettered(value.of):
            return f"-{p.say(value.of)}", None
        if isinstance(value, ir.Number):
            return (f"+{value.value}" if value.value >= 0 else str(value.value)), None
        if isinstance(value, ir.X):
            return f"+{value.name}", None
        if isinstance(value, ir.Times) and value.factor == -1 and isinstance(value.of, ir.X):
            return f"-{value.of.name}", None
        found = each_of(value, p)
        if found is not None:
            return f"{found[0]:+d}", f" for each {found[1]}"
        factor, rest = (value.factor, value.of) if isinstance(value, ir.Times) else (1, value)
        if isinstance(rest, ir.Total) and rest.said == "first" and (each := countable(rest.parts[0], p)) is not None:
            return f"{factor:+d}", f" for each {each} beyond the first"
        if isinstance(value, ir.Times) and value.factor == -1:
            return "-X", f", where X is {p.say(value.of)}"
        return "+X", f", where X is {p.say(value)}"

    known = list(p.mentioned)
    one, each = side(power)
    p.mentioned[:] = known
    other, again = side(toughness)
    if each and not again and other == "+0" and one.startswith("-"):
        other = "-0"
    if one == "+0" and other.startswith("-"):
        one = "-0"
    if other == "+0" and one.startswith("-"):
        other = "-0"
    return f"{one}/{other}\0{again or each or ''}"


@says(ir.SetController)
def _controller(n: ir.SetController, p: Printer) -> str:
    return f"be controlled by {p.who(n.who)}"


@says(ir.ReplaceWords)
def _replace_words(n: ir.ReplaceWords, p: Printer) -> str:
    if n.old is not None:
        return f"have all instances of {n.old} replaced with {n.new}"
    kinds = " or ".join(
        f"one {kind}{'' if kind.endswith('type') else ' word'} with another" for kind in n.kind.split(" or ")
    )
    return f"have its text changed by replacing all instances of {kinds}"


@says(ir.CopyOf)
def _copy_of(n: ir.CopyOf, p: Printer) -> str:
    return f"be a copy of {p.who(n.of)}{excepting(n.except_, p)}"


@says(ir.SetTypes, ir.AddTypes)
def _types(n: Any, p: Printer) -> str:
    return verbs((n,), p)[0]


@says(ir.RemoveTypes)
def _remove_types(n: ir.RemoveTypes, p: Printer) -> str:
    if n.sort is not None:
        return f"lose all {n.sort} types"
    return f"be not {a(' '.join([*n.supertypes, *n.types]))}"


@says(ir.GrantAbilities)
def _grant(n: ir.GrantAbilities, p: Printer) -> str:
    verb = n.said if n.said in ("gain", "have") and p.granting != "with" else p.granting
    return f"{verb} {abilities_of(n.abilities, p)}"


@says(ir.RemoveAbilities)
def _remove_abilities(n: ir.RemoveAbilities, p: Printer) -> str:
    kept = [f'"{one}."' if one[:1].isupper() and " " in one else one for one in n.keywords]
    return f"lose {listed(kept) if kept else 'all abilities'}"


@says(ir.SetBasePowerToughness)
def _base(n: ir.SetBasePowerToughness, p: Printer) -> str:
    if n.toughness is None:
        return f"have base power {digits(n.power, p)}"
    if n.power is None:
        return f"have base toughness {digits(n.toughness, p)}"
    if plain_size(n):
        return f"have base power and toughness {digits(n.power, p)}/{digits(n.toughness, p)}"
    if n.power == n.toughness:
        return f"have base power and toughness each equal to {p.say(n.power)}"
    return f"have base power {digits(n.power, p)} and base toughness {digits(n.toughness, p)}"


@says(ir.ModifyPowerToughness)
def _modify(n: ir.ModifyPowerToughness, p: Printer) -> str:
    text = size(n.power, n.toughness, p)
    return f"get {text.replace(chr(0), '') if n.said == 'inside' else text}"


@says(ir.SwitchPowerToughness)
def _switch(n: ir.SwitchPowerToughness, p: Printer) -> str:
    return "have its power and toughness switched"


@says(ir.CanBlockMore)
def _block_more(n: ir.CanBlockMore, p: Printer) -> str:
    if n.amount is None:
        return "can block any number of creatures"
    count = "an additional creature" if n.amount == 1 else f"{number(n.amount)} additional creatures"
    return f"can block {count}" + ("" if p.span_word == "this turn" else " each combat")


@says(ir.MustAttack)
def _must_attack(n: ir.MustAttack, p: Printer) -> str:
    if n.whom is not None:
        return f"attack {p.who(n.whom)} each combat if able"
    return f"attack {p.span_word} if able"


@says(ir.MustBlock)
def _must_block(n: ir.MustBlock, p: Printer) -> str:
    what = "" if n.what is None else f" {p.who(n.what)}"
    return f"block{what} {p.span_word} if able"


@says(ir.MustBeBlocked)
def _must_be_blocked(n: ir.MustBeBlocked, p: Printer) -> str:
    if n.by_all:
        return f"be blocked by all {noun(n.by, p, True, head='creature')} able to block it"
    return "must be blocked if able"


@says(ir.Indestructible)
def _indestructible(n: ir.Indestructible, p: Printer) -> str:
    return f"{p.granting} indestructible" if p.date >= "2013-07-13" else "be indestructible"


@says(ir.DoesntUntap)
def _doesnt_untap(n: ir.DoesntUntap, p: Printer) -> str:
    whose = n.said or p.untap_whose
    return f"don't untap during {whose} {'next ' if n.next_only else ''}untap step"


@says(ir.MayNotUntap)
def _may_not_untap(n: ir.MayNotUntap, p: Printer) -> str:
    return "may stay tapped during your untap step"


@says(ir.CantUseAbilities)
def _no_abilities(n: ir.CantUseAbilities, p: Printer) -> str:
    unless = " unless they're mana abilities" if n.except_mana else ""
    return (
        f"have activated abilities that can't be {'activated' if p.terms.activate == 'activate' else 'played'}{unless}"
    )
