"""The results of resolving, citing and comparing as plain data: for ``--json`` and for the API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulesite.rulebook.citations.checker import Finding, Report
from rulesite.rulebook.descent.as_of import DISPUTED, OPEN, AsOf, as_of
from rulesite.rulebook.descent.comparison import Change
from rulesite.rulebook.descent.resolution import CitationMeaning, all_at, all_came_from, day_of
from rulesite.rulebook.descent.traversal import Hop
from rulesite.rulebook.models import Edition, RuleVersion


def resolved(cited: str, answers: Sequence[CitationMeaning]) -> dict[str, Any]:
    """The meaning of a citation; several meanings of a bare number are listed under ``eras``."""
    meanings = eras(answers)
    if len(meanings) == 1:
        return meanings[0]
    return {
        "cited": cited,
        "edition": None,
        "today": [target for answer in meanings for target in answer["today"]],
        "path": [],
        "eras": meanings,
    }


def eras(answers: Sequence[CitationMeaning]) -> list[dict[str, Any]]:
    """Each meaning that a citation has had, oldest first, in a constant number of queries."""
    origins = all_came_from(answer.version for answer in answers)
    return [_answer(answer, origins[answer.version.pk]) for answer in answers]


def then(answers: Sequence[CitationMeaning], day: str) -> list[dict[str, Any]]:
    """The counterpart of a cited rule on another day, before or after.

    Where the editions around the day differ, the counterparts in both, with the ``doubt``. Raises NoCounterpart where
    the rule did not exist, and NoSuchRule for an invalid day or one before every edition. A constant number of queries.
    """
    requested = day_of(day)
    by_document: dict[int, list[CitationMeaning]] = {}
    for answer in answers:
        by_document.setdefault(answer.edition.document_id, []).append(answer)
    counterparts: list[dict[str, Any]] = []
    for of_one_document in by_document.values():
        versions = [answer.version for answer in of_one_document]
        around = as_of(versions[0].edition.document, requested)
        hops_then = all_at(versions, around.edition)
        after = all_at(versions, around.later) if around.later and not around.is_exact else {}
        for answer, version in zip(of_one_document, versions, strict=True):
            hops, doubt, share = _around(around, hops_then[version.pk], after.get(version.pk, ()))
            if not hops:
                raise NoCounterpart(f"{version.address} has no counterpart in {around.edition.address}")
            share *= answer.path[0].confidence
            doubts = {"doubt": answer.doubt or doubt}
            counterparts += [target(hop.version, hop.confidence * share) | doubts for hop in hops]
    return counterparts


def _around(around: AsOf[Edition], before: Sequence[Hop], after: Sequence[Hop]) -> tuple[Sequence[Hop], str, float]:
    """The possible counterparts of a rule on a day, by the editions before and after it.

    With the doubt about them, and an upper limit of the confidence.
    """
    if around.is_exact:
        return before, "", 1.0
    keys_before = {hop.version.key for hop in before}
    silent = around.later is None or not (after or around.later.extent == Edition.Extent.WHOLE)
    if silent:
        return before, around.note, OPEN
    if before and keys_before == {hop.version.key for hop in after}:
        return before, "", 1.0
    return [*before, *(hop for hop in after if hop.version.key not in keys_before)], around.note, DISPUTED


class NoCounterpart(LookupError):  # noqa: N818 - the name says it
    """A rule did not exist in the edition of a day."""


def _answer(answer: CitationMeaning, origins: Sequence[Hop]) -> dict[str, Any]:
    data: dict[str, Any] = {
        "cited": answer.cited,
        "edition": answer.edition.address,
        "until": answer.until.address,
        "today": [target(way.end, way.confidence) for way in answer.today],
        "path": [
            {
                "number": hop.version.key,
                "edition": hop.version.edition.address,
                "kind": hop.edge.kind if hop.edge else None,
                "basis": hop.edge.basis if hop.edge else None,
                "score": hop.edge.score if hop.edge else None,
            }
            for hop in answer.path
        ],
    }
    if not answer.today:
        data["removed"] = answer.removed.address if answer.removed else None
    if answer.note:
        data["note"] = answer.note
    data |= {"sure": not answer.doubt, "doubt": answer.doubt}
    for name, restates in (("came_from", False), ("restated", True)):
        data[name] = [
            target(hop.version, hop.confidence)
            for hop in origins
            if (hop.version.edition.document_id != answer.edition.document_id) == restates
        ]
    return data


def target(version: RuleVersion, confidence: float) -> dict[str, Any]:
    """A provision as a target, with the confidence."""
    return {"number": version.key, "edition": version.edition.address, "confidence": round(confidence, 3)}


def checked(report: Report) -> dict[str, Any]:
    """The citations of a text with their verdicts."""
    return {
        "edition": report.edition.address if report.edition else None,
        "later": report.later.address if report.later else None,
        "counts": dict(report.counts),
        "citations": [_finding(finding) for finding in report.findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "cited": finding.text,
        "line": finding.line,
        "column": finding.column,
        "start": finding.start,
        "end": finding.end,
        "status": finding.status.value,
        "sure": finding.sure,
        "replacement": finding.replacement or None,
        "reason": finding.reason,
        "meanings": [
            {
                "since": meaning.since.address,
                "until": meaning.until.address,
                "today": [target(way.end, way.confidence) for way in meaning.today],
            }
            for meaning in finding.meanings
        ],
    }


def edge(change: Change) -> dict[str, Any]:
    """A change of some provisions; lists of numbers, empty for new or removed ones."""
    return {
        "from": [version.key for version in change.earlier],
        "to": [version.key for version in change.later],
        "kind": str(change.kind),
        "basis": str(change.basis),
        "score": change.score,
    }
