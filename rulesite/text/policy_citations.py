"""Citations in the policy of tournaments: of its own sections, of the other policy documents, and of the rules.

The forms are ``section 5.2``, ``sections 3.1 and 3.2``, ``MTR section 4.3``, ``IPG 2.5``, ``section 2.12 of the Magic
Tournament Rules``, ``Appendix B``, and ``Comprehensive Rules, rule 103.4c``. A rule with a number below a section is
always one of the Comprehensive Rules, as policy has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from rulesite.text.citations import Citation, Kind
from rulesite.text.numbering import RuleNumber, Scheme

_TITLES = {
    "mtr": r"MTR|(?:Magic:?\s(?:The\sGathering\s)?)?(?:(?<!Universal )Tournament|(?:DCI\s)?Floor)\sRules",
    "ipg": r"(?:M?IPG|(?:Magic\s)?Infraction\sProcedure\sGuide|(?:DCI\s)?Penalty\sGuide(?:lines)?)",
    "utr": r"(?:DCI\s)?Universal\sTournament\sRules|UTR",
    "cr": r"(?:Magic\s)?Comprehensive\s(?:Game\s)?Rules|CR",
}
_TITLE = "(?:" + "|".join(f"(?P<{{0}}{slug}>{title})" for slug, title in reversed(_TITLES.items())) + ")"
_NUMBER = r"(?:[1-9][0-9]?\.[1-9][0-9]?|[1-9][0-9]{0,2})(?![0-9])(?!\.[0-9])"
_FIRST = re.compile(
    rf"(?:{_TITLE.format('a_')}(?:\s\((?:MTR|IPG|UTR)\))?,?\s)?"
    rf"(?:(?:[Ss]ections?\s|§{{1,2}}\s?)(?P<number>{_NUMBER})|(?P<appendix>[Aa]ppendix\s[A-H]\b))"
    rf"|\b(?:(?P<b_mtr>MTR)|(?P<b_ipg>M?IPG))\s(?P<bare>{_NUMBER})"
)
_MORE = re.compile(
    rf"(?P<joint>,\s|,?\s(?:and|or)\s|\s?[-\u2013]\s?|\sthrough\s)(?:section\s)?(?P<number>{_NUMBER})(?!\w)"
)
_OWNER = re.compile(rf",?\s(?:of|in|from)\s(?:the\s)?(?:current\s)?{_TITLE.format('c_')}")
_COMPREHENSIVE = re.compile(r"\bComprehensive\sRules|\bCR\b")
_SENTENCE = re.compile(r"[.!?]\s+(?=[A-Z])|\n")
_WHOLE = re.compile(r"\bJAR\b(?!\sfiles?)|\bJudging\sat\sRegular(?:\sREL)?\b")
"""Judging at Regular REL, which has no numbers to cite."""
_COUNTED = re.compile(
    r"(?P<under>(?!See\b)[A-Z][a-z]+(?:\s[A-Z][a-z]+){0,3})(?:,\s(?:[Rr]ule\s)?|\s\((?:[Rr]ule\s)?)(?P<count>#[1-9][0-9]?)(?![0-9])"
)
"""A number that is counted in a chapter with a title, as in the first rules of all: ``Floor Rules, rule #5``."""
_AMOUNT = re.compile(r"\s(?:minutes|players|cards|rounds|points|days|percent)\b")


def find(text: str) -> list[Citation]:
    """The citations of a text of a policy document in order; ``document`` is "" for its own.

    >>> text = "See section 5.2, MTR 4.3 and Appendix B of the IPG (Comprehensive Rules, rule 103.4c)."
    >>> [(cited.document, cited.text) for cited in find(text)]
    [('', '5.2'), ('mtr', '4.3'), ('ipg', 'Appendix B'), ('cr', '103.4c')]
    >>> [(cited.under, cited.text) for cited in find("See Floor Rules, rule #10, and Deck Building (#3).")]
    [('Floor Rules', '#10'), ('Deck Building', '#3')]
    """
    rules = list(_rules(text))
    own = [
        cited
        for cited in _sections(text)
        if not any(rule.start < cited.end and cited.start < rule.end for rule in rules)
    ]
    counted = [
        replace(
            _section(match["count"], 1, len(match["count"])),
            start=match.start("count"),
            end=match.end("count"),
            text=match["count"],
            under=match["under"],
        )
        for match in (_COUNTED.finditer(text) if "#" in text else ())
    ]
    return sorted([*rules, *own, *counted], key=lambda cited: cited.start)


