"""References: the objects or players that an effect means. Anaphora ("it", "that player") is resolved to them.

A reference is evaluated when the effect is carried out and yields a set of objects or players (often just one).
"""

from __future__ import annotations

from typing import Any, ClassVar

from rulesite.engine.abilities.amounts import Amount, AtLeast, Count, Half, Number, Times, Total
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import (
    All,
    Anything,
    Befriended,
    Besides,
    InZone,
    IsCard,
    IsPlayer,
    OpponentOf,
    Predicate,
)
from rulesite.engine.abilities.traits import HasChosen
from rulesite.engine.language.patterns import hole
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import fixed, means, prints, reads, says


class Reference(Node):
    """A reference to objects or players.

    Its `surface` is a pronoun or a phrase in its place ("it", "that creature", "the exiled card", "enchanted
    permanent"), or the word before a set ("each", "all", "bare" for no word).
    """


@node
class Self(Reference):
    """The object that has the ability: "this creature", "[this object]", "~", the card's own name, "it" in a
    static."""

    words = (
        says("npa", "{:own_name}"),
        reads("npa", "this {:headnoun}"),
        reads("thisnp", "{:own_name}"),
        reads("thisnp", "this {:headnoun}"),
    )


@node
class Granter(Reference):
    """The object that gives another an ability, by its name within that ability ("{T}, Unattach Leonin Bola: …");
    `object` is its id once the ability is granted (113.1b, 201.4 in 2018-01-19), 0 before."""

    object: int = 0

    words = (prints("npa", "~", object=ANY),)


@node
class Target(Reference):
    """The target chosen for a numbered slot of the ability (all targets, if the slot takes several)."""

    slot: int


@node
class You(Reference):
    """The controller of the spell or ability (for a card outside play: its owner)."""

    words = (says("pnx", "you", surface="you"),)


@node
class TriggerObject(Reference):
    """An object (or player) of the event that triggered the ability, or of the event being replaced.

    `role` is "subject" (the first object of the pattern: the creature that died, attacks or blocks, the spell that
    was cast, the source of the damage) or "other" (the second object: the blocked creature, the recipient of damage,
    the spell or ability that targets).
    """

    role: str = "subject"


@node
class TriggerPlayer(Reference):
    """The player of the event that triggered the ability ("that player", "its controller" where the event
    says so)."""

    words = (prints("pnx", "that player", pronoun=True),)


@node
class Pair(Reference):
    """The object and the creature that it is paired with."""


@node
class MeldPair(Reference):
    """The object itself and the one that melds with it, of several the one that "you" choose (701.42a in
    2026-06-19)."""

    what: Predicate


@node
class AttachedCard(Reference):
    """The card in a graveyard that the source is attached to: "enchanted creature card"."""

    type: str

    words = (says("npa", "enchanted {type:CARDTYPE} card"),)


@node
class Attached(Reference):
    """The host of the source ("enchanted creature", "equipped creature", "fortified land"), or of another object
    (`what`: the host that "attach target Aura to another creature" leaves out)."""

    what: Node | None = None

    words = (
        reads("held_np", "enchanted {:headnoun}"),
        reads("npa", "enchanted {:headnoun}"),
        reads("npa", "equipped {:headnoun}"),
        reads("npa", "fortified {:headnoun}"),
        reads("npa", "the {:headnoun} {what:np} is attached to"),
        prints("npa", "{:host_here}"),
    )


@node
class Memo(Reference):
    """The objects of an earlier step of this spell or ability (its costs included): "the sacrificed creature".

    `verb` names the step: "sacrifice", "discard", "exile", "return", "put", "reveal", "look", "search",
    "create", "choose", "choose player", "draw", "destroy", "tap", "untap", "counter", "mill", "copy", "remove".
    With `verb` None: the most recent step that acted on anything ("it", "them", "those cards"). `every`: the objects of
    all steps so far that did so, and not of the last alone.
    """

    verb: str | None = None
    every: bool = False


@node
class Linked(Reference):
    """The objects of a linked ability of the same object: "the exiled card" of an imprint-like pair.

    `verb` as for Memo, or "haunt" for the haunted creature, "choose" for a chosen player or object.
    """

    verb: str

    words = (
        prints("npa", "the creature ~ haunts", verb="haunt", surface="named"),
        reads("npa", "the {:headnoun} {:own_name} haunt", verb="haunt", surface="named"),
        prints("npa", "the creature it haunts", verb="haunt"),
        reads("npa", "the {:headnoun} it haunts", verb="haunt"),
        prints("npa", "the {verb:done_by_verb} card", pronoun=True),
    )


