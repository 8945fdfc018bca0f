"""The line of a rule through time, and what any era's citation means today."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ingest.descent import store
from rulesite.rulebook.addresses import NoSuchRule
from rulesite.rulebook.descent import history, resolution
from rulesite.rulebook.models import Descent, RuleVersion
from tests import factories
from tests.harbour import BELL, FERRY, OWL, STAR, TOLL, book
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
@made_once
def editions(nothing_asserted):
    """2001: ferry and toll in one rule. 2002: the same. 2003: renumbered and split, the owl gone, a star new."""
    books = {
        "2001-01-01": {"300.1": f"{FERRY} {TOLL}", "300.2": OWL, "300.3": f"{BELL} See rule 300.1."},
        "2002-02-02": {"300.1": f"{FERRY} {TOLL}", "300.2": OWL, "300.3": f"{BELL} See rule 300.1."},
        "2003-03-03": {"300.1": STAR, "500.1": FERRY, "500.2": TOLL, "500.3": f"{BELL} See rule 500.1."},
    }
    made = {day: book(day, texts) for day, texts in books.items()}
    rulings = factories.edition("2001-06-01", "dangelo", numbering=factories.Scheme.LETTERED, extent="extract")
    paragraph = factories.version(
        rulings, "A.1.1", "Bells are rung after dark. [CompRules 2001/01/01 - 300.3]", rule=None
    )
    from rulesite.rulebook.citations import linker

    linker.find_references([paragraph.wording], rulings.scheme)
    linker.resolve_attributions(made["2001-01-01"])
    store.follow()
    return made


def version(day, number):
    return RuleVersion.objects.select_related("edition__document", "rule", "wording").get(
        edition__effective=day, number=number
    )


def means(cited, when=None):
    """What a citation is today, for each thing it has meant."""
    return [[way.end.address for way in answer.today] for answer in resolution.resolve(cited, when)]


def test_a_line_shows_only_the_editions_that_changed_something_and_until_when_they_held():
    line = history.line(version("2003-03-03", "500.3"))
    own = [moment for moment in line.moments if not moment.side]
    assert [(moment.version.address, moment.until.slug) for moment in own] == [
        ("300.3@2001-01-01", "2002-02-02"),
        ("500.3@2003-03-03", "2003-03-03"),
    ]
    assert (own[1].renumbered, own[1].reworded, own[1].only_references) == (True, True, True)
    assert own[1].edge.kind == "continues"
    assert line.removed is None


def test_the_paragraph_of_another_document_stands_on_the_same_line_both_ways():
    rule = history.line(version("2003-03-03", "500.3"))
    assert [(moment.version.address, moment.side) for moment in rule.moments if moment.side] == [
        ("A.1.1@2001-06-01", "restates")
    ]
    ruling = history.line(version("2001-06-01", "A.1.1"))
    assert [edge.earlier.address for edge in ruling.restatements] == ["300.3@2001-01-01"]


def test_a_split_is_drawn_on_both_lines():
    main = history.line(version("2002-02-02", "300.1"))
    assert [(edge.earlier.number, edge.later.number) for edge in main.branches] == [
        ("300.1", next(edge.later.number for edge in main.branches))
    ]
    branch = history.line(main.branches[0].later)
    assert {moment.version.address for moment in branch.moments if moment.side == "source"} >= {"300.1@2002-02-02"}


def test_a_removed_rule_says_which_edition_dropped_it():
    assert history.line(version("2001-01-01", "300.2")).removed.slug == "2003-03-03"
    [answer] = resolution.resolve("300.2@2001-01-01")
    assert (answer.today, answer.removed.slug) == ((), "2003-03-03")
    assert [hop.version.address for hop in answer.path] == ["300.2@2001-01-01", "300.2@2002-02-02"]


def test_an_old_number_leads_to_all_that_became_of_it():
    assert sorted(means("300.1@2001-01-01")[0]) == ["500.1@2003-03-03", "500.2@2003-03-03"]


def test_a_bare_number_means_what_it_meant_in_each_era():
    answers = resolution.resolve("300.1")
    assert [(answer.edition.slug, answer.until.slug) for answer in answers] == [
        ("2001-01-01", "2002-02-02"),
        ("2003-03-03", "2003-03-03"),
    ]
    assert means("300.1")[1] == ["300.1@2003-03-03"]


@pytest.mark.parametrize("cited", ["300.3@2002-07-07", "cr/2002-07-07/300.3", "CR 300.3"])
def test_a_day_between_editions_means_the_one_in_force(cited):
    assert means(cited) == [["500.3@2003-03-03"]]


@pytest.mark.parametrize("cited", ["CR 300.1 (2002)", "C.R. 300.1 of the 2002 rules", "[rule 300.1 (2002/02/02)]"])
def test_a_citation_may_be_asked_about_as_people_write_it(cited):
    assert means(cited) == means("300.1@2002-02-02")


def test_a_run_of_rules_is_asked_about_one_at_a_time():
    with pytest.raises(NoSuchRule, match=r"one at a time, from 500.1 to 500.3"):
        resolution.resolve("rules 500.1-500.3")


def test_the_day_may_be_given_apart_and_as_an_edition(editions):
    for when in ("2002-02-02", date(2002, 2, 2), editions["2002-02-02"]):
        assert means("300.3", when) == [["500.3@2003-03-03"]]


def test_a_lettered_number_leads_over_the_rule_it_restates():
    [answer] = resolution.resolve("A.1.1")
    assert [hop.version.address for hop in answer.path][:2] == ["A.1.1@2001-06-01", "300.3@2001-01-01"]
    assert answer.today[0].end.address == "500.3@2003-03-03"


def test_the_way_back_names_every_number_and_the_paragraphs_beside():
    hops = resolution.came_from(version("2003-03-03", "500.3"))
    assert [hop.version.address for hop in hops] == ["300.3@2001-01-01", "A.1.1@2001-06-01", "300.3@2002-02-02"]


def test_a_rule_is_found_in_any_other_edition_before_or_after(editions):
    assert [hop.version.number for hop in resolution.at(version("2003-03-03", "500.3"), editions["2001-01-01"])] == [
        "300.3"
    ]
    assert [hop.version.number for hop in resolution.at(version("2001-01-01", "300.3"), editions["2003-03-03"])] == [
        "500.3"
    ]
    assert resolution.at(version("2003-03-03", "300.1"), editions["2001-01-01"]) == []


def test_a_day_after_the_last_edition_is_answered_with_a_remark():
    [answer] = resolution.resolve("500.3@2020-01-01")
    assert answer.edition.slug == "2003-03-03"
    assert "last edition held" in answer.note


@pytest.mark.parametrize(
    ("cited", "says"),
    [
        ("999.9", "no edition here has 999.9"),
        ("500.1@2001-01-01", "has no 500.1; it is in 2003-03-03"),
        ("300.1@1999-01-01", "before every edition of cr"),
        ("300.1@2001-02-31", "not a date"),
        ("ferry", "not a rule number"),
        ("", "not an address"),
    ],
)
def test_what_never_was_is_an_error_that_says_so(cited, says):
    with pytest.raises(NoSuchRule, match=says):
        resolution.resolve(cited)


def test_a_line_takes_few_queries(django_assert_max_num_queries):
    start = version("2003-03-03", "500.2")
    with django_assert_max_num_queries(16):
        history.line(start)


def test_a_citation_takes_few_queries(django_assert_max_num_queries):
    with django_assert_max_num_queries(24):
        resolution.resolve("300.1@2001-01-01")


def test_what_a_paragraph_of_another_document_means_takes_as_many_queries_for_many_eras_as_for_a_few():
    counts = []
    for many, number, year in ((2, "A.4", 2010), (9, "A.5", 2012)):
        for nth in range(many):
            rulings = factories.edition(f"{year + nth}-10-15", "dangelo")
            paragraph = factories.version(rulings, number, f"It says this {nth} of {number}.", rule=None)
            for which in ("300.1", "500.2", "500.3"):
                Descent.objects.create(
                    earlier=version("2003-03-03", which), later=paragraph, kind="restates", basis="matched", score=0.9
                )
        with CaptureQueriesContext(connection) as asked:
            answers = resolution.resolve(number)
        assert len(answers) == many
        assert {way.end.number for answer in answers for way in answer.today} >= {"300.1"}
        counts.append(len(asked))
    assert counts[0] == counts[1]
