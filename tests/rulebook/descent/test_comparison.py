"""Any two editions compared, neighbours or not."""

import io
import itertools
import json
import random

import pytest
from django.core.management import CommandError, call_command

from ingest.descent import store
from rulesite.rulebook.descent.comparison import NoWay, changes
from rulesite.rulebook.descent.coverage import shares
from rulesite.rulebook.models import Descent, Document, Edition, RuleVersion
from tests import factories
from tests.harbour import BELL, FERRY, OWL, STAR, TOLL, book
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
@made_once
def books(nothing_asserted):
    for day, texts in {
        "2001-01-01": {"300.1": f"{FERRY} {TOLL}", "300.2": OWL, "300.3": f"{BELL} See rule 300.1."},
        "2002-02-02": {"300.1": FERRY, "300.2": TOLL, "300.3": f"{BELL} See rule 300.1.", "300.4": OWL},
        "2003-03-03": {
            "500.1": FERRY.replace("seven", "eight"),
            "500.2": TOLL,
            "500.3": f"{BELL}, see rule 500.1",
            "500.4": STAR,
        },
    }.items():
        book(day, texts)
    store.follow()


def told(earlier, later):
    found = changes(Edition.at(f"cr/{earlier}"), Edition.at(f"cr/{later}"))
    return [
        (change.kind, [each.key for each in change.earlier], [each.key for each in change.later], change.basis)
        for change in found
    ]


def test_neighbours_are_compared_by_their_edges():
    found = told("2001-01-01", "2002-02-02")
    assert {(kind, *old, *sorted(new), basis) for kind, old, new, basis in found} == {
        ("split", "300.1", "300.1", "300.2", "matched wording"),
        ("continues", "300.3", "300.3", "same number"),
        ("continues", "300.2", "300.4", "same words"),
    }


def test_editions_further_apart_are_compared_over_the_steps_between():
    found = told("2001-01-01", "2003-03-03")
    kinds = {(tuple(old), tuple(sorted(new))): (kind, basis) for kind, old, new, basis in found}
    assert kinds[("300.1",), ("500.1", "500.2")] == ("split", "matched wording")
    assert kinds[("300.3",), ("500.3",)] == ("continues", "same words")
    assert kinds[("300.2",), ()] == ("removed", "no match")
    assert kinds[(), ("500.4",)] == ("new", "no match")


def test_every_provision_of_both_editions_is_told_of():
    for earlier, later in (("2001-01-01", "2002-02-02"), ("2002-02-02", "2003-03-03"), ("2001-01-01", "2003-03-03")):
        found = changes(Edition.at(f"cr/{earlier}"), Edition.at(f"cr/{later}"))
        for side, day in (("earlier", earlier), ("later", later)):
            told_of = {version.key for change in found for version in getattr(change, side)}
            assert told_of == set(Edition.at(f"cr/{day}").versions.values_list("key", flat=True))


def test_a_change_of_cited_numbers_alone_is_marked():
    found = changes(Edition.at("cr/2002-02-02"), Edition.at("cr/2003-03-03"))
    [bell] = [change for change in found if change.earlier and change.earlier[0].key == "300.3"]
    assert (bell.kind, bell.only_references, bell.moved) == ("continues", True, True)


def test_what_an_extract_does_not_cover_is_neither_removed_nor_new():
    extract = factories.edition("2004-04-04", extent="extract")
    for number, text in {"500.2": TOLL, "500.5": OWL}.items():
        factories.version(extract, number, text, rule=None)
    whole = factories.edition("2005-05-05")
    for number, text in {"500.2": TOLL, "600.1": BELL + " " + STAR}.items():
        factories.version(whole, number, text, rule=None)
    store.follow()
    kinds = {(kind, *old, *new) for kind, old, new, _ in told("2003-03-03", "2004-04-04")}
    assert ("new", "500.5") in kinds
    assert ("removed", "500.4") in kinds
    assert ("new", "600.1") not in {(kind, *new) for kind, _, new, _ in told("2004-04-04", "2005-05-05")}


@pytest.mark.parametrize(("earlier", "later"), [("2003-03-03", "2001-01-01"), ("2001-01-01", "2001-01-01")])
def test_the_earlier_edition_must_come_first(earlier, later):
    with pytest.raises(NoWay, match="is not before"):
        told(earlier, later)


def test_the_share_without_an_edge_is_told_with_the_reason_for_each_step():
    first, second = shares(Document.objects.get(slug="cr"))
    assert (first.share_old, first.share_new) == (0.0, 0.0)
    assert (sum(second.without_heir.values()), sum(second.without_ancestor.values())) == (1, 1)
    assert (second.old, second.new) == (4, 4)
    assert second.share_old == 0.25


