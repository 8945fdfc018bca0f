"""Stems: words without their endings, to group words of the same family."""

from __future__ import annotations

import re
from functools import lru_cache

_LETTERS = re.compile("[a-z]*")
_MAX_CHANGED_LETTERS = 2
"""The number of letters at the end of a stem that the word itself may not have: "dying" becomes "die"."""


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """A word without its ending.

    >>> stem("lands"), stem("activating"), stem("activated")
    ('land', 'activ', 'activ')
    """
    import snowballstemmer  # imported when first needed: it loads the stemmers of thirty languages

    return str(snowballstemmer.stemmer("english").stemWord(word))


def beginning(stemmed: str) -> str:
    """The letters a to z with which every word of a stem begins: a quick test for texts that have none.

    >>> beginning("activ"), beginning("abil"), beginning("a")
    ('act', 'ab', 'a')
    """
    letters = _LETTERS.match(stemmed[: max(1, len(stemmed) - _MAX_CHANGED_LETTERS)])
    return letters[0] if letters else ""
