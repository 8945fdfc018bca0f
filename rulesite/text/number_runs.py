"""Runs of numbers, and lists that leave out what the number before has said: ``409.1b-i``, ``601.2b, c and f``."""

from __future__ import annotations

import re
from dataclasses import replace

from rulesite.text import misprints
from rulesite.text.citations import Citation, Kind
from rulesite.text.numbering import DOUBLED, LETTER, NotARuleNumber, NumberRange, RuleNumber, Scheme
from rulesite.text.printed_numbers import CLOSED, COUNTED, FULL, GOES_ON, LETTERED, SECTION, Printed

_TAIL = re.compile(
    r"(?:\s{0,3}(?P<dash>[-–‑‒])\s{0,3}(?:rules?\s+)?|\s+(?P<word>through|thru|to)\s+(?P<again>rules?\s+)?)"
    rf"(?:(?P<last>{FULL}|{LETTERED}|{SECTION}|[0-9]{{1,3}}{LETTER}?|{LETTER}){CLOSED}|(?P<damaged>(?=[1-9])))",
    re.IGNORECASE,
)
_SLASHED = re.compile(rf"/(?P<item>{FULL}|[0-9]{{1,3}}{LETTER}?|{LETTER}){CLOSED}")
_SHORT = re.compile(
    rf"(?:\s{{0,3}},\s{{0,3}}(?:(?:and|or|&)\s+)?|\s{{0,3}}[&+]\s{{0,3}}|\s+(?:and|or)\s+)"
    rf"(?P<item>[b-kmnp-z]|{DOUBLED}|[1-9][0-9]{{0,2}}{LETTER}?)(?!\w|['’]|\.\w|\.\s[0-9])"
)
"""More of the same rule or section: ``601.2b, c and f``, ``409.1b and 1c``. An "a" would be the article."""


def with_tail(text: str, printed: Printed, head: str) -> tuple[list[Citation], int]:
    """The number with what makes it a run (``-i``, ``through Rule A.7.10``) or a list (``/10i``, ``, c``)."""
    start, number = printed.start, printed.number
    tail = _TAIL.match(text, printed.end)
    if (run := _run(text, tail, printed, head) if tail else None) and run.last:
        citations, number, end = [replace(run, text=text[start : run.end])], run.last, run.end
    else:
        end, kind = printed.end, Kind(number.level.value)
        citations = [Citation(start, end, text[start:end], kind, number, misprinted=printed.damaged)]
        while slashed := _SLASHED.match(text, end):
            number, end = number.completed(slashed["item"]), slashed.end()
            citations.append(_abbreviated(slashed, number))
    while (short := _SHORT.match(text, end)) and (following := _following(text, short, number, head)):
        number, end = following, short.end()
        citations.append(_abbreviated(short, number))
    return citations, end


def _abbreviated(item: re.Match[str], number: RuleNumber) -> Citation:
    """The citation of a number that leaves out what the one before it has said."""
    return Citation(item.start("item"), item.end("item"), item["item"], Kind(number.level.value), number)


def _following(text: str, short: re.Match[str], number: RuleNumber, head: str) -> RuleNumber | None:
    """The number that an abbreviation adds to a list, None where it counts or is a word: ``rule 118.7, 8 cards``."""
    item = short["item"]
    if number.scheme is Scheme.LETTERED or number.rule is None or number.word:
        return None
    if item.isalpha():
        following = replace(number, letter=item) if number.letter else None
    elif item.isdigit():
        listed = head.endswith("s") and not number.letter and GOES_ON.match(text, short.end())
        following = number.completed(item) if listed and not COUNTED.match(text, short.end()) else None
    else:
        following = number.completed(item) if number.letter else None
    return following if following and number < following else None


def _run(text: str, tail: re.Match[str], printed: Printed, head: str) -> Citation | None:
    """The run that a tail makes of its first number, None when it is no run: ``rule 702.6 - 20 cards``."""
    start, last, end = printed.number, tail["last"], tail.end()
    damaged = misprints.read(text, tail.start("damaged" if last is None else "last"))
    if last is None and damaged is None:
        return None
    word = (tail["word"] or "").lower()
    if word == "to" and not (head.endswith("s") or tail["again"]):
        return None
    if damaged:
        last, end = str(damaged[0]), damaged[1]
    elif len(last) < 3:
        spaced = tail["dash"] and any(sign.isspace() for sign in tail.group())
        if word == "to" or tail["again"] or (spaced and not _ends_run(text, tail, start, head)):
            return None
    if tail["dash"] and len(tail.group()) > 1 and last[0].isupper() and start.scheme is Scheme.DECIMAL:
        return None
    try:
        run = NumberRange.parse(str(start), last)
    except NotARuleNumber:
        return None
    beside = run.last if printed.damaged and len(last) > 3 else run.first if damaged else None
    return Citation(
        printed.start, end, "", Kind.RANGE, run.first, run.last,
        misprinted=printed.damaged or damaged is not None, beside=None if printed.damaged and damaged else beside,
    )  # fmt: skip


def _ends_run(text: str, tail: re.Match[str], start: RuleNumber, head: str) -> bool:
    """Whether what stands after a dash with spaces about it can only be the end of a run: ``601.2a - g``."""
    last = tail["last"]
    if COUNTED.match(text, tail.end()) or not GOES_ON.match(text, tail.end()):
        return False
    if last.isalpha():
        return bool(start.letter) and re.fullmatch(rf"[b-kmnp-z]|{DOUBLED}", last) is not None
    return head.endswith("s") and re.match(r"\s*(?:$|[.,;:)\]])", text[tail.end() : tail.end() + 4]) is not None
