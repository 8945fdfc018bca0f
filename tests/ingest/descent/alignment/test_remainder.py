"""Rules written wholly anew: known by their place, or by the few words that they kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.descent.alignment.edges import EdgeAssertions, step
from tests.harbour import BELL, FERRY, OWL, STAR, TOLL
from tests.ingest.descent.alignment.test_splits_and_merges import SENTENCES
from tests.ingest.descent.alignment.test_steps import book, edges

OLD_LAMP = "A lamplighter who finds the beacon dark pays a fine of one copper ring."
NEW_LAMP = "The beacon has a lamplighter, appointed each spring by the council from among the widows of the town."


def quay(text, number="300.3"):
    return book(
        ("300", "Quay"),
        ("300.1", FERRY),
        ("300.2", TOLL),
        (number, text),
        ("300.4", BELL),
        ("301", "Mill"),
        ("301.1", STAR),
    )


def test_a_rule_written_anew_between_its_neighbours_is_the_rule_that_stood_there():
    found = {(edge.earlier, edge.later): edge for edge in step(quay(OLD_LAMP), quay(NEW_LAMP))}
    edge = found["300.3", "300.3"]
    assert (edge.kind, edge.doubtful) == ("reworded", False)
    assert edge.note


def test_a_rule_of_other_words_in_the_same_place_is_another():
    assert ("300.3", "300.3") not in edges(quay(OLD_LAMP), quay(OWL))


def test_what_people_forbid_is_not_taken_though_nothing_else_remains():
    said = EdgeAssertions(forbidden=frozenset({("300.3", "300.3")}))
    assert ("300.3", "300.3") not in edges(quay(OLD_LAMP), quay(NEW_LAMP), said)


@pytest.mark.slow
@given(st.permutations(SENTENCES), st.integers(0, 4))
def test_what_others_explain_stays_as_it_is(order, at):
    old = book(("300", "Quay"), *((f"300.{nth}", text) for nth, text in enumerate(order, start=1)))
    new = book(
        ("300", "Quay"),
        *((f"300.{nth}", NEW_LAMP if nth == at + 1 else text) for nth, text in enumerate(order, start=1)),
    )
    found = edges(old, new)
    assert found == {("300", "300"): "continues"} | {
        (f"300.{nth}", f"300.{nth}"): "continues" for nth in range(1, len(order) + 1) if nth != at + 1
    }
