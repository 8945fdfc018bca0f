"""Rule numbers: their forms, parsing, printing and order.

Three schemes exist. The Comprehensive Rules have always been *decimal*: chapter ``4``, section ``402``, rule
``402.8``, subrule ``402.8g`` (the letters l and o are never used; after z come pairs, ``704.5aa``).  D'Angelo's
rulings were *lettered* until about 2003: letter ``A``, section ``A.4``, rule ``A.4.20``, ruling ``A.4.Ruling.2``.
His unnumbered notes get addresses of their own, ``A.4.Note.1``, counted within their section.

The policy documents are *dotted*: chapter ``4``, section ``4.3``, appendix ``B``; until 2009 their sections were
``10`` to ``399``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, total_ordering

SUBRULE_LETTERS = "abcdefghijkmnpqrstuvwxyz"
"""The letters of subrules, in order: l and o look like digits and are skipped."""
DOUBLED = "(?:" + "|".join(2 * letter for letter in SUBRULE_LETTERS) + ")"
"""A pattern for doubled letters; none is an English word."""
LETTER = "(?:a[a-kmnp-z]?|" + "|".join(f"{letter}{letter}?" for letter in SUBRULE_LETTERS[1:]) + "|l|o)"
"""A pattern for the letter of a subrule; after z letters are doubled, or pairs that begin with a."""
LONE_LETTER = f"(?:a[bcefgjkpqruvz]|{DOUBLED}|[b-kmnp-z])"
"""A pattern for text that alone can only be a subrule's letter: not the article, nor any English word."""


class Scheme(StrEnum):
    """How an edition numbers its rules."""

    DECIMAL = "decimal"
    LETTERED = "lettered"
    DOTTED = "dotted"


class Level(StrEnum):
    """The level of the tree that a number belongs to."""

    CHAPTER = "chapter"
    SECTION = "section"
    RULE = "rule"
    SUBRULE = "subrule"
    RULING = "ruling"
    NOTE = "note"


class NotARuleNumber(ValueError):  # noqa: N818 - the name says it
    """The text is not a rule number of either scheme."""


_DECIMAL = re.compile(
    rf"(?P<chapter>[1-9])(?:(?P<section>\d\d)(?:\.(?P<rule>\d{{1,3}})(?P<letter>{LETTER})?)?)?", re.ASCII
)
_DOTTED = re.compile(r"(?P<chapter>[1-9]\d?)(?:\.(?P<section>[1-9]\d?))?", re.ASCII)
_DECIMAL_SERIES = re.compile(
    r"(?P<section>[1-9]\d\d)\.(?P<word>Ruling|Note)(?:\.(?P<rule>\d{1,3}))?", re.ASCII | re.IGNORECASE
)
_LETTERED = re.compile(
    r"(?P<chapter>[A-Za-z])(?:\.(?P<section>\d{1,3})"
    rf"(?:\.(?:(?P<rule>\d{{1,3}})(?P<letter>{LETTER})?|(?P<word>Ruling|Note)(?:\.(?P<nth>\d{{1,3}}))?))?)?",
    re.ASCII | re.IGNORECASE,
)


_AFTER_NINE = ":"
"""A character that sorts after the digits and before the letters."""
_MIN_DECIMAL = 100
"""The first section of the first chapter of a decimal edition; those of dotted ones have two digits."""
_MAX_PART = 999
"""Sections and rules have at most three digits; `RuleNumber.sort_key` depends on it."""


