"""Random tables: real cards in random zones, and random players who do what the rules let them.

A table is known by its seed: the same seed sets up the same table and plays the same game. As a command it prints a
digest of each of some games, so that games of two processes can be held against each other::

    python tests/engine/random_tables.py CARDS.tsv 0 20
"""

from __future__ import annotations

import csv
import hashlib
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.events.triggers import Moment
from rulesite.engine.game import Game
from rulesite.engine.language.vocabulary import BASIC_LAND_TYPES
from rulesite.engine.liveness.acting import RandomPlayers
from rulesite.engine.state.characteristics import view
from rulesite.engine.state.choices import EngineError, IllegalAction, NotModelled, UnknownName
from rulesite.engine.state.game_state import State

HERE = Path(__file__).resolve().parents[3] / "shared" / "cards" / "oracle-2021.tsv"
DATE = "2021-11-19"
CARDS_OF_A_TABLE = 8
ACTIONS = 30
ZONES = ("hand", "hand", "battlefield", "battlefield", "graveyard", "library")


def cards_in(path: Path = HERE) -> list[dict[str, str]]:
    """The rows of a file of cards."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@dataclass
class Table:
    """One random game: what was set up, what was done, and what came of it."""

    seed: int
    cards: list[dict[str, str]]
    game: Game = field(init=False)
    done: Counter[str] = field(default_factory=Counter)
    unmodelled: Counter[str] = field(default_factory=Counter)
    names: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        players = ["Ann", "Bob", "Cat"][: self.dice.choice([2, 2, 2, 3])]
        self.game = Game(DATE, players, compiler=read)
        self.players = RandomPlayers(self.game, self.dice)
        self._set_up(players)
        self.game.kernel.script = self.players.chance

    def _set_up(self, players: list[str]) -> None:
        game = self.game
        for player in players:
            for land in BASIC_LAND_TYPES:
                game.put(game.card(land, f"Basic Land - {land}"), player, self.dice.choice(["battlefield", "library"]))
            game.put(game.card("Bear", "Creature - Bear 2/2, green", cost="{1}{G}"), player)
            for number in range(4):
                game.put(game.card(f"Card {number}", "Artifact", cost="{9}"), player, "library")
        for row, card in self._readable():
            zone = self.dice.choice(ZONES)
            if zone == "battlefield" and not card.is_permanent_card:
                zone = "hand"
            player = self.dice.choice(players)
            aura = "Aura" in card.subtypes and zone == "battlefield"
            game.put(card, player, zone, attached_to="Ann's Bear" if aura else "")
            self.names.append(f"{row['name']} ({zone})")

    def _readable(self) -> Iterator[tuple[dict[str, str], Any]]:
        found = 0
        while found < CARDS_OF_A_TABLE:
            row = self.dice.choice(self.cards)
            try:
                card = self.game.card(row["name"], row["line"], text=printed(row["text"]), cost=row["cost"] or None)
            except (UnreadableText, ValueError):
                continue
            if stands(card):
                found += 1
                yield row, card

    def play(self) -> Table:
        """Act at random; what the rules refuse, and what is not modelled, is counted and undone."""
        for _ in range(ACTIONS):
            if self.game.state.over:
                break
            try:
                self.players.act()
                self.done["legal"] += 1
            except IllegalAction:
                self.done["illegal"] += 1
            except NotModelled as error:
                self.done["not modelled"] += 1
                self.unmodelled[str(error)] += 1
            except UnknownName:
                self.done["unknown name"] += 1
            except EngineError:
                self.done["other"] += 1
            self.check()
        return self

    def check(self) -> None:
        """Nothing is lost, doubled or in two places; what is on the table hangs together, and what is remembered of
        objects is what they are. Raises AssertionError."""
        state = self.game.state
        in_zones = Counter(each for ids in state.zones.values() for each in ids)
        assert sorted(in_zones) == sorted(state.things), "an object is in no zone, or an id in a zone is no object"
        assert max(in_zones.values(), default=0) <= 1, "an object is in two places"
        for key, ids in state.zones.items():
            for each in ids:
                thing = state.things[each]
                assert key in (thing.zone, f"{thing.zone} of {thing.owner}"), f"{thing.label} is not in its own zone"
                assert all(count > 0 for count in thing.counters.values()), f"{thing.label} has {thing.counters}"
        cards = Counter(thing.owner for thing in state.things.values() if thing.kind == "card")
        for player, count in self.owned().items():
            left = bool(state.players[player].lost)
            assert left or cards[player] == count, f"{player} had {count} cards and has {cards[player]}"
        assert all(count >= 0 for player in state.players.values() for count in player.mana.values())
        remembered, moment = view(self.game.kernel), Moment.now(self.game.kernel)
        state.touch()
        self.game.kernel.layer_memo.clear()
        assert view(self.game.kernel) == remembered, "something changed, and nobody said so"
        assert Moment.now(self.game.kernel) == moment, "something moved, and nobody said so"

    def owned(self) -> dict[str, int]:
        """How many cards each player brought to the table."""
        if not hasattr(self, "_owned"):
            things = self.game.state.things.values()
            self._owned = dict(Counter(thing.owner for thing in things if thing.kind == "card"))
        return self._owned

    def digest(self) -> str:
        """A digest of all that happened and all that there is."""
        return hashlib.sha256(f"{self.game.trace}\n{self.game.to_json()}".encode()).hexdigest()[:16]


_READ: dict[tuple[str, str], Any] = {}


def read(card: Any, date: str) -> Any:
    """The abilities of a card, each text read once."""
    from rulesite.engine.card_reader import read_card

    key = (card.name, card.text)
    if key not in _READ:
        try:
            _READ[key] = read_card(card, date)
        except UnreadableText as error:
            _READ[key] = error
    if isinstance(_READ[key], UnreadableText):
        raise _READ[key]
    return _READ[key]


_STANDS: dict[str, bool] = {}


def stands(card: Any) -> bool:
    """Whether the engine can look at a card wherever it lies: all that it is and has is modelled."""
    if card.name not in _STANDS:
        game = Game(DATE)
        try:
            for zone in ("hand", "battlefield"):
                game.characteristics(game.put(card, "Ann", zone))
            _STANDS[card.name] = True
        except NotModelled:
            _STANDS[card.name] = False
    return _STANDS[card.name]


def printed(text: str) -> str:
    """The text as the card prints it: without reminder text, loyalty symbols without brackets."""
    return re.sub(r"\[([+−–-]?[\dX]+)\]:", r"\1:", re.sub(r"\s*\([^)]*\)", "", text.replace("\\n", "\n"))).strip()


def played(seed: int, cards: list[dict[str, str]]) -> Table:
    """The game of a seed, played to its end."""
    table = Table(seed, cards)
    table.owned()
    table.play()
    assert State.from_json(table.game.to_json()) == table.game.state
    return table


if __name__ == "__main__":
    rows = cards_in(Path(sys.argv[1]))
    for each in range(int(sys.argv[2]), int(sys.argv[3])):
        print(each, played(each, rows).digest())
