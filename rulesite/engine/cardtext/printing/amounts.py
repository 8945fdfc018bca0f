"""Amounts: numbers, letters, and how to find a number."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.descriptions import noun
from rulesite.engine.cardtext.printing.english import a, number, plural
from rulesite.engine.cardtext.printing.phrases import says
from rulesite.engine.cardtext.printing.printer import Printer

PLAIN = (ir.Number, ir.X, ir.ThatMuch, ir.UpTo, ir.AtLeast)
UNCOUNTED = ("damage", "life", "mana")


def plain(value: Any) -> bool:
    """Whether an amount stands before what is counted ("three cards", "X cards"), rather than "for each" after it."""
    if isinstance(value, ir.Times) and not lettered(value):
        return plain(value.of)
    return isinstance(value, PLAIN) or lettered(value)


def lettered(value: Any) -> bool:
    """Whether the text called an amount by a letter, and said at the end of the sentence what that is."""
    return isinstance(value, ir.Amount) and value.said[:1].isupper()


def digits(value: Any, p: Printer) -> str:
    """An amount whose number is written in digits, as of damage and life.

    >>> digits(ir.Number(3), Printer("2021-11-19"))
    '3'
    """
    if isinstance(value, ir.UpTo):
        return f"up to {digits(value.maximum, p)}"
    return str(value.value) if isinstance(value, ir.Number) and not value.said else p.say(value)


def counted(value: Any, what: str, p: Printer) -> str:
    """So many of something.

    >>> p = Printer("2021-11-19")
    >>> counted(ir.Number(1), "card", p), counted(ir.Number(2), "card", p), counted(ir.Number(3), "damage", p)
    ('a card', 'two cards', '3 damage')
    """
    if what in UNCOUNTED:
        return f"{digits(value, p)} {what}".replace("that many", "that much")
    if value == ir.Number(1):
        return a(what)
    if value == ir.UpTo(ir.Number(1)):
        return f"up to one {what}"
    return f"{p.say(value)} {plural(what)}"


def each_of(value: Any, p: Printer) -> tuple[int, str] | None:
    """An amount that is "so many for each": the number, and what each is; None for another."""
    factor = 1
    if isinstance(value, ir.Times):
        factor, value = value.factor, value.of
    found = countable(value, p)
    return None if found is None else (factor, found)


def countable(value: Any, p: Printer) -> str | None:
    """What "for each" counts: "creature you control", "charge counter on it"."""
    with p.saying(opponents_many=True):
        return _countable(value, p)


def _countable(value: Any, p: Printer) -> str | None:
    if value.said == "number" or lettered(value):
        return None
    match value:
        case ir.Count(of=ir.Every(what=what)):
            return noun(what, p)
        case ir.Count(of=ir.EachPlayer(who=who)):
            return noun(who, p, head="player") if who != ir.Anything() else "player"
        case ir.CountersOn(kind=kind, on=on):
            return f"{kind} counter on {p.who(on)}" if kind else f"counter on {p.who(on)}"
        case ir.TimesPaid():
            return "time ~ was kicked" if value.keyword == "kicker" else f"time its {value.keyword} cost was paid"
        case ir.HowOften(event=ir.ZoneChange(what=what, from_="battlefield", to="graveyard")):
            return f"{noun(what, p)} that died this turn"
    return None


def of_it(name: str, of: Any, p: Printer) -> str:
    """ "its power", "the sacrificed creature's power"."""
    total, name = name.startswith("total "), name.removeprefix("total ")
    name = p.terms.mana_value if name == "mana value" else name
    if total:
        return f"the total {name} of {p.np(of).text.removeprefix('all ')}"
    return f"{p.whose(of)} {name}"


@says(ir.Number)
def _number(n: ir.Number, p: Printer) -> str:
    return number(n.value)


@says(ir.X)
def _letter(n: ir.X, p: Printer) -> str:
    return n.name


def for_each_of(n: Any, p: Printer) -> str | None:
    """ "for each creature you control", of an amount that the text put before the deed."""
    if n.said != "each":
        return None
    with p.saying(opponents_many=True):
        return f"for each {_countable(n, p)}"


@says(ir.Count)
def _count(n: ir.Count, p: Printer) -> str:
    if (each := for_each_of(n, p)) is not None:
        return each
    if isinstance(n.of, ir.Every):
        return f"the number of {noun(n.of.what, p, True)}"
    if isinstance(n.of, ir.EachPlayer):
        return f"the number of {noun(n.of.who, p, True, head='player') if n.of.who != ir.Anything() else 'players'}"
    return f"the number of {p.who(n.of)}"


@says(ir.CountersOn)
def _counters_on(n: ir.CountersOn, p: Printer) -> str:
    if (each := for_each_of(n, p)) is not None:
        return each
    return f"the number of {f'{n.kind} ' if n.kind else ''}counters on {p.who(n.on)}"


@says(ir.Characteristic)
def _characteristic(n: ir.Characteristic, p: Printer) -> str:
    return of_it(n.name, n.of, p)


@says(ir.LifeTotal)
def _life_total(n: ir.LifeTotal, p: Printer) -> str:
    return f"{p.whose(n.of)} life total"


@says(ir.ThatMuch)
def _that_much(n: ir.ThatMuch, p: Printer) -> str:
    p.pronoun("that many", n)
    return "that many"


@says(ir.Total)
def _total(n: ir.Total, p: Printer) -> str:
    parts = list(n.parts)
    if len(parts) == 2 and isinstance(parts[1], ir.Number) and parts[1].value < 0:
        less = -parts[1].value
        return f"{p.say(parts[0])} minus {less if n.said.endswith('digits') else number(less)}"
    return " plus ".join(p.digit(part) if n.said.endswith("digits") else p.say(part) for part in parts)


@says(ir.Times)
def _times(n: ir.Times, p: Printer) -> str:
    if n.factor == -1:
        return f"-{p.say(n.of)}"
    return f"{'twice' if n.factor == 2 else f'{number(n.factor)} times'} {p.say(n.of)}"


@says(ir.Half)
def _half(n: ir.Half, p: Printer) -> str:
    of = p.say(n.of)
    return f"half {of}, rounded {n.rounded}"


@says(ir.Extreme)
def _extreme(n: ir.Extreme, p: Printer) -> str:
    name = p.terms.mana_value if n.name == "mana value" else n.name
    which = n.said if n.said in ("highest", "lowest") else n.which
    return f"the {which} {name} among {p.np(n.among).text.removeprefix('all ')}"


@says(ir.AtLeast)
def _at_least(n: ir.AtLeast, p: Printer) -> str:
    if n.minimum == ir.Number(0):
        return "any number of"
    return f"{p.say(n.minimum)} or more"


@says(ir.UpTo)
def _up_to(n: ir.UpTo, p: Printer) -> str:
    return f"up to {p.say(n.maximum)}"


@says(ir.TimesPaid)
def _times_paid(n: ir.TimesPaid, p: Printer) -> str:
    if (each := for_each_of(n, p)) is not None:
        return each
    verb = "kicked" if n.keyword == "kicker" else f"paid for with {n.keyword}"
    return f"the number of times ~ was {verb}"


@says(ir.Different)
def _different(n: ir.Different, p: Printer) -> str:
    return f"the number of {plural(n.quality)} among {p.np(n.among).text.removeprefix('all ')}"


@says(ir.HowOften)
def _how_often(n: ir.HowOften, p: Printer) -> str:
    if (each := for_each_of(n, p)) is not None:
        return each
    found = countable(n, p)
    return f"the number of {plural(found)}" if found else f"the number of times {p.say(n.event)} this turn"
