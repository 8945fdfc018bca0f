"""How the engine reads a card, paragraph by paragraph; run in the sandbox, as a card can be long."""

from __future__ import annotations

from typing import Any

from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import compare, paragraphs
from rulesite.engine.eras.ruleset import OLDEST, Ruleset


def prepare() -> None:
    """Load the engine's grammar, which is otherwise loaded on first use."""
    compare("Draw a card.", Host.parse("Instant"), Ruleset.on(OLDEST))


def read_faces(faces: list[dict[str, str]], day: str) -> list[dict[str, Any]]:
    """Each paragraph of some faces: its face, its words, the verdict, the words it is read as, and why it is not.

    >>> bear = {"name": "Hill Bear", "line": "Creature — Bear", "size": "2/2", "text": "Trample"}
    >>> rows = read_faces([bear], "2021-11-19")
    >>> rows[0]["verdict"], rows[0]["words"]
    ('exact', 'Trample')
    """
    rules = Ruleset.on(day)
    rows = []
    for face in faces:
        host = Host.parse(f"{face['line']} {face['size']}".strip(), face["name"])
        for text in paragraphs(face["text"]):
            result = compare(text, host, rules)
            rows.append(
                {
                    "face": face["name"],
                    "words": result.paragraph,
                    "verdict": result.verdict,
                    "printed": result.printed,
                    "reason": result.reason,
                    "dropped": list(result.dropped),
                }
            )
    return rows
