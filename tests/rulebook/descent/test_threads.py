"""Threads: which versions are one rule, and what becomes of their permanent links."""

import pytest
from django.db import transaction
from hypothesis import example, given
from hypothesis import strategies as st

from rulesite.rulebook.descent import history, threads
from rulesite.rulebook.descent.incremental import Changes
from rulesite.rulebook.models import Descent, Rule, RuleVersion
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def editions():
    """Three editions with rules 100.1 and 100.2, not yet joined."""
    made = [factories.edition(day) for day in ("2001-01-01", "2002-02-02", "2003-03-03")]
    for edition in made:
        for number in ("100.1", "100.2"):
            factories.version(edition, number, f"{number} of {edition.slug}", rule=None)
    return made


def version(edition, number):
    return RuleVersion.objects.get(edition=edition, number=number)


def join(earlier, number, later, heir, kind="reworded", score=0.9, **fields):
    return Descent.objects.create(
        earlier=version(earlier, number),
        later=version(later, heir),
        kind=kind,
        basis="matched wording",
        score=score,
        **fields,
    )


def rebuild(editions):
    threads.rebuild(editions[0].document)


def thread(edition, number):
    return version(edition, number).rule_id


def test_a_line_of_single_heirs_is_one_rule_with_several_numbers(editions):
    one, two, three = editions
    join(one, "100.1", two, "100.2")
    join(two, "100.2", three, "100.1", "continues")
    rebuild(editions)
    assert thread(one, "100.1") == thread(two, "100.2") == thread(three, "100.1")
    assert thread(one, "100.2") != thread(one, "100.1")
    assert Rule.objects.get(pk=thread(one, "100.1")).name == "100.1"


@pytest.mark.parametrize("fields", [{"kind": "split"}, {"kind": "merged"}, {"kind": "restates"}, {"doubtful": True}])
def test_neither_branches_nor_doubts_carry_a_thread(editions, fields):
    join(editions[0], "100.1", editions[1], "100.1", **fields)
    rebuild(editions)
    assert thread(editions[0], "100.1") != thread(editions[1], "100.1")


def test_two_versions_of_one_edition_are_never_one_rule(editions):
    one, two, _ = editions
    join(one, "100.1", two, "100.1", score=0.9)
    join(one, "100.1", two, "100.2", score=0.8)
    rebuild(editions)
    assert thread(one, "100.1") == thread(two, "100.1")
    assert thread(two, "100.2") != thread(two, "100.1")


def test_an_edge_that_grows_weaker_gives_way_to_another_one_that_was_not_followed(editions):
    one, two, _ = editions
    edge = join(one, "100.1", two, "100.1", score=0.9)
    join(one, "100.1", two, "100.2", score=0.8)
    rebuild(editions)
    Descent.objects.filter(pk=edge.pk).update(score=0.5)
    ends = {(edge.earlier_id, edge.later_id)}
    threads.rebuild(one.document, Changes(drawn=ends, gone=ends))
    assert thread(one, "100.1") == thread(two, "100.2") != thread(two, "100.1")


def test_links_stay_when_everything_is_rebuilt(editions):
    join(editions[0], "100.1", editions[1], "100.1")
    rebuild(editions)
    before = dict(RuleVersion.objects.values_list("pk", "rule_id"))
    rebuild(editions)
    assert dict(RuleVersion.objects.values_list("pk", "rule_id")) == before


def test_a_thread_that_becomes_part_of_another_leads_there(editions):
    one, two, three = editions
    join(one, "100.1", two, "100.1")
    rebuild(editions)
    kept, gone = thread(one, "100.1"), thread(three, "100.1")
    join(two, "100.1", three, "100.1")
    rebuild(editions)
    assert thread(three, "100.1") == kept
    assert Rule.objects.get(pk=gone).merged_into_id == kept
    assert history.of_thread(gone).rule.pk == kept


def test_a_thread_that_has_versions_leads_nowhere_else(editions):
    """Laying newer edits over a copy may give versions a thread back that was merged into another."""
    one, _, three = editions
    join(one, "100.1", three, "100.1")
    rebuild(editions)
    kept, merged = thread(one, "100.1"), thread(editions[1], "100.1")
    Rule.objects.filter(pk=merged).update(merged_into=kept)
    rebuild(editions)
    assert thread(editions[1], "100.1") == merged
    assert history.of_thread(merged).rule.pk == merged


def test_a_thread_that_is_cut_keeps_its_link_on_the_longer_part(editions):
    one, two, three = editions
    join(one, "100.1", two, "100.1")
    edge = join(two, "100.1", three, "100.1")
    rebuild(editions)
    kept = thread(one, "100.1")
    edge.delete()
    rebuild(editions)
    assert thread(one, "100.1") == thread(two, "100.1") == kept
    assert thread(three, "100.1") not in (kept, None)


