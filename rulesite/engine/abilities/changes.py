"""Changes of characteristics by continuous effects, each in its own layer.

An `ovp` is a verb phrase of an object, an `iscontent` the phrase after "is" or "becomes". `restrictions` has what
objects can't, can and must do, `player_rules` the changes for players.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rulesite.engine.abilities.amounts import Amount
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.references import You
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import fixed, made, prints, reads, says


class Change(Node):
    """One change to one aspect of an object."""


@node
class SetController(Change):
    """Control: the given player controls it."""

    who: Node

    words = (
        prints("ovp", "be controlled by {who:np}"),
        prints("static", "you control {:controlled}", who=You()),
        reads("static", "you control {:controlled}", who=You()),
    )


@node
class ReplaceWords(Change):
    """Text: one word of a kind ("color", "basic land type", "creature type") becomes another; both None:
    chosen."""

    kind: str
    old: str | None = None
    new: str | None = None

    words = (
        prints("ovp", "have all instances of {old:word} replaced with {new:word}", kind=ANY),
        prints("ovp", "have its text changed by replacing all instances of {kind:kinds_of_word}"),
    )


@node
class CopyOf(Change):
    """Copy: it becomes a copy of the object named; `except_` are changes that are part of the copy."""

    of: Node
    except_: tuple[Node, ...] = ()

    words = (
        reads("iscontent", "a copy of {of:np}[, except {except_:exceptions}]"),
        reads("iscontent", "a copy of {of:np} except {except_:exceptions}", surface="bare"),
        prints("iscontent", "a copy of {of:np}[, except {except_:exceptions}]"),
        prints("iscontent", "a copy of {of:np} except {except_:exceptions}", surface="bare"),
        prints("iscontent", "a copy of {of:np}\0, except {except_:exceptions}", surface="later"),
    )


@node
class SetTypes(Change):
    """Type: it is these card types and subtypes and no others of that sort. Empty `types`: card types stay,
    the subtypes of that sort are replaced ("is a Swamp", "are Mountains")."""

    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()

    words = (prints("ovp", "{types,subtypes,supertypes:becoming}"),)


@node
class AddTypes(Change):
    """Type: it has these in addition to its others ("is an artifact in addition to its other types").

    `still`: the type that the text says it keeps ("creatures that are still lands"); `whole`: "artifact creature" names
    no type to keep. Under early rules it then keeps no others.
    """

    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    still: str | None = None
    whole: bool = False

    words = (
        prints("ovp", "{types,subtypes,supertypes,still,whole:becoming}"),
        says("ovp", "be also a {subtypes:subtype_row}", surface="also a"),
        says("ovp", "count as a {subtypes:one_subtype}", surface="counts"),
    )


@node
class RemoveTypes(Change):
    """Type: it isn't these ("isn't a creature", "isn't a Human", "loses all creature types": `sort` "creature")."""

    types: tuple[str, ...] = ()
    sort: str | None = None
    supertypes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()

    words = (
        says("ovp", "isn't a {supertypes,types,subtypes:kinds}", surface="isn't a"),
        says("ovp", "isn't {supertypes,types,subtypes:kinds}", surface="isn't"),
        prints("ovp", "be not {supertypes,types,subtypes:kinds}", surface="not"),
        prints("ovp", "be not a {supertypes,types,subtypes:kinds}"),
        reads("iscontent", "not a {supertypes,types,subtypes:kinds}"),
        reads("iscontent", "not {supertypes,types,subtypes:kinds}", surface="not"),
        says("ovp", "lose all {sort:CARDTYPE} types"),
        reads("iscontent", "no longer {supertypes,types,subtypes:kinds}", surface="no longer"),
        prints("ovp", "be no longer {supertypes,types,subtypes:kinds}", surface="no longer"),
    )


@node
class LoseOtherTypes(Change):
    """Type: it loses all types of a sort ("card", "creature") except those that the same effect gives it."""

    sort: str = "card"

    words = (
        says("ovp", "lose all other card types"),
        says("ovp", "lose all other {sort:CARDTYPE} types"),
    )