@total_ordering
@dataclass(frozen=True)
class RuleNumber:
    """One rule number, of either scheme; compare with ``<`` to get the order of the book.

    >>> RuleNumber.parse("402.8g").parent
    RuleNumber('402.8')
    >>> RuleNumber.parse("402.8") < RuleNumber.parse("402.8g") < RuleNumber.parse("402.10")
    True
    >>> str(RuleNumber.parse("a.4.ruling.2"))
    'A.4.Ruling.2'
    """

    chapter: str
    section: int | None = None
    rule: int | None = None
    letter: str = ""
    word: str = ""

    @classmethod
    def parse(cls, text: str) -> RuleNumber:
        """Parse a number as printed, with or without a closing full stop.

        Raises NotARuleNumber for anything else, including text around a number.

        >>> RuleNumber.parse("701.35c.")
        RuleNumber('701.35c')
        >>> RuleNumber.parse("A.13.Note")
        RuleNumber('A.13.Note.1')
        """
        return _parsed(text)

    @classmethod
    def try_parse(cls, text: str) -> RuleNumber | None:
        """Like `parse`, but None instead of an exception.

        >>> RuleNumber.try_parse("Necrosavant") is None
        True
        """
        try:
            return cls.parse(text)
        except NotARuleNumber:
            return None

    @property
    def scheme(self) -> Scheme:
        """Lettered when the chapter is a letter; dotted when its sections are counted from 1, not from 100.

        >>> [RuleNumber.parse(text).scheme.value for text in ("402.8g", "4.3", "10", "A.4")]
        ['decimal', 'dotted', 'dotted', 'lettered']
        """
        if not self.chapter.isdigit():
            return Scheme.LETTERED
        dotted = len(self.chapter) > 1 or (self.section is not None and self.section < _MIN_DECIMAL)
        return Scheme.DOTTED if dotted else Scheme.DECIMAL

    def may_be_in(self, scheme: Scheme) -> bool:
        """Whether an edition with this scheme can print the number: a dotted one has chapters, appendices and, in the
        older ones, sections of three digits.

        >>> [RuleNumber.parse(text).may_be_in(Scheme.DOTTED) for text in ("4.3", "4", "B", "104", "103.4c", "A.4")]
        [True, True, True, True, False, False]
        """
        if scheme is not Scheme.DOTTED or self.scheme is Scheme.DOTTED:
            return self.scheme is scheme
        return self.level is Level.CHAPTER or (self.level is Level.SECTION and self.scheme is Scheme.DECIMAL)

    @property
    def level(self) -> Level:
        """The level of the tree that this number belongs to.

        >>> [RuleNumber.parse(text).level.value for text in ("4", "402", "402.8", "402.8g", "A.4.Ruling.2")]
        ['chapter', 'section', 'rule', 'subrule', 'ruling']
        """
        if self.section is None:
            return Level.CHAPTER
        if self.rule is None:
            return Level.SECTION
        if self.word:
            return Level.RULING if self.word == "Ruling" else Level.NOTE
        return Level.SUBRULE if self.letter else Level.RULE

    @property
    def parent(self) -> RuleNumber | None:
        """The number one level up, None for a chapter."""
        if self.section is None:
            return None
        if self.rule is None:
            return RuleNumber(self.chapter)
        if self.letter:
            return RuleNumber(self.chapter, self.section, self.rule)
        return RuleNumber(self.chapter, self.section)

    @property
    def sort_key(self) -> str:
        """A string that sorts in the order of the book, for databases: rulings and notes close a section.

        A pair of letters gets a leading z, so that it sorts after z; a chapter of two digits sorts after 9.

        >>> RuleNumber.parse("402.8g").sort_key, RuleNumber.parse("704.5aa").sort_key
        ('4.402.0.008g', '7.704.0.005zaa')
        """
        chapter = f"{_AFTER_NINE if len(self.chapter) > 1 else ''}{self.chapter}"
        if self.section is None:
            return chapter
        key = f"{chapter}.{self.section:03d}"
        if self.rule is None:
            return key
        series = ("", "Ruling", "Note").index(self.word)
        return f"{key}.{series}.{self.rule:03d}{'z' * (len(self.letter) - 1)}{self.letter}"

    def successors(self) -> tuple[RuleNumber, ...]:
        """The numbers that may come next in a chapter without gaps, nearest first.

        Includes the next chapter only after section x99: a chapter may end at any section.

        >>> [str(number) for number in RuleNumber.parse("411.1").successors()]
        ['411.1a', '411.2', '412']
        >>> [str(number) for number in RuleNumber.parse("700.2h").successors()][:2]
        ['700.2i', '700.3']
        """
        numbers: list[RuleNumber] = []
        if self.section is None:
            first = int(self.chapter) * 100 if self.scheme is Scheme.DECIMAL else 1
            return (RuleNumber(self.chapter, first), RuleNumber(self.chapter, first + 1))
        if self.rule is None:
            numbers.append(RuleNumber(self.chapter, self.section, 1))
        else:
            if not self.word and not self.letter:
                numbers.append(RuleNumber(self.chapter, self.section, self.rule, "a"))
            for following in next_letters(self.letter):
                numbers.append(RuleNumber(self.chapter, self.section, self.rule, following))
            numbers.append(RuleNumber(self.chapter, self.section, self.rule + 1, word=self.word))
        if self.scheme is Scheme.LETTERED or self.section % 100 != 99:
            numbers.append(RuleNumber(self.chapter, self.section + 1))
        elif self.chapter != "9":
            numbers.append(RuleNumber(str(int(self.chapter) + 1)))
        return tuple(
            candidate for candidate in numbers if max(candidate.section or 0, candidate.rule or 0) <= _MAX_PART
        )

    def completed(self, last: str) -> RuleNumber:
        """The number meant by an abbreviation printed after this one, as in ``502.10a/10i`` or ``b-i``.

        Missing parts of the abbreviation are taken from this number; a full number is read as it is. Raises
        NotARuleNumber if the abbreviation is invalid.

        >>> RuleNumber.parse("502.10a").completed("10i"), RuleNumber.parse("502.11a").completed("b")
        (RuleNumber('502.10i'), RuleNumber('502.11b'))
        """
        if self.rule is not None and not self.word:
            if re.fullmatch(LETTER, last):
                return RuleNumber(self.chapter, self.section, self.rule, last)
            if match := re.fullmatch(rf"([0-9]{{1,2}})({LETTER})?", last):
                return RuleNumber(self.chapter, self.section, int(match[1]), match[2] or "")
        return RuleNumber.parse(last)

    def __str__(self) -> str:
        if self.section is None:
            return self.chapter
        section = str(self.section) if self.scheme is Scheme.DECIMAL else f"{self.chapter}.{self.section}"
        if self.rule is None:
            return section
        return f"{section}.{self.word + '.' if self.word else ''}{self.rule}{self.letter}"

    def __repr__(self) -> str:
        return f"RuleNumber({str(self)!r})"

    def __lt__(self, other: RuleNumber) -> bool:
        return self.sort_key < other.sort_key


