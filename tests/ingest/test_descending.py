"""Descent in the database: which steps are drawn when, and what people say of them."""

from itertools import combinations, permutations

import pytest
from django.core.management import call_command

from ingest.descent import store
from ingest.descent.store import assertions_file, restatements
from ingest.document.source import SourceError
from rulesite.rulebook.citations import linker
from rulesite.rulebook.models import Assertion, Descent, Edition, Rule, RuleVersion
from tests import factories
from tests.harbour import BELL, FERRY, OWL, TOLL, book

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_asserted")]

BOOKS = {
    "2001-01-01": {"300": "", "300.1": FERRY, "300.2": TOLL},
    "2002-02-02": {"300": "", "300.1": FERRY, "300.2": OWL, "300.3": TOLL},
    "2003-03-03": {"500": "", "500.1": OWL, "500.2": FERRY, "500.3": TOLL + " " + BELL},
    "2004-04-04": {"500": "", "500.1": OWL, "500.2": FERRY, "500.3": TOLL, "500.4": BELL},
}


ORDERS = [order for order in permutations(range(4)) if sum(a > b for a, b in combinations(order, 2)) % 2 == 0]
"""The even half: in these, each of four comes once after every set of the others."""


def load(day, texts=None, **fields):
    return book(day, texts or BOOKS[day], "Crossing", **fields)


def drawn():
    rows = Descent.objects.values_list(
        "earlier__edition__effective",
        "earlier__key",
        "later__edition__effective",
        "later__key",
        "kind",
        "basis",
        "score",
    )
    return sorted((str(one), key, str(other), heir, *rest) for one, key, other, heir, *rest in rows)


def lines():
    """The threads, as sets of addresses: what they are called does not count."""
    return {frozenset(version.address for version in rule.versions.all()) for rule in Rule.objects.all()}


def thread(day, key):
    return RuleVersion.objects.get(edition__effective=day, key=key).rule_id


def test_each_step_between_neighbours_is_drawn_once():
    for day in BOOKS:
        load(day)
    assert [(one.slug, other.slug) for one, other in store.follow()] == [
        ("2001-01-01", "2002-02-02"),
        ("2002-02-02", "2003-03-03"),
        ("2003-03-03", "2004-04-04"),
    ]
    assert store.follow() == []


@pytest.mark.slow
def test_editions_give_the_same_edges_and_threads_in_whatever_order_they_arrive():
    outcomes = set()
    for order in ORDERS:
        Edition.objects.all().delete()
        Rule.objects.all().delete()
        for nth in order:
            load(list(BOOKS)[nth])
            store.follow()
        outcomes.add((tuple(drawn()), frozenset(lines())))
    assert len(outcomes) == 1


def test_an_edition_between_two_others_costs_the_two_steps_beside_it():
    for day in ("2001-01-01", "2003-03-03", "2004-04-04"):
        load(day)
    store.follow()
    load("2002-02-02")
    assert [(one.slug, other.slug) for one, other in store.follow()] == [
        ("2001-01-01", "2002-02-02"),
        ("2002-02-02", "2003-03-03"),
    ]
    assert not [row for row in drawn() if (row[0], row[2]) == ("2001-01-01", "2003-03-03")]


def test_a_rule_keeps_its_thread_through_new_numbers_and_new_editions():
    for day in ("2001-01-01", "2004-04-04"):
        load(day)
    store.follow()
    before = thread("2001-01-01", "300.1")
    load("2003-03-03")
    load("2002-02-02")
    store.follow()
    assert thread("2001-01-01", "300.1") == thread("2002-02-02", "300.1") == thread("2003-03-03", "500.2") == before
    assert thread("2004-04-04", "500.2") == before


def test_an_extract_takes_part_without_removing_what_it_leaves_out():
    load("2001-01-01")
    load("2002-02-02", {"300": "", "300.2": TOLL}, extent="extract")
    load("2003-03-03", {"500": "", "500.1": FERRY, "500.2": TOLL})
    store.follow()
    assert thread("2001-01-01", "300.1") == thread("2003-03-03", "500.1")
    assert thread("2001-01-01", "300.2") == thread("2002-02-02", "300.2") == thread("2003-03-03", "500.2")


