"""Misprints: malformed numbers, and the numbers probably meant.

A point is missing (``4091f``), a comma or a space is in its place or beside it (``419,8``, ``409. 1f``), or digits are
transposed (``490.1f``). The meaning is a guess; the context decides whether a link is made, see `resolution`.
"""

from __future__ import annotations

import re
from itertools import combinations

from rapidfuzz.distance import OSA

from rulesite.text.numbering import LETTER, RuleNumber, Scheme

_DAMAGED = re.compile(
    rf"(?P<section>[1-9][0-9]{{2}})(?P<between>,|\s\.|\.\s|\s\.\s|)(?P<rule>[1-9][0-9]{{0,2}})(?P<letter>{LETTER})?"
    r"(?!\w|[.,][0-9])"
)
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")


def read(text: str, at: int) -> tuple[RuleNumber, int] | None:
    """The probable number for a malformed one at an offset, with its end; None for anything else.

    Thousands, years, and a number that begins the next sentence are not misprints.

    >>> read("4091f-h", 0), read("419,8 says", 0), read("409. 1f", 0)
    ((RuleNumber('409.1f'), 5), (RuleNumber('419.8'), 5), (RuleNumber('409.1f'), 7))
    >>> read("100,000", 0), read("2009", 0), read("409. 1 is", 0), read("409.1f", 0)
    (None, None, None, None)
    """
    match = _DAMAGED.match(text, at)
    if match is None:
        return None
    between, letter = match["between"], match["letter"] or ""
    long = len(match["rule"]) > 2
    if not letter and ((between in ("", ",") and long) or between.endswith(" ") or _YEAR.fullmatch(match.group())):
        return None
    return RuleNumber.parse(f"{match['section']}.{match['rule']}{letter}"), match.end()


def transposed(number: RuleNumber) -> list[RuleNumber]:
    """The numbers that result from swapping two digits of a number: neighbours, or any two of its section.

    >>> [str(each) for each in transposed(RuleNumber.parse("490.1f"))]
    ['409.1f', '940.1f']
    >>> [str(each) for each in transposed(RuleNumber.parse("110.10"))]  # none with 0 after its point
    ['101.10']
    """
    if number.scheme is Scheme.LETTERED or number.section is None or number.word:
        return []
    digits = f"{number.section}{'' if number.rule is None else number.rule}"
    numbers = set()
    for left, right in combinations(range(len(digits)), 2):
        if right - left == 1 or right < 3:
            swapped = list(digits)
            swapped[left], swapped[right] = swapped[right], swapped[left]
            rule = "".join(swapped[3:])
            printed = "".join(swapped[:3]) + (f".{rule}{number.letter}" if rule else "")
            numbers.add(None if rule.startswith("0") else RuleNumber.try_parse(printed))
    return sorted(candidate for candidate in numbers if candidate is not None and candidate != number)


def is_slip(printed: RuleNumber, meant: RuleNumber) -> bool:
    """Whether a single slip turns one number into the other: two digits swapped, or one wrong, missing or extra.

    >>> read = RuleNumber.parse
    >>> is_slip(read("412"), read("421")), is_slip(read("419.8"), read("419.18")), is_slip(read("412"), read("409"))
    (True, True, False)
    """
    left, right = (str(number).replace(".", "") for number in (printed, meant))
    return printed.letter == meant.letter and OSA.distance(left, right, score_cutoff=1) <= 1
