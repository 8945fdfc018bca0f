"""The questions that :class:`rulesite.engine.game.Game` answers."""

from __future__ import annotations

from typing import Any

from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import UnknownName
from rulesite.engine.state.game_state import Player, State
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Characteristics
from rulesite.engine.state.teams import life_of

from . import queries


class Asking:
    """The questions about a game. None of them changes it; a name without a meaning raises :class:`UnknownName`."""

    kernel: Kernel

    @property
    def state(self) -> State:
        """The state as plain data; read it, do not change it."""
        return self.kernel.state

    def id(self, name: str | int, player: str = "") -> int:
        """The current id of the object with this name or older id; ``player``'s own if several could be meant.

        Raises :class:`UnknownName` when it means no object or several.
        """
        return queries.find(self.kernel, name, player)

    def exists(self, name: str | int) -> bool:
        """Whether the card or token still exists (a token outside play does not)."""
        try:
            return self.id(name) in self.state.things
        except UnknownName:
            return False

    def zone_of(self, name: str | int) -> str:
        """The zone of a card: battlefield, graveyard, hand, library, exile or stack; "phased out"; "nowhere" if it has
        ceased to exist."""
        return queries.zone_of(self.kernel, name)

    def life(self, player: str) -> int:
        """A player's life total; a team's where it is shared."""
        return life_of(self.state, self._player(player).name)

    def mana_pool(self, player: str) -> str:
        """The mana in a pool, as symbols: ``"{C}{C}{B}"``, ``""`` when empty."""
        return queries.pool(self._player(player))

    def characteristics(self, name: str | int) -> Characteristics:
        """An object's characteristics now: name, types, colours, power, toughness, abilities, controller …"""
        return look(self.kernel, self.id(name))

    def power_toughness(self, name: str | int) -> tuple[int | None, int | None]:
        found = self.characteristics(name)
        return found.power, found.toughness

    def has_keyword(self, name: str | int, keyword: str) -> bool:
        """Whether an object has a keyword ability ("flying", "first strike", "islandwalk" …)."""
        return self.count_keyword(name, keyword) > 0

    def count_keyword(self, name: str | int, keyword: str) -> int:
        """How many instances of a keyword ability an object has."""
        return queries.count_keyword(self.kernel, self.id(name), keyword)

    def counters(self, name: str | int, kind: str) -> int:
        """How many counters of a kind an object or a player has."""
        return queries.counters(self.kernel, name, kind)

    def is_tapped(self, name: str | int) -> bool:
        return self.state.things[self.id(name)].tapped

    def controller(self, name: str | int) -> str:
        return look(self.kernel, self.id(name)).controller

    def times_triggered(self, name: str | int) -> int:
        """How often abilities of an object (by its label) have triggered in this game."""
        return queries.times_triggered(self.kernel, name)

    def stack(self) -> list[str]:
        """The labels of the objects on the stack, the top first. An ability is called "<source>'s ability"."""
        return [self.state.things[each].label for each in reversed(self.state.zone("stack"))]

    def hand(self, player: str) -> list[str]:
        """The labels of the cards in a hand."""
        return [self.state.things[each].label for each in self.state.zone("hand", player)]

    def cards_in(self, zone: str, player: str = "") -> list[str]:
        """The labels of the objects in a zone, in order (a library from the top)."""
        return [self.state.things[each].label for each in self.state.zone(zone, player)]

    def total_cost(self, name: str | int) -> list[str]:
        """The total cost of a spell or ability on the stack, as locked in: ``["{2}{B}", "sacrifice"]``."""
        return queries.total_cost(self.kernel, name)

    def happened(self, kind: str, **facts: Any) -> list[dict[str, Any]]:
        """The events of a kind (see :class:`rulesite.engine.events.apply.Event`) with these facts, in order.

        Each has ``batch`` (shared by simultaneous events), ``turn`` and the facts, with names in place of references.
        """
        return queries.happened(self.kernel, kind, facts)

    def same_event(self, first: str | int, second: str | int) -> bool:
        """Whether two objects last changed zones at the same time."""
        return queries.same_event(self.kernel, first, second)

    def winner(self) -> str:
        return self.state.winner

    def has_lost(self, player: str) -> bool:
        return bool(self._player(player).lost)

    def _player(self, name: str) -> Player:
        if name not in self.state.players:
            raise UnknownName(f"no player is called {name!r}: {', '.join(self.state.players)}")
        return self.state.players[name]
