"""Votes (701.32 in 2014-05-29): players choose among words in turn, and later steps count the votes."""

from __future__ import annotations

from typing import ClassVar

from rulesite.engine.abilities.amounts import Amount
from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.instructions import Instruction
from rulesite.engine.abilities.node import node
from rulesite.engine.abilities.predicates import Predicate
from rulesite.engine.language.phrases import fixed, made, passes, says

for sign in ("UNKNOWN", "PROPER", "KEYWORD", "SUBTYPE", "CARDTYPE", "COLORWORD"):
    passes("ballot_word", f"{{:{sign}}}")
for word in ("time", "free"):
    fixed("ballot_word", word, word)
made("ballot_words", "{one:ballot_word} or {other:ballot_word}", lambda one, other: (one, other))
made(
    "ballot_words",
    "{one:ballot_word}, {two:ballot_word}, or {three:ballot_word}",
    lambda one, two, three: (one, two, three),
)


@node
class Vote(Instruction):
    """Each player votes for one of several words, the controller first."""

    options: tuple[str, ...]

    words = (says("simple", "starting with you, each player votes for {options:ballot_options}"),)


@node
class VoteAmong(Instruction):
    """Each player votes for one of several objects, the controller first."""

    what: Predicate

    words = (says("simple", "starting with you, each player votes for {what:such_card_or_permanent}"),)


@node
class MostVotes(Predicate):
    """The object with the most votes, or tied for it."""

    home: ClassVar[str] = "post"
    words = (says("withs", "the most votes or tied for most votes"),)


@node
class ChooseSides(Instruction):
    """The controller chooses for each player whether he or she is a friend or a foe."""

    words = (says("simple", "for each player, choose friend or foe"),)


@node
class MoreVotes(Condition):
    """A word got more votes than every other; with `tied`: or as many as another."""

    word: str
    tied: bool = False

    words = (
        says("condition1", "{word:voted_for} gets more votes"),
        says("condition1", "{word:voted_for} gets more votes or the vote is tied", tied=True),
    )


@node
class VotesFor(Amount):
    """The number of votes for a word."""

    word: str

    words = (says("countable", "{word:voted_for} vote*"),)
