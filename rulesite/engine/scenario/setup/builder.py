"""From a board to a game: compile the cards, put them into their zones, and begin combat if the set-up does."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from rulesite.engine.abilities.kinds import KeywordAbility
from rulesite.engine.abilities.node import walk
from rulesite.engine.abilities.traits import Compares
from rulesite.engine.card_reader import NO_COST, read_text
from rulesite.engine.card_reader import card as printed_card
from rulesite.engine.cardtext.errors import UnprovedReading, UnreadableText
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import paragraphs
from rulesite.engine.cardtext.suggestions import advised
from rulesite.engine.casting.mana_pool import symbols_of
from rulesite.engine.casting.setting_aside import COMPANION
from rulesite.engine.effects.enters_by_type import counters_by_type
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.eras.tracking import notice
from rulesite.engine.eras.validity import value
from rulesite.engine.game import Game
from rulesite.engine.language import keyword_table
from rulesite.engine.players.hand_sizes import starting_life
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.trees import AbilityRef, Ref
from rulesite.engine.scenario.language.vocabulary import BASIC_LANDS, COLOURS, singulars
from rulesite.engine.scenario.model import CardText
from rulesite.engine.scenario.pieces import Board, Piece
from rulesite.engine.seating.variants import VARIANTS
from rulesite.engine.state.choices import NotModelled, UnknownName
from rulesite.engine.state.face_down import FACE_DOWN_BY
from rulesite.engine.state.game_state import object_ref, player_ref
from rulesite.engine.state.objects import Card, Sticker
from rulesite.engine.state.sides import LAYOUTS, UNLOCKED, face_called, has_shared_line, joined, melded, names_of, shown
from rulesite.engine.state.teams import counters_of
from rulesite.engine.turn.initiative import hold_initiative
from rulesite.engine.turn.monarch import crown

from .ability_refs import is_of, meant
from .impossible_boards import check_beginning

_MANA = re.compile(r"(?:\{[^{}]*\})+")
_PT = re.compile(r"(?<!\S)[\d*+-]+/[\d*+-]+")
_POSITION = re.compile(r"^unreadable at character \d+: ")
_ENCHANT = re.compile(r"^\s*Enchant\s+(.+?)\s*$", re.IGNORECASE)
LIBRARY_SIZE = 8


@dataclass
class Table:
    """A running game and the names on its table: (owner, label, name, id) of each object set up.

    ``faces`` maps the name of each further face to its card.
    """

    game: Game
    entries: list[tuple[str, str, str, int]] = field(default_factory=list)
    faces: dict[str, str] = field(default_factory=dict)

    def ids(self, ref: Ref) -> list[int]:
        """All ids, as first set up, of the objects with a name."""
        found = [entry for entry in self.entries if entry[1] == ref.name]
        if not found and any(thing.label == ref.name for thing in self.game.state.things.values()):
            return []  # created later: a token, a copy
        found = found or [entry for entry in self.entries if entry[2] == ref.name]
        found = found or [entry for entry in self.entries if entry[1].endswith(f" {ref.name}")]
        if not found and ref.name in self.faces:
            return self.ids(replace(ref, name=self.faces[ref.name]))
        for one in singulars(ref.name) if ref.every and not found else ():
            if more := self.ids(Ref(one, ref.owner, every=True)):
                return more
        if ref.owner:
            owned = [entry for entry in found if entry[0] == ref.owner]
            found = owned or [entry for entry in found if self._controller(entry[3]) == ref.owner]
        return [entry[3] for entry in found]

    def _controller(self, thing_id: int) -> str:
        try:
            return self.game.controller(thing_id)
        except (UnknownName, KeyError):
            return ""

    def id(self, ref: Ref) -> int:
        """The id of the object that a name means: as set up, or created later (a token, an ability on the stack).

        Raises :class:`ScenarioError` when no object or several have the name.
        """
        found = self.ids(ref)
        if len(found) == 1:
            return found[0]
        if found:
            whose = " or ".join(f"{entry[0]}'s {entry[1]}" for entry in self.entries if entry[3] in found)
            raise ScenarioError(f"{str(ref)!r} may be {whose}", mend="Say whose, or give them names of their own")
        try:
            return self.game.id(str(ref))
        except UnknownName as error:
            raise ScenarioError(str(error), mend="Names are written as in the set-up") from None

    def now(self, ref: Ref) -> int:
        """The present id of a card's object."""
        return self.game.id(self.id(ref))

    def reference(self, ref: Ref | AbilityRef) -> str:
        """The engine's present reference to a card, an ability on the stack or a player."""
        if isinstance(ref, AbilityRef):
            there = self.on_stack(ref)
            if not there:
                raise ScenarioError(f"{ref} is not on the stack")
            return object_ref(there[-1])
        if ref.player or ref.name in self.game.state.players:
            return player_ref(ref.name)
        return object_ref(self.now(ref))

    def own(self, what: Ref, player: str) -> Ref:
        """The reference to a player's own card, when several share the name."""
        if not what.owner and len(self.ids(what)) > 1 and self.ids(Ref(what.name, player)):
            return Ref(what.name, player)
        return what

    def every_id(self, ref: Ref) -> set[int]:
        """All ids of a card over the game: it becomes a new object in each zone."""
        found, state = set(self.ids(ref)) or {self.id(ref)}, self.game.state
        while True:
            more = {known.became for key, known in state.known.items() if key in found and known.became}
            more |= {thing.was for thing in state.things.values() if thing.id in found and thing.was}
            if more <= found:
                return found
            found |= more

    def on_stack(self, ref: Ref | AbilityRef) -> list[int]:
        """The present objects on the stack of a card, or of the abilities referred to; the top first."""
        stack = [self.game.state.things[each] for each in reversed(self.game.state.zone("stack"))]
        if isinstance(ref, Ref):
            ids = self.every_id(ref)
            return [thing.id for thing in stack if thing.id in ids]
        held, ids = meant(self, ref), self.every_id(ref.of)
        return [
            thing.id
            for thing in stack
            if thing.kind == "ability"
            and thing.play is not None
            and thing.play.bound.source in ids
            and is_of(held, thing.play.ability_key)
        ]

    def label(self, ref: Ref) -> str:
        return self.game.kernel.label(object_ref(self.id(ref)))


