"""Events of combat, of damage, and of becoming a target."""

from __future__ import annotations

from rulesite.engine.abilities.events import AnyEvent, Event
from rulesite.engine.abilities.node import node
from rulesite.engine.abilities.predicates import Anything, IsPlayer, Predicate
from rulesite.engine.abilities.traits import MostLife
from rulesite.engine.language.patterns import hole
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import fixed, made, means, prints, reads, says

fixed("damagekind", None, "damage")
fixed("damagekind", True, "combat damage")
fixed("damagekind", False, "noncombat damage")


@node
class BecomesTarget(Event):
    """An object or player becomes the target of a spell or ability that fits."""

    what: Predicate
    of: Predicate = Anything()

    words = (
        says("vevent", "{what:object player} become the target of {of:met spell or ability}"),
        reads("vevent", "{what:object} be the target of {of:met}"),
        reads("pevent", "{what:object} become the target of {of:met}"),
    )


@node
class Attacks(Event):
    """A creature is declared as an attacker; `whom`: the player or permanent that it attacks; `alone`; `along`: at
    least so many other such creatures are declared with it; `batch`: "one or more"."""

    what: Predicate
    whom: Predicate = Anything()
    alone: bool = False
    batch: bool = False
    along: Predicate | None = None
    least: int = 1

    words = (
        says("vevent", "{what:object} attack the player with the most life or tied for most life", whom=MostLife()),
        says("vevent", "{what:object} and at least {least:number} other {along:along} attack", manner="past"),
        says("vevent", "{what:object} attack"),
        says("vevent", "{what:object} attack alone", alone=True),
        says("vevent", "{what:object} attack {whom:attacked player}"),
    )


@node
class AttackedWith(Event):
    """Each object with which a player attacks: `what` describes it as it was declared, even if it changed later."""

    who: Predicate
    what: Predicate = Anything()

    words = (prints("pevent", "{who:player} attack with {what:done}"),)


@node
class PlayerAttacks(Event):
    """A player attacks (once for each declaration) with matching creatures; `power`: with at least this total power;
    `whom`: once for each matching player or permanent that is attacked; `exactly`: with exactly so many creatures.
    """

    who: Predicate
    with_: Predicate = Anything()
    minimum: int = 1
    power: int | None = None
    whom: Predicate = Anything()
    exactly: bool = False

    words = (
        says("pevent", "{who:player} attack {whom:attacked_player}"),
        says("pevent", "{who:player} attack {whom:attacked_player} with {with_,minimum:attackers}"),
        says("pevent", "{who:player} attack with {with_:all_those} with total power {power:digits} or greater"),
        says("pevent", "{who:player} attack"),
        says("pevent", "{who:player} attack with {with_,minimum:attackers}", exactly=ANY),
        says("pevent", "{whom:player_attacked} be attacked", surface="attacked", who=IsPlayer()),
    )


@node
class BlocksOnce(Event):
    """ "Whenever N blocks": a creature is declared as a blocker; once, however many attackers it blocks."""

    what: Predicate

    words = (says("vevent", "{what:object} block"),)


@node
class BlocksEach(Event):
    """ "Whenever N blocks a creature", "whenever a creature blocks N": once for each pair of blocker and
    attacker."""

    what: Predicate
    attacker: Predicate

    words = (says("vevent", "{what:blocker} block {attacker:attacker}"),)


@node
class BecomesBlocked(Event):
    """ "Whenever N becomes blocked": once per combat. `minimum`: "by two or more creatures", all matching `by`."""

    what: Predicate
    by: Predicate = Anything()
    minimum: int = 1

    words = (
        says("vevent", "{what:object} become blocked"),
        reads("vevent", "{what:object} be blocked"),
        prints("vevent", "{what:object} become blocked by one or more {by:noun+ creature}"),
        prints("vevent", "{what:object} become blocked by {minimum:number} or more {by:noun+ creature}"),
    )