@node
class SetChosen(Change):
    """It is, has or gains the quality chosen for the source: "is the chosen type/color"; `add`: in
    addition."""

    quality: str
    add: bool = False

    words = (
        says("iscontent", "the chosen type", quality="type"),
        says("iscontent", "the chosen type {add:in_addition}", quality="type"),
        says("iscontent", "the chosen color", quality="color"),
        says("iscontent", "the chosen color in addition to its other colors", quality="color", add=True),
        prints("iscontent", "the chosen color or colors", quality="colors"),
        says("iscontent", "that type", surface="that", quality="type"),
        says("iscontent", "that color", surface="that", quality="color"),
    )


@node
class EveryType(Change):
    """Type: it is every type of a sort ("creature")."""

    sort: str
    others: str | None = None

    words = (
        prints("ovp", "be every {sort:CARDTYPE} type"),
        says("ovp", "gain all {sort:CARDTYPE} types", surface="gain"),
        says("ovp", "have all {sort:CARDTYPE} types", surface="have"),
        says("iscontent", "every {sort:basic_type} {others:beside}"),
        says("iscontent", "every {sort:CARDTYPE} type"),
    )


@node
class SetName(Change):
    """Text: its name is this, and no other."""

    name: str

    words = (says("iscontent", "named {name:name}"),)


@node
class AddWordToName(Change):
    """Text: a word is added to its name, after so many of the name's own words."""

    word: str
    after: int

    words = (prints("iscontent", "named with {word:word} besides"),)


@node
class SetColors(Change):
    """Colour: it is these colours; none for "colorless"."""

    colors: tuple[str, ...]

    words = (
        says("iscontent", "colorless", colors=()),
        says("iscontent", "all colors", colors=("white", "blue", "black", "red", "green")),
        says("iscontent", "{colors:colorlist}"),
    )


@node
class AddColors(Change):
    """Colour: in addition to its other colours."""

    colors: tuple[str, ...]

    words = (says("iscontent", "{colors:colorlist} in addition to its other colors"),)


@node
class GrantAbilities(Change):
    """Ability: it has or gains these abilities (`rulesite.engine.abilities.kinds`); quoted text is read too."""

    abilities: tuple[Node, ...]

    words = (
        says("ovp", "have {abilities:kws}", surface="have"),
        says("ovp", "gain {abilities:kws}", surface="gain"),
        prints("ovp", "{:granting} {abilities:kws}"),
        reads("iscontent", "{abilities:a_keyword}"),
        reads("static", "{:of_player} have {abilities:kws}", surface="have"),
        reads("static", "{:you_and_more} have {abilities:kws}", surface="have"),
        reads("static", "{:of_player} gain {abilities:kws}", surface="gain"),
        reads("static", "{:you_and_more} gain {abilities:kws}", surface="gain"),
    )


@node
class GainAbilitiesOf(Change):
    """Ability: it has the activated abilities of other objects, or (`loyalty`) only their loyalty abilities; an effect
    fixes them as it begins."""

    of: Node
    loyalty: bool = False

    words = (
        says("ovp", "have the {:loyalty_word} abilities of {of:ability_holder}", surface="have", loyalty=True),
        says("ovp", "have all activated abilities of {of:ability_holder}", surface="have"),
        says("ovp", "gain all activated abilities of {of:ability_holder}", surface="gain"),
    )


@node
class RemoveAbilities(Change):
    """Ability: it loses every instance of these keywords (lower case; a keyword with a quality is given as an ability:
    "protection from red"). Empty: it loses all abilities, except those that the same effect gives it (`other`) or
    mana abilities (`except_mana`)."""

    keywords: tuple[str | Node, ...] = ()
    other: bool = False
    except_mana: bool = False

    words = (
        says("ovp", "lose {keywords:lost_abilities}"),
        says("ovp", "lose all other abilities", other=True),
        says("ovp", "lose all abilities except mana abilities", except_mana=True),
        says("ovp", "lose all abilities"),
    )