def compile_text(card: Card, date: str) -> tuple[object, ...]:
    """The abilities of a card's text under the rules of a day; raises ``UnreadableText``, also for doubts."""
    host = Host(tuple(card.types) or ("creature",), tuple(card.subtypes), card.name, sized=card.power is not None)
    rules = Ruleset.on(date)
    try:
        return read_text(card.text, host, rules)
    except UnprovedReading:
        raise
    except UnreadableText as error:
        raise advised(error, lambda text: read_text(text, host, rules)) from None


def as_far_as_read(card: Card, date: str) -> Card:
    """A card with the abilities of those paragraphs of its text that can be read; it names the others."""
    host = Host(tuple(card.types) or ("creature",), tuple(card.subtypes), card.name, sized=card.power is not None)
    rules = Ruleset.on(date)

    def abilities(text: str) -> tuple[object, ...]:
        return tuple(read_text(text, host, rules))

    def why_not(text: str) -> str:
        try:
            abilities(text)
        except UnreadableText as error:
            return _POSITION.sub("", str(error).partition("\n")[0])
        return ""

    whole = why_not(card.text)
    if not whole:
        return replace(card, abilities=abilities(card.text))
    reasons = {paragraph: why_not(paragraph) for paragraph in paragraphs(card.text)}
    read = "\n".join(paragraph for paragraph, reason in reasons.items() if not reason)
    if not all(reasons.values()) and (not any(reasons.values()) or why_not(read)):
        return replace(card, unread=tuple((paragraph, reason or whole) for paragraph, reason in reasons.items()))
    unread = tuple((paragraph, reason) for paragraph, reason in reasons.items() if reason)
    return replace(card, abilities=abilities(read) if read else (), unread=unread)


def printed(piece: Piece) -> Card:
    """The card of a piece, its text not yet compiled. Raises :class:`ScenarioError` if it is not described."""
    line, cost, text = piece.line, piece.cost, piece.text
    found = _MANA.search(line)
    if found is not None:
        cost = cost or found.group()
        line = _MANA.sub(" ", line)
    enchant = _ENCHANT.match(line)
    if enchant is not None:
        words = enchant.group(1).replace(",", " ").casefold().split()
        named = [word for word in words if word in COLOURS]
        what = " ".join(word for word in words if word not in (*COLOURS, "and"))
        line = " ".join(["Enchantment - Aura", *([",", *named] if named else [])])
        text = "\n".join(filter(None, [f"Enchant {what}", text]))
    base = piece.name.removeprefix("Snow-Covered ").rstrip("0123456789 ")
    if not line and not piece.types and base in BASIC_LANDS:
        line = f"{'Snow ' if piece.name.startswith('Snow-Covered') else ''}Basic Land - {base}"
    if piece.pt:
        line = f"{_PT.sub(' ', line)} {piece.pt}"
    try:
        base_card = printed_card(piece.name, " ".join(line.split()))
    except ValueError as error:
        raise ScenarioError(f"{piece.name}: {error}", mend="Correct its line") from None
    types = [each for each in piece.types or base_card.types if each not in piece.struck]
    subtypes = [each for each in (*base_card.subtypes, *piece.subtypes) if each not in piece.struck]
    if "aura" in types:
        types = ["enchantment", *(each for each in types if each not in ("aura", "enchantment"))]
        subtypes.append("Aura")
    if not types and piece.pt:
        types = ["creature"]
    if not types and not piece.blank:
        raise ScenarioError(
            f"nothing says what {piece.name!r} is",
            mend=f'Add [cards."{piece.name}"] with its line, or write its power and toughness or its type',
        )
    supertypes = [each for each in (*base_card.supertypes, *piece.supertypes) if each not in piece.struck]
    whole = " ".join([*supertypes, *types])
    if subtypes:
        whole += " - " + " ".join(subtypes)
    colours = piece.colours or sorted(base_card.colours) or None
    if colours == ["colorless"]:
        colours = []
    words = "\n".join(filter(None, [text, ", ".join(piece.keywords)]))
    made = printed_card(
        piece.name,
        whole,
        power=base_card.power,
        toughness=base_card.toughness,
        colours=colours,
        cost=cost or (NO_COST if base_card.mana_cost is None or piece.token else None),
        text=words,
        loyalty=base_card.loyalty,
        modifiers=base_card.modifiers,
        defense=base_card.defense,
    )
    return replace(made, colours=made.colours - {*piece.struck})


