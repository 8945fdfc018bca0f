"""The state of a game as plain data: players, objects, zones, effects in force, and waiting triggers.

Nothing here acts. Every other module of the engine reads and changes one :class:`State`. As plain data it can be
printed, compared, copied before each action (an illegal action is undone) and stored as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from .codec import from_plain, register, to_plain
from .objects import Bindings, Card, Known, Thing
from .options import Options

SHARED_ZONES = ("battlefield", "stack", "exile", "command")
OWN_ZONES = ("library", "hand", "graveyard", "outside")
ZONES = SHARED_ZONES + OWN_ZONES
PUBLIC_ZONES = frozenset({"battlefield", "stack", "exile", "graveyard", "command"})


@register
@dataclass(frozen=True)
class BoundMana:
    """One restricted mana in a pool: it may be spent only on what ``only`` describes, in the words of the ability that
    made it (106.6 in 2009-07-11). ``uncounterable``: a spell that it is spent on can't be countered. ``then``: what is
    done, once for all mana of that ``batch``, as it is spent on what fits ``on``. ``kept``: it is not lost this
    turn."""

    symbol: str
    only: Any
    bound: Bindings
    uncounterable: bool = False
    on: Any = None
    then: Any = None
    batch: int = 0
    kept: bool = False


MAX_SPEED = 4
"""The greatest speed of a player (702.179e in 2026-06-19)."""


@register
@dataclass
class Player:
    """One player. ``mana`` maps a mana symbol (``W U B R G C``) to the amount in the pool, of which ``bound_mana`` may
    be spent on certain things only; ``commander_damage`` maps each commander to the combat damage that it has dealt.
    ``blessed``: has the city's blessing; ``speed``: 0 for none, at most `MAX_SPEED`.
    ``kept_mana``: mana that is not lost before combat ends, ``kept_for_turn``: before the turn ends;
    ``snow_mana``: mana of snow sources (107.4h in 2026-06-19)."""

    name: str
    life: int = 20
    mana: dict[str, int] = field(default_factory=dict)
    bound_mana: list[BoundMana] = field(default_factory=list)
    counters: dict[str, int] = field(default_factory=dict)
    lands_played: int = 0
    lost: str = ""
    commander_damage: dict[str, int] = field(default_factory=dict)
    mulligans: int = 0
    name_stickers: list[str] = field(default_factory=list)
    drew_from_empty: bool = False
    starting_life: int = 20
    blessed: bool = False
    speed: int = 0
    kept_mana: dict[str, int] = field(default_factory=dict)
    kept_for_turn: dict[str, int] = field(default_factory=dict)
    snow_mana: dict[str, int] = field(default_factory=dict)

    def keep_for_turn(self, symbols: list[str], bound: bool) -> None:
        """Let mana that was just added not be lost before the turn ends; ``bound``: it is restricted."""
        for symbol in symbols:
            self.kept_for_turn[symbol] = self.kept_for_turn.get(symbol, 0) + 1
        first = len(self.bound_mana) - len(symbols) if bound else len(self.bound_mana)
        self.bound_mana[first:] = [replace(each, kept=True) for each in self.bound_mana[first:]]

    def keep_no_mana(self) -> None:
        """End what keeps mana until the turn ends."""
        self.kept_for_turn.clear()
        self.bound_mana = [replace(each, kept=False) for each in self.bound_mana]

    def spend(self, symbol: str, snow: bool = False) -> None:
        """Take one mana from the pool, ``snow`` from a snow source: snow mana and what is to be kept are spent last."""
        left = self.mana[symbol] - 1
        self.mana[symbol] = left
        if self.snow_mana.get(symbol):
            self.snow_mana[symbol] = min(left, self.snow_mana[symbol] - snow)
        if not left:
            del self.mana[symbol]
        for kept in (self.kept_mana, self.kept_for_turn):
            kept[symbol] = min(left, kept.get(symbol, 0))

    def empty_pool(self, kept: Mapping[str, int] | None = None) -> None:
        """Lose all unspent mana, but for what is ``kept``: by its symbol, all that there is of it."""
        before, self.mana = self.mana, dict(kept or {})
        some_lost = {symbol for symbol, many in before.items() if many > self.mana.get(symbol, 0)}
        self.snow_mana = {  # of what is kept in part, only what is certain
            symbol: max(0, many - before.get(symbol, 0) + self.mana.get(symbol, 0))
            for symbol, many in self.snow_mana.items()
        }
        self.bound_mana = [
            each for each in self.bound_mana if each.symbol in self.mana and (each.kept or each.symbol not in some_lost)
        ]

    def empty_with_step(self, combat: bool, kept: Mapping[str, int]) -> int:
        """Lose the unspent mana that a step does not keep, and return how much.

        ``combat``: it goes on, so what is kept until its end stays; ``kept`` is what effects keep, by its symbol.
        """
        if not combat:
            self.kept_mana.clear()
        wanted = {kind: self.kept_mana.get(kind, 0) + self.kept_for_turn.get(kind, 0) for kind in self.mana}
        stays = {kind: min(many, self.mana[kind]) for kind, many in wanted.items()}
        stays |= {kind: max(many, stays.get(kind, 0)) for kind, many in kept.items()}
        lost = sum(self.mana.values()) - sum(stays.values())
        self.empty_pool({kind: many for kind, many in stays.items() if many})
        return lost


@register
@dataclass
class SharedTotals:
    """The totals that a team's players share (810.4, 810.10 in 2026-06-19): life total, poison counters."""

    members: list[str]
    life: int
    counters: dict[str, int] = field(default_factory=dict)


