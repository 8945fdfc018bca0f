"""Instructions about turns and the game: extra and skipped turns, winning, losing, coins, dice."""

from __future__ import annotations

from typing import ClassVar

from rulesite.engine.abilities.amounts import Amount, Number
from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.instructions import Instruction
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.references import You
from rulesite.engine.language.phrases import ANYWHERE, choice, fixed, made, prints, reads, says


@node
class FlipCoin(Instruction):
    """A player flips a coin (`until_lost`: again and again until one is lost); `WonClash("flip")` tests who won."""

    who: Node = You()
    until_lost: bool = False

    words = (
        says("pvp", "flip a coin"),
        says("pvp", "flip a coin until {:doer} lose a flip", until_lost=True),
    )


@node
class CameUp(Condition):
    """The coin just flipped came up heads, or tails."""

    side: str

    words = (
        says("condition1", "the coin comes up {side:coin_side}", surface="coin"),
        says("condition1", "it comes up {side:coin_side}"),
    )


choice("coin_side", heads="heads", tails="tails")


@node
class RollDie(Instruction):
    """A player rolls dice of so many sides."""

    sides: int
    amount: Amount = Number(1)
    who: Node = You()

    words = (
        says("pvp", "roll the planar die", sides=0),
        says("pvp", "roll a {sides:die_described} die", amount=Number(1), surface="sided"),
        says("pvp", "roll {amount:whole} six-sided dice", sides=6, surface="sided"),
        says("pvp", "roll a {sides:die}", amount=Number(1)),
        says("pvp", "roll {amount:whole} {sides:dice}"),
    )


@node
class RollResult(Amount):
    """The result of the die just rolled."""

    words = (says("value", "the result"), says("value", "the result of the roll", surface="roll"))


@node
class BecomeLevel(Instruction):
    """A Class becomes so high a level (716.2 in 2021-07-23)."""

    level: int

    words = (says("pvp", "level {level:digits}"),)


for sides in (4, 6, 8, 10, 12, 20, 100):
    fixed("die", sides, f"d{sides}")
    fixed("dice", sides, f"d{sides}s")
for sides, number in ((4, "four"), (6, "six"), (8, "eight"), (10, "ten"), (12, "twelve"), (20, "twenty")):
    fixed("die_described", sides, f"{number}-sided")
fixed("die", 0, "planar die", read=False)


@node
class ExtraTurn(Instruction):
    """A player takes extra turns after this one."""

    who: Node = You()
    amount: Amount = Number(1)

    words = (
        says("pvp", "take an extra turn after this {:one}"),
        says("pvp", "take {amount:whole} extra turns after this {:one}"),
    )


_AFTER = "after (this phase|this main phase|this combat phase), there is an additional {phases.0:more} phase"


fixed("of_them", True, "their", printed=False)


@node
class ControlPlayer(Instruction):
    """A player controls another during that player's next turn."""

    player: Node
    who: Node = You()

    words = (
        says("pvp", "control {player:who} during that player's next turn"),
        says("pvp", "control {player:who} during {:their_own} next turn", surface="their"),
        reads("pvp", "control {player:poss} next turn"),
    )


@node
class ExtraPhase(Instruction):
    """After this phase there is an additional phase ("combat", then "main" if printed)."""

    phases: tuple[str, ...]

    words = (
        says("simple", _AFTER),
        says(
            "simple", "there is an additional {phases.0:more} phase after (this phase|this main phase)", surface="after"
        ),
        says("simple", f"{_AFTER} followed by an additional {{phases.1:more}} phase"),
    )


choice("more", main="main", combat="combat")
choice("morestep", upkeep="upkeep step", draw="draw step", end="end step")
choice("moresteps", upkeep="upkeep steps", draw="draw steps", end="end steps")


