"""Instructions about moves from zone to zone, and their destinations."""

from __future__ import annotations

from rulesite.engine.abilities.amounts import Amount
from rulesite.engine.abilities.instructions import Instruction
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import All, AnyOf, InZone, IsCard
from rulesite.engine.abilities.references import Every, Rest, Several, You
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import choice, fixed, made, passes, prints, reads, says

passes("zonedest", "on {:zonepos}")
passes("zonedest", "{:shuffled}", read=False)
choice("ordering", any="in any order", random="in a random order")


@node
class Destination(Node):
    """The destination of a move.

    `zone`; `whose` None: their owners' (for the battlefield: under the control of `controller`, None meaning
    the player who moves them). `attacked`: what they arrive attacking, None for what their controller chooses.
    `position` in a library: "top", "bottom", "shuffled", "second from top", "beneath";
    `order`: "any" (the mover chooses), "random" or None; `beneath`: under so many cards of it. `changes` are
    continuous changes that last as long as the objects stay ("It's black").
    """

    zone: str
    whose: Node | None = None
    position: str | None = None
    controller: Node | None = None
    tapped: bool = False
    face_down: bool = False
    attacking: bool = False
    attacked: Node | None = None
    attached_to: Node | None = None
    counters: str | None = None
    counters_amount: Amount | None = None
    transformed: bool = False
    face_up: bool = False
    order: str | None = None
    beneath: Amount | None = None

    words = (
        says(
            "zonedest",
            "into {whose:owner} library just beneath the top {beneath:plain_amount} cards of that library",
            zone="library",
            position="beneath",
        ),
        reads(
            "zonedest",
            "to {whose:owner} library just beneath the top {beneath:plain_amount} cards of that library",
            zone="library",
            position="beneath",
        ),
        says("zonedest", "onto the battlefield {:arriving}", zone="battlefield"),
        reads("zonedest", "to play {:arriving}", zone="battlefield"),
        reads("zonedest", "(to|into) {zone:to_zone}"),
        prints("zonedest", "into exile", zone="exile"),
        prints("zonedest", "to the command zone", zone="command"),
        prints("zonedest", "into {whose:owner} {zone:owned_zone}"),
        says("zonedest", "into {whose:owner} library {position:from_the_top}", zone="library"),
        reads("zonedest", "to {whose:owner} library {position:from_the_top}", zone="library"),
        prints("zonedest", "into {whose:owner} library {position:word}", zone="library"),
        reads("zonedest", "to the top of {whose:owner} library", zone="library", position="top"),
        says("zonepos", "[the] top of {whose:owner} library[ {order:ordering}]", zone="library", position="top"),
        says("zonepos", "the bottom of {whose:owner} library[ {order:ordering}]", zone="library", position="bottom"),
        says("zonepos", "the top or bottom of {whose:owner} library", zone="library", position="top or bottom"),
        reads("zonepos", "top or bottom of {whose:owner} library", zone="library", position="top or bottom"),
        *(
            says(
                "zonepos",
                f"{chooser} choice of the top or bottom of {{whose:end_owner}} library",
                surface=f"choice_{chooser}",
                zone="library",
                position="top or bottom",
            )
            for chooser in ("your", "their")
        ),
        says("zonepos", "top[ {order:ordering}]", zone="library", position="top", surface="bare"),
        says("zonepos", "the bottom[ {order:ordering}]", zone="library", position="bottom", whose=ANY, surface="bare"),
        reads("zonepos", "top of that library[ {order:ordering}]", zone="library", position="top"),
        says("zonepos", "top of the library[ {order:ordering}]", surface="the_library", zone="library", position="top"),
        says(
            "zonepos",
            "the bottom of that library[ {order:ordering}]",
            surface="that_library",
            zone="library",
            position="bottom",
        ),
        reads("zonepos", "top of {:it_or_them}", zone="library", position="top"),
        says(
            "keptdest",
            "with {counters_amount:qty_of} {counters:countername} counter* on {:moved_ones}",
            zone="exile",
        ),
        says("backdest", "back[ {order:ordering}]", zone="library", position="top"),
        says("shuffled", "into {whose:owner} library", zone="library", position="shuffled"),
        reads("shuffled", "in {whose:owner} library", zone="library", position="shuffled"),
        says("destmod", "tapped and transformed", surface="tapped_and", tapped=True, transformed=True),
        prints("destmod", "transformed", surface="transformed_first", transformed=True),
        prints("destmod", "under {controller:poss} control", surface="under first"),
        says("destmod", "face down", face_down=True),
        says("destmod", "face up", face_up=True),
        says("destmod", "transformed", transformed=True),
        says("destmod", "converted", surface="converted", transformed=True),
        prints("destmod", "converted", surface="converted_first", transformed=True),
        says("destmod", "tapped and attacking {attacked:player_named}", tapped=True, attacking=True),
        says("destmod", "tapped and attacking {attacked:npa}", tapped=True, attacking=True),
        says("destmod", "tapped and attacking", tapped=True, attacking=True),
        says("destmod", "tapped", tapped=True),
        says("destmod", "attacking", attacking=True),
        says("destmod", "attached to {attached_to:np}"),
        reads("destmod", "attached to {attached_to:player_named}"),
        says("destmod", "under {controller:poss} control"),
        says("destmod", "under the control of {controller:who}", surface="of_whom"),
        says("destmod", "with {counters_amount:qty_of} {counters:countername} counter* on {:it_or_them}"),
        says(
            "destmod",
            "with {counters_amount:qty_of} additional {counters:countername} counter* on {:it_or_them}",
            surface="additional",
        ),
    )