@node
class Rest(Reference):
    """ "the rest", "the others": the objects left over by the last look, reveal or choice."""

    words = (says("npa", "the rest", pronoun=True),)


@node
class Current(Reference):
    """In an instruction carried out for each member of a set ("each player …", "for each …"): the present
    member."""


@node
class Candidate(Reference):
    """Inside a `Did` predicate: the object or player being tested."""

    words = (prints("npa", "it", pronoun=True),)


@node
class ControllerOf(Reference):
    """The controller of an object (its last controller if it has left).

    `then`: whoever controlled it as the ability triggered ("a land enters under an opponent's control, that player").
    """

    of: Node
    then: bool = False

    words = (
        says("pnx", "{of:possessor} (controller|controllers)"),
        says("pnx", "the controller of {of:np}", surface="of"),
        prints("pnx", "the controller that {of:np} had then", then=True),
    )


@node
class PlayerOf(Reference):
    """A player mentioned before, or the controller of an object mentioned: "that player or that planeswalker's
    controller"."""

    of: Node

    words = (
        says("pnx", "that player or {of:possessor} controller"),
        says("pnx", "{of:possessor} controller or that player", surface="controller"),
    )


@node
class OwnerOf(Reference):
    """The owner of an object."""

    of: Node

    words = (
        says("pnx", "{of:possessor} (owner|owners)"),
        says("pnx", "the owner of {of:np}", surface="of"),
    )


@node
class EachPlayer(Reference):
    """Each player, in turn order; `who`: only these ("each opponent", "each other player"); `from_you`: you first."""

    who: Predicate = Anything()
    from_you: bool = False

    words = (
        says("pnx", "starting with you, each {who:of_players}", surface="starting", from_you=True),
        says("pnx", "each {who:of_players} starting with you", surface="behind", from_you=True),
        says("pnx", "each {who:of_players}", surface="each"),
        reads("pnx", "each other {who:other_players}", surface="each"),
        says("pnx", "each of {who:opponents_of} opponents", surface="opponents"),
        says("pnx", "all {who:of_players+}", surface="all"),
        reads("pnx", "all other {who:other_players}", surface="all"),
        says("pnx", "any {who:of_players}", surface="any"),
        says("pnx", "{who:of_players+}", surface="bare"),
        reads("pnx", "your {who:of_players}", surface="bare"),
        prints("pnx", "each {who:of_players}"),
    )


@node
class SomePlayer(Reference):
    """A player chosen on resolution by the controller: "choose an opponent", "an opponent chooses"; or by chance."""

    who: Predicate = Anything()
    at_random: bool = False

    words = (
        reads("pnx", "a {who:pdesc} at random", at_random=True),
        reads("pnx", "a {who:pdesc} chosen at random", surface="random chosen", at_random=True),
        prints("pnx", "{who:a_player} chosen at random", surface="random chosen", at_random=True),
        prints("pnx", "{who:a_player} at random", at_random=True),
        reads("pnx", "a {who:pdesc}"),
        reads("pnx", "another {who:other_players}"),
        reads("pnx", "another of your {who:other_of_your}"),
        reads("pnx", "another {:NUM} of your {who:other_of_your}"),
        reads("pnx", "{:NUM} of your {who:of_your}"),
        reads("pnx", "{:NUM} of {who:opponents_of} opponents"),
        prints("pnx", "{who:a_player}"),
    )


@node
class DefendingPlayer(Reference):
    """The player attacked by the given creature (default: by the source)."""

    of: Node | None = None

    words = (
        prints("pnx", "the player {of:attacker_of} is attacking"),
        says("pnx", "defending player", of=ANY),
    )


@node
class Attacked(Reference):
    """The player or planeswalker that a creature attacks."""

    of: Node

    words = (says("npa", "the player or {:walker} {of:attacking_one} attacking"),)


@node
class Monarch(Reference):
    """The player who is the monarch, if anybody is (716.1 in 2016-08-26)."""

    words = (says("pnx", "the monarch"),)


@node
class RingBearer(Reference):
    """The creature that is "your" Ring-bearer, if any is (701.54a in 2026-06-19)."""

    words = (says("npa", "your ring-bearer"),)


@node
class ActivePlayer(Reference):
    """The player whose turn it is."""

    words = (
        says("pnx", "the active player"),
        reads("pnx", "attacking player"),
        reads("pnx", "that attacking player"),
        reads("pnx", "the attacking player"),
    )