@node
class ExtraSteps(Instruction):
    """A player gets additional steps after this phase, each in a phase of its own (500.10 in 2024-04-12), or
    (`in_phase`) after this step."""

    step: str
    amount: Amount = Number(1)
    who: Node = You()
    in_phase: bool = False

    words = (
        says("pvp", "get an additional {step:morestep} after this step", manner="spoken", in_phase=True),
        says("pvp", "get an additional {step:morestep} after this phase", manner="spoken"),
        says("pvp", "get {amount:so_many} additional {step:moresteps} after this phase", manner="spoken"),
    )


@node
class SkipNext(Instruction):
    """A player skips his or her next step, phase or turn, or several of them; `this_turn`: only in this turn; `added`:
    in the extra turn that the step before gave."""

    step: str
    who: Node = You()
    this_turn: bool = False
    added: bool = False
    amount: int = 1

    words = (
        says("pvp", "skip the {step:steplong} of that turn", added=True),
        says("pvp", "skip the {step:steplong} of that extra turn", surface="extra", added=True),
        says("pvp", "skip {:doers_own} next combat phase", step="combat", surface="combat phase"),
        says("pvp", "skip {:doers_own} next upkeep step", step="upkeep", surface="upkeep step"),
        says(
            "pvp",
            "skip {:doers_own} next combat phase this turn",
            step="combat",
            surface="combat phase",
            this_turn=True,
        ),
        says("pvp", "skip {:doers_own} {step:steplong} this turn", this_turn=True),
        says("pvp", "skip {:doers_own} next {step:steplong}"),
        says("pvp", "skip {:doers_own} next {amount:number} turns", step="turn"),
        reads("pvp", "skip {:doers_own} upkeep step", step="upkeep", surface="upkeep step"),
        reads("pvp", "skip {:doers_own} {step:steplong}"),
    )


@node
class StandsFor(Instruction):
    """A statement about entering or mana production holds for a while: "Lands you control enter tapped this turn"."""

    home: ClassVar[str] = ANYWHERE

    part: Node
    duration: str

    words = (
        prints("deed", "until end of turn, {part:told}", duration="turn", surface="until first"),
        prints("deed", "{duration:duration_first}, {part:told}", surface="first"),
        prints("deed", "{part:told} {duration:duration_last}"),
    )


@node
class MayEndEffect(Instruction):
    """The controller may pay mana, any time he or she has priority, to end the effects of the steps before (116.2c in
    2019-10-04)."""

    mana: str

    words = (says("simple", "you may pay {mana:mana_printed} to end this effect"),)


@node
class EndTurn(Instruction):
    """End the turn."""

    words = (says("pvp", "end the turn"),)


@node
class BecomeMonarch(Instruction):
    """A player becomes the monarch."""

    who: Node = You()

    words = (says("pvp", "become the monarch", manner="spoken"),)


@node
class RestartGame(Instruction):
    """Restart the game."""

    words = (says("pvp", "restart the game"),)


@node
class PlaySubgame(Instruction):
    """Play a subgame with the libraries as decks (729); `WonClash("subgame")` tests who won."""

    words = (says("simple", "players play a magic subgame, using their libraries as their decks"),)


@node
class WinGame(Instruction):
    """A player wins the game."""

    who: Node = You()

    words = (says("pvp", "win the game", manner="spoken"),)


@node
class LoseGame(Instruction):
    """A player loses the game."""

    who: Node = You()

    words = (says("pvp", "lose the game", manner="spoken"),)


@node
class AbandonScheme(Instruction):
    """A player abandons the scheme with this ability; it goes to the bottom of its deck (701.26 in 2010-06-18)."""

    who: Node = You()

    words = (says("pvp", "abandon this scheme"),)


@node
class GetEmblem(Instruction):
    """A player gets an emblem with abilities."""

    abilities: tuple[Node, ...]
    who: Node = You()

    words = (
        says("pvp", "get an emblem with {abilities:quoted}", manner="spoken"),
        reads("pvp", "get an emblem with {abilities:two_quotations}"),
    )


made("two_quotations", "{one:quoted} and {other:quoted}", lambda one, other: (*one, *other))
