"""An edition as data: every provision in order, with what it cites, in few queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rulesite.reading.export import rows
from rulesite.rulebook.models import (
    Attribution,
    AttributionTarget,
    Citation,
    CitationTarget,
    Flag,
    Reference,
)
from tests import factories

pytestmark = pytest.mark.django_db


def cite(wording, edition, start, end, cited, targets, outcome="resolved"):
    reference = Reference.objects.create(wording=wording, start=start, end=end, cited=cited, kind="rule")
    citation = Citation.objects.create(reference=reference, edition=edition, outcome=outcome)
    for target in targets:
        CitationTarget.objects.create(citation=citation, version=target)


@pytest.fixture
def edition():
    edition = factories.edition()
    factories.version(edition, "4", title="Spells", kind="chapter")
    factories.version(edition, "402", title="Abilities", kind="section")
    first = factories.version(
        edition, "402.1", "An ability is text. See rules 402.2–402.2a and rule 999.1.", first_line=7, last_line=8
    )
    second = factories.version(edition, "402.2", "Another. For example, a goblin.")
    sub = factories.version(edition, "402.2a", "A third. [CompRules 2006/10/01 - 402.2]")
    cite(first.wording, edition, 24, 42, "402.2–402.2a", [sub, second])
    cite(first.wording, edition, 47, 57, "999.1", [], outcome="dangling")
    one = factories.example(second, "Example: two goblins. See rule 402.1.")
    factories.example(second, "Example: three goblins.")
    factories.example(second, "For example, a goblin.", labelled=False, start=9, end=31)
    cite(one.wording, edition, 26, 36, "402.1", [first])
    tag = Attribution.objects.create(
        wording=sub.wording, start=9, end=39, text="[CompRules 2006/10/01 - 402.2]", authority="CompRules",
        document="cr", date="2006-10-01", cited="402.2", outcome="resolved",
    )  # fmt: skip
    AttributionTarget.objects.create(attribution=tag, version=second)
    Flag.objects.create(version=sub, kind="impossible date", note="1999/04/34", line=3)
    return edition


def row(edition, number):
    return next(row for row in rows.provisions(edition) if row["number"] == number)


def test_all_provisions_are_listed_in_order_under_their_parents(edition):
    listed = [(row["number"], row["kind"], row["parent"]) for row in rows.provisions(edition)]
    assert listed == [
        ("4", "chapter", None),
        ("402", "section", "4"),
        ("402.1", "rule", "402"),
        ("402.2", "rule", "402"),
        ("402.2a", "subrule", "402.2"),
    ]


def test_references_have_places_outcomes_and_targets_in_book_order(edition):
    first, second = row(edition, "402.1")["references"]
    text = row(edition, "402.1")["text"]
    assert (first["cited"], first["targets"], first["outcome"]) == ("402.2–402.2a", ["402.2", "402.2a"], "resolved")
    assert text[first["start"] : first["end"]] == "rules 402.2–402.2a"
    assert (second["targets"], second["outcome"]) == ([], "dangling")


def test_labelled_examples_are_texts_and_the_others_are_passages(edition):
    found = row(edition, "402.2")
    assert found["examples"] == ["Example: two goblins. See rule 402.1.", "Example: three goblins."]
    (passage,) = found["passages"]
    assert found["text"][passage["start"] : passage["end"]] == "For example, a goblin."
    assert found["example_details"][0]["references"][0]["targets"] == ["402.1"]


def test_a_source_tag_names_its_target_and_the_edition_of_it(edition):
    (tag,) = row(edition, "402.2a")["attributions"]
    assert (tag["authority"], tag["date"], tag["cited"]) == ("CompRules", "2006-10-01", "402.2")
    assert (tag["targets"], tag["addresses"]) == (["402.2"], ["cr/2006-10-01/402.2"])


def test_lines_and_title_are_given(edition):
    assert (row(edition, "402.1")["first_line"], row(edition, "402.1")["last_line"]) == (7, 8)
    assert row(edition, "402")["title"] == "Abilities"


def test_a_citation_of_another_edition_with_the_same_words_is_not_mixed_in(edition):
    later = factories.edition("2008-02-01")
    again = factories.version(later, "402.5", row(edition, "402.1")["text"])
    reference = again.wording.references.first()
    Citation.objects.create(reference=reference, edition=later, outcome="ambiguous")
    assert [one["outcome"] for one in row(edition, "402.1")["references"]] == ["resolved", "dangling"]
    assert [one["outcome"] for one in row(later, "402.5")["references"]] == ["ambiguous"]


@pytest.mark.slow
def test_the_number_of_queries_does_not_grow_with_the_edition(edition):
    with CaptureQueriesContext(connection) as few:
        rows.provisions(edition)
    for number in range(1, 40):
        version = factories.version(edition, f"450.{number}", f"Text {number}, see rule 402.1 and 402.2.")
        factories.example(version, f"Example: number {number}.")
        cite(version.wording, edition, 8, 20, "402.1", [edition.versions.get(key="402.1")])
    with CaptureQueriesContext(connection) as many:
        rows.provisions(edition)
    assert len(many) == len(few) <= 8


def test_one_rule_is_given_with_everything_that_is_known(edition):
    found = rows.rule(edition.versions.get(key="402.2"))
    assert found["address"] == "cr/2006-10-01/402.2"
    assert found["under"] == "Abilities"
    assert (found["parent"], found["children"]) == ("402", ["402.2a"])
    assert found["cited_by"] == [
        {"number": "402.1", "edition": "cr/2006-10-01", "as": "text"},
        {"number": "402.2a", "edition": "cr/2006-10-01", "as": "source tag"},
    ]
    assert rows.rule(edition.versions.get(key="402.2a"))["flags"][0]["note"] == "1999/04/34"


def test_one_rule_says_the_same_as_the_edition(edition):
    for whole in rows.provisions(edition):
        alone = rows.rule(edition.versions.get(key=whole["key"]))
        source = alone.pop("source")
        assert {"source": source["file"], "first_line": source["first_line"], "last_line": source["last_line"]} == {
            name: whole.pop(name) for name in ("source", "first_line", "last_line")
        }
        assert whole == {name: alone[name] for name in whole}


def test_an_example_that_cites_a_rule_is_among_those_who_cite_it(edition):
    assert {"number": "402.2", "edition": "cr/2006-10-01", "as": "example 1"} in rows.rule(
        edition.versions.get(key="402.1")
    )["cited_by"]
