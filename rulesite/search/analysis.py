"""How a rules text is cut into words for search, and a query likewise.

One pattern serves the index, the query and the highlighting. Nothing is dropped: "if", "may", "can" and "not" are what
rules turn on; and ``{T}``, ``+1/+1``, ``isn't`` and ``702.19b`` are words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rulesite.text.folding import fold
from rulesite.text.numbering import LETTER

WORD = re.compile(
    r"""
      \{[^{}\s\0]{1,8}\}                                  # {T}, {2/W}
    | (?<![\w/])[+-]?[\dx*]{1,4}/[+-]?[\dx*]{1,4}(?![\w/])  # +1/+1, -1/-1, 2/2, +x/+0
    | [1-9]\d\d\.\d{1,3}LETTER?(?:-(?:[1-9]\d\d\.)?(?:\d{1,3}LETTER?|LETTER)(?!\w))?  # 702.19b, 409.1b-i
    | [a-z]\.\d{1,3}(?:\.(?:ruling\.|note\.)?\d{1,3}LETTER?)?(?!\w)      # K.25, A.4.20, A.4.Ruling.2
    | \w+(?:'\w+)*                                        # can't, permanents
    """.replace("LETTER", LETTER),
    re.VERBOSE,
)
LONGEST_WORD = 40
"""Characters of a word that count; what is longer is no word of any rule."""


class Word(NamedTuple):
    """One word of a text: folded and lower case, and where it stands."""

    text: str
    start: int
    end: int


def words(text: str) -> Iterator[Word]:
    """The words of a text in order, with their places in it.

    >>> [word.text for word in words("{T}: It gets +1/+1 and can’t block (see rules 702.19b, K.25, 409.1b–i).")]
    ['{t}', 'it', 'gets', '+1/+1', 'and', "can't", 'block', 'see', 'rules', '702.19b', 'k.25', '409.1b-i']
    """
    for found in found_in(text):
        yield Word(found.group()[:LONGEST_WORD], found.start(), found.end())


def found_in(text: str) -> Iterator[re.Match[str]]:
    """Where the words of a text stand in it, uncut."""
    return WORD.finditer(fold(text))


def in_quotes(text: str, at: int) -> bool:
    """Whether a place in a query stands in quotes, whose words are meant as they are typed.

    >>> in_quotes('"first strike" haste', 3), in_quotes('"first strike" haste', 16)
    (True, False)
    """
    return text.count('"', 0, at) % 2 == 1


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The form under which a word's inflections meet; numbers, symbols and contractions are left alone.

    >>> stem("creatures") == stem("creature"), stem("countered") == stem("counter"), stem("{t}"), stem("can't")
    (True, True, '{t}', "can't")
    """
    if word.endswith("'s"):
        word = word[:-2]
    if not (word.isascii() and word.isalpha()) or len(word) < 3:
        return word
    import snowballstemmer  # when it is first needed: it reads the stemmers of thirty languages

    return str(snowballstemmer.stemmer("english").stemWord(word))  # one for each call: it keeps the word while it works


def stems(text: str) -> list[str]:
    """The stems of a text's words, in order.

    >>> stems("State-Based Actions") == stems("state-based action")
    True
    """
    return [stem(word.text) for word in words(text)]
