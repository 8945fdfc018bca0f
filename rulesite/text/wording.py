"""Wordings: whether two texts have the same words, whatever their typography."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from rulesite.text.characters import PRINTED

_EMPHASIS = "_"
"""The only ASCII character among those folded away."""
_FOLDED = {**PRINTED, ord(_EMPHASIS): ""}

WORD = re.compile(
    r"\{[^{}\s]{1,8}\}"
    r"|[+−-]?(?:\d+|[XYZ])/[+−-]?(?:\d+|[XYZ])\b"
    r"|(?<![\w)\]])[+−-](?:\d+|[XYZN])\b"
    r"|\w+(?:['’]\w+)*"
)
"""A word of a rules text: a mana symbol, a power/toughness pair, a signed number such as a loyalty cost, or letters and
digits with an apostrophe.
"""


def normalise(text: str) -> str:
    """The text with typographic quotes, dashes, emphasis marks and spacing folded away.

    >>> normalise("An object’s  owner—“you”")
    'An object\\'s owner-"you"'
    """
    folded = text.replace(_EMPHASIS, "") if text.isascii() else unicodedata.normalize("NFC", text).translate(_FOLDED)
    return " ".join(folded.split())


def words(text: str) -> list[str]:
    """The words of a text in order, in lower case with typography folded, without punctuation.

    >>> words("{T}: Creatures get +1/+1; they can’t block.")
    ['{t}', 'creatures', 'get', '+1/+1', 'they', "can't", 'block']
    """
    matches = WORD.findall(normalise(text))
    return "\n".join(matches).lower().split("\n") if matches else []


def fingerprint(text: str) -> str:
    """Sixteen hex digits, equal for texts with the same words whatever their punctuation, case and typography.

    >>> fingerprint("A player may ‘pass’.") == fingerprint("A player may 'pass'")
    True
    >>> fingerprint("A player may pass") == fingerprint("A player must pass")
    False
    """
    return hashlib.sha256(" ".join(words(text)).encode()).hexdigest()[:16]


def digest(text: str) -> str:
    """Thirty-two hex digits, equal only for equal texts."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
