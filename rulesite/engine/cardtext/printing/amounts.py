"""Amounts beside what they count: "three cards", "3 damage", "for each creature you control"."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.printer import Printer, lettered
from rulesite.engine.language.english import a, plural

PLAIN = (ir.Number, ir.X, ir.Lettered, ir.ThatMuch, ir.ThatNumber, ir.UpTo, ir.AtLeast)
UNCOUNTED = ("damage", "life", "mana")


def plain(value: Any) -> bool:
    """Whether an amount stands before the noun ("three cards", "X cards"), rather than "for each" after it."""
    if isinstance(value, ir.Times) and not lettered(value):
        return plain(value.of)
    if isinstance(value, ir.Half) and isinstance(value.of, ir.X):
        return True
    if isinstance(value, ir.ThatMuch) and "_" in value.surface and not lettered(value):
        return False  # "life equal to the life lost this way"
    return isinstance(value, PLAIN) or lettered(value)


def in_figures(value: Any) -> bool:
    """Whether an amount can stand in power and toughness: a number, or a letter."""
    return isinstance(value, ir.Number | ir.X | ir.Lettered) or lettered(value)


def digits(value: Any, p: Printer) -> str:
    """An amount with its number in digits, as for damage and life.

    >>> digits(ir.Number(3), Printer("2021-11-19"))
    '3'
    """
    if isinstance(value, ir.UpTo):
        return f"up to {digits(value.maximum, p)}"
    return str(value.value) if isinstance(value, ir.Number) and not value.surface else p.say(value)


def counted(value: Any, what: str, p: Printer) -> str:
    """An amount with its noun.

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
    """The number and the noun of an amount "for each"; None for another amount."""
    factor = 1
    if isinstance(value, ir.Times):
        factor, value = value.factor, value.of
    found = countable(value, p)
    return None if found is None else (factor, found)


def countable(value: Any, p: Printer) -> str | None:
    """The words after "for each": "creature you control", "charge counter on it"; None for other amounts."""
    if isinstance(value, ir.Total) and value.surface == "first" and (each := countable(value.parts[0], p)) is not None:
        return f"{each} beyond the first"
    so_much = isinstance(value, ir.HowMuch) and isinstance(value.event, ir.LifeGained | ir.LifeLost)
    if (so_much or isinstance(value, ir.ThatMuch)) and not value.surface.startswith("each_"):
        return None
    return None if "number" in value.surface.split() or lettered(value) else p.said(value, "countable")