def named(text: str) -> list[Citation]:
    """The citations of tournament rules and penalty guides in any text, and of Judging at Regular REL as a whole.

    A document is named before or after the number; what names none is left to others.

    >>> [(cited.document, cited.text) for cited in named("MTR 2.11, section 2.5 of the IPG")]
    [('mtr', '2.11'), ('ipg', '2.5')]
    >>> [(cited.document, cited.text) for cited in named("MTR 4.3, IPG §2.5. Section 9, rule 103.4c, JAR, and a jar")]
    [('mtr', '4.3'), ('ipg', '2.5'), ('jar', 'JAR')]
    """
    wholes = (Citation(*match.span(), match.group(), Kind.CHAPTER, document="jar") for match in _WHOLE.finditer(text))
    sections = (cited for cited in _sections(text) if cited.document in ("mtr", "ipg"))
    return sorted([*sections, *wholes], key=lambda cited: cited.start)


def _rules(text: str) -> Iterator[Citation]:
    """Yield the citations of the Comprehensive Rules."""
    from rulesite.text import references  # it asks this module for documents with such numbers

    if not re.search(r"[1-9][0-9]{2}", text):
        return
    for cited in references.find(text, Scheme.DECIMAL):
        if cited.first is None or cited.first.scheme is not Scheme.DECIMAL:
            continue
        is_rule = cited.first.rule is not None
        owner = _slug(_OWNER.match(text, cited.end), "c_")
        if owner in ("", "cr") and (is_rule or (cited.first.section is not None and _is_of_the_rules(text, cited))):
            yield replace(cited, document="cr")


def _is_of_the_rules(text: str, cited: Citation) -> bool:
    """Whether the sentence of a citation names the Comprehensive Rules right before or after it."""
    starts = [end.end() for end in _SENTENCE.finditer(text, 0, cited.start)]
    before = text[max([0, *starts, cited.start - 60]) : cited.start]
    after = text[cited.end : cited.end + 50].partition(".")[0]
    return bool(_COMPREHENSIVE.search(before) or _COMPREHENSIVE.search(after))


def _sections(text: str) -> Iterator[Citation]:
    """Yield the citations of sections and appendices, with the document that a name before or after them gives."""
    end = 0
    for match in _FIRST.finditer(text):
        if match.start() < end:  # it stood in the list before
            continue
        if match["appendix"]:
            number = RuleNumber.parse(match["appendix"][-1].upper())
            cited = [Citation(*match.span("appendix"), match["appendix"], Kind.CHAPTER, number)]
        else:
            group = "number" if match["number"] else "bare"
            if _AMOUNT.match(text, match.end(group)):
                continue
            cited = [_section(text, *match.span(group))]
            while more := _MORE.match(text, cited[-1].end):
                if _AMOUNT.match(text, more.end("number")):
                    break
                further = _section(text, *more.span("number"))
                if more["joint"].strip(" ,") in ("-", "\u2013", "through"):
                    start, first = cited[-1].start, cited[-1].first
                    if first is None or further.first is None or not first < further.first:
                        break
                    span = text[start : further.end]
                    cited[-1] = Citation(start, further.end, span, Kind.RANGE, first, further.first)
                    break
                cited.append(further)
        owner = _slug(_OWNER.match(text, cited[-1].end), "c_")
        named_before = _slug(match, "a_") or _slug(match, "b_")
        *others, last = cited
        end = last.end
        yield from (replace(each, document=named_before or owner) for each in others)
        yield replace(last, document=owner or named_before)


def _section(text: str, start: int, end: int) -> Citation:
    number = RuleNumber.parse(text[start:end])
    return Citation(start, end, text[start:end], Kind(number.level.value), number)


def _slug(match: re.Match[str] | None, prefix: str) -> str:
    """The slug of the document that a match names, or ""."""
    if match is None:
        return ""
    return next(
        (name.removeprefix(prefix) for name, value in match.groupdict().items() if value and name.startswith(prefix)),
        "",
    )