@lru_cache(maxsize=8192)
def _parsed(text: str) -> RuleNumber:
    """See `RuleNumber.parse`. Cached, because reading a book meets each of its numbers repeatedly."""
    stripped = text.strip().removesuffix(".")
    if match := _DECIMAL.fullmatch(stripped):
        section = match["section"]
        return RuleNumber(
            match["chapter"],
            int(match["chapter"] + section) if section else None,
            int(match["rule"]) if match["rule"] else None,
            match["letter"] or "",
        )
    if match := _DOTTED.fullmatch(stripped):
        return RuleNumber(match["chapter"], int(match["section"]) if match["section"] else None)
    if match := _DECIMAL_SERIES.fullmatch(stripped):
        section = match["section"]
        return RuleNumber(section[0], int(section), int(match["rule"] or 1), word=match["word"].capitalize())
    if match := _LETTERED.fullmatch(stripped):
        ordinal = match["nth"] or ("1" if match["word"] else match["rule"])
        return RuleNumber(
            match["chapter"].upper(),
            int(match["section"]) if match["section"] else None,
            int(ordinal) if ordinal else None,
            (match["letter"] or "").lower(),
            (match["word"] or "").capitalize(),
        )
    raise NotARuleNumber(f"{text!r} is not a rule number: expected one like 402.8g, 4, 4.3, A.4.20 or A.4.Ruling.2")


def next_letters(letter: str) -> tuple[str, ...]:
    """The letters that may follow a subrule's letter: only the first pair is known, so ``aa`` has two successors.

    >>> next_letters("k"), next_letters("z"), next_letters("aa"), next_letters("ab"), next_letters("bb")
    (('m',), ('aa',), ('bb', 'ab'), ('ac',), ('cc',))
    """
    index = SUBRULE_LETTERS.find(letter[-1:] or "?") + 1
    if len(letter) > 1 and not 0 < index < len(SUBRULE_LETTERS):
        return ()
    if len(letter) < 2:
        return (SUBRULE_LETTERS[index] if index < len(SUBRULE_LETTERS) else "aa",) if index else ()
    pairs = (2 * SUBRULE_LETTERS[index], f"a{SUBRULE_LETTERS[index]}")
    return pairs if letter == "aa" else pairs[:1] if letter[0] == letter[1] else pairs[1:]


@dataclass(frozen=True)
class NumberRange:
    """A range of numbers with both ends, as in ``409.1b-i`` or ``rules 306-311``.

    Only an edition knows which numbers lie inside; `covers` tests a single number.

    >>> NumberRange.parse("409.1b", "i")
    NumberRange(first=RuleNumber('409.1b'), last=RuleNumber('409.1i'))
    >>> NumberRange.parse("118.7", "8").covers(RuleNumber.parse("118.8"))
    True
    """

    first: RuleNumber
    last: RuleNumber

    @classmethod
    def parse(cls, first: str, last: str) -> NumberRange:
        """Parse two ends; the last may be abbreviated (``b-i``, ``10a/10i``, ``118.7-8``).

        Raises NotARuleNumber if an end is invalid, the ends differ in level or scheme, or the range does not go
        forward.
        """
        start = RuleNumber.parse(first)
        end = start.completed(last.strip().removesuffix("."))
        if start.level != end.level or start.scheme != end.scheme or end <= start:
            raise NotARuleNumber(f"{first}-{last} is not a range of rule numbers")
        return cls(start, end)

    def covers(self, number: RuleNumber) -> bool:
        """Whether a number of the same level lies between the ends, inclusive."""
        return number.level == self.first.level and self.first.sort_key <= number.sort_key <= self.last.sort_key
