"""Operators narrow a search as its filters do; what is none is words, and what is wrong with one is said."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rulesite.rulebook.models import Edition
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


LIMITS = {
    "edition": ("", "cr/2006-10-01", "cr/2008-02-01", "cr/2024-06-07", "dangelo/2002-10-15"),
    "document": ("", "cr", "dangelo"),
    "kind": ("", "subrule", "heading", "glossary", "example", "ruling"),
}
NUMBERS = ("", "502", "502.5a", "702.10", "a.4")
WORDS = ("haste", "attack", "creature", "keyword abilities", '"lets a creature"', "hast*")


@given(
    st.sampled_from(WORDS),
    st.sampled_from(NUMBERS),
    st.fixed_dictionaries({name: st.sampled_from(each) for name, each in LIMITS.items()}),
)
@example("attack", "", {"edition": "cr/2008-02-01"})  # printed in two editions under two numbers
@example("attack", "", {"edition": "cr/2024-06-07"})
@example("haste", "502", {})  # now 702
@example("haste", "502", {"edition": "cr/2024-06-07"})
@example("keyword abilities", "", {"edition": "cr/2006-10-01"})  # in three
def test_every_hit_stands_in_what_was_filtered_for(library, words, number, filters):
    given = Filters(**filters, rule=number)
    for hit in search.search(f"{words} rule:{number}" if number else words, **filters).hits:
        assert given.edition in ("", hit.edition)
        assert given.document in ("", hit.document)
        assert given.kind in ("", hit.kind)
        assert given.has_number(hit.number)
        there = Edition.objects.get(document__slug=hit.document, effective=hit.date)
        if hit.kind == "glossary":
            assert there.terms.filter(term=hit.title).exists()
        elif hit.kind != "example":
            version = there.versions.get(key=hit.key)
            assert (version.kind, version.number) == (hit.kind, hit.number)
            assert hit.text in (version.text or version.title)
        assert hit.edition in hit.editions


def test_a_wording_of_several_editions_is_found_in_each_under_the_number_that_it_has_there(library):
    for edition, number in (("cr/2008-02-01", "502.5a"), ("cr/2024-06-07", "702.10a")):
        [hit] = search.search("attack at once", edition=edition, kind="subrule").hits
        assert (hit.edition, hit.number) == (edition, number)


OPERATORS = ("rule:502", "edition:2008-02-01", "is:subrule", "in:cr")


@given(st.permutations(OPERATORS).flatmap(lambda order: st.tuples(st.just(order), st.integers(0, len(order)))))
def test_operators_mean_the_same_in_any_order_and_on_both_sides_of_the_words(library, typed):
    order, place = typed
    results = search.search(" ".join([*order[:place], "haste", *order[place:]]))
    assert results.narrowing == Filters("cr", "cr/2008-02-01", "subrule", "502")
    assert [(hit.edition, hit.number) for hit in results.hits] == [("cr/2008-02-01", "502.5a")]


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


def test_the_page_takes_operators(library, client):
    page = client.get("/search/", {"q": "haste rule:702.10"}).content.decode()
    assert "702.10a" in page
    assert "704.5" not in page