@node
class BecomesBlockedByEach(Event):
    """ "Whenever N becomes blocked by a creature": once for each blocker; subject the attacker, other the
    blocker."""

    what: Predicate
    by: Predicate

    words = (prints("vevent", "{what:object} become blocked by {by:met}"),)


def _blocked_by(what: Predicate, by: Predicate, minimum: int | None) -> Event:
    return BecomesBlockedByEach(what, by) if minimum is None else BecomesBlocked(what, by, minimum)


made("vevent", "{what:object} become blocked by {by,minimum:blocked_by}", _blocked_by)
made("vevent", "{what:object} be blocked by {by,minimum:blocked_by}", _blocked_by)
means(
    "vevent",
    "{what:object} block or (become|becomes) blocked by {by:one_met}",
    AnyEvent((BlocksEach(hole("what"), hole("by")), BecomesBlockedByEach(hole("what"), hole("by")))),
)


@node
class AttacksUnblocked(Event):
    """ "attacks and isn't blocked"; `whom`: the player or permanent that it attacks; `batch`: "one or more"."""

    what: Predicate
    whom: Predicate = Anything()
    batch: bool = False

    words = (
        says("vevent", "{what:object} attack and (isn't|is not) blocked"),
        reads("vevent", "{what:object} attack (isn't|is not) blocked"),
        says("vevent", "{what:object} attack {whom:attacked player} and (isn't|is not) blocked"),
    )


@node
class DamageDealt(Event):
    """A source deals damage to something. `combat` True: combat damage only; False: noncombat only; None:
    any.

    `passive`: written as "is dealt damage" (subject = the damaged, other = the source). `batch`: "one or more".
    `least`: at least so much damage by one source to one object or player. `excess`: only damage above
    lethal damage; the amount is the excess.
    """

    source: Predicate
    to: Predicate
    combat: bool | None = None
    passive: bool = False
    batch: bool = False
    least: int | None = None
    excess: bool = False

    words = (
        says(
            "vevent",
            "{to:object player} be dealt excess {combat:damagekind}",
            source=Anything(),
            passive=True,
            excess=True,
        ),
        says("vevent", "{source:object source} deal {combat:damagekind}", would=True, to=Anything()),
        says(
            "vevent", "{source:object source} deal {combat:damagekind} to {to:damaged permanent or player}", would=True
        ),
        says(
            "vevent",
            "{source:object source} deal {least:digits} or more {combat:damagekind}"
            " to {to:damaged permanent or player}",
            would=True,
        ),
        says("vevent", "{to:object player} be dealt {combat:damagekind}", would=True, source=Anything(), passive=True),
        says("vevent", "{to:object player} be dealt {combat:damagekind} by {source:met source}", passive=True),
        prints(
            "vevent",
            "{source:any_source} deal {combat:damagekind} to {to:damaged permanent or player}",
            surface="any",
        ),
        reads("pevent", "{to:object} be dealt {combat:damagekind}", would=True, source=Anything(), passive=True),
        reads("pevent", "{to:object} be dealt {combat:damagekind} by {source:met}", passive=True),
        reads("event", "damage from {source:one_subject} is dealt to {to:harmed_other}", passive=True),
        prints(
            "vevent",
            "{combat:kind_of_damage} be dealt to {to:met player}",
            surface="damage",
            source=Anything(),
            passive=True,
        ),
        prints(
            "vevent",
            "{combat:kind_of_damage} be dealt to {to:met player} by {source:met source}",
            surface="damage",
            passive=True,
        ),
        reads(
            "wouldhappen",
            "{combat:damagekind} would be dealt to {to:harmed_by_any}",
            surface="damage",
            source=Anything(),
            passive=True,
        ),
        reads(
            "wouldhappen",
            "{combat:damagekind} would be dealt to {to:harmed} by {source:met}",
            surface="damage",
            passive=True,
        ),
    )