def test_an_edition_that_is_loaded_anew_is_joined_anew_and_its_threads_stay():
    for day in ("2001-01-01", "2002-02-02"):
        load(day)
    store.follow()
    before, edges = lines(), drawn()
    held = {version.key: version.rule_id for version in RuleVersion.objects.filter(edition__effective="2002-02-02")}
    RuleVersion.objects.filter(edition__effective="2002-02-02").delete()
    again = Edition.objects.get(effective="2002-02-02")
    for number, text in BOOKS["2002-02-02"].items():
        factories.version(again, number, text, title="" if text else "Crossing", rule=Rule.objects.get(pk=held[number]))
    store.follow()
    assert (lines(), drawn()) == (before, edges)


@pytest.mark.parametrize(("part", "again"), [("example", 0), ("rule", 1)])
def test_words_that_change_redraw_the_steps_that_they_decide_and_an_example_decides_none(part, again):
    for day in ("2001-01-01", "2002-02-02"):
        load(day)
    row = RuleVersion.objects.get(edition__effective="2002-02-02", key="300.3")
    example = factories.example(row, "A traveller with one coin waits for a friend.")
    store.follow()
    changed = example if part == "example" else row
    type(changed).objects.filter(pk=changed.pk).update(wording=factories.wording(BELL))
    assert len(store.follow()) == again


def statement(**fields):
    given = {
        "earlier": "cr/2001-01-01/300.1",
        "later": "cr/2002-02-02/300.2",
        "verdict": "assert",
        "kind": "reworded",
        "reason": "seen in the archive",
        "said_by": "a reader",
    }
    return "[[edge]]\n" + "\n".join(f'{name} = "{value}"' for name, value in (given | fields).items()) + "\n"


def test_the_file_asserts_an_edge_and_it_survives_every_drawing():
    for day in ("2001-01-01", "2002-02-02"):
        load(day)
    assertions_file.FILE.write_text(statement())
    store.follow()
    pair = {"earlier__key": "300.1", "later__key": "300.2"}
    edge = Descent.objects.get(**pair)
    assert (edge.basis, edge.score, edge.note) == ("asserted", 1.0, "a reader: seen in the archive")
    store.redraw({edge.later.edition.address: "a mark"})
    assert Descent.objects.get(**pair).basis == "asserted"
    assertions_file.FILE.write_text("")
    store.follow()
    assert not Descent.objects.filter(**pair).exists()
    assert Descent.objects.filter(earlier__key="300.1", later__key="300.1", kind="continues").exists()


def test_a_forbidden_edge_is_gone_until_it_is_allowed_again():
    for day in ("2001-01-01", "2002-02-02"):
        load(day)
    store.follow()
    pair = {"earlier__key": "300.1", "later__key": "300.1"}
    assert Descent.objects.filter(**pair).exists()
    assertions_file.FILE.write_text(statement(later="cr/2002-02-02/300.1", verdict="forbid"))
    store.follow()
    assert not Descent.objects.filter(**pair).exists()
    assert thread("2001-01-01", "300.1") != thread("2002-02-02", "300.1")


def test_an_edge_may_be_asserted_over_many_editions():
    for day in BOOKS:
        load(day)
    assertions_file.FILE.write_text(statement(earlier="cr/2001-01-01/300.1", later="cr/2004-04-04/500.4"))
    store.follow()
    store.follow()
    assert Descent.objects.get(earlier__key="300.1", later__key="500.4").basis == "asserted"


@pytest.mark.slow
def test_what_is_said_in_the_admin_is_drawn_at_once_and_believed_before_the_file(django_capture_on_commit_callbacks):
    for day in ("2001-01-01", "2002-02-02"):
        load(day)
    store.follow()
    with django_capture_on_commit_callbacks(execute=True):
        said = Assertion.objects.create(
            earlier="cr/2001-01-01/300.1", later="cr/2002-02-02/300.1", verdict="forbid", reason="no", origin="admin"
        )
    pair = {"earlier__key": "300.1", "later__key": "300.1"}
    assert not Descent.objects.filter(**pair).exists()
    assertions_file.FILE.write_text(statement(later="cr/2002-02-02/300.1"))
    store.follow()
    assert not Descent.objects.filter(**pair).exists()
    assertions_file.FILE.write_text("")
    with django_capture_on_commit_callbacks(execute=True):
        said.delete()
    assert Descent.objects.filter(**pair).exists()


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"earlier": "402.8g"}, "names no edition"),
        ({"later": "cr/2002-02-30/300.1"}, "not a date"),
        ({"later": "cr/2002-02-02/300.1.2"}, "not a rule number"),
        ({"verdict": "maybe"}, "write assert or forbid"),
        ({"kind": "copied"}, "write one of continues"),
        ({"reason": ""}, "has no reason"),
        ({"colour": "red"}, "unknown key 'colour'"),
    ],
)
def test_a_file_that_can_not_be_right_is_refused_with_the_entry_and_the_mend(fields, says):
    with pytest.raises(SourceError, match=r"the 1\. \[\[edge\]\]") as refused:
        assertions_file.read(statement(**fields))
    assert says in str(refused.value)


