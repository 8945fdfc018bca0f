"""Coins and dice. The engine has no randomness: the script gives the side of the coin and the number of the die."""

from __future__ import annotations

from rulesite.engine.abilities.conditions import WonClash
from rulesite.engine.abilities.kinds import DieResult
from rulesite.engine.abilities.node import walk
from rulesite.engine.abilities.player_rules import FlipsCoins
from rulesite.engine.abilities.turn_instructions import FlipCoin, RollDie
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.references import source_name
from rulesite.engine.events.batch import keyword_done
from rulesite.engine.events.perform import perform
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.game_state import player_ref

from .common import in_turn, remember

SIDES = ("heads", "tails")
INSTEAD = {"odds": "heads", "evens": "tails"}
"""The calls for an even-sided die rolled instead of flipping a coin, with the side that each stands for."""


@in_turn(FlipCoin)
def _flip(frame: Frame, node: FlipCoin, player: str) -> None:
    """Flip a coin. If it matters who wins, the player calls first (705.2); a die may be rolled instead, and "odds" or
    "evens" called (705.1)."""
    won = _flip_once(frame, player, node.until_lost)
    if not node.until_lost:
        return
    times = 0
    while won:
        times += 1
        won = _flip_once(frame, player, True)
    remember(frame, "flip", [], times)


def _flip_once(frame: Frame, player: str, called_for: bool) -> bool:
    kernel, about = frame.kernel, source_name(frame)
    called = ""
    if called_for or _is_won(frame):
        options = [*SIDES, *(INSTEAD if kernel.has("coin_substitute") else ())]
        called = kernel.choose_word("call", player, about, "call the flip", options)
    if called in INSTEAD:
        number = kernel.choose_number("die", player, about, "what the die shows that stands for the coin", 1, 6)
        side = INSTEAD["odds" if number % 2 else "evens"]
        kernel.note(f"the die shows {number}, which stands for {side}", "coin_substitute")
    else:
        side = _side_of_coin(frame, player)
    frame.bound.record.coin = side
    if not called:
        return False
    won = INSTEAD.get(called, called) == side
    frame.bound.record.won["flip"] = player if won else ""
    kernel.note(f"{player} {'wins' if won else 'loses'} the flip")
    action = f"{'win' if won else 'lose'} a coin flip"
    keyword_done(kernel, action, player, player_ref(player))
    return won


def _side_of_coin(frame: Frame, player: str) -> str:
    """The side of the coin that counts. Where several are flipped for one, the player ignores all but one."""
    kernel, about, sides, coins = frame.kernel, source_name(frame), list[str](), 1
    for change, _ in changes_on(kernel, player_ref(player), FlipsCoins):
        coins *= change.coins
    for _ in range(coins):
        sides.append(kernel.choose_word("coin", player, about, "how the coin comes up", SIDES))
        kernel.note(f"the coin comes up {sides[-1]}")
    if len(set(sides)) == 1:
        return sides[0]
    side = kernel.choose_word("word", player, about, "which coin is not ignored", SIDES)
    kernel.note(f"{player} ignores the coins that came up otherwise than {side}")
    return side


def _is_won(frame: Frame) -> bool:
    """Whether it matters to the text who wins the flip."""
    stacked = frame.kernel.thing(frame.bound.stack_id)
    effect = stacked.play.ability if stacked is not None and stacked.play is not None else None
    return effect is None or any(isinstance(part, WonClash) and part.what == "flip" for part in walk(effect))


@in_turn(RollDie)
def _roll(frame: Frame, node: RollDie, player: str) -> None:
    """Roll a die, then carry out the entry for its number in the table of results (706.3)."""
    kernel = frame.kernel
    if not node.sides or frame.amount(node.amount) != 1:
        raise NotModelled("the engine rolls one die at a time, and no planar die, yet")
    number = kernel.choose_number("die", player, source_name(frame), f"what the d{node.sides} shows", 1, node.sides)
    frame.bound.record.die = frame.bound.previous = number
    kernel.note(f"{player} rolls {number} with a d{node.sides}")
    keyword_done(kernel, "die roll", player, player_ref(player), number)
    for row in _table(frame):
        if row.low <= number and (row.high is None or number <= row.high):
            perform(frame, row.effect)


def _table(frame: Frame) -> list[DieResult]:
    """The table of results of the object whose ability rolls."""
    if frame.kernel.thing(frame.source) is None and frame.kernel.known(frame.source) is None:
        return []
    held = [each.ability for each in look(frame.kernel, frame.source).every_ability]
    rows = [each for each in held if isinstance(each, DieResult)]
    rolling = [each for each in held if any(isinstance(part, RollDie) for part in walk(each))]
    if rows and (len(rolling) > 1 or any(row.targets for row in rows)):
        raise NotModelled("the engine cannot play several tables of results, nor one with targets, yet")
    return rows