@register
@dataclass
class TurnMarker:
    """One of several simultaneous turns of a Grand Melee game.

    ``taking``: its holder's turn is in progress; ``aside`` is that turn while another marker's turn is continued.
    ``removals`` counts how often it was designated for removal. ``kept``: its holder has an extra turn next; ``due``: a
    normal turn after that.
    """

    number: int
    holder: str
    taking: bool = False
    removals: int = 0
    kept: bool = False
    due: bool = False
    aside: dict[str, Any] = field(default_factory=dict)


@register
@dataclass
class Effect:
    """A continuous, replacement or prevention effect that a resolving spell or ability made.

    ``parts`` are the nodes of its text. ``affected`` contains references to the objects it applies to, fixed when it
    began; ``None`` means that it applies to whatever its words describe. ``duration`` is as in the instruction that
    made it. ``left`` counts what a shield can still do (``None``: no limit). ``ends_for``: the cost for which its
    controller may end it at any time.
    """

    id: int
    parts: tuple[Any, ...]
    affected: list[str] | None
    duration: str
    bound: Bindings
    timestamp: int
    began_turn: int
    kind: str = "continuous"
    while_: Any = None
    left: int | None = None
    label: str = ""
    what: Any = None
    ends_for: Any = None


@register
@dataclass
class DelayedTrigger:
    """A delayed triggered ability that waits for its event.

    ``until``: it is not an ability, but the end of what an effect did "until" that event, which is undone at once.
    ``fired``: the turn in which it triggered last. ``event_last``: its event is named after what is done, so words
    such as "its owner" mean what the ability that created it was about, not what that event happens to.
    """

    id: int
    ability: Any
    bound: Bindings
    created: int
    once: bool
    duration: str = ""
    began_turn: int = 0
    label: str = ""
    until: bool = False
    fired: int = 0
    event_last: bool = False


@register
@dataclass
class Pending:
    """An ability that has triggered and waits to be put on the stack."""

    id: int
    ability: Any
    ability_key: str
    label: str
    bound: Bindings
    state_trigger: bool = False


