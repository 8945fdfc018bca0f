"""Every citation of the real documents, found and resolved: what dangles is the publisher's own error, listed here."""

import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

from ingest import dialects
from ingest.document.source import read_bytes
from rulesite.text import source_tags
from rulesite.text.numbering import Scheme
from rulesite.text.references import find
from rulesite.text.resolution import CitationIndex, Outcome, resolve

DOCUMENTS = Path(__file__).resolve().parents[3] / "shared" / "documents"

pytestmark = [
    pytest.mark.documents,
    pytest.mark.skipif(
        not DOCUMENTS.is_dir(), reason="the real documents are not beside the clone: ../shared/documents"
    ),
]

EDITIONS = {
    "1999-04-23": {("308.2", "409.9")},  # 409 ends at 409.1i
    "2001-07-23": set(),
    "2003-10-01": set(),
    "2005-08-01": {("421.4", "102.6")},  # 102 ends at 102.5
    "2006-10-01": set(),
    "2007-07-13": set(),
    "2008-02-01": set(),
    "2009-05-01": set(),
    "2009-07-11": {("401.6", "602.1i"), ("605.3b", "405.3c")},  # numbers of a draft of the renumbering
    "2013-05-01": set(),
    "2016-09-30": set(),
    "2018-01-19": {("702.123d", "903.11a")},  # 903.11 has no subrules
    "2020-04-17": set(),
    "2024-06-07": {("Map", "110.10")},  # predefined tokens are in 111.10
    "2026-06-19": set(),
}
"""Per edition, where the publisher cites a number that is not in the book: (place, number cited)."""

NOT_CITED = {("2005-08-01", "602.2a", "602.2a")}
"""Numbers that are no citations: here the publisher printed a rule's own number a second time before its text."""

EXTRACTS = [
    "founding/cr-402.8g-409.1b.page6.txt",
    "founding/cr-409.1h-415.7c.novel-site.txt",
    "founding/cr-701.mtg-ru.txt",
    "founding/dangelo-402.rulings-2008-03-17.txt",
    "founding/dangelo-A.abilities.txt",
    "rulings/dangelo-1999-05-16.A-G.txt",
]


@cache
def tree_of(path):
    source = read_bytes(path, (DOCUMENTS / path).read_bytes())
    return dialects.choose(source).read(source).tree


def texts(tree):
    """(place, text) of everything a reader sees: rules, Examples, glossary entries."""
    for owner in (*tree.provisions, *tree.glossary):
        place = getattr(owner, "number", "") or owner.term
        yield place, owner.text
        yield from ((place, example.text) for example in owner.examples if example.labelled)


@cache
def resolved(path):
    """(place, text, citation, resolution) of every citation of a document."""
    return list(_resolved(path))


def _resolved(path):
    tree = tree_of(path)
    book = CitationIndex(
        [(each.key, each.number, each.title) for each in tree.provisions],
        [(entry.key, entry.term) for entry in tree.glossary],
        whole=path.startswith("cr/"),
    )
    for place, text in texts(tree):
        for citation in find(text, tree.scheme):
            yield place, text, citation, resolve(citation, book)


@pytest.mark.parametrize("edition", EDITIONS)
def test_only_the_publishers_own_errors_dangle(edition):
    found = resolved(f"cr/cr-{edition}.txt")
    dangling = {(place, citation.text) for place, _, citation, to in found if to.outcome is Outcome.DANGLING}
    assert dangling == EDITIONS[edition]
    assert {to.outcome for *_, to in found} <= {Outcome.RESOLVED, Outcome.DANGLING}


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_rule_number_in_the_text_of_a_rule_is_passed_over(edition):
    """Whatever looks like the full number of a rule lies inside a citation."""
    tree = tree_of(f"cr/cr-{edition}.txt")
    passed_over, cited = [], defaultdict(list)
    for place, text, citation, _ in resolved(f"cr/cr-{edition}.txt"):
        cited[place, text].append((citation.start, citation.end))
    for place, text in texts(tree):
        spans = cited[place, text]
        for number in re.finditer(r"(?<![\d.,$])[1-9]\d\d\.\d{1,3}[a-z]?\b|(?<=rule )\d{3}\b|(?<=section )\d\b", text):
            if not any(start <= number.start() < end for start, end in spans):
                passed_over.append((edition, place, number.group()))
    assert set(passed_over) <= NOT_CITED


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_citation_under_another_heading_is_reported_and_rare(edition):
    named = [(citation, to) for _, _, citation, to in resolved(f"cr/cr-{edition}.txt") if citation.name]
    agreeing = sum(not to.reason for _, to in named)
    assert agreeing / len(named) > 0.9


def test_a_citation_whose_heading_moved_on_is_resolved_with_the_difference_stated():
    reasons = {
        (place, citation.text): to.reason for place, _, citation, to in resolved("cr/cr-2024-06-07.txt") if to.reason
    }
    assert "Day and Night" in reasons["Day", "727"]


@pytest.mark.parametrize("path", EXTRACTS)
def test_in_an_extract_nothing_dangles_and_what_is_left_out_is_external(path):
    outcomes = Counter(to.outcome for *_, to in resolved(path))
    assert set(outcomes) <= {Outcome.RESOLVED, Outcome.EXTERNAL}
    assert outcomes[Outcome.EXTERNAL] > 0


def test_the_citations_of_the_lettered_summary_lead_where_its_letter_a_has_them():
    outcomes = {str(c.first): to.outcome for *_, c, to in resolved("founding/dangelo-A.abilities.txt")}
    assert all((to is Outcome.RESOLVED) == cited.startswith("A.") for cited, to in outcomes.items())
    assert outcomes["410.5"] is Outcome.EXTERNAL
    run = [c for *_, c, to in resolved("founding/dangelo-A.abilities.txt") if c.last and len(to.targets) == 8]
    assert [(str(c.first), str(c.last)) for c in run] == [("A.7.3", "A.7.10")]


def test_every_bracket_of_the_rulings_is_a_tag_but_for_two_blanks():
    left = []
    for path in EXTRACTS:
        if "dangelo" in path:
            for _, text in texts(tree_of(path)):
                tags = {tag.start for tag in source_tags.find(text)}
                left += [m.group() for m in re.finditer(r"\[[^\]]*\]", text) if m.start() not in tags]
    assert sorted(left) == ["[This creature]", "[may]"]


def test_the_tag_with_an_impossible_date_is_the_only_one_with_a_problem():
    problems = [
        tag.problem
        for path in EXTRACTS
        for _, text in texts(tree_of(path))
        for tag in source_tags.find(text)
        if tag.problem
    ]
    assert problems == ["1999/04/34 is not a date"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_blanks_of_the_comprehensive_rules_are_no_tags(edition):
    tree = tree_of(f"cr/cr-{edition}.txt")
    assert tree.scheme is Scheme.DECIMAL
    assert [tag.text for _, text in texts(tree) for tag in source_tags.find(text)] == []