@node
class SetBasePowerToughness(Change):
    """Power/toughness set: "is a 2/2", "base power and toughness 0/1"; None leaves one alone."""

    power: Amount | None
    toughness: Amount | None

    words = (
        says("ovp", "have base power and toughness {power,toughness:size}", surface="have"),
        reads("ovp", "have power and toughness {power,toughness:size}", surface="have"),
        prints("ovp", "be {power,toughness:size}", surface="is"),
        prints("ovp", "have base power and toughness {power,toughness:size}"),
        says(
            "ovp", "have base power and base toughness each equal to {power,toughness:both_sides}", surface="base each"
        ),
        says("ovp", "have base power and toughness each equal to {power,toughness:both_sides}", surface="base both"),
        prints("ovp", "have base power and toughness each equal to {power,toughness:both_sides}"),
        says("ovp", "have base power {power:digit_amount}", toughness=None),
        says("ovp", "have base toughness {toughness:digit_amount}", power=None),
        prints("ovp", "have base power {power:digit_amount} and base toughness {toughness:digit_amount}"),
        says("static", "{:of_self} power is equal to {power:value}", toughness=None),
        says("static", "{:of_self} toughness is equal to {toughness:value}", power=None),
        says("static", "{:of_self} power and toughness are each equal to {power,toughness:as_much}"),
        says("static", "{:of_self} power and toughness are each {power,toughness:each_so_much}"),
        says(
            "static", "{:of_self} power is equal to {power:value} and its toughness is equal to {toughness:plus_more}"
        ),
        prints("static", "{:of_self} power is equal to {power:value} and its toughness is equal to {toughness:told}"),
        reads("iscontent", "{power,toughness:size}"),
    )


@node
class ModifyPowerToughness(Change):
    """Power/toughness: "gets +N/-N"."""

    power: Amount
    toughness: Amount

    words = (
        says("ovp", "get an additional {power,toughness:bonus}", surface="additional"),
        says("ovp", "get {power,toughness:bonus}"),
        prints(
            "ovp",
            "get an additional {power,toughness:bonuses}{:behind} for each {power,toughness:per}",
            surface="additional",
        ),
        prints("ovp", "get {power,toughness:bonuses}{:behind} for each {power,toughness:per}"),
        says("ovp", "get {power,toughness:bonuses} for each {power,toughness:per}", surface="inside"),
    )


@node
class SwitchPowerToughness(Change):
    """Power/toughness: switch them."""

    words = (prints("ovp", "have its power and toughness switched"),)


made("iscontent", "still a {kind:CARDTYPE}", lambda kind: AddTypes((kind,), surface="still"))
made("iscontent", "still {kind:CARDTYPE}", lambda kind: AddTypes((kind,), surface="all still"))


def _lost(other: bool, **kinds: str) -> tuple[Change, ...]:
    """ "Loses all other card types and abilities": two changes in one phrase."""
    first, *more = [_all_of(kind, other) for kind in kinds.values()]
    return first, *(replace(one, surface="joined") for one in more)


def _all_of(kind: str, other: bool) -> Change:
    if kind == "ability":
        return RemoveAbilities(other=other)
    if kind == "card" and not other:
        raise ValueError("an object without any card type")
    return LoseOtherTypes(kind) if other else RemoveTypes(sort=kind)


fixed("lost_kind", "ability", "abilities")
fixed("lost_kind", "card", "card types")
made("lost_kind", "{kind:CARDTYPE} types", lambda kind: str(kind))
for _all, _other in (("all", False), ("all other", True)):
    made("ovp", f"lose {_all} {{one:lost_kind}} and {{two:lost_kind}}", partial(_lost, _other))
    made("ovp", f"lose {_all} {{one:lost_kind}}, {{two:lost_kind}}, and {{three:lost_kind}}", partial(_lost, _other))
made("ovp", "lose all abilities and {more:isbe}", lambda more: (RemoveAbilities(), *more))
made("subtype_row", "{one:SUBTYPE}", lambda one: (str(one),))
made("subtype_row", "{one:SUBTYPE} and {two:SUBTYPE}", lambda one, two: (str(one), str(two)))
made("subtype_row", "{one:subtypes_before}, and {last:SUBTYPE}", lambda one, last: (*one, str(last)))
made("subtypes_before", "{one:SUBTYPE}, {two:SUBTYPE}", lambda one, two: (str(one), str(two)))
made("subtypes_before", "{one:subtypes_before}, {more:SUBTYPE}", lambda one, more: (*one, str(more)))
