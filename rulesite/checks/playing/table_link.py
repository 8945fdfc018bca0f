"""A table in an address: its day, position and course, packed; and positions written from plain lists of cards."""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rulesite.checks.models.scenarios import LONGEST

MAX_LINK = 6_000
"""Characters of a packed table in an address, at most."""
MAX_PACKED = 60_000
"""Characters of a packed table in a form, at most."""
MAX_TABLE = LONGEST + 40_000
"""Characters of a table, at most."""


@dataclass(frozen=True)
class TableLink:
    """A table: the day of its rules, its position in TOML, and the sentences of its course."""

    day: str
    position: str
    actions: tuple[str, ...] = ()

    def pack(self) -> str:
        """The table in few characters that an address may contain.

        >>> link = TableLink("2021-11-19", 'given = "Ann, in play: Bear 2/2"', ("All pass",))
        >>> unpack(link.pack()) == link
        True
        """
        text = json.dumps([self.day, self.position, *self.actions], ensure_ascii=False)
        return base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8", "replace"), 9)).decode().rstrip("=")


def unpack(packed: str) -> TableLink | None:
    """The table of a packed text; None for a text that is none, or is too large.

    >>> unpack("nonsense") is None
    True
    """
    if len(packed) > MAX_PACKED:
        return None
    try:
        raw = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(raw, MAX_TABLE * 4)
        if unpacker.unconsumed_tail or not unpacker.eof:
            return None
        row = json.loads(text)
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        return None
    if not isinstance(row, list) or len(row) < 2 or not all(isinstance(part, str) for part in row):
        return None
    if any("\ud800" <= character <= "\udfff" for part in row for character in part):  # no page can show these
        return None
    return TableLink(row[0], row[1], tuple(row[2:]))


_NUMBER = re.compile(r"(\d+|two|three|four|five|six|seven|eight|nine|ten)x? +(.+)", re.IGNORECASE)
"""How many of a card there are, and the rest."""
_STATE = re.compile(
    r" (?:tapped|untapped|face down|with|on|attached to|enchanting|equipped to|enchants|called|new|summoning sick|"
    r"that came into play this turn|token|tokens|owned by|plain)(?= |$)",
    re.IGNORECASE,
)
"""The words with which a state begins that may follow a card's name in a position."""
ZONES = (("play", "In play"), ("hand", "In hand"), ("graveyard", "Graveyard"), ("library", "Library, from the top"))


def position_from_lists(
    lists: Mapping[tuple[str, str], str],
    mana: Mapping[str, str],
    held: Callable[[str], tuple[str, dict[str, str]] | None] = lambda name: None,
    life: Mapping[str, str] | None = None,
    moment: str = "",
    options: Mapping[str, Any] | None = None,
) -> str:
    """A position from lists of cards by player and zone, each line ``Name | type line | text`` or a plain card.

    ``moment`` says whose turn and step it is ("Bob's upkeep"), "" for the main phase of the first player.
    ``held`` finds the name and the fields of a card that the site holds, None for a name that it does not know.
    ``options`` are the fields of a variant, whose life totals are its own where none is written.

    >>> print(position_from_lists({("Ann", "hand"): "Bolt | Instant {R} | Bolt deals 3 damage to any target.",
    ...     ("Bob", "play"): "Bear 2/2 green"}, {"Ann": "{R}"}))
    given = '''
    Ann, in hand: Bolt
    Ann's mana pool: {R}
    Bob, in play: Bear 2/2 green
    '''
    <BLANKLINE>
    [cards."Bolt"]
    line = "Instant {R}"
    text = "Bolt deals 3 damage to any target."
    """
    given, cards = [moment] if moment else [], {}
    players = list(dict.fromkeys(player for player, _ in lists))
    for player in players:
        for zone, _ in ZONES:
            names = []
            for row in lists.get((player, zone), "").splitlines():
                name, *words = [part.strip() for part in row.split("|", 2)]
                known = _known(name, held) if name and not words else None
                if words:
                    cards[name] = {"line": words[0], "text": words[1].replace(" // ", "\n") if words[1:] else ""}
                elif known:
                    name = known[0]
                    cards.update(known[1])
                if name:
                    names.append(name)
            if names:
                where = {"library": "library", "graveyard": "in graveyard"}.get(zone, f"in {zone}")
                given.append(f"{player}, {where}: {', '.join(names)}")
        if life and life.get(player, "").strip():
            given.append(f"{player}, {life[player].strip()} life")
        if mana.get(player, "").strip():
            given.append(f"{player}'s mana pool: {mana[player].strip()}")
        if not options and not any(line.startswith(player) for line in given if line != moment):
            given.append(f"{player}, 20 life")
    several = {"players": players} if len(players) > 2 or options else {}
    return position_text({**several, **(options or {}), "given": "\n".join(given), "cards": cards})


def _known(
    row: str, held: Callable[[str], tuple[str, dict[str, str]] | None]
) -> tuple[str, dict[str, dict[str, str]]] | None:
    """A row that begins with a card that is held, with how it is named, and the fields of that card by its name.

    A number may stand before the name, and its state after it ("two Hill Bear tapped"): the name is the longest that
    is held, and a row that goes on with a size or a colour describes a card of its own.
    """
    number = _NUMBER.match(row)
    for count, text in dict.fromkeys((("", row), (number[1], number[2])) if number else (("", row),)):
        for end in [len(text), *(found.start() for found in reversed(list(_STATE.finditer(text))))]:
            card = held(text[:end].strip())
            if card is not None:
                return f"{count} {card[0]}{text[end:]}".strip(), {card[0]: card[1]}
    return None


def table_card(face: Mapping[str, str]) -> dict[str, str]:
    """The fields of a card at the table, from a face as the site holds it.

    >>> table_card({"name": "Hill Bear", "cost": "{1}{G}", "line": "Creature — Bear", "size": "2/2", "text": ""})
    {'line': 'Creature - Bear 2/2 {1}{G}', 'text': ''}
    """
    line = " ".join(part for part in (face["line"].replace("—", "-"), face["size"], face["cost"]) if part)
    return {"line": line, "text": face["text"]}


def position_text(fields: Mapping[str, Any]) -> str:
    """The TOML of a position from the fields of a scenario that set it up."""
    lines = [f"{key} = {_value(value)}" for key, value in fields.items() if key not in ("given", "cards")]
    given = fields.get("given", "")
    given = "\n".join(given) if isinstance(given, list) else str(given).strip("\n")
    lines.append(f"given = '''\n{given}\n'''" if "'''" not in given else f"given = {_value(given)}")
    for name, card in fields.get("cards", {}).items():
        lines += ["", *_card(f"cards.{_value(name)}", card)]
    return "\n".join(lines)


def _card(path: str, card: Any) -> list[str]:
    if not isinstance(card, dict):
        return [f"{path} = {_value(card)}"]
    plain = {key: value for key, value in card.items() if not isinstance(value, dict)}
    lines = [f"[{path}]", *(f"{key} = {_value(value)}" for key, value in plain.items() if value != "")]
    for key, value in card.items():
        if isinstance(value, dict):
            lines += _card(f"{path}.{key}", value)
    return lines


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_value(key)} = {_value(each)}" for key, each in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False, default=str)