def _zones(whose: Node, one: str, other: str) -> Every:
    """All cards of two zones of a player."""
    return Every(All((IsCard(), AnyOf((InZone(one, whose), InZone(other, whose))))), surface="zones")


made("zones", "{whose:poss} {one:zonename} and {other:zonename}", _zones)
made(
    "zones",
    "{whose:poss} {one:zonename}, {other:zonename}, and {more:npa}",
    lambda whose, one, other, more: Several((_zones(whose, one, other), more), surface="zones"),
)
fixed("destmods", {}, "")
made("destmods", "{one:destmod} {other:destmods}", lambda one, other: {**one, **other})
fixed("the_rest", Rest(surface="the rest"), "the rest")
fixed("the_rest", Rest(surface="the other"), "the other")
EXILE = Destination("exile")
EXILE_FACE_DOWN = Destination("exile", face_down=True)
PLAY_FACE_DOWN = Destination("battlefield", face_down=True)


@node
class Move(Instruction):
    """Move objects to a zone: return, put, exile (remove from the game), shuffle into. `verb` is the printed
    one, normalised: "return", "put", "exile", "shuffle", "manifest", "cloak".
    `from_`: the zone in which the text says it must be."""

    what: Node
    to: Destination
    verb: str
    who: Node = You()
    from_: str | None = None

    words = (
        says("pvp", "exile {what:moved}", day="exile", verb="exile", to=EXILE),
        says("pvp", "exile {what:half_library}", day="exile", verb="exile", to=EXILE, surface="half"),
        says("pvp", "exile {what:moved} face down", day="exile", verb="exile", to=EXILE_FACE_DOWN),
        says("pvp", "remove {what:moved} from the game", day="no exile", verb="exile", to=EXILE),
        says("pvp", "exile {what:moved} {to:keptdest}", day="exile", verb="exile"),
        says("pvp", "remove {what:moved} from the game {to:keptdest}", day="no exile", verb="exile"),
        prints("pvp", "remove {what:moved} from the game face down", day="no exile", verb="exile", to=EXILE_FACE_DOWN),
        says("pvp", "remove {what:moved} {from_:from_zone} from the game", day="no exile", verb="exile", to=EXILE),
        says("pvp", "exile {what:moved} {from_:from_zone}", day="exile", verb="exile", to=EXILE),
        says("pvp", "exile {what:moved} {from_:from_zone} {to:keptdest}", day="exile", verb="exile"),
        says("pvp", "return {what:moved} {to:zonedest}", verb="return"),
        says("pvp", "return {what:moved} from the battlefield {to:zonedest}", verb="return", from_="battlefield"),
        says("pvp", "return {to:zonedest} {what:moved}", verb="return", surface="to first"),
        says("pvp", "return {what:all_moved} {to:zonedest} except for {what:but_not}", verb="return", surface="but"),
        says("pvp", "return {what:moved} {from_:from_zone} {to:zonedest}", verb="return"),
        says("pvp", "put {what:moved} {to:zonedest}", verb="put"),
        says("pvp", "put {to:zonedest} {what:moved}", verb="put", surface="to first"),
        says("pvp", "put {what:moved} {from_:from_zone} {to:zonedest}", verb="put"),
        says("pvp", "put {what:itself_moved} {to:zonedest} {from_:from_zone}", verb="put", surface="from_last"),
        says("pvp", "put {what:moved} back on {to:zonepos}", verb="put", surface="back on"),
        says("pvp", "put {what:moved} {to:backdest}", verb="put", surface="back"),
        prints("pvp", "{what:moved} back on {to:zonepos}", verb="put", surface="rest back"),
        prints("pvp", "{what:moved} {to:zonedest}", verb="put", surface="rest"),
        prints("pvp", "one {to:zonedest}", verb="put", surface="one more", what=ANY),
        says("pvp", "manifest {what:moved}", verb="manifest", to=PLAY_FACE_DOWN),
        says("pvp", "cloak {what:moved}", verb="cloak", to=PLAY_FACE_DOWN),
        says("pvp", "shuffle {what:moved} {to:shuffled}", verb="shuffle"),
        says("pvp", "shuffle {what:itself_moved} {to:shuffled} {from_:from_zone}", verb="shuffle"),
        reads("pvp", "shuffle {what:zone_cards} {to:shuffled}", verb="shuffle"),
        reads("pvp", "shuffle {what:zones} {to:shuffled}", verb="shuffle"),
    )
