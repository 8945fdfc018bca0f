"""Threads: which versions are one rule, and what becomes of their permanent links."""

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from rulesite.rulebook import history, threads
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


places = st.tuples(st.integers(0, 3), st.integers(0, 3))


@pytest.mark.slow
@given(
    st.lists(st.tuples(places, places, st.sampled_from([0.5, 0.7, 0.9, 1.0])), max_size=14),
    st.lists(st.integers(0, 13), max_size=6),
    st.integers(1, 5),
)
def test_threading_what_is_touched_gives_the_same_rules_as_threading_everything(drawn, removed, at_a_time):
    with transaction.atomic():
        editions = [factories.edition(f"200{n}-01-01", extent="extract" if n == 2 else "whole") for n in range(4)]
        rows = [[factories.version(each, f"100.{n}", f"{n}", rule=None) for n in range(1, 5)] for each in editions]
        document = editions[0].document
        threads.rebuild(document, [row.pk for each in rows for row in each])
        edges = {}
        for (one, a), (other, b), score in drawn:
            if one < other:
                edges.setdefault((rows[one][a].pk, rows[other][b].pk), score)
        changes = [(True, pair) for pair in edges] + [
            (False, pair) for n in dict.fromkeys(removed) for pair in list(edges)[n : n + 1]
        ]
        for at in range(0, len(changes), at_a_time):
            touched = set()
            for adds, (earlier, later) in changes[at : at + at_a_time]:
                if adds:
                    Descent.objects.create(
                        earlier_id=earlier, later_id=later, kind="reworded", basis="matched wording",
                        score=edges[earlier, later],
                    )  # fmt: skip
                else:
                    Descent.objects.filter(earlier=earlier, later=later).delete()
                touched |= {earlier, later}
            threads.rebuild(document, touched)
        bit_by_bit = lines()
        held = dict(RuleVersion.objects.values_list("pk", "rule_id"))
        threads.rebuild(document)
        assert lines() == bit_by_bit
        assert dict(RuleVersion.objects.values_list("pk", "rule_id")) == held
        RuleVersion.objects.update(rule=None)
        Rule.objects.all().delete()
        threads.rebuild(document)
        assert lines() == bit_by_bit
        transaction.set_rollback(True)