def build(board: Board, date: str, without: Iterable[str] = (), *, lenient: bool = False) -> Table:
    """Build the game that a board describes.

    Raises :class:`ScenarioError` for an impossible board, ``UnreadableText`` for a card text; ``lenient``: a card keeps
    what cannot be read as such.
    """
    active = board.active or board.priority or board.players[0]
    try:
        options = board.agreement.options(board.players)
    except ValueError as error:
        raise ScenarioError(str(error)) from None
    row = VARIANTS[options.variant]
    notice(known := f"variant:{row.name}")
    if not value(known, date):
        raise NotModelled(f"no rules before {row.since}, of those at hand, have a {row.name} game")
    game = Game(date, board.players, without=without, compiler=compile_text, options=options)
    table = Table(game)
    game.set_turn(active, "precombat main" if board.attacks else board.step, turn=max(board.turn, 1))
    game.state.daytime = board.daytime
    if board.monarch:
        crown(game.kernel, board.monarch)
    if board.initiative:
        hold_initiative(game.kernel, board.initiative)
    for player in board.players:
        game.set_life(player, _life(board, game, player, row.life))
        game.state.players[player].name_stickers = list(board.name_stickers.get(player, []))
        if board.mana.get(player):
            game.add_mana(player, board.mana[player])
        for kind, number in board.player_counters.get(player, {}).items():
            counters_of(game.kernel, player, kind)[kind] = number
        if player not in board.libraries:
            for _ in range(LIBRARY_SIZE):
                game.put(printed_card("plain card"), player, "library")
    for piece in sorted(board.pieces, key=lambda each: each.attached_to is not None):
        _put(table, piece, lenient)
    for player in board.players:
        if player not in board.life and game.state.shared_by(player) is None:
            game.set_life(player, starting_life(game.kernel, player, row.life))
    for card in _named_by_tokens(board):
        game.state.reference[card.name] = whole(Piece(card.name, active, "", line=card.line, text=card.text), date)
    for dungeon in keyword_table.dungeons_on(date) if _speaks_of_dungeons(board) else ():
        game.state.reference[dungeon["name"]] = game.card(dungeon["name"], dungeon["line"], text=dungeon["text"])
    _combat(table, board)
    if board.priority:
        game.state.priority = board.priority
    check_beginning(table, board)
    return table


def _speaks_of_dungeons(board: Board) -> bool:
    """Whether a text has a player bring a dungeon card into the game."""
    texts = [piece.text for piece in board.pieces] + [card.text for card in board.described.values()]
    return bool(board.initiative) or any(re.search("dungeon|initiative|venture", text) for text in texts)


def _named_by_tokens(board: Board) -> list[CardText]:
    """The described cards that a text names as tokens to create."""
    texts = [piece.text for piece in board.pieces]
    return [card for card in board.described.values() if any(f"{card.name} token" in text for text in texts)]


def whole(piece: Piece, date: str, *, lenient: bool = False) -> Card:
    """The card of a piece with all its faces, its texts compiled; ``lenient``: as far as they can be read.

    Raises :class:`ScenarioError` if it is not described, ``UnreadableText`` for a text that cannot be read.
    """
    keys = tuple(key for key, _ in piece.faces)
    layout = next((each for each, faces in LAYOUTS.items() if faces == keys), "")
    pieces = [Piece(face.name, piece.owner, piece.zone, line=face.line, text=face.text) for _, face in piece.faces]
    if layout == "prototype":
        pieces[0].line = f"Artifact {pieces[0].line}"
    made = []
    for each in [*([piece] if layout != "split" else []), *pieces]:
        card = printed(each)
        if card.text:
            card = as_far_as_read(card, date) if lenient else replace(card, abilities=tuple(compile_text(card, date)))
        made.append(card)
    if layout == "meld":
        made[0] = replace(made[0], pair=piece.faces[0][1].melds_with)
    return joined(layout, *made) if layout else with_prototype(made[0])


