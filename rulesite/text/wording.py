"""Wordings: when two texts are the same words, whatever their typography."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from rulesite.text.characters import PRINTED

_EMPHASIS = "_"
"""Of the signs that are folded away the only one in ASCII."""
_FOLDED = {**PRINTED, ord(_EMPHASIS): ""}

WORD = re.compile(
    r"\{[^{}\s]{1,8}\}"
    r"|[+−-]?(?:\d+|[XYZ])/[+−-]?(?:\d+|[XYZ])\b"
    r"|(?<![\w)\]])[+−-](?:\d+|[XYZN])\b"
    r"|\w+(?:['’]\w+)*"
)
"""One word of a rules text: a mana symbol, a power/toughness pair, a signed number such as a loyalty cost, or letters
and digits with an apostrophe."""


def normalise(text: str) -> str:
    """The text with typographic quotes, dashes, emphasis marks and spacing folded away.

    >>> normalise("An object’s  owner—“you”")
    'An object\\'s owner-"you"'
    """
    folded = text.replace(_EMPHASIS, "") if text.isascii() else unicodedata.normalize("NFC", text).translate(_FOLDED)
    return " ".join(folded.split())


def words(text: str) -> list[str]:
    """The words of a text in order, lower case, typography folded; punctuation is left out.

    >>> words("{T}: Creatures get +1/+1; they can’t block.")
    ['{t}', 'creatures', 'get', '+1/+1', 'they', "can't", 'block']
    """
    found = WORD.findall(normalise(text))
    return "\n".join(found).lower().split("\n") if found else []


def fingerprint(text: str) -> str:
    """Sixteen hex digits that are equal when the words are equal: punctuation, case and typography do not count.

    >>> fingerprint("A player may ‘pass’.") == fingerprint("A player may 'pass'")
    True
    >>> fingerprint("A player may pass") == fingerprint("A player must pass")
    False
    """
    return hashlib.sha256(" ".join(words(text)).encode()).hexdigest()[:16]


def digest(text: str) -> str:
    """Thirty-two hex digits that are equal only when the texts are equal, character for character."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
