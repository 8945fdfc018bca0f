"""The table before the first action, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulesite.engine.scenario.language.trees import Ref
from rulesite.engine.seating.variants import agreed
from rulesite.engine.state.options import Options

if TYPE_CHECKING:
    from .model import CardText


@dataclass
class Piece:
    """One object of the set-up. ``line`` is its type line; the lists hold what other sentences add, ``struck`` the
    words that they take away.

    ``at`` is the line of the file that describes it: the line of its card, or of the sentence that sets it up.
    ``faces`` are the further faces of its card, ``up`` the name of the face that is up, ``melded_with`` the other card
    of a melded permanent.
    """

    name: str
    owner: str
    zone: str
    label: str = ""
    controller: str = ""
    line: str = ""
    text: str = ""
    cost: str = ""
    pt: str = ""
    colours: list[str] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    supertypes: list[str] = field(default_factory=list)
    subtypes: list[str] = field(default_factory=list)
    struck: list[str] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)
    counters: dict[str, int] = field(default_factory=dict)
    damage: int = 0
    tapped: bool = False
    new: bool = False
    face_down: bool = False
    token: bool = False
    commander: bool = False
    companion: bool = False
    stickers: list[tuple[str, int]] = field(default_factory=list)
    attached_to: Ref | None = None
    blank: bool = False
    at: int = 0
    faces: tuple[tuple[str, CardText], ...] = ()
    up: str = ""
    melded_with: Piece | None = None


@dataclass
class Agreement:
    """The game options that a scenario sets; the others come from its variant."""

    variant: str = ""
    teams: list[list[str]] = field(default_factory=list)
    ranges: int | Mapping[str, int] | None = None
    attack: str = ""
    deploy: bool | None = None

    def options(self, players: list[str]) -> Options:
        """The options of the game. Raises ``ValueError`` for impossible ones."""
        return agreed(players, self.variant, self.teams, self.ranges, self.attack, self.deploy)


@dataclass
class Board:
    """The whole table before the first action. ``players`` sit in this order, each to the left of the last.

    ``timed_at`` is the line that says in which step the game begins; 0 where none does.
    """

    players: list[str] = field(default_factory=list)
    agreement: Agreement = field(default_factory=Agreement)
    life: dict[str, int] = field(default_factory=dict)
    mana: dict[str, str] = field(default_factory=dict)
    player_counters: dict[str, dict[str, int]] = field(default_factory=dict)
    name_stickers: dict[str, list[str]] = field(default_factory=dict)
    pieces: list[Piece] = field(default_factory=list)
    described: dict[str, CardText] = field(default_factory=dict)
    libraries: set[str] = field(default_factory=set)
    active: str = ""
    step: str = "precombat main"
    timed_at: int = 0
    daytime: str = ""
    monarch: str = ""
    initiative: str = ""
    turn: int = 0
    priority: str = ""
    attacks: list[tuple[str, str, list[str], bool]] = field(default_factory=list)
    blocks: list[tuple[str, Ref, list[str]]] = field(default_factory=list)

    def find(self, ref: Ref) -> list[Piece]:
        """The pieces that a name means: those with this label, else those whose card has the name."""
        mine = [piece for piece in self.pieces if not ref.owner or ref.owner in (piece.owner, piece.controller)]
        return [piece for piece in mine if piece.label == ref.name] or [
            piece for piece in mine if piece.name == ref.name
        ]
