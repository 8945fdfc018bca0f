"""How the engine reads a card, with the verdict on each paragraph; worked out in the sandbox and remembered."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rulesite import sandbox
from rulesite.cards.models import Card

LIMITS = sandbox.Limits(seconds=4.0, clock=20.0)
_VERDICTS = {
    "exact": "Read, and printed back with the same words",
    "otherwise": "Read, and printed back in other words for the same",
    "different": "Read, but printed back as something else: the engine may not mean what the card says",
    "not read": "Not read",
}


def reading_of(card: Card, day: str) -> list[dict[str, Any]]:
    """The paragraphs of a card with their verdicts, under the rules of a day.

    Raises sandbox.Busy or sandbox.Stopped.
    """
    faces = tuple((face["name"], face["line"], face["size"], face["text"]) for face in card.faces)
    return [row | {"label": _VERDICTS[row["verdict"]]} for row in _reading(faces, day)]


@lru_cache(maxsize=512)
def _reading(faces: tuple[tuple[str, str, str, str], ...], day: str) -> list[dict[str, Any]]:
    given = [dict(zip(("name", "line", "size", "text"), face, strict=True)) for face in faces]
    rows: list[dict[str, Any]] = sandbox.run("rulesite.cards.card_reading:read_faces", LIMITS, faces=given, day=day)
    return rows
