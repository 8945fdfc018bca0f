"""How long an effect of a resolving spell or ability lasts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulesite.engine.abilities.conditions import Condition, Holds
from rulesite.engine.abilities.instructions import Continuous
from rulesite.engine.abilities.node import Node, walk
from rulesite.engine.abilities.predicates import Controlled, InZone, parts_of
from rulesite.engine.abilities.references import Every
from rulesite.engine.abilities.restrictions import DoesntUntap
from rulesite.engine.abilities.times import ITS_UNTAP, NEXT_UNTAP, IsNextTurnOf
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.game_state import Effect, player_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import NOBODY_LEFT, PHASED_UNDER

AS_CONTROLLED = "as controlled"
"""The duration "until you lose control of it": while the effect's controller controls the affected object."""


def running(kernel: Kernel, effect: Effect) -> bool:
    """Whether an effect still applies: its "for as long as" is true of objects that are still there. That of several
    cards that remain exiled lasts for each of them, so as long as one of them does."""
    if not source_condition(kernel, effect):
        return False
    if effect.while_ is None:
        return True
    if waits_for_turn(effect):
        return False
    frame = Frame(kernel, effect.bound)
    if isinstance(effect.while_, Holds) and effect.while_.predicate == InZone("exile"):
        found = [ref for ref in frame.refs(effect.while_.of) if kernel.thing(ref_id(ref) or 0) is not None]
        return any(frame.matches(effect.while_.predicate, ref) for ref in found)
    return _all_there(frame, effect.while_) and frame.holds(effect.while_)


def waits_for_turn(effect: Effect) -> bool:
    """Whether an effect is one "during that player's next turn", which has not come yet."""
    return isinstance(effect.while_, IsNextTurnOf)


def begin_in_turn(kernel: Kernel, player: str) -> None:
    """Begin, for this turn, the effects that waited for the next turn of a player."""
    for effect in filter(waits_for_turn, kernel.state.effects):
        if player_ref(player) in Frame(kernel, effect.bound).refs(effect.while_.who):
            effect.while_, effect.duration, effect.began_turn = None, "turn", kernel.state.turn
            kernel.state.touch()
            kernel.note(f"{effect.label or 'an effect'} begins", "duration")


def _all_there(frame: Frame, condition: Condition) -> bool:
    """Whether the objects that "for as long as" names are all still there: the last known information of a departed
    object does not count, so the duration is over (611.2b in 2018-01-19)."""
    found = [ref_id(ref) for part in walk(condition) if isinstance(part, Holds) for ref in frame.refs(part.of)]
    return all(frame.kernel.thing(each) is not None for each in found if each is not None)


def source_condition(kernel: Kernel, effect: Effect) -> bool:
    """Whether a duration that names the source still has what it requires."""
    source = kernel.thing(effect.bound.source)
    on_field = source is not None and source.zone == "battlefield"
    if effect.duration == "while on battlefield":
        return on_field
    if effect.duration == "while tapped":
        return on_field and source is not None and source.tapped
    if effect.duration == "while controlled":
        return on_field and source is not None and source.controller == effect.bound.controller
    return True


def expire(kernel: Kernel) -> None:
    """End the effects whose "for as long as" is over; they do not start again."""
    if not kernel.has("duration"):
        return
    going = [each for each in kernel.state.effects if each.kind == "continuous"]
    over = [each for each in going if not waits_for_turn(each) and (not running(kernel, each) or _lost(kernel, each))]
    for effect in over:
        kernel.state.effects.remove(effect)
        kernel.state.touch()
        kernel.note(f"{effect.label or 'an effect'} ends", "duration")


def _lost(kernel: Kernel, effect: Effect) -> bool:
    """Whether an object affected while somebody controls it is gone, or under another player's control."""
    if effect.duration != AS_CONTROLLED:
        return False
    affected = [kernel.thing(ref_id(ref) or 0) for ref in effect.affected or ()]
    return not any(each and look(kernel, each.id).controller == effect.bound.controller for each in affected)


