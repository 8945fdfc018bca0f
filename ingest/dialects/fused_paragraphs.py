"""Split fused paragraphs, where a copy lost the line break between two rules, or between a rule and its Example.

A number in the middle of a line begins another rule only if it follows the end of a sentence and is the next number;
``see rule 402.6. Also,`` is a citation. A heading has no full stop: its first subrule follows directly, ``415.7.
Changing Targets 415.7a The``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ingest.dialects import line_starts
from ingest.dialects.composing import Span
from ingest.dialects.paragraphs import Paragraph
from rulesite.text.numbering import LETTER, RuleNumber

_INLINE_EXAMPLE = re.compile(r"(?<=[.)!?”\"’'])\s+(?=(?:Example|EXAMPLE)s?(?::\s|\s?[—–]\s))")
_AFTER_SENTENCE = re.compile(
    r"(?<=[.)”\"’'!?:\]])\s*"
    rf"(?P<number>[1-9][0-9]{{2}}\.[0-9]{{1,3}}{LETTER}?|[1-9][0-9]{{2}}(?=\.\s))\.?\s+(?=[A-Z\"“‘(\[])"
)
_OF_AFTER_SENTENCE = re.compile(r"[.)”\"’'!?:\]]\s*[1-9][0-9]{2}[.]")
"""A quick test that rules out most texts: matches every text that can have such a number."""
_AFTER_TITLE = re.compile(rf"\s+(?P<number>[1-9][0-9]{{2}}\.[0-9]{{1,3}}{LETTER}?)\.?\s+(?=[A-Z\"“(])")
_CHAPTER_AND_SECTION = re.compile(r"\s*([1-9])\.\s+[A-Z][^.!?]{2,60}?\s+(?=\1[0-9]{2}\.\s+[A-Z\"“])")
_MAX_TITLE = 90


def split(paragraph: Paragraph, text: str, above: RuleNumber | None) -> list[Paragraph]:
    """Cut a paragraph of a source's ``text`` where another rule or an Example was fused to it.

    ``above`` is the number of the provision before it.
    """
    joined = _Joined.of(paragraph.spans, text)
    cuts = cuts_of(joined.text, above)
    pieces = []
    for start, end in zip(cuts, [*cuts[1:], len(joined.text)], strict=True):
        stop = paragraph.stop if end == len(joined.text) else joined.offsets[end]
        pieces.append(Paragraph(joined.spans(start, end), stop))
    return pieces


def cuts_of(text: str, above: RuleNumber | None) -> list[int]:
    """Return the offsets at which the parts of a paragraph begin; [0] when nothing was fused.

    >>> cuts_of("411.1. It resolves. (See rule 408.2.) 411.2. A player", None)
    [0, 38]
    >>> cuts_of("412.3. Not so here; see rule 412.4. Also, it stops.", None)
    [0]
    """
    cuts = {0}
    if "xample" in text or "EXAMPLE" in text:
        cuts.update(match.end() for match in _INLINE_EXAMPLE.finditer(text))
    offset = 0
    if fused := _CHAPTER_AND_SECTION.match(text):
        cuts.add(offset := fused.end())
    number = line_starts.leading_number(text[offset:]) or above
    while True:
        following = _after_title(text, offset, number) or _after_sentence(text, offset, number)
        if following is None:
            return sorted(cuts)
        offset, number = following
        cuts.add(offset)


def _after_title(text: str, at: int, number: RuleNumber | None) -> tuple[int, RuleNumber] | None:
    """Return the start of a section's first rule, or a heading's first subrule, that was fused to the title."""
    if number is None or number.letter or line_starts.leading_number(text[at:]) != number:
        return None
    for match in _AFTER_TITLE.finditer(text, at, at + _MAX_TITLE + 20):
        title = text[at : match.start()]
        candidate = RuleNumber.parse(match["number"])
        if title.endswith(line_starts.SENTENCE_END) or len(title) >= _MAX_TITLE:
            return None
        if candidate in number.successors()[:1]:
            return match.start("number"), candidate
    return None


def _after_sentence(text: str, at: int, number: RuleNumber | None) -> tuple[int, RuleNumber] | None:
    """Return the start of the next rule if it was fused to the end of a sentence."""
    if number is None or not _OF_AFTER_SENTENCE.search(text):
        return None
    for match in _AFTER_SENTENCE.finditer(text, at):
        candidate = RuleNumber.parse(match["number"])
        if candidate in number.successors():
            return match.start("number"), candidate
    return None


@dataclass(frozen=True)
class _Joined:
    """The lines of a paragraph as one string, with the source offset of each character."""

    text: str
    offsets: list[int]
    lines: list[Span]

    @classmethod
    def of(cls, spans: Sequence[Span], text: str) -> _Joined:
        pieces: list[str] = []
        offsets: list[int] = []
        for start, end in spans:
            if pieces:
                pieces.append(" ")
                offsets.append(start - 1)
            pieces.append(text[start:end])
            offsets.extend(range(start, end))
        return cls("".join(pieces), offsets, list(spans))

    def spans(self, start: int, end: int) -> list[Span]:
        """Return the source spans of a stretch of the joined text."""
        low = self.offsets[start]
        high = self.offsets[end - 1] + 1
        return [(max(low, a), min(high, b)) for a, b in self.lines if a < high and b > low]
