"""Queries by number: addresses of a single rule, typed by a reader or sent by a program.

``402.8g``, ``rule 409.1b-i``, ``[CR 603.1]``, ``C.R. 118.3a``, ``§ 510.1(c)``, ``A.4.Ruling.2``, ``section 402``,
``402.1@2008-02-01``, ``CR 402.1 (2008-02-01)``, ``cr/2006-10-01/402.8g``, ``402.1 2008``, ``402.1 of the 2008 rules``;
and ``402.8 g``, ``402.8.g``, ``402,8G``, ``!cr 402.8g``, ``４０２．８ｇ``. Dashes, quotes and
full-width characters are made plain first (`characters.fold`). Whole addresses are parsed here; half-typed ones in
`rulesite.search.query.number_prefix`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date

from rulesite.text import edition_dates
from rulesite.text.characters import fold
from rulesite.text.numbering import LETTER, LONE_LETTER, NotARuleNumber, NumberRange, RuleNumber, Scheme

_MAX_LENGTH = 80
_DATE = r"(?P<year>(?:19|20)\d\d)(?:[-/.](?P<month>\d\d?)(?:[-/.](?P<day>\d\d?))?)?"
_SITE = re.compile(r"https?://[^/\s]+(?=/)")
_PATH = re.compile(
    rf"/?(?P<document>[a-z][\w-]*)/(?:{_DATE}/)?(?P<first>[1-9a-z][\w.]*?)(?:~(?P<nth>\d))?(?:/|#.*)?", re.ASCII
)
_OPENED = re.compile(r"(?:[\[(<{\"'*_`! ]|[/?.](?=(?:crs?|rules?|r)\b))+")
_CLOSING = {"[": "]", "(": ")", "<": ">", "{": "}"}
_ENDING = " .,;:?!\"'*_`"
_RULE_NOUNS = (
    r"(?:sub-?)?rules?|sections?|secs?|chapters?|paragraphs?|par(?:a?s?)?(?=[.\ ])|letters?|rulings?|notes?"
    r"|rr?(?=\.?\ ?[1-9]\d\d\b)"
)
LEADS = re.compile(
    r"(?:[!/?.](?=[a-z\d])|(?:(?:sub-?)?rules?|sections?|chapters?|rulings?)[\s:#]+"
    rf"|(?:{_RULE_NOUNS})[\s:#.]*(?=[1-9])|see\s+(?:also\s+)?(?=rules?\s|[1-9])|c\.\s?r\.\s?|cr[-#]?(?=[1-9])"
    r"|[§¶#\[(]\s*)+(?=\w)"
)
"""Words that people write before a number."""
_PHRASE = re.compile(
    r"""
    (?:see\ (?:also\ )?)?(?:(?:magic|mtg)\ (?=[a-z\d]))?
    (?:(?P<cr>crs?|c\.\ ?r\.)[\ :,\#-]*
      |(?P<document>comprehensive\ rules?|comp\.?\ ?rules?|(?!(?:SAID)\b)[a-z][\w']*)[\s:,]+)?
    (?P<said>SAID|[§¶]{1,2})?[\s.:\#-]*(?:(?:no\.|number\ )\ ?)?
    (?P<first>[1-9]\d{0,2}(?:\.\d{1,3}(?:LETTER|\ ?\(LETTER\))?|\.(?:ruling|note)(?:\.\d{1,3})?)?|[a-z](?:\.[\w.]+)?)
    (?:~(?P<nth>\d))?
    (?:\s*(?:-|\bto\b|\bthrough\b)\s*(?P<last>[\w.]+?))?
    [.,;:]?
    """.replace("LETTER", LETTER).replace("SAID", _RULE_NOUNS)
    + rf"(?:(?:\s*@\s*|\s*\(\s*|\s+(?:(?:in|of|from|on|as\ of)\s+)?)(?:(?P<other>[a-z][\w-]*)[/ ])?{_DATE}\s*\)?)?",
    re.VERBOSE | re.ASCII,
)
_TITLED = re.compile(
    rf"(?P<number>(?:rule\s|crs?\s)?[1-9]\d\d\.\d{{1,3}}{LETTER}?)(?:\s?[-:,]\s?|\s)(?P<title>[a-z][a-z' -]*[a-z])",
    re.ASCII,
)
_LEADING = re.compile(rf"(?:the\s)?{_DATE}\s(?=(?:rules?\s)?[1-9]\d\d\.)", re.ASCII)
_AFTER_NUMBER = re.compile(r"(?<=[\w)])(?=[\s@,(\[])")
_SPELLED = re.compile(
    rf"(?<![\d.,])(?P<section>[1-9]\d\d)(?:\s?\.\s?|\s?,\s?(?!\d{{3}}\b))(?P<rule>\d{{1,3}})"
    rf"(?:(?P<letter>{LETTER})|\s?\((?P<bracketed>{LETTER})(?:\)|$)"
    rf"|(?:\s|\.|\s?-\s?)(?P<parted>a|l|o|{LONE_LETTER})(?=$|[\s@(\[,;:)\]~-]))?(?!\w)",
    re.ASCII,
)
"""A number as people type it: ``613,8a``, ``613. 8``, ``613.8 a``, ``613.8.a``, ``613.8(a)``."""
_POLICY = (
    ("mtr", re.compile(r"(?:the )?(?:magic )?(?:tournament|floor) rules")),
    ("ipg", re.compile(r"(?:the )?(?:magic )?(?:infraction procedure guide|penalty guide(?:lines)?)")),
    ("jar", re.compile(r"judging at regular(?: rel)?")),
)
"""The documents of policy by their titles."""
_APPENDIX = re.compile(r"(?P<before>[a-z][\w' ]*?)[ :,]+appendix (?P<letter>[a-h])(?=$|[\s@(])", re.ASCII)
_APPENDIX_OF = re.compile(r"appendix (?P<letter>[a-h]) (?:of|in) (?:the )?(?P<after>[a-z][\w']*)(?=$|[\s@(])", re.ASCII)
_CR_NAMES = {"comprehensive rules", "comprehensive rule", "comprules", "comprule", "comp rules", "comp. rules"}


@dataclass(frozen=True)
class Wanted:
    """A parsed address; ``document`` is "" and ``year`` None where it names none."""

    number: RuleNumber
    last: RuleNumber | None = None
    nth: str = ""
    document: str = ""
    year: int | None = None
    month: int | None = None
    day: int | None = None
    title: str = ""
    """The text beside the number, as in ``701.15 shuffle``: the heading, if the query is an address at all."""

    @property
    def key(self) -> str:
        """The key of a provision: its number, with ``~2`` after it for the second of two."""
        return f"{self.number}{f'~{self.nth}' if self.nth else ''}"

    @property
    def dates(self) -> tuple[date, date] | None:
        """The first and the last day that the address may mean, None if it has no date."""
        if self.year is None:
            return None
        first = date(self.year, self.month or 1, self.day or 1)
        if self.day:
            return first, first
        if self.month:
            after = date(self.year + self.month // 12, self.month % 12 + 1, 1)
            return first, date.fromordinal(after.toordinal() - 1)
        return first, date(self.year, 12, 31)


def spelled(folded: str) -> str:
    """A folded query with its numbers spelled as in the rules.

    >>> [spelled(text) for text in ("cr 613,8 a", "613.8.a@2008", "409.1(b)-409.1 (i)", "100,000", "613.8 and")]
    ['cr 613.8a', '613.8a@2008', '409.1b-409.1i', '100,000', '613.8 and']
    """
    return _SPELLED.sub(_respelled, folded)


def _respelled(number: re.Match[str]) -> str:
    letter = number["letter"] or number["bracketed"] or number["parted"] or ""
    return f"{number['section']}.{number['rule']}{letter}"


def read(text: str) -> Wanted | None:
    """The address in a query, None if it does not have the form of one.

    >>> read("rule 409.1b–i").last, read("CR 402.1 (2008-02-01)").dates[0].isoformat(), read("[§ 702.6(b)]").key
    (RuleNumber('409.1i'), '2008-02-01', '702.6b')
    >>> read("combat damage"), read("a"), read("2008"), read("10"), read("2.5")
    (None, None, None, None, None)
    >>> [(query.document, query.key) for query in map(read, ["MTR 4.3", "IPG section 2.5", "mtr 10"])]
    [('mtr', '4.3'), ('ipg', '2.5'), ('mtr', '10')]
    >>> [(query.document, query.key) for query in map(read, ["MTR Appendix B", "Appendix A of the penalty guide"])]
    [('mtr', 'B'), ('ipg', 'A')]
    >>> read("Tournament Rules 4.3").document, read("appendix b"), read("floor rules of 2005")
    ('mtr', None, None)
    """
    folded = spelled(_SITE.sub("", _unwrapped(re.sub(r"\s+", " ", fold(text).strip())), count=1))
    folded = _with_policy(folded)
    if not folded or len(folded) > _MAX_LENGTH:
        return None
    phrase, time = _timed(folded)
    match = _PATH.fullmatch(folded) or _PHRASE.fullmatch(phrase)
    if match is None:
        titled = _TITLED.fullmatch(folded)
        named = read(titled["number"]) if titled else None
        return replace(named, title=titled["title"]) if titled and named else None
    parts = match.groupdict()
    if len(parts["first"]) == 1 and parts["first"].isalpha() and not parts.get("said"):
        return None
    document = parts["document"] or parts.get("other") or ""
    try:
        first = re.sub(r"[ ()]", "", parts["first"])
        query = Wanted(
            RuleNumber.parse(first),
            NumberRange.parse(first, parts["last"]).last if parts.get("last") else None,
            parts["nth"] or "",
            "cr" if parts.get("cr") or document in _CR_NAMES else document,
            *(time or (int(parts[name]) if parts[name] else None for name in ("year", "month", "day"))),
        )
        _ = query.dates
        if query.number.scheme is Scheme.DOTTED and not query.document:  # an amount, unless a document is named
            return None
    except (NotARuleNumber, ValueError):
        return None
    return query


def _with_policy(folded: str) -> str:
    """A folded query with titles of policy documents as their short names, and an appendix as a letter.

    >>> _with_policy("magic tournament rules appendix b"), _with_policy("appendix a of the ipg")
    ('mtr letter b', 'ipg letter a')
    """
    for name, title in _POLICY:
        folded = title.sub(name, folded, count=1)
    if of := _APPENDIX_OF.match(folded):
        return f"{of['after']} letter {of['letter']}{folded[of.end() :]}"
    return _APPENDIX.sub(r"\g<before> letter \g<letter>", folded, count=1)


def _unwrapped(folded: str) -> str:
    """A query without surrounding brackets, quotes and emphasis, and without final punctuation."""
    opened = _OPENED.match(folded)
    rest = folded[opened.end() if opened else 0 :].rstrip(_ENDING)
    for bracket in reversed(opened.group() if opened else ""):
        rest = rest.removesuffix(_CLOSING.get(bracket, "")).rstrip(_ENDING)
    return rest


def _timed(folded: str) -> tuple[str, tuple[int, int | None, int | None] | None]:
    """A query without its date, and that date: ``401.6 of the 2008 rules``, ``2008 401.6``."""
    if leading := _LEADING.match(folded):
        year, month, day = (int(part) if part else None for part in leading.groups())
        return folded[leading.end() :], (year or 0, month, day)
    for place in _AFTER_NUMBER.finditer(folded):
        named = edition_dates.after(folded, place.start())
        if named and named[1] == len(folded):
            year, month, day = named[0]
            return folded[: place.start()], (year, month or None, day or None)
    return folded, None
