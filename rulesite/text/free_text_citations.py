"""Free-text citations: rules cited in texts by anybody: an answer to a player, an article, comments of a program.

The documents cite each other in a few forms, which `references` reads.  Other people also write ``C.R. 118.3a``, ``CR
§704.5f/g``, ``RULE 702.19B``, ``rule 702.19(b)``, ``rules 104.4f & g``, ``(CR 111 / 111.4)`` and the bare ``601.2f-h``;
and their texts have prices, versions and results, and the numbers of other rulebooks.  A number that looks like one of
these is left out, or if it could be either it is not `sure`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulesite.text import edition_dates, policy_citations, references
from rulesite.text.characters import HYPHENS_IN_CLASS, JOINING_IN_CLASS
from rulesite.text.citations import Citation
from rulesite.text.numbering import LETTER, Level, Scheme
from rulesite.text.printed_numbers import HEAD


@dataclass(frozen=True)
class Mention:
    """A citation and its context."""

    citation: Citation
    sure: bool = True
    """False if the number may belong to another document: nothing announces it, or an unknown name does."""
    historic: bool = False
    """Whether the text calls it a former number: ``the old rule 420.5``, ``420.5 (now 704.5)``."""

    @property
    def short(self) -> bool:
        """Whether it abbreviates by the mention before it: the ``g`` of ``704.5f/g``, its ``(m)-(p)``."""
        first = self.citation.first
        section = str(first.section) if first and first.section and first.scheme is Scheme.DECIMAL else ""
        return first is not None and not self.citation.misprinted and not self.citation.text.startswith(section)


POLICY = frozenset({"mtr", "ipg", "jar"})
"""The documents of policy, which have numbers of their own."""
_BARE = re.compile(
    rf"(?<![\w.,/$€£#{HYPHENS_IN_CLASS}])[1-9][0-9]{{2}}\.[0-9]{{1,3}}(?P<letter>(?![lo]){LETTER})?(?![\w]|\.[0-9])"
)
"""A full subrule number is a citation anywhere: nothing else is written like 702.19b."""

_EMPHASIS = re.compile(r"(?<!\w)_{1,3}(?=[^\W_])|(?<=[^\W_])_{1,3}(?!\w)")

# --- text after a number -------------------------------------------------------------------------------------------
_JOINT = re.compile(rf"\s?[,;/&{JOINING_IN_CLASS}]\s?(?:(?:and/or|and|or|&)\s)?|\s(?:and/or|and|or)\s")
"""Separators of a list of numbers."""
_GOES_DEEPER = re.compile(r"\([0-9a-zA-Z]{1,3}\)|\.[a-z](?![a-z])")
"""A number continued like this is from a document with another numbering: ``section 501(c)``, ``rule 410.1.a``."""
_OF = re.compile(r"\sof\s(?P<whose>(?:the\s|an?\s)?[A-Z][^.;()\n]{0,60})")
_OURS = re.compile(
    r"\b(?:comp(?:rehensive)?|magic|mtg|cr|rulebook|the\srules|d['’]angelo|[12][0-9]{3})\b", re.IGNORECASE
)
_NOW = re.compile(
    r"\s?[,(]?\s?(?:(?:which\s)?(?:is\s|has\s)?(?:now|become|since\smoved)\b|became\b|→|->)", re.IGNORECASE
)

# --- text before it ------------------------------------------------------------------------------------------------
_HEAD = rf"(?i:{HEAD})[\s#:§{HYPHENS_IN_CLASS}]*"
_OF_OTHERS = re.compile(
    r"(?:\b(?:MTR|M?IPG|JAR|UTR|DCI|FRE|FRCP|CFR|CCR|USC|U\.S\.C\.|Federal)"
    rf"|\b(?:Tournament|Floor|Penalty|Infraction|Federal)\s\w+(?:\s(?:of\s)?\w+)?)(?:['’]s)?,?\s(?:{_HEAD})?$"
)
_STRANGER = re.compile(rf"(?<![\w-])(?P<name>[A-Z]{{2,}}|Figure|Flat|Item|Model|Part|Room|Table|Unit)\s(?:{_HEAD})?$")
_ANNOUNCING = frozenset(
    {
        "AND", "APNAP", "BY", "CR", "CRS", "ETB", "FIXME", "FROM", "IN", "LKI", "LTB", "MTG", "NOTE", "OR", "PER",
        "RULE", "RULES", "SBA", "SECTION", "SEE", "SUBRULE", "THE", "TODO", "UNDER",
    }
)  # fmt: skip
_PART = re.compile(r"\b(?:sections?|chapters?|secs?\.)\s$", re.IGNORECASE)
_OLD = re.compile(rf"\b(?:old|former(?:ly)?|previous(?:ly)?|then|obsolete|was|were)[\s-](?:{_HEAD})?$", re.IGNORECASE)
_CONTEXT = 60
"""How many characters before a number are examined."""


def find(text: str) -> list[Mention]:
    """The citations of a text in order, never overlapping.

    >>> [each.citation.text for each in find("(CR 704.5f/g, §601.2f-h), 702.19b; not $101.50 or v1.100.2")]
    ['704.5f', 'g', '601.2f-h', '702.19b']
    """
    plain = _without_emphasis(text)
    policy = policy_citations.named(plain)
    citations = [cited for cited in references.find(plain, Scheme.DECIMAL) if cited.first is not None]
    citations += _bare(plain, citations)
    inside = {offset for cited in policy for offset in range(cited.start, cited.end)}
    citations = [*policy, *(cited for cited in citations if cited.start not in inside)]
    mentions: list[Mention] = []
    latest: Mention | None = None
    end = -1
    for cited in sorted(citations, key=lambda citation: citation.start):
        if cited.start < end:  # the end of a range that begins without a word before it
            continue
        mention = Mention(cited) if cited.document in POLICY else _weighed(plain, cited)
        if end >= 0 and cited.document not in POLICY and _JOINT.fullmatch(plain, end, cited.start):
            mention = _like(mention, latest)
        latest, end = mention, cited.end
        if mention is not None:
            mentions.append(replace(mention, citation=replace(cited, text=text[cited.start : cited.end])))
    return mentions


def _like(mention: Mention | None, before: Mention | None) -> Mention | None:
    """A mention made no surer than the one before it in a list; None if that is left out."""
    if mention is None or before is None:
        return None
    return replace(mention, sure=mention.sure and before.sure, historic=mention.historic or before.historic)


def _without_emphasis(text: str) -> str:
    """The text without the emphasis marks around its words; offsets stay valid."""
    return _EMPHASIS.sub(lambda match: " " * len(match.group()), text)


def _bare(text: str, citations: list[Citation]) -> Iterator[Citation]:
    """The full subrule numbers, and the numbers of a named rulebook, that are not among the citations yet.

    >>> [each.text for each in _bare("601.2f-h; 401.6 of the 2008 rules, 402.1@2006-10-01, 101.5 of 2008", [])]
    ['601.2f-h', '401.6', '402.1']
    """
    covered = {offset for known in citations for offset in range(known.start, known.end)}
    for bare in _BARE.finditer(text):
        if bare.start() in covered or not (bare["letter"] or edition_dates.names_rules(text, bare.end())):
            continue
        for citation, _ in references.listed(text, bare.start(), "", Scheme.DECIMAL):
            if citation.start in covered:
                break
            covered.update(range(citation.start, citation.end))
            yield citation


def _weighed(text: str, citation: Citation) -> Mention | None:
    """A citation with its certainty, None if it belongs to another document."""
    before = text[max(0, citation.start - _CONTEXT) : citation.start]
    number = citation.first
    if number is None or _GOES_DEEPER.match(text, citation.end) or _OF_OTHERS.search(before):
        return None
    great = number.level in (Level.SECTION, Level.CHAPTER) and number.scheme is Scheme.DECIMAL
    owner = _OF.match(text, citation.end)
    if great and owner and not _OURS.search(owner["whose"]):
        return None
    sure = citation.announced
    stranger = _STRANGER.search(before)
    if stranger and stranger["name"] not in _ANNOUNCING:
        sure = False
    lettered_part = number.scheme is Scheme.LETTERED and _PART.search(before)
    if lettered_part or (number.level is Level.CHAPTER and not citation.name):
        after = text[citation.end : citation.end + _CONTEXT].partition(".")[0]
        sure = bool(_OURS.search(before) or _OURS.search(after))
    historic = _OLD.search(before) is not None or _NOW.match(text, citation.end) is not None
    return Mention(citation, sure, historic)