def test_a_broken_file_and_an_edge_given_twice_are_refused():
    with pytest.raises(SourceError, match="not valid TOML"):
        assertions_file.read("[[edge")
    with pytest.raises(SourceError, match="given twice"):
        assertions_file.read(statement() + statement())


def paragraph(edition, key, text):
    version = factories.version(edition, key, text, rule=None)
    linker.find_references([version.wording], edition.scheme)
    return version


def test_a_paragraph_restates_the_rule_that_its_tag_cites():
    rules = load("2001-01-01")
    rulings = factories.edition("2001-06-01", "dangelo", numbering=factories.Scheme.LETTERED, extent="extract")
    cites = paragraph(rulings, "A.1.1", "Coins are collected at the pier. [CompRules 2001/01/01 - 300.2]")
    names = paragraph(rulings, "A.1.2", FERRY.replace("A ferry", "Any ferry") + " [CompRules 2001/01/01]")
    lost = paragraph(rulings, "A.1.3", "Nobody may whistle. [CompRules 2001/01/01 - 399.9]")
    linker.resolve_attributions(rules)
    store.follow()
    edges = {
        edge.later.key: edge for edge in Descent.objects.filter(kind="restates").select_related("earlier", "later")
    }
    assert (edges["A.1.1"].earlier.key, edges["A.1.1"].basis, edges["A.1.1"].score) == ("300.2", "stated", 1.0)
    assert (edges["A.1.2"].earlier.key, edges["A.1.2"].basis) == ("300.1", "matched wording")
    assert lost.key not in edges
    assert lost.wording.attributions.get().reason == "that edition has no 399.9"
    assert all(RuleVersion.objects.get(pk=each.pk).rule_id for each in (cites, names, lost))


def test_paragraphs_under_the_rules_own_numbers_restate_the_nearest_edition():
    load("2001-01-01")
    load("2003-03-03", {"300": "", "300.1": BELL})
    rulings = factories.edition("2002-06-01", "dangelo", extent="extract")
    factories.version(rulings, "300.1", FERRY, rule=None)
    factories.version(rulings, "300.9", OWL, rule=None)
    store.follow()
    [edge] = Descent.objects.filter(kind="restates").select_related("earlier__edition", "later")
    assert (edge.earlier.address, edge.later.key, edge.basis) == ("300.1@2001-01-01", "300.1", "same number")


def rulings_with_tags():
    rulings = factories.edition("2001-06-01", "dangelo", numbering=factories.Scheme.LETTERED, extent="extract")
    paragraph(rulings, "A.1.1", "Coins are collected at the pier. [CompRules 2001/01/01 - 300.2]")
    paragraph(rulings, "A.1.2", FERRY.replace("A ferry", "Any ferry") + " [CompRules 2003/03/03]")


def rulings_with_numbers():
    rulings = factories.edition("2002-06-01", "dangelo", extent="extract")
    factories.version(rulings, "300.1", FERRY, rule=None)


@pytest.mark.slow
@pytest.mark.parametrize("order", ORDERS)
def test_what_restates_a_rule_is_what_would_be_drawn_anew_whichever_edition_has_come_last(order):
    arrivals = [
        lambda: linker.resolve_attributions(load("2001-01-01")),
        lambda: linker.resolve_attributions(load("2003-03-03")),
        rulings_with_tags,
        rulings_with_numbers,
    ]
    for nth in order:
        arrivals[nth]()
        for edition in Edition.objects.filter(document__slug="cr"):
            linker.resolve_attributions(edition)
        store.follow()
        assert not restatements.redraw()
    assert Descent.objects.filter(kind="restates").count() == 3


def test_an_edition_that_nobody_restates_leaves_what_restates_the_others_alone(monkeypatch):
    linker.resolve_attributions(load("2001-01-01"))
    rulings_with_tags()
    store.follow()
    monkeypatch.setattr(restatements, "redraw", lambda: pytest.fail("drawn again"))
    load("2002-02-02")
    store.follow()


@pytest.mark.usefixtures("pocket_database")
def test_the_pocket_edition_is_drawn_by_ingest(capsys):
    assert RuleVersion.objects.filter(rule=None).count() == 0
    call_command("resolve", "402.8g@2006-10-01", "--json")
    assert '"edition": "cr/2006-10-01"' in capsys.readouterr().out
