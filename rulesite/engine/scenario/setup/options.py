"""The set-up of a multiplayer game: sentences that change seats and options."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.trees import leaf
from rulesite.engine.scenario.pieces import Board, Piece


class Agreeing:
    """Read the sentences about seats and options."""

    board: Board

    def _pieces(self, subject: Tree[Any]) -> list[Piece]:
        """The pieces named in a sentence of the set-up."""
        raise NotImplementedError

    def sits_left(self, player: Tree[Any], other: Tree[Any]) -> None:
        """Seat a player to the left of another, that is next in turn order."""
        self._sit(str(leaf(player)), str(leaf(other)), 1)

    def sits_right(self, player: Tree[Any], other: Tree[Any]) -> None:
        self._sit(str(leaf(player)), str(leaf(other)), 0)

    def _sit(self, player: str, other: str, after: int) -> None:
        if player == other:
            raise ScenarioError(f"{player} cannot sit beside himself or herself")
        self.board.players.remove(player)
        self.board.players.insert(self.board.players.index(other) + after, player)

    def commander_is(self, subject: Tree[Any], owner: Tree[Any]) -> None:
        """Designate a card as the commander of its owner's deck."""
        for piece in self._pieces(subject):
            if piece.owner != str(leaf(owner)):
                raise ScenarioError(f"{piece.label} is {piece.owner}'s, and a commander is of one's own deck")
            piece.commander = True

    def companion_is(self, subject: Tree[Any], owner: Tree[Any]) -> None:
        """Note that a player has revealed a card outside the game as the chosen companion."""
        for piece in self._pieces(subject):
            if piece.owner != str(leaf(owner)) or piece.zone != "outside":
                raise ScenarioError(f"{piece.label} is no card of {leaf(owner)}'s outside the game")
            piece.companion = True

    def stickered(self, subject: Tree[Any], word: Token, after: Token) -> None:
        """Begin with a name sticker on a card."""
        for piece in self._pieces(subject):
            piece.stickers.append((str(word.value), int(after.value)))

    def may_use_sticker(self, player: Tree[Any], word: Token) -> None:
        self.board.name_stickers.setdefault(str(leaf(player)), []).append(str(word.value))

    def variant_is(self, name: Token) -> None:
        self.board.agreement.variant = str(name.value)

    def attacks_as(self, word: Token) -> None:
        self.board.agreement.attack = str(word.value)

    def range_is(self, owner: Tree[Any], seats: Token | None = None) -> None:
        options = self.board.agreement.options(self.board.players)
        ranges = dict(options.ranges)
        ranges.pop(str(leaf(owner)), None)
        if seats is not None:
            ranges[str(leaf(owner))] = int(seats.value)
        self.board.agreement.ranges = ranges

    def every_range_is(self, seats: Token | None = None) -> None:
        self.board.agreement.ranges = int(seats.value) if seats is not None else {}
