"""Tell from the first characters of a paragraph of the Comprehensive Rules whether it is a rule or an Example."""

from __future__ import annotations

import re

from rulesite.text.characters import JOINING_IN_CLASS
from rulesite.text.numbering import LETTER, RuleNumber

NUMBER = re.compile(
    rf"(\s*)([1-9][0-9]{{2}}\.[0-9]{{1,3}}{LETTER}?)(?:\.(?=\s|[A-Z\"“'‘(]|$)|(?=\s|[A-Z\"“‘(]))\s*(?=\S)"
)
"""A rule's number at the start of a line (group 2), with or without its full stop and the space after it."""
_GAPPED_NUMBER = re.compile(
    r"\s*(?P<section>[1-9][0-9]{2})(?P<gaps>(?P<dot> ?\. ?)(?P<rule>[0-9]{1,3})(?P<last> ?))"
    rf"(?P<letter>{LETTER}?)"
    r"(?:(?<=[a-z])\.?|(?<=[0-9])\.)\s+(?=[A-Z\"“(])"
)
CAPITAL = "A-Z\u00c0-\u00d6\u00d8-\u00de\u0391-\u03a9\u0401\u0410-\u042f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
"""Letters that can begin a heading, in any language of the rules, for use inside a character class."""
SECTION = re.compile(rf"(\s*)([1-9][0-9]{{2}})\.\s+(?=[{CAPITAL}\"“\[])")
_LABELS = r"Примеры?|ПРИМЕРЫ?|Beispiele?|Exe?mples?|Ejemplos?|Esemp(?:io|i)|Exemplos?|예|例"
"""The labels of an Example in translations."""
EXAMPLE = re.compile(rf"\s*(?:EXAMPLES?|Examples?|{_LABELS})(?:\s[0-9]{{1,2}})?(?:\s?:|：|\s?[—–]|\s-(?=\s))\s*")
CITING = re.compile(rf"(?:\b(?:rules?|sections?|and|or|to|through|see)|[,{JOINING_IN_CLASS}])\s*$", re.IGNORECASE)
"""The end of a text that continues with a number it cites."""
_CONTINUING = re.compile(r"\s*(?:[a-z]|[.,;:)\]”’])")
SENTENCE_END = tuple(".!?:”\"’')…")


def gapped_number(text: str) -> re.Match[str] | None:
    """Match a number with spaces inside it (``702. 37a``); ``gaps`` is the part between its section and its letter.

    >>> gapped_number("702. 37a Morph")["gaps"], gapped_number("702.37a Morph"), gapped_number("702.37. Morph")
    ('. 37', None, None)
    """
    match = _GAPPED_NUMBER.match(text)
    return match if match and " " in match["gaps"] else None


def leading_number(text: str) -> RuleNumber | None:
    """Return the number that a paragraph begins with, or None.

    >>> leading_number("402.8g An ability"), leading_number("402. Abilities"), leading_number("4 players")
    (RuleNumber('402.8g'), RuleNumber('402'), None)
    """
    match = NUMBER.match(text) or SECTION.match(text)
    return RuleNumber.try_parse(match[2]) if match else None


def goes_on(text: str, above: str) -> bool:
    """Whether a line can only continue the line above: it begins in lower case, with punctuation, or in a quotation."""
    return bool(_CONTINUING.match(text)) or above.count("“") > above.count("”")


def indent(text: str) -> int:
    """Return the number of white space characters that a line begins with."""
    return len(text) - len(text.lstrip())


def ends_sentence(text: str) -> bool:
    """Whether a line ends where a sentence ends."""
    return text.rstrip().endswith(SENTENCE_END)


def is_numbered(text: str) -> bool:
    """Whether a line begins with the number of a rule or a section, damaged or not."""
    return bool(NUMBER.match(text) or SECTION.match(text) or gapped_number(text))


def is_heading(text: str) -> bool:
    """Whether a line has a number and no sentence, like ``409. Playing Spells``."""
    return bool(NUMBER.match(text) or SECTION.match(text)) and not ends_sentence(text)
