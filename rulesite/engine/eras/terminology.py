"""The terms of the day for the engine's own sentences: in play or on the battlefield, played or cast."""

from __future__ import annotations

from .ruleset import Ruleset

_OLD = {"battlefield": "in play", "exile": "removed from the game", "command": "in the command zone"}
_NEW = {"battlefield": "the battlefield", "exile": "exile", "command": "the command zone"}


def to_zone(rules: Ruleset, zone: str, owner: str = "") -> str:
    """The words for a move to a zone.

    >>> to_zone(Ruleset.on("2006-10-01"), "exile"), to_zone(Ruleset.on("2018-01-19"), "exile")
    ('is removed from the game', 'goes to exile')
    """
    if rules.words == "play":
        if zone == "exile":
            return "is removed from the game"
        if zone == "battlefield":
            return "comes into play"
    if zone == "battlefield":
        return "enters the battlefield"
    if zone == "stack":
        return "goes on the stack"
    if zone in ("exile", "command"):
        return f"goes to {_NEW[zone]}"
    return f"goes to {owner}'s {zone}"


def play_verb(rules: Ruleset, what: str) -> str:
    """The verb for a spell, an ability or a land in the words of the day.

    >>> play_verb(Ruleset.on("2006-10-01"), "spell"), play_verb(Ruleset.on("2018-01-19"), "ability")
    ('plays', 'activates')
    """
    if rules.words == "play" or what == "land":
        return "plays"
    return "casts" if what == "spell" else "activates"