@node
class ExtremePlayer(Reference):
    """The player with the "greatest" or "least" life total."""

    which: str

    words = (
        says("pnx", "the player with the highest life total", which="greatest"),
        says("pnx", "the player with the lowest life total", which="least"),
        says("pnx", "the player with the most life", which="greatest", surface="most"),
    )


@node
class PlayerWithMost(Reference):
    """The player with the most of something; `of` is the amount for the present player."""

    of: Amount

    home: ClassVar[str] = "pnx"


@node
class YourTeam(Reference):
    """You and your teammates; only you in a game without teams (810.2 in 2018-04-27)."""

    words = (says("pnx", "your team"),)


@node
class ChosenPlayer(Reference):
    """The player chosen as the source entered the battlefield."""

    words = (says("pnx", "the chosen player"),)


@node
class Every(Reference):
    """All matching objects or players, determined when the effect is carried out: "all creatures", "each land you
    control"."""

    what: Predicate

    words = (
        prints("npa", "any {what:all_such+}", surface="any all"),
        says("npa", "the named card", what=HasChosen("card name")),
        says("npa", "each {what:each_thing}", surface="each"),
        says("npa", "every {what:each_thing}", surface="every"),
        reads("npa", "each other {what:other_thing}", surface="each"),
        reads("npa", "every other {what:other_thing}", surface="every"),
        says("npa", "all {what:all_such+}", surface="all"),
        reads("npa", "all other {what:other_thing}", surface="all"),
        reads("npa", "all {what:all_such} except for {what:except_for}"),
        reads("npa", "all {what:all_such} from {what:all_among_those}", surface="all"),
        prints("npa", "any {what:each_thing}", surface="any"),
        reads("npa", "the {what:left_undone+}", surface="the"),
        prints("npa", "the {what:all_such+}", surface="the"),
        prints("npa", "{what:zones_together}", surface="zones"),
        says("npa", "{what:all_such+}", surface="bare"),
        reads("npa", "other {what:other_thing}", surface="bare"),
        reads("npa", "{what:all_such} from {what:all_among_those}", surface="bare"),
        prints("npa", "{what:whole_zone}"),
        prints("npa", "{what:quantified}"),
    )


@node
class Chosen(Reference):
    """Objects chosen on resolution (not targets): "a creature", "two cards", "up to two lands", "a card at
    random".

    `chooser` None means the player who carries out the instruction. `from_` limits the choice to a set ("one
    of them", "from among them").
    """

    what: Predicate
    amount: Amount = Number(1)
    chooser: Node | None = None
    at_random: bool = False
    from_: Node | None = None

    words = (
        says("npa", "no {what:all_such+}", amount=Number(0)),
        says("npa", "any {what:all_such}", surface="any"),
        prints("npa", "{what:either_thing}"),
        prints("npa", "{amount:how_many} {what,chooser:of_choice}", surface="choice"),
        says("npa", "{amount:how_many} {what:picked}"),
        says("npa", "the {what:extreme_one}", surface="the"),
        says("npa", "{amount:how_many} {what:picked} at random", at_random=True),
        prints("npa", "{amount:how_many} {what:picked} of {chooser:poss} choice"),
        reads("npa", "another {what:other_thing}"),
        reads("npa", "{amount:how_many} other {what:other_thing}"),
        prints("npa", "{amount:told}", surface="alone", what=Anything(), from_=Memo(None)),
        prints("npa", "{amount:how_many} {what:card_alone} from {from_:hand_shown} {what:card_with}"),
        says("npa", "{amount:how_many} {what:chosen_card} from {from_:hand_shown}"),
        reads("npa", "{amount:how_many} {what:chosen_card} from {from_:hand_shown} with {:besides}"),
        reads("npa", "any number of {from_:those_named}", what=Anything(), amount=AtLeast(Number(0))),
        says("npa", "{amount:one_or_more} of {from_:those_named}", what=Anything()),
        reads("npa", "{amount:one_or_more} of those {from_:those_called}", what=Anything()),
        reads("npa", "any number of those {from_:those_called}", what=Anything(), amount=AtLeast(Number(0))),
        says("npa", "either of {from_:those_named}", surface="either", what=Anything(), amount=Number(1)),
        reads("npa", "{amount:one_or_more} of {from_:those_done}", what=Anything()),
        says(
            "npa",
            "any number of the {from_:made_copies}",
            surface="copies",
            what=Anything(),
            amount=AtLeast(Number(0)),
        ),
        says("npa", "{amount:one_or_more} of the {from_:made_copies}", surface="copies", what=Anything()),
        says("npa", "{amount:one_or_more} of {from_:those_named} at random", what=Anything(), at_random=True),
        prints("npa", "{amount:one_or_more} of {from_:those_named} from {what:zone_of}"),
        says("npa", "{amount:how_many} {what:chosen_among} from {from_:among_those}"),
    )


