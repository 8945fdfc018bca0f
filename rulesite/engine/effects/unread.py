"""Paragraphs of a card that could not be read: where they would work, the game stops and names them."""

from __future__ import annotations

from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.sides import shown

MAX_SHOWN = 60
"""Characters of a paragraph in a message, at most."""


def check_read(thing: Thing) -> None:
    """Raise :class:`NotModelled` for an object, face up, of whose text a paragraph is not read."""
    unread = () if thing.face_down else shown(thing).unread
    if unread:
        raise NotModelled(f"{thing.label} says {quoted(unread[0][0])}, which is not read: {unread[0][1]}")


def quoted(paragraph: str) -> str:
    """A paragraph in quotation marks, a long one shortened.

    >>> quoted("Draw a card.")
    '“Draw a card.”'
    """
    line = " ".join(paragraph.split())
    return f"“{line if len(line) <= MAX_SHOWN else line[: MAX_SHOWN - 1].rsplit(' ', 1)[0] + ' …'}”"
