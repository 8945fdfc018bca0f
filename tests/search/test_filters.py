"""Operators narrow a search as its filters do; what is none is words, and what is wrong with one is said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.search import search
from rulesite.search.filters import Filters

pytestmark = pytest.mark.django_db


def numbers(text):
    return [hit.number for hit in search.search(text).hits]


def test_a_number_narrows_to_what_stands_under_it(library):
    assert numbers("rule:702 haste") == ["702.10", "702.10a"]
    assert numbers("haste rule:702.10a") == ["702.10a"]
    assert numbers("haste rule:999") == []


def test_without_words_it_lists_what_there_is_in_the_order_of_the_book(library):
    listed = numbers("rule:702")
    assert listed[0] == "702"
    assert listed.index("702.10") < listed.index("702.10a") < listed.index("702.60")
    assert all(number.startswith("702") for number in listed)
    assert {hit.kind for hit in search.search("in:glossary").hits} == {"glossary"}
    assert {hit.edition for hit in search.search("rule:702").hits} == {"cr/2024-06-07"}


@pytest.mark.parametrize(
    ("operator", "filters"),
    [
        ("in:glossary", {"kind": "glossary"}),
        ("is:example", {"kind": "example"}),
        ("edition:2008-02-01", {"edition": "cr/2008-02-01"}),
        ("edition:cr/2008-02-01", {"edition": "cr/2008-02-01"}),
        ("EDITION:2008", {"edition": "cr/2008-02-01"}),
        ("in:dangelo", {"document": "dangelo"}),
    ],
)
def test_an_operator_does_what_its_filter_does(library, operator, filters):
    typed, chosen = search.search(f"haste {operator}"), search.search("haste", **filters)
    assert [(hit.edition, hit.key, hit.kind) for hit in typed.hits] == [
        (hit.edition, hit.key, hit.kind) for hit in chosen.hits
    ]
    assert typed.hits
    for name, value in filters.items():
        assert {getattr(hit, name) for hit in typed.hits} == {value}


def test_a_day_means_the_edition_that_was_in_force(library):
    found = search.search("haste edition:2010-05-05")
    assert found.narrowing.edition == "cr/2008-02-01"
    assert "cr/2008-02-01 is the last edition held before 2010-05-05" in found.message
    assert "another may lie between" in found.message


@pytest.mark.parametrize("text", ["is:banana haste", "in:nowhere haste", "edition:soon haste", "edition:1066 haste"])
def test_a_value_that_is_none_is_said(library, text):
    found = search.search(text)
    assert found.message
    assert found.hits


def test_quoted_and_unknown_operators_are_words(library):
    assert search.search('"rule:702"').narrowing == Filters()
    assert search.search("when:now").narrowing == Filters()


@given(st.lists(st.sampled_from(["rule:", "in:", "is:", "edition:", "7", "glossary", " ", '"', "haste", ":", "2024"])))
def test_whatever_is_typed_is_answered(library, pieces):
    search.search("".join(pieces))


def test_the_page_takes_operators(library, client):
    page = client.get("/search/", {"q": "haste rule:702.10"}).content.decode()
    assert "702.10a" in page
    assert "704.5" not in page
