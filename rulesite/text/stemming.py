"""Stems: words without their endings, as the families of words are told."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """A word without its ending.

    >>> stem("lands"), stem("activating"), stem("activated")
    ('land', 'activ', 'activ')
    """
    import snowballstemmer  # when it is first needed: it reads the stemmers of thirty languages

    return str(snowballstemmer.stemmer("english").stemWord(word))