@register
@dataclass
class Combat:
    """The attacks and blocks, in the order of declaration. Keys and values are object ids.

    ``walkers`` are the planeswalkers and battles that attackers attack, 0 for one that is no longer attacked;
    ``attackers`` has the player who defended it, ``battles`` the attackers of a battle, even of one that is gone.
    ``declared`` are the players who have declared blockers; ``attacked``: there was an attacker, even if none is left.
    ``joined`` are the attackers that a blocker blocks through their band alone. ``removed`` has, for the attackers that
    were removed from combat, the player who was their defending player.
    """

    attackers: dict[int, str] = field(default_factory=dict)
    walkers: dict[int, int] = field(default_factory=dict)
    battles: list[int] = field(default_factory=list)
    blockers: dict[int, list[int]] = field(default_factory=dict)
    blocked: list[int] = field(default_factory=list)
    bands: list[list[int]] = field(default_factory=list)
    joined: dict[int, list[int]] = field(default_factory=dict)
    order: dict[int, list[int]] = field(default_factory=dict)
    dealt_first: list[int] = field(default_factory=list)
    became_blocked: list[int] = field(default_factory=list)
    counted: dict[int, int] = field(default_factory=dict)
    declared: list[str] = field(default_factory=list)
    removed: dict[int, str] = field(default_factory=dict)
    attacked: bool = False


@register
@dataclass(frozen=True)
class Happening:
    """One event that really happened, recorded for "this turn" conditions, look-ups and questions. It never changes."""

    number: int
    batch: int
    turn: int
    kind: str
    facts: dict[str, Any] = field(default_factory=dict)


DAY, NIGHT = "day", "night"


@register
@dataclass
class MainGame:
    """The game suspended during a subgame (729.1a in 2026-06-19): its ``state``, the bindings of the effect that
    created the subgame and what ``then`` it does, the spell or ability that is ``resolving``, and the object that each
    card of the subgame stands for."""

    state: State
    bound: Bindings
    resolving: int
    then: tuple[Any, ...] = ()
    cards: dict[int, int] = field(default_factory=dict)


