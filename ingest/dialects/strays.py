"""Find strays: lines that begin with a possible rule number but did not become a provision.

Most are wrapped citations: ``See rule`` ends the line above. These are explained, with the evidence. Each of the others
is a doubt for a person to judge, so that no provision is swallowed in silence.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingest.document.ledger import NOT_UNDERSTOOD, Role, Segment
from ingest.document.source import Line
from ingest.document.tree import Flag, Provision, Stray
from rulesite.text.characters import IN_CLASS, JOINING_IN_CLASS
from rulesite.text.numbering import RuleNumber

_MARKS = r"[^\w$€£+.,/]{0,8}"
_WORD = r"(?P<word>(?:sub-?)?rule|section|sec\.|chapter|cr|article|no\.)\s{1,3}"
_DECIMAL = re.compile(
    rf"{_MARKS}(?:(?i:{_WORD}))?(?P<number>[1-9][0-9]{{2}}\s?\.\s?[0-9]{{1,3}}(?:[a-zA-Z]{{1,3}}\b|\([a-zA-Z0-9]{{1,3}}\))?)"
    r"(?![0-9])"
)
_SECTION = re.compile(
    rf"{_MARKS}(?:(?i:{_WORD}))?(?P<number>[1-9][0-9]{{2}})(?:\.(?=\s*$|\s+\S)|\s*[:{IN_CLASS}]\s+(?=[A-Z])|\s+(?=[A-Z\"“\[(])|\.?$)"
)
_CHAPTER = re.compile(r"\s*(?:(?i:chapter|section)\s+)?(?P<number>[1-9])\.?\s+[A-Z][^.!?:]{2,60}\s*$")
_LETTERED = re.compile(
    rf"{_MARKS}(?:(?i:{_WORD}))?(?P<number>[A-Z]\.[0-9]{{1,3}}(?:\.(?:[0-9]{{1,3}}[a-z]{{0,2}}|(?:Ruling|Note)(?:\.[0-9]{{1,3}})?))?)"
    r"(?![\w])"
)
_ANNOUNCED = re.compile(
    r"(?:\b(?:(?:sub-?)?rules?|sections?|chapters?|see(?:\s+also)?|crs?|§)"
    rf"|(?:[0-9][a-z]{{0,2}}|[,.]?[”\"])(?:,?\s+(?:and/or|and|or|to|through|thru|then)|\s?[,;/{JOINING_IN_CLASS}]))\s*$",
    re.IGNORECASE,
)
"""The end of a line whose sentence continues with a number: a word that announces one, or a list or range of them."""
_IN_SENTENCE = re.compile(r"\s?[);”]|\"|,\s*(?:$|[\"“a-z0-9])")
"""Text after a number that occurs within a sentence but never after a provision's number."""
_RATHER_IN_SENTENCE = re.compile(rf"\s?[{JOINING_IN_CLASS}/]\s?[0-9a-z]|\s+[a-z]")


@dataclass(frozen=True)
class _Begun:
    """A possible number at the start of a line: its position, and the text after it."""

    number: str
    start: int
    rest: str
    word: str = ""
    """The word before the number on its line."""

    @property
    def parsed(self) -> RuleNumber | None:
        """The number without its spaces and brackets, or None if it is not one."""
        return RuleNumber.try_parse(re.sub(r"[\s()]", "", self.number))


def find(
    lines: Sequence[Line], segments: Sequence[Segment], provisions: Sequence[Provision], *, lettered: bool = False
) -> tuple[Stray, ...]:
    """Return the strays of a document in order.

    ``segments`` is its finished ledger; ``lettered`` says that numbers may begin with a letter.
    """
    opened = {(provision.key, provision.first_line) for provision in provisions}
    numbers = {RuleNumber.parse(provision.number) for provision in provisions}
    starts = [segment.start for segment in segments]
    strays: list[Stray] = []
    latest: RuleNumber | None = None
    above = ""
    for line in lines:
        if not line.text.strip():
            continue
        segment = segments[bisect_right(starts, line.start + len(line.text) - len(line.text.lstrip())) - 1]
        begun = _begun(line, latest, lettered=lettered)
        if begun:
            owner = segments[bisect_right(starts, line.start + begun.start) - 1].owner
            if (owner, line.number) in opened:
                latest = RuleNumber.parse(owner.partition("~")[0])
            elif _counts(segment, begun):
                evidence = _evidence(begun, above, latest, numbers)
                strays.append(Stray(line.number, line.start + begun.start, begun.number, owner, evidence))
        if segment.role is not Role.FURNITURE:
            above = line.text
    return tuple(strays)


def judge(
    lines: Sequence[Line], segments: Sequence[Segment], provisions: Sequence[Provision], *, lettered: bool = False
) -> tuple[tuple[Provision, ...], tuple[Stray, ...]]:
    """Return the provisions, flagged where they contain a doubtful stray, and all strays; see `find`."""
    strays = find(lines, segments, provisions, lettered=lettered)
    flags: dict[str, list[Flag]] = {}
    for stray in strays:
        if not stray.evidence:
            note = f"line {stray.line} begins with {stray.number} and was read as part of this"
            flags.setdefault(stray.owner.partition("/")[0], []).append(Flag("number in text", note, stray.line))
    flagged = (
        replace(provision, flags=(*provision.flags, *flags[provision.key])) if provision.key in flags else provision
        for provision in provisions
    )
    return tuple(flagged), strays


def _begun(line: Line, latest: RuleNumber | None, *, lettered: bool) -> _Begun | None:
    """Return a possible number at the start of a line. Of chapters only the next one counts."""
    patterns = [_DECIMAL, _SECTION, *([_LETTERED] if lettered else [])]
    match = next((match for pattern in patterns if (match := pattern.match(line.text))), None)
    if match is None and latest is not None and latest.chapter.isdigit():
        match = _CHAPTER.match(line.text)
        match = match if match and int(match["number"]) == int(latest.chapter) + 1 else None
    if match is None:
        return None
    word = match.groupdict().get("word") or ""
    return _Begun(match["number"], match.start("number"), line.text[match.end("number") :], word.strip())


def _counts(segment: Segment, begun: _Begun) -> bool:
    """Whether the line's role allows it to be a missed provision. Contents lists and the like do not."""
    if segment.role in (Role.CONTENTS, Role.INDEX, Role.BLANK):
        return False
    whole = "." in begun.number
    return segment.role is not Role.FURNITURE or whole or segment.reason == NOT_UNDERSTOOD


def _evidence(begun: _Begun, above: str, latest: RuleNumber | None, numbers: set[RuleNumber]) -> str:
    """Return why a line begins with a number that it only cites, or "" without evidence.

    For a number that the book lacks and that could come next, a word above is not evidence.
    """
    goes_on = f"the sentence continues after the number: “{begun.number}{begun.rest[:8].rstrip()}”"
    if _IN_SENTENCE.match(begun.rest):
        return goes_on
    number = begun.parsed
    if latest is not None and number is not None and number not in numbers and number in latest.successors():
        return ""
    if _RATHER_IN_SENTENCE.match(begun.rest):
        return goes_on
    if begun.word.islower():
        return f"“{begun.word}” is before it, in small letters"
    if announced := _ANNOUNCED.search(above):
        return f"the line above ends in “{announced.group().strip()}”"
    return ""
