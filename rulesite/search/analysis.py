"""The analyzer: splits the texts of rules, and queries, into tokens and stems.

The index, queries and highlighting share one pattern. There are no stop words: rules turn on "if", "may", "can" and
"not". ``{T}``, ``+1/+1``, ``isn't`` and ``702.19b`` are words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rulesite.text import stemming
from rulesite.text.characters import fold
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
"""Characters of a word that count; the rules have no longer word."""


_IRREGULAR = """
become became | begin began begun | break broke broken | bring brought | build built | buy bought | catch caught
choose chose chosen | come came | deal dealt | draw drew drawn | fall fell fallen | fight fought | find found
fly flew flown | forget forgot forgotten | get got gotten | give gave given | go went gone | hide hid hidden
hold held | keep kept | know knew known | lose lost | make made | meet met | pay paid | say said | see saw seen
sell sold | send sent | show shown | sit sat | spend spent | stand stood | steal stole stolen | swing swung
take took taken | tell told | think thought | throw threw thrown | understand understood | wear wore worn | win won
write wrote written | block blocker blockers | one 1 | two 2 | three 3 | four 4 | five 5 | six 6 | seven 7
eight 8 | nine 9 | ten 10 | twenty 20 | zero 0
"""
_OTHER_FORMS = {
    form: forms[0]
    for line in _IRREGULAR.strip().splitlines()
    for forms in (group.split() for group in line.split("|"))
    for form in forms[1:]
}
"""Irregular forms of words, and their base forms."""


class Word(NamedTuple):
    """A word of a text: folded and in lower case, with its start and end."""

    text: str
    start: int
    end: int


def words(text: str) -> Iterator[Word]:
    """Yield the words of a text in order, with their offsets.

    >>> [word.text for word in words("{T}: It gets +1/+1 and can’t block (see rules 702.19b, K.25, 409.1b–i).")]
    ['{t}', 'it', 'gets', '+1/+1', 'and', "can't", 'block', 'see', 'rules', '702.19b', 'k.25', '409.1b-i']
    """
    for match in words_in(text):
        yield Word(match.group()[:LONGEST_WORD], match.start(), match.end())


def words_in(text: str) -> Iterator[re.Match[str]]:
    """Yield the match of each word of a text, at its full length."""
    return WORD.finditer(fold(text))


def in_quotes(text: str, at: int) -> bool:
    """Whether an offset of a query lies in quotes, where words are meant as typed.

    >>> in_quotes('"first strike" haste', 3), in_quotes('"first strike" haste', 16)
    (True, False)
    """
    return text.count('"', 0, at) % 2 == 1


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The stem that the inflections of a word share; numbers, symbols and contractions stay as they are.

    >>> stem("creatures") == stem("creature"), stem("countered") == stem("counter"), stem("{t}"), stem("can't")
    (True, True, '{t}', "can't")
    >>> stem("drew") == stem("drawn") == stem("drawing"), stem("7") == stem("seven")
    (True, True)
    """
    if word.endswith("'s"):
        word = word[:-2]
    word = _OTHER_FORMS.get(word, word)
    if not (word.isascii() and word.isalpha()) or len(word) < 3:
        return word
    return stemming.stem(word)


def stems(text: str) -> list[str]:
    """The stems of a text's words, in order.

    >>> stems("State-Based Actions") == stems("state-based action")
    True
    """
    return [stem(match.group()[:LONGEST_WORD]) for match in words_in(text)]
