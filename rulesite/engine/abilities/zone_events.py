"""Events of objects that change zones: entering, dying, drawn, discarded, destroyed, cycled; and of libraries."""

from __future__ import annotations

from typing import Any

from rulesite.engine.abilities.amounts import HowOften
from rulesite.engine.abilities.events import AnyEvent, Event
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import Anything, IsPlayerRef, Predicate
from rulesite.engine.abilities.references import You
from rulesite.engine.language.patterns import hole
from rulesite.engine.language.phrases import means, prints, reads, says


@node
class ZoneChange(Event):
    """An object moves between zones (None: any zone). The comes-into-play, leaves-play and "dies" triggers.

    `what` describes the object as the rules look at it (back in time for leaving the battlefield). With
    `from_` "battlefield" and `to` None it is a leaves-the-battlefield pattern. `not_to`: "anywhere else";
    `not_from`: "from anywhere other than the battlefield".
    `batch` is "whenever one or more …": once for the whole batch. `by`: the player under whose control it arrives ("a
    player puts it onto the battlefield"); `untapped`, `tapped`: it enters that way.
    """

    what: Predicate
    from_: str | None = None
    to: str | None = None
    whose: Node | None = None
    batch: bool = False
    not_to: str | None = None
    not_from: str | None = None
    by: Predicate = Anything()
    untapped: bool = False
    tapped: bool = False

    words = (
        says("vevent", "{what:object} enter the battlefield", would=True, to="battlefield"),
        says("vevent", "{what:object} enter the battlefield untapped", to="battlefield", untapped=True),
        says("vevent", "{what:object} enter the battlefield tapped", to="battlefield", tapped=True),
        says(
            "vevent",
            "{what:entering} enter the battlefield tapped and under {what:under} control",
            to="battlefield",
            tapped=True,
            surface="under",
        ),
        says("pevent", "{by:player} put {what:done} onto the battlefield", to="battlefield"),
        says(
            "vevent",
            "{what:entering} enter the battlefield under {what:under} control",
            would=True,
            to="battlefield",
            surface="under",
        ),
        reads("vevent", "{what:object} be put onto the battlefield", to="battlefield"),
        reads(
            "vevent",
            "{what:entering} be put onto the battlefield under {what:under} control",
            to="battlefield",
            surface="under",
        ),
        says("vevent", "{what:object card} enter the battlefield from {from_,whose:out_of}", to="battlefield"),
        prints(
            "vevent",
            "{what:entering} die under {what:under} control",
            from_="battlefield",
            to="graveyard",
            surface="under",
        ),
        says("vevent", "{what:object} die", would=True, keeps="put", from_="battlefield", to="graveyard"),
        reads("vevent", "{what:object} dying", from_="battlefield", to="graveyard"),
        prints(
            "vevent",
            "{what:object} be put into a graveyard from the battlefield",
            surface="put",
            from_="battlefield",
            to="graveyard",
        ),
        says("vevent", "{what:object card} be exiled", to="exile"),
        says("vevent", "{what:object card} be exiled from {from_,whose:out_of}", to="exile"),
        says("vevent", "{what:object} be exiled from the battlefield", from_="battlefield", to="exile"),
        says("vevent", "{what:object card} be put into exile", to="exile", surface="put"),
        says("vevent", "{what:object} be returned {to,whose:to_hand} from the battlefield", from_="battlefield"),
        says("vevent", "{what:object} be returned {to,whose:to_hand}", from_="battlefield", surface="returned"),
        says(
            "vevent",
            "{what:object} be put {to,whose:into} from the battlefield",
            would=True,
            from_="battlefield",
            surface="put",
        ),
        reads("vevent", "{what:object} go {to,whose:into} from the battlefield", from_="battlefield", surface="put"),
        says("vevent", "{what:object card} be put {to,whose:into}", would=True),
        prints(
            "vevent",
            "{what:object card} be put into graveyards from anywhere",
            to="graveyard",
            surface="all_graveyards",
        ),
        says("vevent", "{what:object card} be put {to,whose:into} from anywhere", would=True, surface="anywhere"),
        says(
            "vevent",
            "{what:object card} be put {to,whose:into} from anywhere other than the battlefield",
            would=True,
            not_from="battlefield",
        ),
        reads("vevent", "{what:object} go {to,whose:into}"),
        reads("vevent", "{what:object} go {to,whose:into} from anywhere", surface="anywhere"),
        says("vevent", "{what:object card} be put {to,whose:into} from {from_,whose:out_of their}"),
        reads("vevent", "{what:object} go {to,whose:into} from {from_,whose:out_of}"),
        prints(
            "vevent",
            "{what:entering} leave the battlefield under {what:under} control",
            from_="battlefield",
            surface="under",
        ),
        says("vevent", "{what:object} leave the battlefield", would=True, from_="battlefield"),
        says("vevent", "{what:object} leave the battlefield without dying", from_="battlefield", not_to="graveyard"),
        says("vevent", "{what:object card} leave {from_,whose:out_of}"),
    )


