"""Whole declarations: which creatures may attack whom or block what, and the sentences of what is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulesite.engine.combat.attacking import why_not_attack
from rulesite.engine.combat.blocking import still_to_declare
from rulesite.engine.combat.evasion import additional_blocks, why_not_block
from rulesite.engine.game import Game
from rulesite.engine.state.combat_view import attackable, defender_of
from rulesite.engine.state.teams import takes_turn
from rulesite.engine.state.zones import creatures_of

from .wording import name_of

MAX_PAIRS = 400
"""Creatures and whom they could attack or block that are looked at, at most."""
MAX_BLOCKED = 6
"""Attackers that one creature may block, by the form, at most."""
MAX_IN_SENTENCE = 8
"""Creatures that one sentence names, at most: further ones join them in the next."""
_BEFORE_ATTACK = ("untap", "upkeep", "draw", "precombat main", "beginning of combat", "declare attackers")


@dataclass(frozen=True)
class Declaration:
    """A form: for each creature that may fight, the names of whom it may attack, or of what it may block, and how many
    of these at one time."""

    kind: str
    player: str
    rows: tuple[tuple[str, tuple[str, ...], int], ...]

    @property
    def asks(self) -> list[tuple[str, tuple[str, ...], int]]:
        """Each question of the form: the creature, whom it may fight, and which of several this is for it, from 1."""
        return [(name, others, number) for name, others, most in self.rows for number in range(1, most + 1)]


def declarations(game: Game) -> Iterator[Declaration]:
    """The attack that the active player may declare, or the blocks of each player who declares them now.

    A creature is in it if it could do so with others: whether all that is chosen may be declared together is tried
    when it is.
    """
    state = game.state
    if state.over or state.zone("stack"):
        return
    combat = state.combat
    undeclared = state.step == "declare attackers" and not state.priority
    if combat is None or (not combat.attackers and (undeclared or state.step == "beginning of combat")):
        if state.step in _BEFORE_ATTACK:
            for player in state.players:
                if takes_turn(state, player):
                    yield from _of(game, "attack", player, attackable(game.kernel, player))
        return
    yield from block_forms(game)


def _of(game: Game, kind: str, player: str, others: list[str | int]) -> Iterator[Declaration]:
    rows = []
    for thing in creatures_of(game.kernel, player)[: MAX_PAIRS // max(len(others), 1)]:
        names = tuple(_name(game, other) for other in others if _may(game, kind, thing, other))
        if names:
            rows.append((name_of(game, game.state.things[thing]), names, _most(game, kind, thing, len(names))))
    if rows:
        yield Declaration(kind, player, tuple(rows))


def _most(game: Game, kind: str, thing: int, number: int) -> int:
    """How many of a number of players or objects a creature may fight at one time."""
    more = additional_blocks(game.kernel, thing) if kind == "block" else 0
    return min(number, MAX_BLOCKED, number if more is None else 1 + more)


def block_forms(game: Game) -> list[Declaration]:
    """The forms of the players who declare blockers now and have a creature that may block."""
    combat = game.state.combat
    attackers: list[str | int] = list(combat.attackers) if combat is not None else []
    return [form for player in still_to_declare(game.kernel) for form in _of(game, "block", player, attackers)]


def _may(game: Game, kind: str, thing: int, other: str | int) -> bool:
    if kind == "block":
        return not why_not_block(game.kernel, thing, int(other))[0]
    walker = other if isinstance(other, int) else 0
    return not why_not_attack(game.kernel, thing, defender_of(game.kernel, walker) if walker else str(other), walker)[0]


def _name(game: Game, other: str | int) -> str:
    return name_of(game, game.state.things[other]) if isinstance(other, int) else other


def declared(kind: str, player: str, chosen: Iterable[tuple[str, str]]) -> list[str]:
    """The sentences of a declaration from each creature with whom it attacks or what it blocks, "" for nothing.

    >>> declared("attack", "Ann", [("Bear", "Bob"), ("Ox", ""), ("Elk", "Cid"), ("Wolf", "Bob")])
    ['Ann attacks Bob with Bear and Wolf', 'Ann attacks Cid with Elk']
    >>> declared("block", "Bob", [("Bear", "")])
    ['Bob declares no blockers']
    >>> declared("block", "Bob", [("Hydra", "Bear"), ("Hydra", "Ox"), ("Hydra", "Ox"), ("Hydra", "")])
    ['Bob blocks Bear with Hydra', 'Bob blocks Ox with Hydra']
    """
    groups: dict[str, list[str]] = {}
    for creature, other in dict.fromkeys(chosen):
        if other:
            groups.setdefault(other, []).append(creature)
    verb = "attacks" if kind == "attack" else "blocks"
    sentences = [
        f"{player} {verb} {other} with {' and '.join(creatures[start : start + MAX_IN_SENTENCE])}"
        for other, creatures in groups.items()
        for start in range(0, len(creatures), MAX_IN_SENTENCE)
    ]
    return sentences or [f"{player} declares no {'attackers' if kind == 'attack' else 'blockers'}"]
