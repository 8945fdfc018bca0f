"""Rules about the players' decisions at the table: the choice of targets, votes, keeping and spending mana."""

from __future__ import annotations

from typing import ClassVar

from rulesite.engine.abilities.changes import Change
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.play_limits import PlayRestriction
from rulesite.engine.abilities.predicates import Predicate
from rulesite.engine.language.phrases import says


@node
class MustTarget(Node):
    """An opponent who chooses targets must choose at least one matching target, if able."""

    what: Predicate

    words = (
        says(
            "static",
            "while an opponent is choosing targets as part of casting a spell they control or activating a ability they"
            " control, that player must choose at least {:just_one} {what:one_of} on the battlefield if able",
        ),
    )


@node
class VotesAgain(Change):
    """The player votes an additional time, or (`optional`) may do so, while voting."""

    optional: bool = True

    words = (
        says("static", "while voting, you may vote a additional time"),
        says("static", "while voting, you get a additional vote", optional=False),
    )


@node
class MostCounters(PlayRestriction):
    """The ability can't cause an object to have more than so many counters of a kind."""

    kind: str
    most: int

    words = (
        says(
            "rider",
            "this ability can't cause the total number of {kind:countername} counters on {:itself} to be greater than"
            " {most:number}",
        ),
    )


@node
class UnspentBecomes(Change):
    """Mana that the player would lose as unspent becomes mana of a color ("colorless")."""

    color: str

    words = (
        says("static", "if you would lose unspent mana, that mana becomes colorless instead", color="colorless"),
        says("static", "if you would lose unspent mana, that mana becomes {color:COLORWORD} instead"),
    )


@node
class LosingManaHurts(Node):
    """A player who loses unspent mana loses that much life."""

    words = (says("static", "a player losing unspent mana causes that player to lose that much life"),)


@node
class SpendFrom(PlayRestriction):
    """Only mana produced by matching permanents may be spent to cast the object."""

    what: Predicate

    home: ClassVar[str] = "static"
    words = (says("static", "spend only mana produced by {what:all_those} to cast {:itself}"),)
