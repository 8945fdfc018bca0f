"""Slots for what things are and become: changes as verb phrases, those of one look ("a 3/3 green Elf") as a unit."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.looks import Look
from rulesite.engine.cardtext.builder.raw_nodes import UNSAID
from rulesite.engine.cardtext.printing.amounts import digits, in_figures
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import a, listed, plural
from rulesite.engine.language.phrase import Phrase, parts_said
from rulesite.engine.language.phrases import made
from rulesite.engine.language.sorts import Place, With, slot, sort

# ---- a look, and the changes that it makes in the tree


def _parts(builder: Any, look: dict[str, Any], place: Place) -> tuple[Any, ...]:
    colors = () if "colorless" in look else look.get("colors")
    supertypes, subtypes, types = (look.get(name, ()) for name in ("supertypes", "subtypes", "types"))
    return supertypes, look.get("power"), look.get("toughness"), colors, subtypes, types


def typeline(supertypes: Any, power: Any, toughness: Any, colors: Any, subtypes: Any, types: Any, p: Printer) -> str:
    """Types, colours and size before a noun: "legendary 3/3 red and white Elf creature"."""
    size = [] if power is None else [f"{digits(power, p)}/{digits(toughness, p)}"]
    painted = [] if colors is None else [listed(colors) if colors else "colorless"]
    above = supertypes if subtypes or types or painted or size else [listed(supertypes)]
    return " ".join([*above, *size, *painted, *subtypes, *types])


def _say_parts(value: Any, p: Any, many: bool, head: str) -> str:
    supertypes, power, toughness, colors, subtypes, types = value
    text = typeline(supertypes, None if p.node.sized else power, toughness, colors, subtypes, types, p)
    if not subtypes and not types:
        return text
    return plural(text) if p.plural_noun else a(text)


def _beside(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> str:
    words = builder._words(meta).lower()
    return next((f"{kind} types" for kind in ("creature", "land") if f" {kind} type" in words), phrase.node(values))


def _other(node: str, phrase: Phrase, words: Callable[[], str], p: Any, many: bool) -> str:
    return words().replace(" its ", " their ") if p.plural_noun else words()


def _still(value: str | None, p: Any, many: bool, head: str) -> str | None:
    return value and (plural(value) if p.plural_noun else a(value))


def _tails(value: Any, p: Any, many: bool, head: str) -> str:
    be = "that are" if p.plural_noun else "that's"
    with p.saying(granting="with"):
        return " ".join(parts_said(p.node, "looktail", p)).replace("that be", be)


sort("beside", becomes=_beside, stands=_other)
sort("looktail", becomes=lambda builder, phrase, values, meta: values, part=True)
slot("a_typeline", '"a"? typeline', _parts, _say_parts)
slot("in_any_order", "looktails", lambda b, tails, place: With(None, tails), _tails)
slot("still_one", '"a"? CARDTYPE', lambda b, type_, place: str(type_), _still)


def _changes(verb: str, look: Look, colors: tuple[str, ...] = ()) -> tuple[ir.Change, ...]:
    """The changes of "is/becomes a 3/3 green Elemental artifact creature with …".

    "Creature" alone after "is", or card types together with "in addition", "still" or as "artifact creature", are
    added; others ("it's an enchantment"), or after "becomes", or with subtypes, replace (205.1a). Subtypes alone
    replace those of the same card type.
    """
    changes: list[ir.Change] = [ir.SetColors(colors)] if colors else []
    beside = (look.others or "").split()
    if look.types or look.subtypes or look.supertypes:
        made_creature = verb == "is" and "creature" in look.types and not look.subtypes
        also = beside[-1:] == ["types"] or look.still or made_creature
        both = {"artifact", "creature"} <= set(look.types)
        alone = beside[-1:] != ["types"] and not look.still
        surface = next((kind for kind in ("creature", "land") if kind in beside), "alone" if alone else "")
        named = (look.types, look.subtypes, look.supertypes)
        if also or both:
            changes.append(ir.AddTypes(*named, look.still, both and alone, surface=surface))
        else:
            changes.append(ir.SetTypes(*named, surface=surface))
    if look.colors is not None:
        changes.append(ir.AddColors(look.colors, surface="both") if "colors" in beside else ir.SetColors(look.colors))
    elif "colors" in beside:
        raise ValueError("other colors beside none")
    if look.power is not None or look.toughness is not None:
        said = look.sized if look.sized in ("base", "with") else ""
        changes.append(ir.SetBasePowerToughness(look.power, look.toughness, surface=said))
    if look.abilities is not None:
        changes.append(ir.GrantAbilities(look.abilities))
    if look.every is not None:
        changes.append(ir.EveryType(str(look.every), surface="with"))
    return _with_verb(verb, tuple(changes))


def _look(changes: Sequence[Any], granted: Any) -> Look:
    """Changes as one look: the inverse of `_changes`."""
    types = next(one for one in changes if isinstance(one, _TYPES))
    colors = next((one for one in changes if isinstance(one, ir.SetColors | ir.AddColors)), None)
    size = next((one for one in changes if isinstance(one, ir.SetBasePowerToughness)), None)
    how = types.surface.split()
    still = types.still if isinstance(types, ir.AddTypes) and "alone" not in how else None
    added = isinstance(types, ir.AddTypes) and not still and "alone" not in how
    beside = f"{how[-1]} types" if how[-1:] in (["creature"], ["land"]) else "types"
    made = Look(types.supertypes, subtypes=types.subtypes, types=types.types)
    if size is not None:
        made = replace(made, power=size.power, toughness=size.toughness, sized=_sized(size))
    return replace(
        made,
        colors=None if colors is None else colors.colors,
        abilities=None if granted is None else granted.abilities,
        others=("colors and types" if isinstance(colors, ir.AddColors) else beside) if added else None,
        still=still,
    )


def _sized(size: ir.SetBasePowerToughness) -> str | None:
    """The words for power and toughness after the noun; None if they stand before it."""
    if not (in_figures(size.power) and in_figures(size.toughness)):
        return "equal" if size.power == size.toughness else "power"
    return next((word for word in ("base", "with") if size.surface.split()[-1:] == [word]), None)


# ---- several changes

_TYPES = ir.SetTypes | ir.AddTypes


def _in_one_look(change: Any) -> bool:
    """Whether a change is part of "a white 1/1 Spirit creature": types, colours, size."""
    if isinstance(change, ir.SetBasePowerToughness):
        return change.surface not in ("have", "base each", "base both")
    if change.surface == "also a":
        return False
    return isinstance(change, _TYPES | ir.SetColors) or (
        isinstance(change, ir.AddColors) and change.surface.endswith("both")
    )


def verbs(changes: Sequence[Any], p: Printer, become: bool = False) -> list[str]:
    """Verb phrases for changes in order; those that make "a 3/3 green Elf creature" together share a phrase."""
    changes = _limited_once(changes)
    still = changes[-1] if len(changes) > 1 else None
    if (
        isinstance(still, ir.AddTypes)
        and len(still.types) == 1
        and not still.subtypes
        and (_typed(changes[:-1]) or still.surface.endswith("still"))
    ):
        before = verbs([_replacing(one) for one in changes[:-1]], p, become)
        several = _said_of_several(still, p)
        before[-1] += f"\0. {'they' if several else 'it'}'{'re' if several else 's'} still {_kinds(still, p)}"
        return before
    said: list[str] = []
    lost: list[list[str]] = []
    done = 0
    while done < len(changes):
        end = done
        while end < len(changes) and _in_one_look(changes[end]) and not (end > done and _verb(changes[end])):
            end += 1
        if _typed(changes[done:end]):
            inside = changes[done:end]
            granted = changes[end] if end < len(changes) and isinstance(changes[end], ir.GrantAbilities) else None
            granted = granted if granted is not None and granted.surface not in ("gain", "have") else None
            done = end + (granted is not None)
            every = changes[done] if done < len(changes) and changes[done].surface == "with" else None
            said.append(_becoming(inside, granted, every, p, become))
            done += every is not None
            continue
        text = p.say(changes[done])
        if changes[done].surface == "joined":
            lost[-1].append(text.removeprefix("lose all ").removeprefix("other "))
            said[-1] = listed(lost[-1])
        else:
            said.append("become" + text[2:] if _becomes(changes[done], become) and text.startswith("be ") else text)
            lost.append([said[-1]])
        done += 1
    return [re.sub('[.]"$', '"', text) for text in said[:-1]] + said[-1:]


def _becoming(changes: Sequence[Any], granted: Any, every: Any, p: Printer, become: bool) -> str:
    verb = "become" if _becomes(changes[0], become) else "be"
    types = next(one for one in changes if isinstance(one, _TYPES))
    if types.surface.endswith("still"):
        return f"{verb} still {_kinds(types, p)}"
    look = replace(_look(changes, granted), every=every.sort if isinstance(every, ir.EveryType) else None)
    return f"{verb} {p.said(look, 'look')}"


def _kinds(types: Any, p: Printer) -> str:
    """The card types after "still": "a land", or "lands" in the plural."""
    kinds = " ".join(types.types)
    return plural(kinds) if _said_of_several(types, p) else a(kinds)


def _said_of_several(types: Any, p: Printer) -> bool:
    """Whether "still" is said in the plural, as it can be after "each of those lands is …"."""
    return p.plural_noun or types.surface.endswith("all still")


def _verb(change: Any) -> str:
    """The verb that the text uses for this change: "is black and *is* a Nightmare", "has base power … and becomes"."""
    return next((word for word in ("is", "become", "have") if change.surface.partition(" ")[0] == word), "")


def _becomes(change: Any, become: bool) -> bool:
    """Whether the text says "becomes" rather than "is"; `become` is the answer if no word was kept."""
    return become if _verb(change) in ("", "have") else _verb(change) == "become"


def _typed(changes: Sequence[Any]) -> bool:
    return any(isinstance(one, _TYPES) for one in changes)


def _replacing(change: Any) -> Any:
    """ "It's still a land" implies that the types before it are added, so that change is printed as replacing."""
    if not isinstance(change, ir.AddTypes):
        return change
    return ir.SetTypes(change.types, change.subtypes, change.supertypes, surface=change.surface)


def _limited_once(changes: Sequence[Any]) -> Sequence[Any]:
    """ "can't attack or block unless …": a limit on both is printed once, after the second."""
    if len(changes) == 2 and isinstance(changes[0], ir.CantAttack) and isinstance(changes[1], ir.CantBlock):
        attack, block = changes
        limits = [(one.unless, one.alone, one.along, one.least) for one in changes]
        if limits[0] == limits[1] and attack.surface != "apart":
            return replace(attack, unless=None, alone=False, along=None, least=1), block
    return changes


# ---- changes by verb: "is" adds types, "becomes" replaces them


def _with_verb(verb: str, changes: Any) -> Any:
    if not isinstance(changes, tuple):  # "becomes blocked": not a lasting change
        return changes
    return (replace(changes[0], surface=f"{verb} {changes[0].surface}".strip()), *changes[1:])


def _of_choice(quality: str, whose: Any, others: str = "") -> Callable[[Any], ir.Sequence]:
    changes = (ir.SetChosen(quality.split()[-1], add=bool(others)),)
    return lambda what: ir.Sequence((ir.ChooseQuality(quality, whose), ir.Continuous(what, changes, UNSAID)))


def _one_of_looks(*looks: Look) -> Callable[[Any], ir.Modal]:
    """ "Becomes your choice of a 3/3 artifact creature or a 2/2 artifact creature with flying"."""
    each = tuple(_changes("become", look) for look in looks)
    return lambda what: ir.Modal(
        tuple(ir.Continuous(what, changes, UNSAID) for changes in each), on_resolution=True, surface="choice"
    )


made("isbe", "become your choice of {one:look} or {two:look}", lambda one, two: _one_of_looks(one, two))
made(
    "isbe",
    "become your choice of {one:look}, {two:look}, or {three:look}",
    lambda one, two, three: _one_of_looks(one, two, three),
)
for infinitive, verb in (("be", "is"), ("become", "become")):
    made("isbe", f"{infinitive} {{changes:iscontent}}", partial(_with_verb, verb))
    made("isbe", f"{infinitive} {{look:look}}", partial(_changes, verb))
    made("isbe", f"{infinitive} {{colors:colorlist}} and {{look:look}}", partial(_changes, verb))
    made("isbe", f"{infinitive} the color of {{whose:poss}} choice", partial(_of_choice, "color"))
    made("isbe", f"{infinitive} the color or colors of {{whose:poss}} choice", partial(_of_choice, "colors"))
    basic = f"{infinitive} the {{:SUPERTYPE}} {{:CARDTYPE}} type of {{whose:poss}} choice"
    made("isbe", basic, partial(_of_choice, "basic land type"))
    kind = f"{infinitive} the {{:CARDTYPE}} type of {{whose:poss}} choice"
    made("isbe", kind, partial(_of_choice, "creature type"))
    made("isbe", f"{basic} {{others:beside}}", partial(_of_choice, "basic land type"))
    made("isbe", f"{kind} {{others:beside}}", partial(_of_choice, "creature type"))
slot("isbe", "isbe")
slot("becoming", "", say=lambda value, p, many, head: verbs((p.node,), p)[0])