def with_prototype(card: Card) -> Card:
    """The card with the second set of characteristics that its prototype ability gives, if it has one (718.1)."""
    for ability in card.abilities:
        if not isinstance(ability, KeywordAbility) or ability.keyword != "prototype" or ability.cost is None:
            continue
        cost = tuple(symbol for part in ability.cost.parts for symbol in symbols_of(getattr(part, "symbols", "")))
        power, toughness = (
            getattr(part.value, "value", None) for part in walk(ability.quality) if isinstance(part, Compares)
        )
        return joined("prototype", card, replace(card, mana_cost=cost, power=power, toughness=toughness))
    return card


def _life(board: Board, game: Game, player: str, usual: int) -> int:
    """A player's life total, as set for the player or for a teammate who shares it."""
    team = game.state.shared_by(player)
    said = {board.life[each] for each in (team.members if team is not None else [player]) if each in board.life}
    if len(said) > 1:
        raise ScenarioError(f"{' and '.join(team.members if team else [])} have one life total together, not several")
    return next(iter(said), team.life if team is not None else usual)


def _put(table: Table, piece: Piece, lenient: bool) -> None:
    game = table.game
    try:
        made = whole(piece, game.rules.date, lenient=lenient)
    except ScenarioError as error:
        raise error.at("", piece.at) from None
    except UnreadableText as error:
        error.add_note(f"the text of {piece.name}" + (f", line {piece.at}" if piece.at else ""))
        raise
    host: int | str = ""
    if piece.attached_to is not None:
        ref = piece.attached_to
        host = ref.name if ref.name in game.state.players else table.id(ref)
    thing_id = game.put(
        made,
        piece.owner,
        piece.zone,
        label=piece.label,
        controller=piece.controller,
        tapped=piece.tapped,
        counters=piece.counters,
        attached_to=host,
        damage=piece.damage,
        new=piece.new,
        token=piece.token,
    )
    thing = game.state.things[thing_id]
    thing.face_down = piece.face_down
    if piece.face_down and any(isinstance(one, KeywordAbility) and one.keyword == "disguise" for one in made.abilities):
        thing.remembers[FACE_DOWN_BY] = "disguise"  # it was cast so, and has ward
    thing.stickers = tuple(Sticker(word, after, game.state.tick()) for word, after in piece.stickers)
    thing.commander = piece.commander and game.kernel.has("commander_designation")
    if piece.companion and "companion" in made.keywords:
        thing.remembers[COMPANION] = True
    if piece.melded_with is not None and piece.zone == "battlefield":
        thing.own = (made, whole(piece.melded_with, game.rules.date, lenient=lenient))
        thing.card = melded(*thing.own)
        game.state.touch()
    elif piece.zone == "battlefield" and piece.up in names_of(made):
        if has_shared_line(made):
            half = face_called(made, piece.up)
            thing.remembers[UNLOCKED] = [half] if half else [*range(1, len(made.others) + 1)]
        thing.flipped = made.layout == "flip" and piece.up != made.name
        thing.face = 0 if thing.flipped or has_shared_line(made) else face_called(made, piece.up)
        thing.counters.update(
            counters_by_type(game.kernel, thing, shown(thing)) if thing.face and not piece.counters else {}
        )
    if piece.melded_with is None:
        table.faces.update({name: piece.name for name in names_of(made) if name != piece.name})
    if not piece.blank:
        name = piece.name if piece.melded_with is None else piece.up
        table.entries.append((piece.owner, piece.label, name, thing_id))


def _combat(table: Table, board: Board) -> None:
    if not board.attacks:
        return
    game = table.game
    attackers: dict[str | int, str] = {}
    bands: list[list[str]] = []
    for player, defender, labels, banded in board.attacks:
        against = defender or game.state.opponents(player)[0]
        ids = [table.id(Ref(label, player)) for label in labels]
        attackers.update(dict.fromkeys(ids, against))
        if banded:
            bands.append(ids)  # type: ignore[arg-type]
    game.attack(board.attacks[0][0], attackers, bands=bands)
    if board.blocks:
        blocks: dict[str, list[int]] = {}
        for defender, attacker, labels in board.blocks:
            for label in labels:
                blocks.setdefault(table.id(Ref(label, defender)), []).append(table.id(attacker))  # type: ignore[arg-type]
        game.block(board.blocks[0][0], blocks)
