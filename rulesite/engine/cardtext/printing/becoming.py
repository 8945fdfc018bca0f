"""What objects become: verb phrases of changes in their order, "a 3/3 green Elf creature with trample" among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.amounts import digits, lettered
from rulesite.engine.cardtext.printing.phrases import NounPhrase, says
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import a, listed, plural

_KINDS = (ir.SetTypes, ir.AddTypes, ir.SetColors, ir.SetBasePowerToughness)


def _one_phrase(change: Any) -> bool:
    """Whether a change is part of "a white 1/1 Spirit creature": types, colours, size."""
    if isinstance(change, ir.SetBasePowerToughness) and change.said == "have":
        return False
    return isinstance(change, _KINDS) or (isinstance(change, ir.AddColors) and change.said.endswith("both"))


def verbs(changes: Sequence[Any], p: Printer, become: bool = False) -> list[str]:
    """Verb phrases for changes in their order; those that make "a 3/3 green Elf creature" together are one."""
    said: list[str] = []
    changes = _limited_once(changes)
    still = changes[-1] if len(changes) > 1 else None
    if isinstance(still, ir.AddTypes) and len(still.types) == 1 and not still.subtypes and _typed(changes[:-1]):
        before = [replace_type(one) for one in changes[:-1]]
        said = verbs(before, p, become)
        said[-1] += f"\0. it's still {a(still.types[0])}"
        return said
    done = 0
    while done < len(changes):
        end = done
        while end < len(changes) and _one_phrase(changes[end]) and not (end > done and _verbed(changes[end])):
            end += 1
        if end - done > 1 or (end - done == 1 and isinstance(changes[done], ir.SetTypes | ir.AddTypes)):
            inside = changes[done:end]
            granted = changes[end] if end < len(changes) and isinstance(changes[end], ir.GrantAbilities) else None
            granted = granted if granted is not None and granted.said not in ("gain", "have") else None
            typed = any(isinstance(one, ir.SetTypes | ir.AddTypes) for one in inside)
            if typed:
                said.append(_becoming(inside, granted, p, become))
                done = end + (granted is not None)
                continue
        said.append(_as_one(changes[done], p, become))
        done += 1
    return said


@says(ir.SetTypes, ir.AddTypes)
def _types(n: Any, p: Printer) -> str:
    return verbs((n,), p)[0]


def _verbed(change: Any) -> bool:
    """Whether the text has a verb for this change: "is black and *is* a Nightmare", "has base power … and becomes"."""
    return change.said.partition(" ")[0] in ("is", "become", "have")


def _limited_once(changes: Sequence[Any]) -> Sequence[Any]:
    """ "can't attack or block unless …": what limits both is said once, behind the second."""
    if len(changes) == 2 and isinstance(changes[0], ir.CantAttack) and isinstance(changes[1], ir.CantBlock):
        attack, block = changes
        if (attack.unless, attack.alone) == (block.unless, block.alone) and attack.said != "apart":
            return replace(attack, unless=None, alone=False), block
    return changes


def _typed(changes: Sequence[Any]) -> bool:
    return any(isinstance(one, ir.SetTypes | ir.AddTypes) for one in changes)


def replace_type(change: Any) -> Any:
    """ "It's still a land" says that the types before it are added; then they need not say so."""
    return ir.SetTypes(change.types, change.subtypes, change.supertypes) if isinstance(change, ir.AddTypes) else change


def _becomes(change: Any, become: bool) -> bool:
    """Whether the text says "becomes" rather than "is"; `become` where nothing was kept of it."""
    word = change.said.partition(" ")[0]
    return word == "become" if word in ("is", "become") else become


def _as_one(change: Any, p: Printer, become: bool) -> str:
    text, become = p.say(change), _becomes(change, become)
    return "become" + text[2:] if become and text.startswith("be ") else text


def _becoming(changes: Sequence[Any], granted: Any, p: Printer, become: bool) -> str:
    types = next(one for one in changes if isinstance(one, ir.SetTypes | ir.AddTypes))
    become = _becomes(changes[0], become)
    still = types.said.partition("still ")[2]
    colors = next((one.colors for one in changes if isinstance(one, ir.SetColors | ir.AddColors)), None)
    both = any(isinstance(one, ir.AddColors) for one in changes)
    size = next((one for one in changes if isinstance(one, ir.SetBasePowerToughness)), None)
    words: list[str] = []
    words.extend(types.supertypes)
    whole = size is not None and size.power is not None and size.toughness is not None and plain_size(size)
    how = size.said.split()[-1:] if size is not None else []
    if size is not None and whole and how not in (["base"], ["with"]):
        words.append(f"{digits(size.power, p)}/{digits(size.toughness, p)}")
    if colors is not None:
        words.append(listed(colors) if colors else "colorless")
    words.extend(types.subtypes)
    words.extend(types.types)
    text = " ".join(words)
    verb = "become" if become else "be"
    said = f"{verb} {plural(text) if p.plural_noun else a(text)}"
    if types.said.endswith("still"):
        return f"{verb} still {a(text)}"
    if size is not None and whole and how in (["base"], ["with"]):
        base = "base " if how == ["base"] else ""
        said += f" with {base}power and toughness {digits(size.power, p)}/{digits(size.toughness, p)}"
    if granted is not None:
        with p.saying(granting="with"):
            said += f" with {abilities_of(granted.abilities, p)}"
    if size is not None and not plain_size(size):
        which = "power and toughness each" if size.power == size.toughness else "power"
        said += f" with {which} equal to {p.say(size.power)}"
    if still and isinstance(types, ir.AddTypes):
        return f"{said} that are still {plural(still)}" if p.plural_noun else f"{said} that's still {a(still)}"
    if isinstance(types, ir.AddTypes) and "alone" not in types.said.split():
        other = "colors and types" if both else "creature types" if types.said.endswith("creature") else "types"
        said += f" in addition to {'their' if p.plural_noun else 'its'} other {other}"
    return said


def plain_size(size: Any) -> bool:
    return plain(size.power) and plain(size.toughness)


def plain(value: Any) -> bool:
    return isinstance(value, ir.Number | ir.X) or lettered(value)


def abilities_of(abilities: Sequence[Any], p: Printer) -> str:
    return listed(together([p.inner(ability) for ability in abilities]))


def together(said: list[str]) -> list[str]:
    """Abilities in a row: "protection from black" and "protection from red" are one phrase.

    >>> together(["flying", "protection from black", "protection from red"])
    ['flying', 'protection from black and from red']
    """
    for name in ("protection from ", "hexproof from "):
        of_it = [one for one in said if one.startswith(name)]
        if len(of_it) > 1:
            place = said.index(of_it[0])
            said = [one for one in said if one not in of_it]
            said.insert(
                place,
                name + listed([of_it[0].removeprefix(name), *(f"from {o.removeprefix(name)}" for o in of_it[1:])]),
            )
    return said


def excepting(changes: Sequence[Any], p: Printer) -> str:
    """ ", except it has flying"."""
    if not changes:
        return ""
    return ", except it " + listed([p.agree(NounPhrase(""), one).strip() for one in verbs(changes, p)])


def lasting_words(duration: str, p: Printer) -> str:
    """The words of a duration: " until end of turn"; nothing for what has no end, or is said another way."""
    return "" if duration in ("permanent", "while", "next untap step") else f" {p.said(duration, 'duration')}"
