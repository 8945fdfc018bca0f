"""The table of a game at each moment, zone by zone, with differences from the moment before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

_FIGHTING = ("attacking", "blocking")
Place = tuple[str, str, str, int]
"""Zone, owner, name, and index among several with that name."""


@dataclass(frozen=True)
class ShownLayer:
    """What an effect, or a rule, makes of a permanent in one layer; the first has what is printed.

    ``then`` is what it is after that: its power and toughness, and everything else that is new.
    """

    layer: str
    source: str
    text: str
    timestamp: int | None
    depends_on: tuple[str, ...]
    then: tuple[str, ...]


@dataclass(frozen=True)
class ShownCard:
    """A card or an ability in a zone.

    ``moved``: it was not there before; ``changed``: it was, but looked different; ``tapped``: it lies on its side;
    ``land``: it lies in the row of lands. ``layers`` are there where the game was asked for them. ``unread`` are
    paragraphs of its text that are not read, each with the reason. ``count`` cards alike lie together, whose names
    differ in their ``numbers``.
    """

    name: str
    line: str = ""
    text: str = ""
    size: str = ""
    colour: str = ""
    notes: tuple[str, ...] = ()
    tapped: bool = False
    land: bool = False
    moved: bool = False
    changed: bool = False
    layers: tuple[ShownLayer, ...] = field(default=(), compare=False)
    unread: tuple[tuple[str, str], ...] = ()
    count: int = field(default=1, compare=False)
    numbers: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Count:
    """A number or a text beside a player, with its value before if that was different."""

    now: int | str
    was: int | str | None = None


@dataclass(frozen=True)
class Side:
    """A player's part of the table."""

    name: str
    life: Count
    mana: Count
    notes: tuple[str, ...]
    library: Count
    hand: list[ShownCard]
    graveyard: list[ShownCard]
    battlefield: list[ShownCard]


@dataclass(frozen=True)
class Table:
    """The whole table at one moment. ``stack`` begins with the object that resolves next."""

    when: str
    sides: list[Side]
    stack: list[ShownCard]
    exile: list[ShownCard]

    @property
    def first(self) -> list[Side]:
        """The side of the player who is named first, nearest to the reader; a list of one."""
        return self.sides[:1]

    @property
    def opponents(self) -> list[Side]:
        """The sides of the other players, who face the first."""
        return self.sides[1:]

    @property
    def marked(self) -> bool:
        """Whether anything is new or changed."""
        cards = [*self.stack, *self.exile]
        for side in self.sides:
            cards += [*side.hand, *side.graveyard, *side.battlefield]
            if any(count.was is not None for count in (side.life, side.mana, side.library)):
                return True
        return any(card.moved or card.changed for card in cards)

    def settled(self) -> Table:
        """The same table with nothing marked: the next moment, if nothing happens.

        >>> Table("Turn 1", [], [ShownCard("Bear", moved=True)], []).settled().stack[0].moved
        False
        """
        return replace(
            self, sides=[_settled_side(side) for side in self.sides], stack=_settled(self.stack),
            exile=_settled(self.exile),
        )  # fmt: skip


def with_lands_together(table: Table) -> Table:
    """The same table with lands that look alike but for the number of their names in one place."""
    return replace(table, sides=[replace(side, battlefield=_together(side.battlefield)) for side in table.sides])


def _together(cards: Iterable[ShownCard]) -> list[ShownCard]:
    """Cards in their order, lands that are alike with the first of them.

    >>> [(card.name, card.count, card.numbers) for card in _together([ShownCard("Bog 1", land=True), ShownCard("Ox"),
    ...     ShownCard("Bog 2", land=True), ShownCard("Bog 3", land=True, tapped=True)])]
    [('Bog', 2, ('1', '2')), ('Ox', 1, ()), ('Bog 3', 1, ())]
    """
    groups: list[list[ShownCard]] = []
    places: dict[ShownCard, int] = {}
    for card in cards:
        is_alone = not card.land or card.layers or card.unread
        place = len(groups) if is_alone else places.setdefault(replace(card, name=_kind_of(card.name)), len(groups))
        groups[place:] = [[*(groups[place] if place < len(groups) else ()), card], *groups[place + 1 :]]
    return [_as_one(group) if len(group) > 1 else group[0] for group in groups]