@node
class Drawn(Event):
    """A player draws a (matching) card; `nth`: "your second card each turn"; `not_first`: "except the first one"."""

    who: Predicate
    nth: int | None = None
    not_first_in_draw_step: bool = False
    what: Predicate = Anything()

    words = (
        says("pevent", "{who:player} draw a card", would=True),
        says("pevent", "{who:player} draw a {what:such_card}"),
        says("pevent", "{who:player} draw {:their} {nth:ordinal} card each turn"),
        says("pevent", "{who:player} draw {:their} {nth:ordinal} card in a turn", surface="in a turn"),
        says(
            "pevent",
            "{who:player} draw a card except the {:first} {:one} {:they} draw in each of {:their} draw steps",
            not_first_in_draw_step=True,
            would=True,
        ),
    )


@node
class Discarded(Event):
    """A player discards a matching card; `cause`: the controller of the effect."""

    what: Predicate
    who: Predicate = Anything()
    cause: Predicate = Anything()
    batch: bool = False

    words = (
        says("pevent", "{who:player} discard {what:lost card}"),
        reads("vevent", "{what:object} be discarded"),
        reads("pwouldverb", "{who:player} would discard {what:met}"),
        reads("pwouldverb", "{who:player} would discard {what:met} from {:their} hand"),
        says("vevent", "{cause:cause} cause {who:causer player} to discard {what:discards card}", manner="fact"),
    )


@node
class Milled(Event):
    """A player mills a card that fits; `batch`: one or more of them at a time."""

    what: Predicate
    who: Predicate = Anything()
    batch: bool = False

    words = (
        says("vevent", "{what:object card} be milled"),
        says("pevent", "{who:player} mill {what:lost card}"),
    )


@node
class Sacrificed(Event):
    """A player sacrifices a permanent that fits."""

    what: Predicate
    who: Predicate = Anything()
    batch: bool = False

    words = (
        says("vevent", "{what:very_object} be sacrificed"),
        says("pevent", "{who:player} sacrifice {what:lost}"),
    )


@node
class Destroyed(Event):
    """A permanent is (would be) destroyed."""

    what: Predicate

    words = (says("vevent", "{what:object} be destroyed", would=True),)


@node
class Countered(Event):
    """A spell or ability is countered; `by`: by a matching spell or ability."""

    what: Predicate
    by: Predicate = Anything()

    words = (
        says("vevent", "{what:object spell} be countered", would=True, by=Anything()),
        says("vevent", "{by:object spell} counter {what:done spell}"),
    )


@node
class Cycled(Event):
    """A card that fits is cycled by a player."""

    what: Predicate
    who: Predicate = Anything()

    words = (
        says("vevent", "{what:object card} be cycled"),
        says("pevent", "{who:player} cycle {what:done card}"),
    )


BY_EFFECT, TOKENS_OF_YOURS = "a effect would", "one or more {what:kind+} under your control"
ONTO_THE_FIELD = TOKENS_OF_YOURS.replace("under", "onto the battlefield under")
YOURS: dict[str, Any] = {"by_effect": True, "who": IsPlayerRef(You())}


@node
class TokenCreated(Event):
    """Tokens that fit are created under a player's control; `by_effect`: one or more by an effect, all at once;
    `batch`: "one or more", however many at one time."""

    what: Predicate
    who: Predicate = Anything()
    by_effect: bool = False
    batch: bool = False

    words = (
        says("tokens_made", f"{BY_EFFECT} create {TOKENS_OF_YOURS}", day="create", **YOURS),
        says("tokens_made", f"{BY_EFFECT} put {ONTO_THE_FIELD}", day="no create", **YOURS),
        says("tokens_would", "one or more {what:kind+} would be created under your control", who=IsPlayerRef(You())),
        says("pevent", "{who:player} create {what:lost}"),
        reads("pwouldverb", "{who:player} would create one or more {what:kind+}", surface="several"),
        reads("pwouldverb", "{who:player} would create {what:token_met}"),
        prints("pevent", "{who:player} create one or more {what:kind+}", surface="several"),
    )


@node
class Searches(Event):
    """A player searches a library; `own`: only his or her own."""

    who: Predicate
    own: bool = False

    words = (
        says("pevent", "{who:player} search {:their} library", own=True, would=True),
        says("pevent", "{who:player} search a library", would=True),
    )


@node
class Shuffles(Event):
    """A player shuffles a library."""

    who: Predicate

    words = (
        says("pevent", "{who:player} shuffle {:their} library"),
        reads("pevent", "{who:player} shuffle"),
    )


@node
class Revealed(Event):
    """A player reveals a card that fits; `this_way`: by the linked ability of the same object."""

    what: Predicate
    who: Predicate = Anything()
    this_way: bool = False

    words = (
        says("pevent", "{who:player} reveal {what:done card} this way", this_way=True),
        prints("pevent", "{who:player} reveal {what:done card}"),
    )


means(
    "pevent",
    "{who:player} cycle or (discard|discards) {what:done card}",
    AnyEvent((Cycled(hole("what"), hole("who")), Discarded(hole("what"), hole("who")))),
)
means(
    "countable",
    "permanent* put into a graveyard this turn",
    HowOften(ZoneChange(Anything(), "battlefield", "graveyard")),
    surface="put",
)
