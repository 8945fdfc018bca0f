"""Printed numbers: the forms of rule numbers in a text, and the context that distinguishes them from amounts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulesite.text import misprints
from rulesite.text.characters import DASH, LONG_DASHES
from rulesite.text.numbering import LETTER, Level, RuleNumber, Scheme

FULL = rf"[1-9][0-9]{{2}}\.[0-9]{{1,3}}{LETTER}?"
_SERIES = r"[1-9][0-9]{2}\.(?:Ruling|Note)\.[0-9]{1,3}"
SECTION = r"[1-9][0-9]{2}"
_CHAPTER = r"[1-9]"
LETTERED = rf"[A-Z]\.[0-9]{{1,3}}(?:\.(?:[0-9]{{1,3}}{LETTER}?|Ruling\.[0-9]{{1,3}}|Note(?:\.[0-9]{{1,3}})?))?"
"""The forms of numbers: complete decimal ones, sections of decimal editions, and those of lettered editions."""
_RULE = re.compile(r"[1-9][0-9]{2}\.[0-9]{1,3}")
HEAD = (
    r"(?:sub-?)?rules?|sections?|chapters?|crs?|(?<!\.)c\.\s?r\.|comprules|§§?"
    r"|secs?\.(?=\s{0,3}[1-9])|(?:(?<!\.)rr?\.|par(?:agraph|a?\.)|par(?:agraphs|a?s\.)|¶¶?)(?=\s{0,3}[1-9][0-9]{2}\.[0-9])"
)
"""Words that announce a number, in lower case; forms that only other people write match only if unmistakable."""
CLOSED = r"(?!\w|\.[0-9]|,0)"
"""The end of a number: 702.6 is not found in 702.60, but a full stop may follow and close the sentence."""
_CLOSES = re.compile(CLOSED)

NUMBER = re.compile(rf"(?:{FULL}|{_SERIES}|{SECTION}|{_CHAPTER}|{LETTERED}|[A-Z](?=[.,;)]|$)){CLOSED}")
_LETTER_OTHERWISE = re.compile(rf"\s?\((?P<bracketed>(?i:{LETTER}))\)|(?<=[0-9])(?P<capital>[A-Z]{{1,2}})(?!\w)")
"""The letter of a subrule in other people's forms: ``409.1(b)``, ``409.1 (b)``, ``409.1B``."""
COUNTED = re.compile(
    r"\s(?:more |other |additional |different |basic |random )?"
    r"(?:cards?|players?|creatures?|tokens?|times?|points?|life|damage|counters?|mana|permanents?|spells?|turns?|lands?"
    r"|pounds?|dollars?|percent|copies|decks?|games?|objects?|people|feet|miles|kg|cm|mm)\b|\s?%",
    re.IGNORECASE,
)
"""A number before these is an amount, whatever stands before it."""
GOES_ON = re.compile(
    rf"$|\n|[.,;:)\]’'”\"?!{LONG_DASHES}]|\s(?:{DASH}|[(\[“\"<]|(?:is|are|was|were|to|of|and|or|for|in|if|when|while|unless|which|that|does|do|"
    r"don['’]t|doesn['’]t|isn['’]t|aren['’]t|also|above|below|appl(?:y|ies|ied)|has|have|as|through|with|must|may|can|"
    r"can['’]t|would|will|on|by|but|because|then|shows?|says?|describes?|specif(?:y|ies)|covers?|explains?|defines?|"
    r"modif(?:y|ies)|at|from|only|even|instead|gives?|deals? with|about|applied|instructs?|allows?)\b)",
    re.IGNORECASE,
)
"""Text that can follow a citation that is only weakly announced."""


@dataclass(frozen=True)
class Printed:
    """A number as printed at ``[start:end]``; ``damaged`` if it is malformed."""

    start: int
    end: int
    number: RuleNumber
    damaged: bool = False


def read_at(text: str, at: int, scheme: Scheme, *, lenient: bool) -> Printed | None:
    """The number printed at an offset; malformed ones are only read if ``lenient``.

    >>> [read_at(text, 0, Scheme.DECIMAL, lenient=True).number for text in ("409.1b", "409.1 (b)", "409.1B", "409,1b")]
    [RuleNumber('409.1b'), RuleNumber('409.1b'), RuleNumber('409.1b'), RuleNumber('409.1b')]
    """
    if lenient and scheme is Scheme.DECIMAL and (damaged := misprints.read(text, at)):
        return Printed(at, damaged[1], damaged[0], damaged=True)
    number = NUMBER.match(text, at) or (_RULE.match(text, at) if lenient else None)
    if number is None:
        return None
    parsed = RuleNumber.parse(number.group())
    if len(number.group()) == 1 and parsed.scheme is Scheme.LETTERED is not scheme:
        return None  # "rule X" is a placeholder in a decimal edition, the letter X in a lettered one
    letter = _LETTER_OTHERWISE.match(text, number.end()) if parsed.level is Level.RULE else None
    if letter and parsed.scheme is Scheme.DECIMAL:
        subrule = RuleNumber.try_parse(f"{parsed}{(letter['bracketed'] or letter['capital']).lower()}")
        if subrule:
            return Printed(at, letter.end(), subrule)
    return Printed(at, number.end(), parsed) if _CLOSES.match(text, number.end()) else None


def is_plural(head: str) -> bool:
    """Whether a word announces several numbers.

    >>> [is_plural(head) for head in ("rules", "§§", "secs.", "rule", "§", "c.r.", "")]
    [True, True, True, False, False, False, False]
    """
    return head.rstrip(".").endswith("s") or head in ("§§", "¶¶", "rr.")