def _as_one(cards: list[ShownCard]) -> ShownCard:
    name = _kind_of(cards[0].name)
    numbers = tuple(card.name.removeprefix(name).strip() or "1" for card in cards)
    return replace(cards[0], name=name, count=len(cards), numbers=numbers)


def _settled(cards: Iterable[ShownCard]) -> list[ShownCard]:
    return [replace(card, moved=False, changed=False) for card in cards]


def _settled_side(side: Side) -> Side:
    return replace(
        side, life=Count(side.life.now), mana=Count(side.mana.now), library=Count(side.library.now),
        hand=_settled(side.hand), graveyard=_settled(side.graveyard), battlefield=_settled(side.battlefield),
    )  # fmt: skip


def tables(snapshots: Iterable[dict[str, Any]], lines: Mapping[str, str] | None = None) -> list[Table]:
    """A table for each snapshot, marked with the differences from the one before; the first has no marks.

    ``lines`` are type lines by card name, for zones where the game does not examine the cards. A card missing there
    gets its first type line in play.

    >>> player = {"name": "Ann", "life": 20, "mana": "", "library": 8, "graveyard": [], "counters": {}, "lost": ""}
    >>> moment = {"turn": 1, "active": "Ann", "phase": "main", "battlefield": [], "stack": [], "exile": []}
    >>> held = {"name": "Forest", "kind": "card", "text": ""}
    >>> tables([moment | {"players": [player | {"hand": [held]}]}])[0].sides[0].hand[0].line
    'Basic land — Forest'
    """
    snapshots = list(snapshots)
    lines = {**_lines_in_play(snapshots), **(lines or {})}
    drawn: list[Table] = []
    before: dict[str, Any] | None = None
    seen: dict[Place, ShownCard] | None = None
    for snapshot in snapshots:
        cards_now: dict[Place, ShownCard] = {}
        drawn.append(_table(snapshot, before, seen, cards_now, lines))
        before, seen = snapshot, cards_now
    return drawn


def last_table(snapshots: Sequence[dict[str, Any]]) -> Table:
    """The last of the `tables`. Of the snapshots but the last two, only the types of permanents are looked at."""
    lines = _lines_in_play(snapshots)
    if len(snapshots) == 1:
        return _table(snapshots[0], None, None, {}, lines)
    seen: dict[Place, ShownCard] = {}
    _table(snapshots[-2], None, None, seen, lines)
    return _table(snapshots[-1], snapshots[-2], seen, {}, lines)


def _lines_in_play(snapshots: Iterable[dict[str, Any]]) -> dict[str, str]:
    lines = {name: f"Basic land — {name}" for name in ("Plains", "Island", "Swamp", "Mountain", "Forest")}
    for snapshot in snapshots:
        for row in snapshot["battlefield"]:
            lines.setdefault(_kind_of(row["name"]), _line(row))
    return lines


def _kind_of(name: str) -> str:
    """The name without the number that distinguishes cards of the same name."""
    return name.rstrip(" 0123456789")


def _line(row: dict[str, Any]) -> str:
    words = " ".join([*row["supertypes"], *row["types"]]).capitalize()
    return words + (f" — {' '.join(row['subtypes'])}" if row["subtypes"] else "")


