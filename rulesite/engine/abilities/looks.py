"""Looks: types, colours and size in one phrase, for tokens and for objects that become something."""

from __future__ import annotations

from typing import Any

from rulesite.engine.abilities.amounts import Amount
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.language.phrases import fixed, made, passes, reads, says

WORDS = {"types": "CARDTYPE", "subtypes": "SUBTYPE", "supertypes": "SUPERTYPE", "colors": "COLORWORD"}


def together(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Combine two parts of a description."""
    return {**one, **{name: (*one.get(name, ()), *value) if name in WORDS else value for name, value in other.items()}}


for name, sign in WORDS.items():
    made("typeword", f"{{one:{sign}}}", lambda one, name=name: {name: (one,)})
made("typeword", "and {one:SUPERTYPE}", lambda one: {"supertypes": (one,)})
made("typeword", "and {one:COLORWORD}", lambda one: {"colors": (one,)})
made(
    "typeword",
    "{one:COLORWORD}, {two:COLORWORD}, and {three:COLORWORD}",
    lambda one, two, three: {"colors": (one, two, three)},
)
made("typeword", "{size:size}", lambda size: {"power": size[0], "toughness": size[1]})
made("typeword", "colorless", lambda: {"colorless": True})
made("typeline", "{one:typeword} {other:typeline}", together)
passes("typeline", "{:typeword}")
made("colorlist", "{one:COLORWORD}", lambda one: (one,))
made("colorlist", "{one:COLORWORD} and {rest:colorlist}", lambda one, rest: (one, *rest))
made("colorlist", "{one:COLORWORD}, {rest:commacolors}", lambda one, rest: (one, *rest))
made("commacolors", "{one:COLORWORD}, and {last:COLORWORD}", lambda one, last: (one, last))
made("commacolors", "{one:COLORWORD}, {rest:commacolors}", lambda one, rest: (one, *rest))
for others in ("types", "colors", "colors and types"):
    fixed("beside", others, f"in addition to its other {others}")
for kind in ("creature", "land"):
    fixed("beside", f"{kind} types", f"in addition to its other {kind} types", read=False)


@node
class Look(Node):
    """A description of what an object becomes: "a 3/3 green Elf creature with trample". Not in finished trees: there
    each aspect is a change of its own, as it has its own layer (613.1).

    `sized`: the wording of power and toughness after the noun; `others`: the characteristics of its own that it keeps;
    `every`: it has all types of a sort.
    """

    supertypes: tuple[str, ...] = ()
    power: Amount | None = None
    toughness: Amount | None = None
    colors: tuple[str, ...] | None = None
    subtypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    sized: str | None = None
    abilities: tuple[Node, ...] | None = None
    others: str | None = None
    still: str | None = None
    every: str | None = None

    words = (
        says("look", "{supertypes,power,toughness,colors,subtypes,types:a_typeline} {:in_any_order}"),
        says(
            "looktail", "with base power and toughness {power,toughness:size} and {abilities:single_kw}", sized="base"
        ),
        says("looktail", "with base power and toughness {power,toughness:size}{abilities:kws_behind}", sized="base"),
        says("looktail", "with base power and toughness {power,toughness:size}", sized="base"),
        says("looktail", "with power and toughness {power,toughness:size}", sized="with"),
        says("looktail", "with {abilities:kws} and all {every:CARDTYPE} types"),
        says("looktail", "with all {every:CARDTYPE} types"),
        says("looktail", "with {abilities:kws}"),
        reads("looktail", "and (have|gain) {abilities:kws}"),
        says("looktail", "with power and toughness each equal to {power,toughness:both_sides}", sized="equal"),
        reads("looktail", "with power and toughness equal to {power,toughness:both_sides}", sized="equal"),
        says("looktail", "with power equal to {power:value}", sized="power"),
        says("looktail", "{others:beside}"),
        says("looktail", "that be still {still:still_one}"),
    )


made("looktails", "{one:looktail} {other:looktails}", together)
fixed("looktails", {}, "")