def run(*args):
    out = io.StringIO()
    call_command(*args, stdout=out)
    return out.getvalue()


def test_the_command_prints_the_edges_as_json():
    found = json.loads(run("descent", "cr/2002-02-02", "cr/2003-03-03", "--json"))
    assert all(set(edge) == {"from", "to", "kind", "basis", "score"} for edge in found)
    assert {"from": [], "to": ["500.4"], "kind": "new", "basis": "no match", "score": 1.0} in found
    assert "300.3" in run("descent", "cr/2002-02-02", "cr/2003-03-03")
    assert json.loads(run("descent", "--json"))[1]["share_without_heir"] == 0.25
    assert "without heir" in run("descent")


def test_the_command_says_which_editions_there_are():
    with pytest.raises(CommandError, match="held: cr/2001-01-01, cr/2002-02-02"):
        run("descent", "cr/1990-01-01", "cr/2003-03-03")
    with pytest.raises(CommandError, match="name two editions"):
        run("descent", "cr/2001-01-01")


def test_resolve_leads_back_to_any_day():
    found = json.loads(run("resolve", "500.3@2003-03-03", "--at", "2001-05-05", "--json"))
    assert found["then"] == [{"number": "300.3", "edition": "cr/2001-01-01", "confidence": 1.0, "doubt": ""}]
    assert "300.3 of cr/2001-01-01" in run("resolve", "500.3@2003-03-03", "--at", "2001-05-05")
    with pytest.raises(CommandError, match="no counterpart in cr/2001-01-01"):
        run("resolve", "500.4@2003-03-03", "--at", "2001-05-05")
    with pytest.raises(CommandError, match="not a date"):
        run("resolve", "500.4@2003-03-03", "--at", "then")


def test_resolve_answers_as_json_and_fails_for_what_never_was():
    found = json.loads(run("resolve", "300.3@2001-01-01", "--json"))
    assert (found["cited"], found["edition"]) == ("300.3@2001-01-01", "cr/2001-01-01")
    assert found["today"] == [{"number": "500.3", "edition": "cr/2003-03-03", "confidence": 1.0}]
    assert [hop["number"] for hop in found["path"]] == ["300.3", "300.3", "500.3"]
    back = json.loads(run("resolve", "500.3@2003-03-03", "--json"))
    assert [target["number"] for target in back["came_from"]] == ["300.3", "300.3"]
    assert back["restated"] == []
    assert "500.3 of cr/2003-03-03" in run("resolve", "300.3@2001-01-01")
    gone = json.loads(run("resolve", "300.4@2002-02-02", "--json"))
    assert (gone["today"], gone["removed"]) == ([], "cr/2003-03-03")
    eras = json.loads(run("resolve", "300.2", "--json"))
    assert len(eras["eras"]) == 2
    with pytest.raises(CommandError, match="no edition here has"):
        run("resolve", "999.9")


@pytest.mark.slow
@pytest.mark.parametrize("threaded", [True, False], ids=["by thread", "without threads"])
def test_a_way_over_many_editions_is_the_same_as_its_steps_taken_one_by_one(threaded):
    """A random library: each pair far apart says what composing all stored edges, step after step, says."""
    chance = random.Random(7)
    editions = [factories.edition(f"{year}-01-01") for year in range(2010, 2018)]
    stock = [f"{word} does what a {word} can do." for word in ("Bear", "Wolf", "Goat", "Crow", "Lynx", "Moth")]
    for edition in editions:
        chance.shuffle(stock)
        for nth, text in enumerate(stock[: chance.randint(3, 6)], 1):
            title = chance.choice(["", "", "Heading"])
            factories.version(edition, f"700.{nth}", text + chance.choice(["", "", " Always."]), title=title, rule=None)
    store.follow()
    if not threaded:
        RuleVersion.objects.update(rule=None)
    for earlier, later in itertools.combinations(editions, 2):
        reached = {(pk, pk) for pk in earlier.versions.values_list("pk", flat=True)}
        between = editions[editions.index(earlier) : editions.index(later) + 1]
        for one, other in itertools.pairwise(between):
            edges = Descent.objects.filter(earlier__edition=one, later__edition=other, doubtful=False)
            onward = list(edges.values_list("earlier", "later"))
            reached = {(first, there) for first, here in reached for start, there in onward if start == here}
        pairs = {
            (old.pk, new.pk)
            for change in changes(earlier, later)
            for old, new in itertools.product(change.earlier, change.later)
        }
        assert pairs == reached, (earlier, later)