def _table(
    snapshot: dict[str, Any], before: dict[str, Any] | None, seen: dict[Place, ShownCard] | None,
    now: dict[Place, ShownCard], lines: Mapping[str, str],
) -> Table:  # fmt: skip
    def cards(zone: str, whose: str, rows: Iterable[dict[str, Any]]) -> list[ShownCard]:
        shown: list[ShownCard] = []
        counts: Counter[str] = Counter()
        for row in rows:
            place = (zone, whose, row["name"], counts[row["name"]])
            counts[row["name"]] += 1
            card = now[place] = _card(row, whose if zone == "battlefield" else "", lines)
            if seen is not None:
                card = replace(card, moved=place not in seen, changed=place in seen and seen[place] != card)
            shown.append(card)
        return shown

    sides = []
    for number, player in enumerate(snapshot["players"]):
        earlier = before["players"][number] if before else player
        name = player["name"]
        sides.append(
            Side(
                name, _count(player["life"], earlier["life"]), _count(player["mana"], earlier["mana"]),
                _player_notes(player), _count(player["library"], earlier["library"]),
                cards("hand", name, player["hand"]), cards("graveyard", name, player["graveyard"]),
                cards("battlefield", name, [row for row in snapshot["battlefield"] if row["controller"] == name]),
            )
        )  # fmt: skip
    stack, exile = cards("stack", "", snapshot["stack"]), cards("exile", "", snapshot["exile"])
    return Table(f"Turn {snapshot['turn']}, {snapshot['active']}’s {snapshot['phase']}", sides, stack, exile)


def _count(now: int | str, was: int | str) -> Count:
    return Count(now, was if was != now else None)


def _player_notes(player: dict[str, Any]) -> tuple[str, ...]:
    counters = [f"{number} {kind} counters" for kind, number in player["counters"].items() if number]
    return (*counters, *([f"lost: {player['lost']}"] if player["lost"] else []))


def _card(row: dict[str, Any], controller: str, lines: Mapping[str, str]) -> ShownCard:
    if "types" not in row:
        targets = (f"targets {', '.join(row['targets'])}",) if row.get("targets") else ()
        line = lines.get(_kind_of(row["name"]), "") if row["kind"] == "card" else row["kind"].capitalize()
        text = row["text"].replace("~", row["name"].partition("'s ability")[0])  # "~" is the card itself
        return ShownCard(row["name"], line, text, notes=targets, unread=_unread(row))
    size = f"{row['power']}/{row['toughness']}" if row["power"] is not None and "creature" in row["types"] else ""
    against = " and ".join(row.get("against", ()))
    fighting = [f"{each} {against}" if against and each in _FIGHTING else each for each in row["status"]]
    notes = [*fighting, *row["keywords"]]
    notes += [
        f"{number} {kind} counter{'' if number == 1 else 's'}" for kind, number in row["counters"].items() if number
    ]
    if row["damage"]:
        notes.append(f"{row['damage']} damage")
    if row["attached_to"]:
        notes.append(f"on {row['attached_to']}")
    if row["owner"] != controller:
        notes.append(f"{row['owner']}’s card")
    colours = row["colours"]
    colour = "many" if len(colours) > 1 else colours[0] if colours else ""
    return ShownCard(row["name"], _line(row), row["text"], size, colour, tuple(notes), "tapped" in row["status"],
                     "land" in row["types"] and "creature" not in row["types"],
                     layers=tuple(_layer(each) for each in row.get("layers", ())), unread=_unread(row))  # fmt: skip


def _unread(row: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((each["paragraph"], each["reason"]) for each in row.get("unread", ()))


def _layer(row: dict[str, Any]) -> ShownLayer:
    layer = f"{row['number']} {row['layer'].rpartition(': ')[2].replace('+', ' and ')}".strip()
    printed, changed = not row["source"], row["changed"]
    then = [f"{row['power']}/{row['toughness']}"] if row["power"] is not None else []
    if printed or {"types", "subtypes", "supertypes"} & {*changed}:
        then.append(_line(row))
    if "abilities" in changed or (printed and row["abilities"]):
        then += row["abilities"] or ["no abilities"]
    if "colours" in changed:
        then.append(" and ".join(row["colours"]) or "colorless")
    if "controller" in changed:
        then.append(f"{row['controller']}’s")
    if "name" in changed:
        then.append(f"named {row['name']}")
    if not printed and not changed:
        then.append("as before")
    return ShownLayer(layer, row["source"], row["text"], row["timestamp"], tuple(row["depends_on"]), tuple(then))
