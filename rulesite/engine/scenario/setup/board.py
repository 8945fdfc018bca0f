"""The set-up: turn the sentences of ``given`` and of a control's ``change`` into a :class:`Board`, plain data.

Nothing of the engine is touched here. :mod:`.builder` makes a game from a board.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from lark import Token, Tree

from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.lexer import Names
from rulesite.engine.scenario.language.parser import parse
from rulesite.engine.scenario.language.trees import AbilityRef, Ref, leaf, named, place
from rulesite.engine.scenario.language.vocabulary import BASIC_LANDS, singulars
from rulesite.engine.scenario.model import CardText, Scenario, Sentence
from rulesite.engine.scenario.pieces import Board, Piece

from .attributes import attribute, plain_first, strike, with_all
from .impossible_boards import check_fighter, check_zone_owner
from .options import Agreeing

USUAL_PLAYERS = ("Ann", "Bob")


def names_of(scenario: Scenario) -> Names:
    """The names that are known before the set-up is read: the players and the cards with a text."""
    players = list(scenario.players) or _players(scenario)
    cards = [*scenario.cards, *(card for control in scenario.controls for card in control.cards)]
    return Names(players, [name for card in cards for name in (card.name, *(face.name for _, face in card.faces))])


def _players(scenario: Scenario) -> list[str]:
    """The players in order of mention: Ann, Bob and every name that begins a set-up sentence as a player does."""
    import re

    pattern = re.compile(
        r"^(?:It is )?([A-Z]\w*)(?:,| has\b| in play| on the battlefield| in hand| controls\b| owns\b|"
        r"'s (?:first |second )?(?:turn|upkeep|library|hand|graveyard|mana|main|draw|end|combat|declare)|"
        r"\s*:| in exile| attacks\b| blocks\b)"
    )
    cards = {card.name for card in scenario.cards}
    found: list[str] = []
    for sentence in scenario.given:
        match = pattern.match(sentence.text)
        if match is not None and match.group(1) not in (*cards, "In", "Mana", "Library", "Hand", "Graveyard", "Each"):
            found.append(match.group(1))
    every = list(dict.fromkeys(found))
    for usual in USUAL_PLAYERS:
        if len(every) < 2 and usual not in every:
            every.append(usual)
    return every


class Setter(Agreeing):
    """Read set-up sentences in order; later sentences override earlier ones."""

    def __init__(self, scenario: Scenario, names: Names, cards: Iterable[CardText] = ()) -> None:
        self.scenario = scenario
        self.names = names
        self.cards = {card.name: card for card in [*scenario.cards, *cards]}
        self.faces = {face.name: card for card in self.cards.values() for _, face in card.faces}
        self.board = Board(players=list(names.players), agreement=replace(scenario.agreement), described=self.cards)
        self.current = names.players[0]
        self.line = 0
        self.changing = False

    def read(self, sentences: Iterable[Sentence]) -> Board:
        for sentence in sentences:
            self.line = sentence.line
            try:
                self.sentence(parse(sentence.text, "given", self.names).children[0])
            except ScenarioError as error:
                raise error.at(self.scenario.path, sentence.line) from None
        return self.board

    def change(self, sentence: Sentence) -> Tree[Any] | None:
        """Make a control's change; return the tree of an edit of the script, for the caller to apply."""
        self.line, self.changing = sentence.line, True
        try:
            tree = parse(sentence.text, "given", self.names)
        except ScenarioError as error:
            try:
                return parse(sentence.text, "edit", self.names)
            except ScenarioError:
                raise error.at(self.scenario.path, sentence.line) from None
        try:
            self.sentence(tree.children[0])
        except ScenarioError as error:
            raise error.at(self.scenario.path, sentence.line) from None
        return None

    # -- sentences -----------------------------------------------------------------------------------------------

    def sentence(self, tree: Tree[Any]) -> None:
        getattr(self, str(tree.data))(*tree.children)

    def about_player(self, player: Tree[Any], *parts: Tree[Any]) -> None:
        self.current = str(leaf(player))
        for part in parts:
            if part.data == "life":
                self.board.life[self.current] = leaf(part)
            else:
                self.more_zones(part)

    def more_zones(self, zones: Tree[Any]) -> None:
        for zone in zones.children:
            if zone.data == "pool":
                self._mana(self.current, zone.children[0])
                continue
            name = _zone_name(zone.children[0])
            if name == "library":
                self._stack_library(self.current)
            if len(zone.children) > 1:
                self._items(zone.children[1], self.current, name)

    def _stack_library(self, player: str) -> None:
        """Set a whole library: a library in a control's change replaces the one of the set-up."""
        self.board.libraries.add(player)
        if self.changing:
            self.board.pieces = [each for each in self.board.pieces if (each.owner, each.zone) != (player, "library")]

    def holds(self, player: Tree[Any], items: Tree[Any], where: Tree[Any] | None = None) -> None:
        self.current = str(leaf(player))
        zone = place(where)[0] if where is not None else "battlefield"
        if zone == "library":
            self._stack_library(self.current)
        self._items(items, self.current, zone)

    def empty_zone(self, owner: Tree[Any], zone: Tree[Any]) -> None:
        player = str(leaf(owner))
        if zone.data == "library":
            self.board.libraries.add(player)
        self.board.pieces = [piece for piece in self.board.pieces if (piece.owner, piece.zone) != (player, zone.data)]

    def each_has(self, *parts: Tree[Any]) -> None:
        items = next(part for part in parts if part.data == "items")
        where = [part for part in parts if part.data.startswith("place")]
        for player in self.board.players:
            self._items(items, player, place(where[0])[0] if where else "battlefield")

    def player_counters(self, player: Tree[Any], number: Token, kind: Token) -> None:
        self.board.player_counters.setdefault(str(leaf(player)), {})[str(kind.value)] = number.value

    def mana_pool(self, player: Tree[Any], mana: Any) -> None:
        self._mana(str(leaf(player)), mana)

    def _mana(self, player: str, mana: Any) -> None:
        token = mana if isinstance(mana, Token) else next(iter(mana.children), None)
        self.board.mana[player] = "" if token is None else str(token.value)

    def priority(self, player: Tree[Any]) -> None:
        self.board.priority = str(leaf(player))

    def turn(self, player: Tree[Any], *rest: Token) -> None:
        self.board.active, self.board.timed_at = str(leaf(player)), self.line
        step = str(rest[-1].value)
        second = len(rest) > 1 and rest[0].value == 2
        self.board.step = "precombat main" if step == "turn" else "postcombat main" if second else step

    def given_monarch(self, player: Tree[Any]) -> None:
        self.board.monarch = leaf(player)

    def given_initiative(self, player: Tree[Any]) -> None:
        self.board.initiative = leaf(player)

    def given_daytime(self, word: Tree[Any]) -> None:
        self.board.daytime = str(leaf(word))

    def turn_number(self, step: Token, number: Token) -> None:
        self.board.turn = number.value

    def given_attack(self, player: Tree[Any], *rest: Tree[Any]) -> None:
        attacker, defender = str(leaf(player)), ""
        banded = any(part.data == "band" for part in rest)
        for part in rest:
            if part.data == "player":
                defender = str(leaf(part))
        pieces = self._mentioned(next(part for part in rest if part.data == "items"), attacker)
        self.board.active = attacker
        self.board.attacks.append((attacker, defender, [piece.label for piece in pieces], banded))

    def given_block(self, player: Tree[Any], attacker: Tree[Any], items: Tree[Any]) -> None:
        defender = str(leaf(player))
        pieces = self._mentioned(items, defender)
        self.board.blocks.append((defender, named(attacker), [piece.label for piece in pieces]))

    def thing_is(self, subject: Tree[Any], *attrs: Tree[Any]) -> None:
        for piece in self._pieces(subject):
            plain_first(piece, attrs)
            for attr in attrs:
                attribute(piece, attr, replace=True)

    def thing_is_not(self, subject: Tree[Any], *attrs: Tree[Any]) -> None:
        for piece in self._pieces(subject):
            for attr in attrs:
                strike(piece, attr)

    def thing_in(self, subject: Tree[Any], where: Tree[Any], *rest: Any) -> None:
        zone, owner = place(where)
        under = [part for part in rest if isinstance(part, Token) or part.data in ("owner", "player")]
        for piece in self._pieces(subject):
            if zone == "game":
                continue
            piece.zone, piece.attached_to = zone, None
            if owner:
                check_zone_owner(piece, zone, owner)
                piece.owner = owner
            piece.controller = str(under[0].value if isinstance(under[0], Token) else leaf(under[0])) if under else ""

    def thing_has(self, subject: Tree[Any], withs: Tree[Any]) -> None:
        for piece in self._pieces(subject):
            with_all(piece, withs, replace=True)

    def thing_says(self, subject: Tree[Any], text: Token) -> None:
        for piece in self._pieces(subject):
            piece.text = str(text.value)

    def thing_new(self, subject: Tree[Any]) -> None:
        for piece in self._pieces(subject):
            piece.new = True

    def thing_on(self, subject: Tree[Any], host: Tree[Any]) -> None:
        for piece in self._pieces(subject):
            piece.attached_to = named(host)

    def controlled(self, subject: Tree[Any], player: Tree[Any]) -> None:
        for piece in self._pieces(subject):
            piece.controller = str(leaf(player))

    # -- objects -------------------------------------------------------------------------------------------------

    def _pieces(self, subject: Tree[Any]) -> list[Piece]:
        ref = named(subject)
        if isinstance(ref, AbilityRef):
            raise ScenarioError(f"{ref} is an ability, and the set-up is about cards")
        found = self.board.find(ref)
        for one in singulars(ref.name) if ref.every and not found else ():
            found = found or self.board.find(Ref(one, ref.owner))
        if not found:
            raise ScenarioError(
                f"nothing in the set-up is called {str(ref)!r}", mend="Put it in a zone first: Ann in play: …"
            )
        if len(found) > 1 and not ref.every:
            raise ScenarioError(
                f"{str(ref)!r} may be {' or '.join(f'{p.owner}{chr(39)}s {p.label}' for p in found)}",
                mend="Say whose, or give them names of their own",
            )
        return found

    def _items(self, items: Tree[Any], player: str, zone: str) -> list[Piece]:
        made: list[Piece] = []
        for item in items.children:
            if item.data == "no_item":
                continue
            if item.data == "blank_cards":
                new = [Piece("plain card", player, zone, "plain card", blank=True) for _ in range(leaf(item))]
            else:
                new = self._item(item, player, zone)
            made += new
            self.board.pieces += new
        for piece in made:
            self.names.add(card=piece.label)
            self.names.add(card=piece.name)
        return made

    def _item(self, item: Tree[Any], player: str, zone: str) -> list[Piece]:
        count, owner, name = 1, "", ""
        attrs: list[Tree[Any]] = []
        for part in item.children:
            if part.data == "count":
                count = leaf(part) if part.children else 1
            elif part.data == "item_name":
                name = str(leaf(part.children[-1]))
                owner = str(leaf(part.children[0])) if len(part.children) > 1 else ""
            else:
                attrs.append(part)
        if count > 1 and name not in self.cards and name not in BASIC_LANDS:
            several = singulars(name)
            name = next((one for one in several if one in self.cards), next(iter(several), name))
        said = name
        if name not in self.cards and name in self.faces:
            name = self.faces[name].name
        known = Ref(said, owner)
        restated = (
            self._restated(Ref(name, owner or player), zone)
            if count == 1 and attrs and not any(each.data == "a_called" for each in attrs)
            else []
        )
        if restated:
            pieces = restated
            self.board.pieces = [piece for piece in self.board.pieces if piece not in pieces]
        elif owner and self.board.find(known):
            pieces = self.board.find(known)
            for piece in pieces:
                piece.controller = player
            self.board.pieces = [piece for piece in self.board.pieces if piece not in pieces]
        else:
            pieces = [
                Piece(
                    name,
                    owner or player,
                    zone,
                    said if count == 1 else f"{said} {number + 1}",
                    up=said,
                    controller=player if owner else "",
                )
                for number in range(count)
            ]
        for piece in pieces:
            check_zone_owner(piece, zone, player)
            self._printed(piece)
            for attr in attrs:
                attribute(piece, attr)
            self._number(piece)
        return pieces

    def _restated(self, ref: Ref, zone: str) -> list[Piece]:
        """The existing piece that a change describes anew as something else ("Bob, in play: Wolf 2/2")."""
        found = [piece for piece in self.board.find(ref) if piece.zone == zone] if self.changing else []
        return found if len(found) == 1 else []

    def _number(self, piece: Piece) -> None:
        """Label a second card of the same name and owner "Bear 2", so that each can be named."""
        taken = {each.label for each in self.board.pieces if each.owner == piece.owner and each is not piece}
        plain, number = piece.label, 1
        while piece.label in taken:
            number += 1
            piece.label = f"{plain} {number}"

    def _mentioned(self, items: Tree[Any], player: str) -> list[Piece]:
        """The pieces in a list of attackers or blockers; missing ones are put into play."""
        found: list[Piece] = []
        for item in items.children:
            name = next(str(leaf(part.children[-1])) for part in item.children if part.data == "item_name")
            there = [piece for piece in self.board.find(Ref(name, player)) if piece.zone == "battlefield"]
            if there:
                found.append(there[0])
            else:
                if len(item.children) == 1:
                    check_fighter(self.board, name, player)
                found += self._items(Tree("items", [item]), player, "battlefield")
        return found

    def _printed(self, piece: Piece) -> None:
        piece.at = self.line
        card = self.cards.get(piece.name)
        if card is not None and not piece.line:
            piece.line, piece.text, piece.at = card.line, card.text, card.at or self.line
        if card is not None:
            piece.faces = card.faces
            piece.melded_with = self._other_of_pair(piece, card)

    def _other_of_pair(self, piece: Piece, card: CardText) -> Piece | None:
        """The other card of a meld pair, if the piece is their melded permanent."""
        with_ = next((face.melds_with for key, face in card.faces if key == "meld" and face.name == piece.up), "")
        if not with_:
            return None
        if with_ not in self.cards:
            raise ScenarioError(f"nothing says what {with_!r} is", mend=f'Add [cards."{with_}"] with its line')
        other = Piece(with_, piece.owner, piece.zone)
        self._printed(other)
        return other


def _zone_name(tree: Tree[Any]) -> str:
    if tree.data == "zone_hand":
        return "hand"
    if tree.data == "zone_name":
        return str(leaf(tree))
    return str(tree.children[-1].data)
