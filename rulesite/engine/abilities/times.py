"""Times: the names of steps and phases, the times of events, and durations.

Sorts of phrase: a `steplong` is the name of a step, a `step` a step of some player's turn, a `time` the time before
("At the beginning of your upkeep, …") or after the action; a `duration` tells how long an effect lasts.
"""

from __future__ import annotations

from typing import ClassVar

from rulesite.engine.abilities.conditions import Condition, Holds
from rulesite.engine.abilities.events import Event
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import Anything, InZone, Predicate
from rulesite.engine.language.phrases import choice, fixed, made, passes, prints, reads, says

choice(
    "steplong",
    upkeep=("upkeep", "upkeep step"),
    draw="draw step",
    end=("end step", "discard phase"),
    main="main phase",
    precombat_main="precombat main phase",
    postcombat_main="postcombat main phase",
    combat=("combat", "combat step", "combat phase", "attack phase", "beginning of combat"),
    untap="untap step",
    cleanup="cleanup step",
    turn="turn",
    declare_attackers="declare attackers step",
    declare_blockers="declare blockers step",
)
made("steplong", "{nth:ORDINAL} main phase", lambda nth: "precombat main" if nth == "1" else "postcombat main")

choice(
    "duration",
    turn=("until end of turn", "this turn"),
    combat=("until end of combat", "this combat"),
    your_next_turn="until {:own_turn} next turn",
    end_of_your_next_turn="until the end of {:own_turn} next turn",
    your_next_upkeep=("until {:own_turn} next upkeep", "until the beginning of {:own_turn} next upkeep"),
    own_next_end="until {:own_turn} next end step",
    next_untap_step="during {:poss} next untap step",
    permanent="for the rest of the game",
)
fixed("duration", "your next untap", "until your next untap step", read=False)
ITS_UNTAP = "its controller's next untap"
"""The duration of an effect that ends for each of its objects with the untap step of whoever controls it then."""
fixed("duration", ITS_UNTAP, "until its controller's next untap step", read=False)
NEXT_UNTAP = "next untap step"
"""The duration of what does not untap during the next untap step of a player, or of whoever controls it then."""
made("duration", "until {whose:untapping} next untap step", lambda whose: whose)


@node
class IsNextTurnOf(Condition):
    """It is the next turn of a player: the duration of an effect that has not begun yet ("during your next turn")."""

    who: Node

    words = (prints("condition1", "it's {who:poss} next turn"),)


made("duration", "during {who:next_turn_of} next turn", lambda who: IsNextTurnOf(who, surface="during"))
made(
    "duration", "until {of:leaver} leave the battlefield", lambda of: Holds(of, InZone("battlefield"), surface="until")
)


@node
class StepBegins(Event):
    """A step or phase begins: `step` "upkeep", "draw", "main", "precombat main", "postcombat main", "combat",
    "end" (also "at end of turn"), "end of combat", "untap", "cleanup", "turn". `whose`: whose turn it is; `nth`: the
    first or second main phase of the turn, the first other such step of the game, or (`in_turn`) of its turn; `added`:
    of the extra turn that the step before gave; `extra`: an extra turn, only as a replaced event.
    """

    home: ClassVar[str] = "time"

    step: str
    whose: Predicate = Anything()
    nth: int | None = None
    added: bool = False
    extra: bool = False
    in_turn: bool = False

    words = (
        prints("pevent", "{whose:player} begin an extra {step:steplong}", extra=True),
        reads("pwouldverb", "{whose:player} would begin an extra {step:steplong}", extra=True),
        says("step", "that turn's {step:steplong}", surface="that turn", added=True),
        says("step", "the {nth:ordinal} {step:steplong}", surface="first"),
        says("step", "{whose:whose_step} {nth:ordinal} {step:steplong}", surface="first"),
        says("step", "{whose:whose_step} {nth:ordinal} {step:steplong} each turn", surface="each turn", in_turn=True),
        says("time", "at end of combat on {whose:whose_step} turn", surface="end of combat", step="end of combat"),
        says("time", "at end of combat", step="end of combat"),
        reads("time", "at the beginning of the next end step", step="end"),
        reads("time", "at the beginning of the end step of {whose:held}'s controller", step="end"),
        says("time", "at end of turn", day="no end_step", step="end"),
        prints("time", "at the end of the turn of {whose:held}'s controller", day="no end_step", step="end"),
        says("time", "at the end of {whose:whose_step} turn", day="no end_step", step="end"),
        says("step", "{whose:whose_step} next {step:steplong}", surface="next"),
        says("step", "the next {step:steplong}", surface="next"),
        says("step", "the next turn's {step:steplong}", surface="turn"),
        prints("step", "combat on {whose:whose_step} turn", step="combat"),
        reads("step", "combat each turn", step="combat"),
        reads("step", "{step:steplong} on {whose:whose_step} turn"),
        says("step", "the {step:steplong} of {whose:held}'s controller"),
        reads("step", "the {step:steplong} of {whose:player_step}"),
        reads("step", "each {whose:each_players_step}'s {step:steplong}"),
        says("step", "each of {whose:whose_step} {step:each_step}", surface="each of"),
        says("step", "{whose:whose_step} {step:steplong}"),
        prints("step", "{:each_or_next} {step:steplong}"),
        reads("step", "each {step:steplong}"),
        reads("step", "the {step:steplong}"),
        reads("step", "{whose:whose_step} end of turn", step="end"),
        prints("pevent", "{whose:player} begin {:their} {step:steplong}"),
        reads("pwouldverb", "{whose:player} would begin {:their} {step:steplong}"),
    )


passes("time", "at the beginning of {:step}")
