"""Set a game up: cards in zones, life, mana, whose turn it is. Nothing here is an event, so nothing triggers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine.abilities.changes import SetController
from rulesite.engine.abilities.references import You
from rulesite.engine.effects.enters_by_type import counters_by_type
from rulesite.engine.seating.turn_markers import hand_out
from rulesite.engine.state import zones
from rulesite.engine.state.event import Event, damage, record
from rulesite.engine.state.game_state import Effect, object_ref
from rulesite.engine.state.objects import Bindings, Card, Thing
from rulesite.engine.state.sides import shown
from rulesite.engine.state.teams import partners
from rulesite.engine.state.turn_steps import canonical

from . import queries
from .card_reader import Compiler, card
from .game_questions import Asking


class SettingUp(Asking):
    """Sets up the table before the game starts."""

    compiler: Compiler

    def card(self, name: str, line: str = "", *, text: str = "", **printed: Any) -> Card:
        """A card of this game: as :func:`rulesite.engine.card_reader.card`, with its text compiled.

        Raises ``UnreadableText`` (from the card-text compiler) when the text cannot be read.
        """
        made = card(name, line, text=text, **printed)
        if not text or made.abilities:
            return made
        return replace(made, abilities=tuple(self.compiler(made, self.kernel.rules.date)))

    def put(
        self,
        what: Card,
        player: str,
        zone: str = "battlefield",
        *,
        label: str = "",
        controller: str = "",
        tapped: bool = False,
        counters: dict[str, int] | None = None,
        attached_to: str | int = "",
        damage: int = 0,
        new: bool = False,
        position: int | None = None,
        token: bool = False,
        chosen: dict[str, str] | None = None,
    ) -> int:
        """Set a card up in a zone without any event; returns the id of the object.

        ``player`` is its owner, ``controller`` its controller if another. A permanent has been there since before the
        turn unless ``new``; that and its damage the history says, too. A planeswalker has its printed loyalty, a Saga
        one lore counter, unless ``counters`` say otherwise. ``chosen`` are choices made as it entered, e.g.
        ``{"color": "red"}``. A library is built from the top down (``position`` 0 is the top).
        """
        self._player(player)
        thing = zones.create(
            self.kernel,
            what,
            player,
            zone,
            label=label,
            controller=player,
            kind="token" if token else "card",
            position=position,
        )
        thing.since_turn = self.state.turn if new else 0
        thing.tapped, thing.damage, thing.counters = tapped, damage, dict(counters or {})
        if zone == "battlefield":
            thing.counters |= counters_by_type(self.kernel, thing, shown(thing), told=thing.counters)
        thing.remembers = {f"chosen {quality}": value for quality, value in (chosen or {}).items()}
        if attached_to != "":
            host = attached_to if isinstance(attached_to, str) and attached_to in self.state.players else None
            thing.attached_to = f"player {host}" if host else object_ref(self.id(attached_to))
        if controller not in ("", player):
            self._give_control(thing.id, controller)
        self.state.touch()
        self._record_this_turn(thing, new)
        return thing.id

    def _record_this_turn(self, thing: Thing, new: bool) -> None:
        """Write into the history what must have happened to a permanent this turn: it entered, it was dealt damage."""
        ref, happened = object_ref(thing.id), []
        if new and thing.zone == "battlefield":
            happened.append(Event("move", ref, zone=thing.zone, new=thing.id))
        if thing.damage:
            happened.append(damage(0, ref, thing.damage))
        for event in happened:
            record(self.kernel, [event])

    def _give_control(self, thing_id: int, player: str) -> None:
        """Give a player control of an object by an effect that began earlier: it ends if the player leaves."""
        state = self.state
        effect = Effect(
            state.fresh_id(),
            (SetController(You()),),
            [object_ref(thing_id)],
            "permanent",
            Bindings(player),
            state.tick(),
            0,
            label="what was set up",
        )
        state.effects.append(effect)

    def fill_library(self, player: str, count: int = 10, name: str = "Card") -> None:
        """Set blank cards up under a library, so that nobody loses for drawing from an empty one."""
        for _ in range(count):
            self.put(card(name), player, "library")

    def set_life(self, player: str, life: int) -> None:
        """Set a life total up, without any event."""
        self._player(player)
        team = self.state.shared_by(player)
        if team is not None:
            team.life = life
        self.state.players[player].life = life

    def add_mana(self, player: str, mana: str) -> None:
        """Set mana up in a pool, without any event: ``"{2}{B}"`` (generic is colourless)."""
        pool = self._player(player).mana
        for symbol in queries.plain_symbols(mana):
            pool[symbol] = pool.get(symbol, 0) + 1
        self.state.touch()

    def set_turn(
        self, player: str = "", step: str = "precombat main", priority: str | None = "", turn: int = 0
    ) -> None:
        """Set up whose turn and which step it is, and who has priority (the active player by default)."""
        if player:
            self._player(player)
            self.state.active = partners(self.state, player)[0]
            hand_out(self.kernel)
        self.state.step = canonical(step)
        if turn:
            self.state.turn = self.state.first_turn = turn
        self.state.priority = self.state.active if priority == "" else priority or ""