def end(kernel: Kernel, *durations: str, player: str = "", departed: bool = False) -> None:
    """End all effects with one of these durations (those of ``player`` only, if given).

    What lasts until a later turn does not end in the turn in which it began; but that turn is over where the one that
    a player who has left the game (``departed``) would have had is due.
    """
    state = kernel.state
    if not kernel.has("duration"):
        return
    for effect in [each for each in state.effects if each.duration in durations]:
        if player and effect.bound.controller != player:
            continue
        if _in_a_later_turn(effect.duration) and effect.began_turn == state.turn and not departed:
            continue
        if effect.duration == "turn" and state.markers and effect.began_turn != state.turn:
            continue  # it began in another of several simultaneous turns
        state.effects.remove(effect)
        state.touch()
        kernel.note(f"{effect.label or 'an effect'} ends", "duration")
    state.delayed = [
        each
        for each in state.delayed
        if each.duration not in durations
        or (player and each.bound.controller != player)
        or (_in_a_later_turn(each.duration) and each.began_turn == state.turn and not departed)
    ]


_UNTIL_A_TURN = ("your next turn", "your next untap", "your next upkeep", "own next end", "end of your next turn")
"""The durations that last until a player's next turn, or a point in it."""


def end_for_departed(kernel: Kernel, last: str, player: str) -> None:
    """End what lasts until the next turn of players who have left the game, where that turn would begin after the turn
    of the player ``last`` and before that of ``player`` (800.4m in 2026-06-19); what phased out under their control
    phases in during the next untap step (702.26n)."""
    if not kernel.has("departed_durations"):
        return
    names = list(kernel.state.players)
    after = names[names.index(last) + 1 :] + names[: names.index(last)]
    for name in after[: after.index(player)] if player in after else after:
        if kernel.state.players[name].lost:
            end(kernel, *_UNTIL_A_TURN, player=name, departed=True)
            for thing in kernel.state.things.values():
                if thing.phased_out and thing.remembers.get(PHASED_UNDER) == name:
                    thing.remembers[PHASED_UNDER] = NOBODY_LEFT


def of_each_controller(node: Continuous) -> bool:
    """Whether an effect until "the next untap step" means that of whoever controls each object then, and so ends for
    each of them apart: "lands that player controls" are described by the player whose step it is."""
    parts = parts_of(node.what.what) if isinstance(node.what, Every) else ()
    return not _untappers(node.changes) and not any(isinstance(part, Controlled) for part in parts)


def _untappers(changes: Iterable[Any]) -> list[Node]:
    """The players in whose untap step something does not untap, as far as the words name them."""
    return [each.whose for each in changes if isinstance(each, DoesntUntap) and each.whose is not None]


def end_for_untapped(kernel: Kernel, player: str) -> None:
    """End effects that last until the untap step that a player has just had, among them "doesn't untap during its
    controller's next untap step".

    An effect that names the player ends as a whole; of another the objects that the player controls are taken out.
    """
    if not kernel.has("duration"):
        return
    for effect in [each for each in kernel.state.effects if each.duration in (NEXT_UNTAP, ITS_UNTAP)]:
        frame, ref = Frame(kernel, effect.bound), player_ref(player)
        if named := _untappers(effect.parts):
            over = any(ref in frame.refs(whose) for whose in named)
        elif effect.affected is not None:
            effect.affected = [each for each in effect.affected if _waits(kernel, each, player)]
            over = not effect.affected
        else:
            held = [part.by for part in walk(effect.what) if isinstance(part, Controlled)]
            over = any(ref in frame.refs(by) for by in held)
        kernel.state.touch()
        if over:
            kernel.state.effects.remove(effect)
            kernel.note(f"{effect.label or 'an effect'} ends", "duration")


def _waits(kernel: Kernel, ref: str, player: str) -> bool:
    """Whether an object's controller is another player than the one who has just had an untap step."""
    thing = kernel.thing(ref_id(ref) or 0)
    return thing is not None and look(kernel, thing.id).controller != player


def _in_a_later_turn(duration: str) -> bool:
    """Whether a duration ends in a turn after the one in which it began."""
    return duration.startswith(("your next", "end of your next"))
