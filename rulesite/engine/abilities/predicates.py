"""Predicates: tests on objects and players, shared by targets, filters, triggers and conditions.

Zones are named "battlefield", "graveyard", "hand", "library", "exile", "stack", "command", whatever the era
printed.

An `adj` comes before a noun (or is a noun), a `post` after it; `withs` come after "with" or "has", a `relative` after
"that".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from rulesite.engine.abilities.node import Node, node
from rulesite.engine.language.patterns import Hole, fill, match
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import choice, fixed, made, passes, prints, says


class Predicate(Node):
    """A test on one object or player."""


passes("post", "with {:withs}")
passes("post", "that {:relative}")
fixed("shared", "color", "color")
fixed("shared", "name", "name")
fixed("shared", "card type", "card type")
fixed("shared", "permanent type", "permanent type")
fixed("shared", "mana value", "mana value")
fixed("shared", "total power and toughness", "total power and toughness")
made("shared", "{one:CARDTYPE} type", "{one} type".format)


@node
class Anything(Predicate):
    """Always true."""

    words = (prints("adj", "", manner="place"),)


@node
class All(Predicate):
    """True if every part is true."""

    parts: tuple[Predicate, ...]


@node
class AnyOf(Predicate):
    """True if at least one part is true: "red or green", "creature or player"."""

    parts: tuple[Predicate, ...]


@node
class Not(Predicate):
    """The negation of a predicate: "nonblack", "without flying"."""

    part: Predicate

    words = (
        prints("adj", "not {part:so_this_way} this way", surface="not", manner="after"),
        prints("adj", "that {:was_or_were_not} {part:so_this_way} this way", surface="weren't", manner="after"),
        prints("adj", "that {:was_or_were_not} {part:so_this_way} onto the battlefield", surface="put", manner="after"),
        prints("adj", "{part:non_word}"),
    )


@node
class OneOfEach(Predicate):
    """Of several chosen together, one fits the first part, another the second …: "a Forest card and a Plains card"."""

    parts: tuple[Predicate, ...]

    words = (prints("adj", "{parts:each_of_these}", manner="the"),)


def parts_of(test: Predicate) -> tuple[Predicate, ...]:
    """The predicates that must all hold: the parts of an `All`, else the predicate itself."""
    return test.parts if isinstance(test, All) else (test,)


def both(*parts: Predicate) -> Predicate:
    """The conjunction of predicates, flattened and without `Anything`.

    >>> both(Anything(), IsPermanent())
    IsPermanent()
    """
    flat: list[Predicate] = []
    for part in parts:
        for one in parts_of(part):
            if one != Anything() and one not in flat:
                flat.append(one)
            elif one.surface == "there" and one in flat:  # "creatures with flying on the battlefield": in its place
                flat.remove(one)
                flat.append(one)
            elif one.surface and one in flat:
                flat[flat.index(one)] = one
    if not flat:
        return Anything()
    return flat[0] if len(flat) == 1 else All(tuple(flat))


def either(*parts: Predicate, surface: str = "") -> Predicate:
    """The disjunction of predicates; `surface` is the word that joins them in the text."""
    return parts[0] if len(parts) == 1 else AnyOf(tuple(parts), surface=surface)


@dataclass(frozen=True)
class Besides:
    """In a pattern: a description with a part that matches `part`; its other parts fill the hole `rest`."""

    rest: Hole
    part: Any

    def fill(self, values: dict[str, Any]) -> Predicate:
        """The whole description."""
        return both(self.rest.fill(values), fill(self.part, values))

    def match(self, found: Any, values: dict[str, Any]) -> bool:
        """Whether some part of the description matches."""
        for one in parts_of(found):
            tried = dict(values)
            rest = both(*(other for other in parts_of(found) if other is not one))
            if match(self.part, one, tried) and self.rest.match(rest, tried):
                values.update(tried)
                return True
        return False


@node
class IsPlayer(Predicate):
    """A player. "opponent" is `All((IsPlayer(), OpponentOf(You())))`."""

    words = (prints("adj", "player", manner="place"),)


@node
class AttacksPlayer(Predicate):
    """A player with a creature that is attacking the given player."""

    whom: Node

    words = (prints("post", "attacking {whom:np}"),)


@node
class OpponentOf(Predicate):
    """A player who is an opponent of the given player."""

    of: Node

    words = (
        prints("adj", "{of:opposed}", manner="place"),
        prints("adj", "who is an opponent of {of:np}", manner="after"),
    )


@node
class Befriended(Predicate):
    """A player who was chosen to be a friend; or a foe."""

    friend: bool = True

    words = (
        prints("adj", "friend", manner="place"),
        prints("adj", "foe", manner="place", friend=False),
    )


@node
class IsPlayerRef(Predicate):
    """The player (or players) that a reference names: "attacks you", "that player"."""

    who: Node

    words = (
        prints("adj", "whose turn it is", surface="whose_turn", manner="after", who=ANY),
        prints("adj", "{who:np}", manner="the"),
    )


@node
class IsObject(Predicate):
    """The object (or one of the objects) that a reference names: "it", "this creature", "that creature"."""

    what: Node

    words = (
        prints("adj", "{what:done_this_way}", surface="ahead"),
        prints("adj", "from {what:among_those}", surface="among", manner="after"),
        prints("adj", "they {what:done_this_way} this way", surface="they", manner="after"),
        prints("adj", "that died this way", surface="died", manner="after", what=ANY),
        prints("adj", "that {:was_or_were} {what:done_this_way} this way", surface="was", manner="after"),
        prints("adj", "{what:done_this_way} this way", manner="the"),
        prints("adj", "{what:np}", manner="the"),
    )


@node
class OtherThan(Predicate):
    """Any object or player except the named one: "another creature" is `OtherThan(Self())`."""

    than: Node

    words = (prints("post", "other than {than:np}"),)


@node
class IsPermanent(Predicate):
    """A permanent; an object on the battlefield. "creature" outside a card or spell phrase includes it too."""

    words = (
        prints("adj", "on the battlefield", surface="there", manner="after"),
        prints("adj", "permanent", manner="place"),
    )


@node
class IsSpell(Predicate):
    """A spell on the stack."""

    words = (prints("adj", "spell", manner="place"),)


@node
class IsCard(Predicate):
    """A card (not a token, not a copy) outside the battlefield and the stack: "creature card"."""

    words = (prints("adj", "card", manner="place"),)


@node
class IsToken(Predicate):
    """A token."""

    words = (says("adj", "token", manner="token"),)


@node
class IsAbility(Predicate):
    """An ability on the stack; `kind` is "activated", "triggered" or None for either."""

    kind: str | None = None

    words = (
        prints("adj", "activated or triggered ability", surface="activated or triggered", manner="place"),
        prints("adj", "{kind:word} ability", manner="place"),
        prints("adj", "ability", manner="place"),
    )


@node
class Controlled(Predicate):
    """Its controller is the given player."""

    by: Node

    words = (
        says("post", "{by:in_control} control"),
        says("post", "{by:in_control} cast", surface="cast"),
        says("post", "{by:in_control} cast this turn", surface="cast_this_turn"),
        says("post", "{by:in_control} controlled", surface="controlled", manner="past"),
    )


@node
class CastDuring(Predicate):
    """A spell of a player, in a turn of such a player: "spells your opponents cast during your turn"."""

    by: Node
    whose: Predicate

    words = (says("post", "{by:in_control} cast during {whose:whose_turn} turn"),)


@node
class Owned(Predicate):
    """Its owner is the given player."""

    by: Node

    words = (says("post", "{by:owning} own"),)


@node
class OwnedAndControlled(Predicate):
    """The given player is its owner and its controller, or (`either`) at least one of them."""

    by: Node
    either: bool = False

    words = (
        says("post", "{by:owning} own and control"),
        says("post", "{by:you_yourself} both own and control", surface="own_both"),
        says("post", "{by:owning} own or control", either=True),
    )


@node
class ControlledNotOwned(Predicate):
    """The given player is its controller and not its owner."""

    by: Node

    words = (
        says("post", "{by:owning} cast but don't own", surface="cast"),
        says("post", "{by:owning} control but don't own"),
    )


@node
class InZone(Predicate):
    """It is in a zone; `whose` (None: anyone's) is the player whose graveyard, hand or library it is."""

    zone: str
    whose: Node | None = None

    words = (
        prints("adj", "{zone,whose:exiled_so}", surface="exiled"),
        prints("post", "put {zone,whose:put_where} this way", surface="put"),
        prints("adj", "{zone,whose:set_aside}"),
        prints("post", "on the battlefield", zone="battlefield", whose=ANY),
        prints("post", "on the stack", zone="stack", whose=ANY),
        prints("post", "in exile", surface="in", day="exile", zone="exile"),
        prints("post", "{zone,whose:in_or_from}"),
    )


choice("zonename", graveyard="graveyard", hand="hand", library="library")
made("zoneref", "{whose:zone_owner} {zone:zonename}", InZone)
made("zoneref", "(a|the|all) {zone:zonename}", InZone)
made("zoneref", "{zone:zonename}", partial(InZone, surface="bare"))
made("zoneref", "owner's {zone:zonename}", InZone)
for zone, template in (
    *(("exile", "exile"), ("stack", "the stack"), ("anywhere", "anywhere")),
    *(("outside", "outside the game"), ("command", "the command zone")),
):
    fixed("zoneref", InZone(zone), template)
made("put_place", "into {zone:zoneref}", lambda zone: zone)
fixed("put_place", InZone("battlefield"), "onto the battlefield")


@node
class PlayerWho(Predicate):
    """A player for whom a condition is true; in it he or she is `Candidate`: "each opponent who controls more lands
    than you", "each player who lost life this turn"."""

    condition: Node

    words = (prints("post", "{condition:so_of_players}"),)