def test_a_thread_without_versions_is_dropped_and_an_unknown_link_leads_nowhere(editions):
    rebuild(editions)
    lost = thread(editions[2], "100.2")
    version(editions[2], "100.2").delete()
    rebuild(editions)
    assert not Rule.objects.filter(pk=lost).exists()
    assert history.of_thread(lost) is None


def lines():
    """Which versions are one rule."""
    found = {}
    for pk, thread in RuleVersion.objects.values_list("pk", "rule_id"):
        found.setdefault(thread, set()).add(pk)
    return {frozenset(members) for members in found.values()}


def assert_all_of_it_is_as_if_threaded_anew(document):
    found = lines()
    held = dict(RuleVersion.objects.values_list("pk", "rule_id")), dict(Rule.objects.values_list("pk", "name"))
    threads.rebuild(document)
    assert lines() == found
    assert held == (
        dict(RuleVersion.objects.values_list("pk", "rule_id")), dict(Rule.objects.values_list("pk", "name"))
    )  # fmt: skip
    RuleVersion.objects.update(rule=None)
    Rule.objects.all().delete()
    threads.rebuild(document)
    assert lines() == found


def draw(earlier, later, score):
    Descent.objects.create(earlier_id=earlier, later_id=later, kind="reworded", basis="matched wording", score=score)


places = st.tuples(st.integers(0, 3), st.integers(0, 3))
scores = st.sampled_from([0.5, 0.7, 0.9, 1.0])


@pytest.fixture
def rows():
    """The rules of four editions, four of each, none of them joined."""
    editions = [factories.edition(f"200{n}-01-01", extent="extract" if n == 2 else "whole") for n in range(4)]
    made = [[factories.version(each, f"100.{n}", f"{n}", rule=None) for n in range(1, 5)] for each in editions]
    threads.rebuild(editions[0].document, Changes(loose={row.pk for each in made for row in each}))
    return made


@pytest.mark.slow
@given(
    drawn=st.lists(st.tuples(places, places, scores), max_size=14),
    removed=st.lists(st.integers(0, 13), max_size=6),
    at_a_time=st.integers(1, 5),
)
def test_threading_what_is_touched_gives_the_same_rules_as_threading_everything(rows, drawn, removed, at_a_time):
    with transaction.atomic():
        document = rows[0][0].edition.document
        edges = {}
        for (one, a), (other, b), score in drawn:
            if one < other:
                edges.setdefault((rows[one][a].pk, rows[other][b].pk), score)
        changes = [(True, pair) for pair in edges] + [
            (False, pair) for n in dict.fromkeys(removed) for pair in list(edges)[n : n + 1]
        ]
        for at in range(0, len(changes), at_a_time):
            touched = Changes()
            for adds, (earlier, later) in changes[at : at + at_a_time]:
                if adds:
                    draw(earlier, later, edges[earlier, later])
                else:
                    Descent.objects.filter(earlier=earlier, later=later).delete()
                (touched.drawn if adds else touched.gone).add((earlier, later))
            threads.rebuild(document, touched)
        assert_all_of_it_is_as_if_threaded_anew(document)
        transaction.set_rollback(True)


heirs = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), scores), max_size=4)


@pytest.mark.slow
@example(
    [2, 3, 1, 0, 4], {(1, 2): [(2, 0, 0.5), (0, 2, 0.5), (0, 1, 0.5)], (2, 3): [(0, 2, 0.5), (2, 2, 0.9)]}
)  # what is new at one of two threads that cross, and at another one
@given(st.permutations(range(5)), st.dictionaries(st.tuples(st.integers(0, 4), st.integers(0, 4)), heirs, max_size=12))
def test_editions_that_arrive_one_by_one_between_others_are_threaded_as_all_together(arriving, steps):
    """A step is drawn between neighbours, and gone when another edition comes between them."""
    with transaction.atomic():
        document = factories.document()
        held, drawn = {}, {}
        for nth in arriving:
            edition = factories.edition(f"200{nth}-01-01")
            rows = [factories.version(edition, f"100.{n}", f"{n}", rule=None, parent=None).pk for n in range(1, 4)]
            held[nth] = rows
            changes = Changes(loose=set(rows))
            neighbours = [(one, other) for one in held for other in held if one < other]
            neighbours = {pair for pair in neighbours if not any(pair[0] < each < pair[1] for each in held)}
            for pair in drawn.keys() - neighbours:
                for earlier, later in drawn.pop(pair):
                    Descent.objects.filter(earlier=earlier, later=later).delete()
                    changes.gone.add((earlier, later))
            for one, other in neighbours - drawn.keys():
                edges = {
                    (held[one][a], held[other][b]): score for a, b, score in steps.get((one, other), [(0, 0, 1.0)])
                }
                for ends, score in edges.items():
                    draw(*ends, score)
                drawn[one, other] = set(edges)
                changes.drawn |= set(edges)
            threads.rebuild(document, changes)
        assert_all_of_it_is_as_if_threaded_anew(document)
        transaction.set_rollback(True)
