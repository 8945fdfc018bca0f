"""Further creatures for a declaration: sentences that join the attack or the blocks with which a course ends."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rulesite.engine.casting.mana_abilities import available
from rulesite.engine.game import Game
from rulesite.engine.legal_actions import MAX_SOURCES, PlayerAction, fewest
from rulesite.engine.scenario.language.trees import leaf
from rulesite.engine.scenario.running.combat import made_by
from rulesite.engine.scenario.running.play import Play
from rulesite.engine.scenario.script.actions import Action
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import EngineError, UnscriptedChoice

MAX_JOINING = 40
"""Creatures and what they would attack or block, tried at most."""


def joining(before: Play, now: Play, last: Action) -> Iterator[PlayerAction]:
    """The attacks or blocks of one more creature that are legal together with those just declared.

    ``before`` is the game before the declaration ``last``, ``now`` the game after it. Consecutive sentences of a
    script are one declaration, so each of these can be the next sentence.
    """
    game, combat = now.table.game, now.table.game.state.combat
    if last.kind not in ("attack", "block") or combat is None:
        return
    player = str(leaf(last.tree.children[0]))
    declared = set(combat.attackers if last.kind == "attack" else combat.blockers)
    free = [
        thing for thing in game.state.zone("battlefield") if thing not in declared and _may_fight(game, thing, player)
    ]
    others = game.state.opponents(player) if last.kind == "attack" else list(combat.attackers)
    paid = made_by(last, before.table)
    for thing in free[: MAX_JOINING // max(len(others), 1)]:
        for other in others:
            mana = _paying(
                before.table.game, now.table.game, PlayerAction(player, last.kind, thing, against=other), paid
            )
            if mana is not None:
                yield PlayerAction(player, last.kind, thing, against=other, mana=mana)


def _may_fight(game: Game, thing: int, player: str) -> bool:
    seen = look(game.kernel, thing)
    return seen.controller == player and "creature" in seen.types


def _paying(before: Game, now: Game, action: PlayerAction, paid: list[str]) -> tuple[int, ...] | None:
    """The fewest further permanents that have to be tapped so that a creature may join; None if it may not."""
    if _is_legal(before, now, action, paid):
        return ()
    sources = [
        each.id
        for each in available(before.kernel, action.player)
        if each.id != action.thing and f"object {each.id}" not in paid
    ][:MAX_SOURCES]

    def pays(chosen: frozenset[int]) -> bool:
        return _is_legal(before, now, action, [*paid, *(f"object {each}" for each in sources if each in chosen)])

    if not sources or not pays(frozenset(sources)):
        return None
    needed = fewest(sources, cache(pays))
    return tuple(each for each in sources if each in needed)


def _is_legal(before: Game, now: Game, action: PlayerAction, mana: list[str]) -> bool:
    player, kind, thing, other = action.player, action.kind, action.thing, action.against
    combat = now.state.combat
    if combat is None:
        return False
    try:
        if kind == "attack":
            attackers = {**combat.attackers, thing: other}
            return before.is_legal(lambda game: game.attack(player, attackers, mana=mana))
        blocks = {
            f"object {blocker}": [f"object {each}" for each in blocked] for blocker, blocked in _blocks(now).items()
        }
        blocks[f"object {thing}"] = [f"object {other}"]
        return before.is_legal(lambda game: game.block(player, blocks, mana=mana))
    except UnscriptedChoice:
        return True
    except EngineError:
        return False


def _blocks(game: Game) -> dict[int, list[int]]:
    combat = game.state.combat
    return {blocker: list(blocked) for blocker, blocked in combat.blockers.items()} if combat is not None else {}
