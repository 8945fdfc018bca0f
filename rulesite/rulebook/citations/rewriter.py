"""Rewriting: give the citations of a text their new numbers, where the result is read with the same meaning.

A citation is rewritten together with its abbreviations, in its old form. It stays as it is if the new text would be
read differently, or if it continues in an unreadable form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from rulesite.rulebook.citations.extraction import Markup, Passage, passages
from rulesite.text import number_ranges
from rulesite.text.citations import Citation

if TYPE_CHECKING:
    from rulesite.rulebook.citations.checker import Finding

    _Judged = Sequence[tuple[Passage, Finding]]

_CONTEXT = 120
"""Characters on both sides of a rewritten passage that are read again with it."""


def rewritten(findings: Sequence[Finding], source: str, start: int = 0, end: int | None = None) -> str:
    """The source, or a stretch of it, with the replacements of its findings and nothing else changed."""
    pieces, copied = [], start
    for finding in sorted(findings, key=lambda each: each.start):
        if finding.replacement and finding.start >= copied:
            pieces += [source[copied : finding.start], finding.replacement]
            copied = finding.end
    return "".join([*pieces, source[copied:end]])


def settled(judged: _Judged, source: str, markup: Markup) -> list[Finding]:
    """The findings of a source in order, keeping only replacements that leave each list and range intact."""
    starts = {passage.start for passage, _ in judged}
    settled: list[Finding] = []
    for group in _lists(judged):
        findings = _in_full(group)
        if any(finding.replacement for finding in findings):
            unread = number_ranges.unread(source, findings[-1].end)
            if unread is not None and unread not in starts:
                findings = [_unwritten(result, "the text after it may be part of it") for result in findings]
            elif not _is_read_back(findings, group, source, markup):
                findings = [
                    _unwritten(result, "with its new number it would be read differently") for result in findings
                ]
        settled += findings
    return settled


def _lists(judged: _Judged) -> Iterator[_Judged]:
    """The findings, those of an abbreviated list together."""
    heads = [index for index, (passage, _) in enumerate(judged) if not (index and passage.mention.short)]
    for head, following in pairwise([*heads, len(judged)]):
        yield judged[head:following]


def _in_full(group: _Judged) -> list[Finding]:
    """The findings of a list: ``410.1a/b`` is rewritten as a whole and in full, or not.

    If only its first number were rewritten, the letter after it would cite a wrong rule.
    """
    findings = [finding for _, finding in group]
    if len(group) == 1 or not any(result.replacement for result in findings):
        return findings
    if all(result.replacement or result.status == "valid" for result in findings):
        return [
            replace(result, replacement=result.replacement or _whole(passage.citation)) for passage, result in group
        ]
    return [_unwritten(result, "it is abbreviated together with one that is not sure") for result in findings]


def _whole(citation: Citation) -> str:
    """A citation with nothing left out."""
    if citation.first is None or citation.last is None:
        return str(citation.first)
    return number_ranges.reprinted(citation.text, citation.first, citation.last)


def _unwritten(finding: Finding, because: str) -> Finding:
    """A finding that is not rewritten, and says why."""
    if not finding.replacement:
        return finding
    return replace(finding, replacement="", reason=f"{finding.reason}; {because}, so it is not rewritten")


def _is_read_back(findings: Sequence[Finding], group: _Judged, source: str, markup: Markup) -> bool:
    """Whether a list with its replacements is read as the numbers that are meant."""
    start, end = findings[0].start, findings[-1].end
    before = source[max(0, start - _CONTEXT) : start]
    written = rewritten(findings, source, start, end)
    window = f"{before}{written}{source[end : end + _CONTEXT]}"
    cited = passages(window, markup if markup is Markup.HTML else Markup.TEXT)
    inside = [match.citation.ends for match in cited if 0 <= match.start - len(before) < len(written)]
    return inside == [_meant(finding, passage.citation) for finding, (passage, _) in zip(findings, group, strict=True)]


def _meant(finding: Finding, citation: Citation) -> list[str]:
    """The numbers that are cited once a finding is rewritten: one, or the ends of a run."""
    if not finding.replacement or finding.status == "valid":
        return citation.ends
    return [meaning.number for meaning in (finding.meanings[0], finding.meanings[-1])][: len(citation.ends)]
