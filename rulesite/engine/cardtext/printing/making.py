"""Deeds that make: counters, tokens, mana, emblems."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.amounts import digits, each_of, plain
from rulesite.engine.cardtext.printing.becoming import excepting
from rulesite.engine.cardtext.printing.deeds import act
from rulesite.engine.cardtext.printing.phrases import says
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import a, listed, number


@says(ir.Token)
def _token(n: ir.Token, p: Printer) -> str:
    return _token_words(n, p, False)


def _token_words(n: ir.Token, p: Printer, several: bool, how: str = "") -> str:
    words = [how] if how else []
    if "no" in n.said.split() and n.power is None and not n.colors:
        words.append("colorless")
    words += list(n.supertypes)
    if n.power is not None and n.toughness is not None:
        words.append(f"{digits(n.power, p)}/{digits(n.toughness, p)}")
    words.append(listed(n.colors) if n.colors else "colorless" if n.power is not None else "")
    words += [*n.subtypes, *n.types, "tokens" if several else "token"]
    if (
        n.said == "known"
        or (n.subtypes and not n.types and not n.abilities and n.power is None)
        or n.subtypes in (("Treasure",), ("Food",), ("Clue",))
    ):
        words = [how, *n.subtypes, "tokens" if several else "token"]
    text = " ".join(filter(None, words))
    last = "named last" in n.said
    if n.name and not last:
        text = f"{text} named {n.name}"
    if (
        n.said != "known"
        and n.abilities
        and n.subtypes not in (("Treasure",), ("Food",), ("Clue",), ("Blood",), ("Gold",))
    ):
        text += f" with {listed([p.inner(ability) for ability in n.abilities])}"
    return f"{text} named {n.name}" if last else text


@says(ir.CreateToken)
def _create(n: ir.CreateToken, p: Printer) -> str:
    def phrase() -> str:
        verb, after = ("create", "") if p.terms.create else ("put", f" {p.terms.onto}")
        one = n.amount == ir.Number(1)
        how = "tapped" if n.tapped and not n.attacking else ""
        found = None if plain(n.amount) else each_of(n.amount, p)
        if found is not None:
            one = found[0] == 1
        if isinstance(n.token, ir.Token):
            what = _token_words(n.token, p, not one, how)
        else:
            tokens = "token that's a copy" if one else "tokens that are copies"
            what = f"{how} {tokens} of {p.who(n.token)}".strip()
        if n.attacking:
            what += f" that's {'tapped and ' if n.tapped else ''}attacking" if one else " that are tapped and attacking"
        what += excepting(n.changes, p)
        if found is not None:
            count = a(what) if one else f"{number(found[0])} {what}"
            return f"{verb} {count}{after} for each {found[1]}"
        if not plain(n.amount):
            return f"{verb} a number of {what}{after} equal to {p.say(n.amount)}"
        return f"{verb} {a(what) if one else f'{p.say(n.amount)} {what}'}{after}"

    return act(n, p, phrase)