@register
@dataclass
class State:
    """The whole state of a game. ``priority`` is the player who may act, ``""`` when nobody may.

    ``extra_turns`` are the players who take them, in the order created, each with its number among the ``extra_given``
    of the game; during one, ``interrupted`` is the player after whose turn it is taken, and ``extra_turn`` its number.
    ``extra_skips`` are the steps that players skip in the extra turn of that number.
    ``markers`` are those of a Grand Melee game, and ``marker`` is the number of the marker whose turn is
    being continued. ``added_phases`` are the steps of phases that effects add after the present one, the next of them
    last; during one, ``phase_left`` are its remaining steps, and ``left_at`` the step of the usual order after which it
    comes; ``turn_ends``: an effect ends the turn as soon as it has resolved. ``options`` are those of a game of many
    players; ``within`` are the players within the range of influence of
    each player whose range is limited, as they were when the turn began. ``shared`` are the shared totals of each team,
    if any. ``controlled`` maps the players whom another player controls in this turn to that player;
    ``to_be_controlled`` is the same for their next turn. ``daytime`` is day, night, or "" for neither, ``monarch`` the
    monarch, ``initiative`` the player who has the initiative, ``active_before`` the active player of the last turn.
    ``reference`` has cards by their names that are not in the game but named by its text (111.11 in 2024-06-07), and
    the dungeons that every player can bring. ``resolved_in_a_row`` counts what has resolved since the
    last decision of a player, and ``positions`` how often the game came to each position meanwhile; ``drawn``: it is a
    draw, as that goes on for ever. ``main`` is the game within which this one is a subgame.
    """

    players: dict[str, Player]
    date: str
    without: list[str] = field(default_factory=list)
    active: str = ""
    turn: int = 1
    step: str = "precombat main"
    priority: str = ""
    passed: list[str] = field(default_factory=list)
    things: dict[int, Thing] = field(default_factory=dict)
    zones: dict[str, list[int]] = field(default_factory=dict)
    known: dict[int, Known] = field(default_factory=dict)
    effects: list[Effect] = field(default_factory=list)
    delayed: list[DelayedTrigger] = field(default_factory=list)
    pending: list[Pending] = field(default_factory=list)
    combat: Combat | None = None
    history: list[Happening] = field(default_factory=list)
    usage: dict[str, int] = field(default_factory=dict)
    triggered: dict[str, int] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)
    reference: dict[str, Card] = field(default_factory=dict)
    skips: list[tuple[str, str]] = field(default_factory=list)
    extra_skips: list[tuple[str, int, str]] = field(default_factory=list)
    extra_turns: list[tuple[str, int]] = field(default_factory=list)
    extra_given: int = 0
    extra_turn: int = 0
    interrupted: str = ""
    markers: list[TurnMarker] = field(default_factory=list)
    marker: int = 0
    added_phases: list[list[str]] = field(default_factory=list)
    phase_left: list[str] = field(default_factory=list)
    left_at: str = ""
    turn_ends: bool = False
    options: Options = field(default_factory=Options)
    within: dict[str, list[str]] = field(default_factory=dict)
    shared: list[SharedTotals] = field(default_factory=list)
    controlled: dict[str, str] = field(default_factory=dict)
    to_be_controlled: list[tuple[str, str]] = field(default_factory=list)
    daytime: str = ""
    monarch: str = ""
    initiative: str = ""
    active_before: list[str] = field(default_factory=list)
    next_id: int = 1
    clock: int = 1
    batches: int = 0
    steps: int = 0
    version: int = 0
    winner: str = ""
    drawn: bool = False
    resolved_in_a_row: int = 0
    positions: dict[str, int] = field(default_factory=dict)
    first_turn: int = 1
    main: MainGame | None = None

    def fresh_id(self) -> int:
        self.next_id += 1
        return self.next_id - 1

    def tick(self) -> int:
        """The next timestamp."""
        self.clock += 1
        self.version += 1
        return self.clock - 1

    def touch(self) -> None:
        """Mark the state as changed, so that characteristics are computed again."""
        self.version += 1

    def decided(self) -> None:
        """Note that a player has acted or chosen, so that the game goes on as somebody wants it."""
        self.resolved_in_a_row = 0
        if self.positions:
            self.positions = {}

    @property
    def over(self) -> bool:
        """Whether somebody has won, or the game is a draw: an endless loop, or everybody has lost at the same time."""
        return bool(self.winner) or self.drawn or not self.turn_order()

    def zone(self, name: str, player: str = "") -> list[int]:
        """The objects in a zone, in order: a library's first is its top, the stack's last is its top."""
        key = f"{name} of {player}" if name in OWN_ZONES else name
        return self.zones.setdefault(key, [])

    def turn_order(self, first: str = "") -> list[str]:
        """Players still in the game, from ``first`` (the active player when empty) in turn order."""
        names = list(self.players)
        start = names.index(first or self.active or names[0])
        return [name for name in names[start:] + names[:start] if not self.players[name].lost]

    def shared_by(self, player: str) -> SharedTotals | None:
        """The totals that a player shares with teammates; ``None`` if there are none."""
        return next((each for each in self.shared if player in each.members), None)

    def opponents(self, player: str) -> list[str]:
        """The players still in the game who are not of a player's team, in turn order."""
        team = self.options.team_of(player)
        return [name for name in self.turn_order() if name not in team]

    def to_json(self) -> str:
        """The state as JSON text, which :meth:`from_json` turns back into an equal state."""
        return json.dumps(to_plain(self), ensure_ascii=False, sort_keys=False)

    @staticmethod
    def from_json(text: str) -> State:
        state = from_plain(json.loads(text))
        if not isinstance(state, State):
            raise TypeError("this JSON is not the state of a game")
        return state


def object_ref(thing_id: int) -> str:
    """The state's reference to an object: ``object 7``."""
    return f"object {thing_id}"


def player_ref(name: str) -> str:
    """The state's reference to a player: ``player Ann``."""
    return f"player {name}"


@lru_cache(maxsize=1 << 14)
def ref_id(ref: str) -> int | None:
    """The id in a reference to an object, ``None`` for a reference to a player.

    >>> ref_id("object 7"), ref_id("player Ann")
    (7, None)
    """
    kind, _, rest = ref.partition(" ")
    return int(rest) if kind == "object" else None


def ref_player(ref: str) -> str | None:
    """The name in a reference to a player, ``None`` for a reference to an object."""
    kind, _, rest = ref.partition(" ")
    return rest if kind == "player" else None