@node
class Several(Reference):
    """The union of references: "target creature and target land", "you and that player".

    `any_of`: the effect is shared among them ("damage to you and/or permanents you control").
    """

    parts: tuple[Node, ...]
    any_of: bool = False


@node
class OneSet(Reference):
    """One of several whole sets, chosen on resolution: "all lands or all creatures"."""

    sets: tuple[Node, ...]

    words = (prints("npa", "{sets:one_of_sets}"),)


@node
class TopCards(Reference):
    """The top (or bottom) cards of a library, in order."""

    amount: Amount
    of: Node
    bottom: bool = False

    words = (
        says("npa", "the top card of a library", amount=Number(1), of=EachPlayer(IsPlayer())),
        says("npa", "the top card of {of:poss} library", amount=Number(1)),
        says("npa", "the top {amount:plain_amount} cards of {of:poss} library"),
        says("npa", "the bottom card of {of:poss} library", amount=Number(1), bottom=True),
        prints("npa", "the bottom {amount:plain_amount} cards of {of:poss} library", bottom=True),
        reads("npa", "the top card", surface="of yours", amount=Number(1), of=You()),
        reads("npa", "the top {amount:plain_amount} cards", surface="of yours", of=You()),
        prints("npa", "the top card", surface="of yours", amount=Number(1), of=You()),
        prints("npa", "the top {amount:plain_amount} cards", surface="of yours", of=You()),
        says("npa", "cards equal to {amount:value} from the top of {of:poss} library"),
        says("npa", "{amount:so_many} cards from the top of {of:poss} library", surface="from_top"),
        says("npa", "cards from the top of {of:poss} library equal to {amount:value}", surface="equal_last"),
    )


@node
class TopOfGraveyard(Reference):
    """The topmost matching card in a player's graveyard, whose order is fixed (404.2)."""

    what: Predicate
    of: Node = You()

    words = (says("npa", "the top {what:such_card} of {of:poss} graveyard"),)


@node
class AttachedPermanents(Reference):
    """Everything of a kind that is attached to an object: "all Auras attached to it"."""

    to: Node
    what: Predicate = Anything()


@node
class Outside(Reference):
    """A reference to the text around a quotation: "that creature" in a fragment read by itself.

    `noun` is the printed word. It can be described but not carried out.
    """

    noun: str


HALF = Half(Count(Every(hole("what"))), hole("rounded"))
means("npa", "half the {what:all_such+}, rounded {rounded:rounding}", Chosen(hole("what"), HALF), surface="half")
for way in ("down", "up"):
    part = Half(Count(Every(hole("what"))), way, hole("parts"))
    means(
        "npa",
        "a {parts:nth_part} of the {what:all_such+}",
        Chosen(hole("what"), part),
        surface="part of",
        read=way == "down",
    )
LIBRARY = All((IsCard(), InZone("library", hole("whose"))))
HALF_LIBRARY = Half(Count(Every(LIBRARY)), hole("rounded"))
means("half_zone", "half {whose:poss} library, rounded {rounded:rounding}", HALF_LIBRARY)

AT_RANDOM: Any = Besides(hole("what"), hole("zone", InZone))
means(
    "npa",
    "{amount:how_many} {what:picked} at random from {zone:zone_of}",
    Chosen(AT_RANDOM, hole("amount"), at_random=True),
    surface="random first",
)
means(
    "npa",
    "{amount:how_many} {what:picked} at random in {zone:zone_of}",
    Chosen(AT_RANDOM, hole("amount"), at_random=True),
    surface="random in",
)

OPPONENT = All((IsPlayer(), OpponentOf(You())))
"""An opponent of yours."""

means("countable", "opponent* you have", Count(Every(OPPONENT)), surface="you have")
means("countable", "card* you put into your hand this way", Count(Memo("put hand")), surface="put_hand")
IN_HAND = Count(Every(All((IsCard(), InZone("hand", hole("whose"))))))
MISSING = Total((hole("least", Amount), Times(-1, IN_HAND)))
means("countable", "card* fewer than {least:whole_but} in {whose:poss} hand", MISSING, surface="fewer")
fixed("pdesc", IsPlayer(), "player")
fixed("pdesc", Befriended(), "friend")
fixed("pdesc", Befriended(friend=False), "foe")
fixed("pdesc", OPPONENT, "opponent")
