"""References and descents of the policy documents, held against labels that were made by hand beforehand."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ingest.descent.alignment.edges import step
from ingest.descent.alignment.editions import AlignedProvision
from ingest.document.source import read_bytes
from ingest.document.tree import DocumentTree
from ingest.parsing import reader
from rulesite.text import policy_citations
from rulesite.text.numbering import Scheme
from rulesite.text.resolution import CitationIndex, resolve
from tests.libraries import DOCUMENTS

JUDGE = DOCUMENTS.parent / "judge"
LABELS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "policy_labels.toml").read_text())["decades"]
LEAST = {"1994": 0.85, "2004": 0.95, "2014": 0.97}
"""Least share of right ones; between 1994 and 2002 everything was written anew."""

pytestmark = [
    pytest.mark.documents,
    pytest.mark.slow,
    pytest.mark.skipif(not JUDGE.is_dir(), reason="the policy documents are not beside the clone: ../shared/judge"),
]


@cache
def _tree(name: str) -> DocumentTree:
    [path] = JUDGE.glob(f"{name}.*")
    return reader.read(read_bytes(path.name, path.read_bytes())).tree


@pytest.mark.parametrize("decade", LABELS)
def test_references_are_read_as_a_person_reads_them(decade: str) -> None:
    rows = LABELS[decade]["references"]
    wrong = [row for row in rows if not _is_read_so(*row)]
    assert len(wrong) <= (1 - 0.97) * len(rows), wrong


def _is_read_so(name: str, section: str, printed: str, document: str, number: str) -> bool:
    tree = _tree(name)
    book = CitationIndex([(each.key, each.number, each.title) for each in tree.provisions], scheme=Scheme.DOTTED)
    provision = tree.find(section)
    assert provision is not None
    texts = [provision.text, *(example.text for example in provision.examples if example.labelled)]
    cited = [
        citation
        for text in texts
        for citation in policy_citations.find(text)
        if re.search(rf"(?<![\w.]){re.escape(printed)}(?!\w|\.\d)", citation.text)
    ]
    own = name.partition("-")[0]
    if not document:
        return all(citation.document == "" and not resolve(citation, book).targets for citation in cited)
    if document == own:
        return any(
            citation.document in ("", own) and resolve(citation, book).targets == (number,) for citation in cited
        )
    return any(citation.document == document and number in citation.ends for citation in cited)


@pytest.mark.parametrize("decade", LABELS)
def test_descents_are_those_that_a_person_sees(decade: str) -> None:
    rows = LABELS[decade]["descents"]
    wrong = [(row, found) for row in rows if not _is_right(found := _successors(*row[:3]), set(row[3]))]
    assert len(wrong) <= (1 - LEAST[decade]) * len(rows), wrong


def _is_right(found: set[str], labelled: set[str]) -> bool:
    return bool(found) and found <= labelled if labelled else not found


def _successors(earlier: str, section: str, later: str) -> set[str]:
    return {edge.later for edge in _edges(earlier, later) if edge.earlier == section and not edge.doubtful}


@cache
def _edges(earlier: str, later: str) -> list[Any]:
    return list(step(_aligned(earlier), _aligned(later)))


def _aligned(name: str) -> list[AlignedProvision]:
    return [
        AlignedProvision(each.key, each.number, each.kind.value, each.title, each.text, each.parent)
        for each in _tree(name).provisions
    ]
