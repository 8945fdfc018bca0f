"""Ranges of numbers, and lists abbreviated by the number before: ``409.1b-i``, ``601.2b, c and f``.

All are read in the form of their first number: ``704.5(k), (m) through (p)``, ``704.5K-N``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rulesite.text import misprints
from rulesite.text.characters import DASH, IN_CLASS, LONG_DASHES
from rulesite.text.citations import Citation, Kind
from rulesite.text.numbering import LETTER, LONE_LETTER, NotARuleNumber, NumberRange, RuleNumber, Scheme
from rulesite.text.printed_numbers import (
    CLOSED,
    COUNTED,
    FULL,
    GOES_ON,
    LETTERED,
    SECTION,
    Printed,
    is_plural,
)

_BRACKETED = rf"\({LETTER}\)"
_WHOLE = rf"(?:{FULL}|[1-9][0-9]{{2}}\.[0-9]{{1,3}}\s?{_BRACKETED}|{LETTERED}|{SECTION})"
_PART = rf"(?:[0-9]{{1,3}}(?:{LETTER}|\s?{_BRACKETED})?|{LETTER}|{_BRACKETED})"
_JOINT = (
    rf"(?:(?:[^\S\n]{{0,3}}(?P<dash>{DASH})\s{{0,3}}|\s{{0,3}}(?P<broken>{DASH})(?=\S)|\s+(?P<word>through|thru|to)\s+)"
    r"(?P<again>(?:(?:sub-?)?rules?\s+|crs?\s+|sections?\s+|[§¶]{1,2}\s?)?))"
)
_TAIL = re.compile(
    rf"{_JOINT}(?:(?P<last>{_WHOLE}(?!\s?{_BRACKETED})|{_PART}){CLOSED}|(?P<damaged>(?=[1-9])))", re.IGNORECASE
)
_JOINED = re.compile(_JOINT, re.IGNORECASE)
_LISTED = re.compile(
    r"(?:(?P<slash>/)|\s{0,3}[,;]\s{0,3}(?:(?:and/or|and|or|&)\s+)?|\s{0,3}[&+]\s{0,3}|\s/\s|\s+(?:and/or|and|or)\s+)"
    rf"(?P<item>(?(slash)(?:{_PART}|[A-Z]{{1,2}})|(?:{LONE_LETTER}|[A-Z]{{1,2}}|{_BRACKETED}"
    rf"|[1-9][0-9]{{0,2}}(?:{LETTER}|\s?{_BRACKETED})?))){CLOSED}(?!['’]|\.\w|\.\s[0-9])"
)
"""More numbers of the same rule or section: ``601.2b, c and f``, ``409.1b and 1c``, ``f/10i``. An "a" would be the
article.
"""
_SIGN = re.compile(r"\s{0,3}[/&+]")
_UNREAD = re.compile(
    rf"(?:[^\S\n]?(?:{DASH}|/)[^\S\n]?|\s(?:through|thru|to)\s|\s?(?=\())"
    rf"(?P<more>{_BRACKETED}|[0-9]{{1,3}}{LETTER}?|{LONE_LETTER}|(?<=[{IN_CLASS}/])[A-Z])(?!\w|\.[0-9]|['’])"
)


@dataclass(frozen=True)
class _Form:
    """The printed form of a subrule's letter."""

    bracketed: bool
    capital: bool

    @classmethod
    def of(cls, printed: str) -> _Form:
        return cls(printed.endswith(")"), printed.rstrip(")")[-1:].isupper())

    def print(self, number: RuleNumber, *, short: bool = False) -> str:
        """A number in this form, or only the letter of a subrule."""
        letter = number.letter.upper() if self.capital else number.letter
        letter = f"({letter})" if letter and self.bracketed else letter
        return letter if short else f"{replace(number, letter='') if letter else number}{letter}"


def with_tail(text: str, printed: Printed, head: str) -> tuple[list[Citation], int]:
    """The number with the rest of its range (``-i``, ``through Rule A.7.10``) or list (``/10i``, ``, c``)."""
    form = _Form.of(text[printed.start : printed.end])
    run = _run(text, printed, head, form)
    citations = [run or _single(text, printed)]
    while item := _item(text, citations[-1], head, form):
        citations.append(item)
    return citations, citations[-1].end


def unread(text: str, at: int) -> int | None:
    """The offset of text that seems to continue a citation in an unknown form; None without any.

    >>> unread("409.1i-b", 6), unread("rule 409.1i - but", 11), unread("702.6 (b) and", 5), unread("601.2a to 601.2", 6)
    (7, None, 6, None)
    """
    following = _UNREAD.match(text, at)
    return following.start("more") if following and not COUNTED.match(text, following.end()) else None


def reprinted(printed: str, first: RuleNumber, last: RuleNumber) -> str:
    """A range with other ends, in its original form; the first number is printed in full.

    >>> read = RuleNumber.parse
    >>> reprinted("704.5(k) through (n)", read("704.5j"), read("704.5m"))
    '704.5(j) through (m)'
    >>> reprinted("118.7–8", read("119.9"), read("119.10")), reprinted("f–h", read("601.2e"), read("601.2g"))
    ('119.9–119.10', '601.2e–g')
    """
    joint = _JOINED.search(printed, 1)
    if joint is None:
        return f"{first}–{last}"
    start, end = printed[: joint.start()], printed[joint.end() :]
    short = bool(first.letter) and first.parent == last.parent and end.strip("()").isalpha()
    return f"{_Form.of(start).print(first)}{joint.group()}{_Form.of(end).print(last, short=short)}"


def _single(text: str, printed: Printed) -> Citation:
    kind = Kind(printed.number.level.value)
    span = text[printed.start : printed.end]
    return Citation(printed.start, printed.end, span, kind, printed.number, misprinted=printed.damaged)


def _item(text: str, before: Citation, head: str, form: _Form) -> Citation | None:
    """The next item of an abbreviated list, a number or a range; None at the end of the list."""
    listed = _LISTED.match(text, before.end)
    number = before.last or before.first
    if listed is None or number is None:
        return None
    item = listed["item"]
    plain = _plain(item, number)
    following = number.completed(plain) if listed["slash"] else _following(plain, number)
    if following is None:
        return None
    printed = Printed(listed.start("item"), listed.end(), following)
    run = _run(text, printed, head, form)
    end = run.end if run else printed.end
    bracketed, capital = item.startswith("("), item.strip("()").isupper()
    if (bracketed and not form.bracketed) or (capital and not form.capital):
        return None
    if not listed["slash"]:
        counts = item.isdigit() and (number.letter or not is_plural(head))
        vague = (item.isdigit() or bracketed or capital) and not _is_left(text, end)
        if counts or vague or not number < following:
            return None
    return run or _single(text, printed)


def _is_left(text: str, at: int) -> bool:
    """Whether the text after an abbreviated number allows it to be one: ``rule 118.7, 8 cards`` counts cards."""
    return not COUNTED.match(text, at) and (GOES_ON.match(text, at) or _SIGN.match(text, at)) is not None


def _following(item: str, number: RuleNumber) -> RuleNumber | None:
    """The number that an abbreviation adds to a list, None if it is not valid."""
    if number.scheme is Scheme.LETTERED or number.rule is None or number.word:
        return None
    if item.isalpha() or not item.isdigit():
        return number.completed(item) if number.letter else None
    return number.completed(item)


def _plain(item: str, number: RuleNumber) -> str:
    """A number, or a part of one, without capitals and without brackets around its letter."""
    plain = re.sub(r"[\s()]", "", item)
    return plain.lower() if number.scheme is Scheme.DECIMAL and not re.match(r"[A-Za-z]\.", plain) else plain


def _run(text: str, printed: Printed, head: str, form: _Form) -> Citation | None:
    """The range that begins with a number, None if there is none: ``rule 702.6 - 20 cards``."""
    tail = _TAIL.match(text, printed.end)
    if tail is None:
        return None
    start, item, end = printed.number, tail["last"], tail.end()
    damaged = misprints.read(text, tail.start("damaged" if item is None else "last"))
    if item is None and damaged is None:
        return None
    if damaged:
        last, end = str(damaged[0]), damaged[1]
    else:
        last = _plain(item, start)
        if not _is_end(text, tail, last, start, head, form):
            return None
    try:
        run = NumberRange.parse(str(start), last)
    except NotARuleNumber:
        return None
    beside = run.last if printed.damaged and len(last) > 3 else run.first if damaged else None
    return Citation(
        printed.start, end, text[printed.start : end], Kind.RANGE, run.first, run.last,
        misprinted=printed.damaged or damaged is not None, beside=None if printed.damaged and damaged else beside,
    )  # fmt: skip


def _is_end(text: str, tail: re.Match[str], last: str, start: RuleNumber, head: str, form: _Form) -> bool:
    """Whether an apparent end of a range is one, by its separator and the text after it."""
    item, word = tail["last"], (tail["word"] or "").lower()
    capital = item.strip("()")[0].isupper() and start.scheme is Scheme.DECIMAL
    if capital and not form.capital:
        return False
    is_bracketed = item.startswith("(") and form.bracketed
    short = len(last) < 3
    if not short:  # "he won 115.5 to 110.2"
        within = start.letter and re.match(rf"{re.escape(str(replace(start, letter='')))}[a-z]", last)
        return word != "to" or is_plural(head) or bool(tail["again"] or within)
    if tail["again"]:
        return False
    dash = tail["dash"] or tail["broken"] or ""
    spaced = any(sign.isspace() for sign in tail.group()[: tail.start("last") - tail.start()])
    if not is_bracketed and (word == "to" or (dash in LONG_DASHES and dash) or (dash and spaced)):
        return _ends_run(text, tail, last, start, head)
    return bool(dash) or is_bracketed or last[0].isdigit() or re.fullmatch(LONE_LETTER, last) is not None


def _ends_run(text: str, tail: re.Match[str], last: str, start: RuleNumber, head: str) -> bool:
    """Whether the text after a dash with spaces around it can only be the end of a range: ``601.2a - g``."""
    if not _is_left(text, tail.end()):
        return False
    if last.isalpha():
        return bool(start.letter) and re.fullmatch(LONE_LETTER, last) is not None
    return is_plural(head) and re.match(r"\s*(?:$|[.,;:)\]])", text[tail.end() : tail.end() + 4]) is not None
