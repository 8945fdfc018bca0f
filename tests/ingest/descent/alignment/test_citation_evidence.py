"""Rules that say where something is said now: what they cite and did not cite before."""

from ingest.descent.alignment.citation_evidence import Pointers
from ingest.descent.alignment.edges import step
from ingest.descent.alignment.editions import AlignedEdition, Pair
from ingest.descent.alignment.matching import match
from tests.harbour import BELL, FERRY, OWL, TOLL
from tests.ingest.descent.alignment.test_steps import book, edges

PILOTS = "Each pilot of the outer harbour reports to the warden before the tide turns and after it has turned."
GUESTS = "Each pilot of the guest harbour reports to the warden before the tide turns, but not after it has turned."


def harbours(guests, text):
    """Two harbours, of which the second says what the first says too, or cites it."""
    return book(
        ("300", "Outer harbour"), ("300.1", FERRY), ("300.1a", PILOTS), ("300.2", OWL),
        ("301", "Guest harbour"), ("301.1", text), *(("301.1a", each) for each in guests), ("301.2", BELL),
    )  # fmt: skip


OLD = harbours([GUESTS], TOLL)
POINTING = harbours([], f"{TOLL} Otherwise it is as in the outer harbour (see rule 300.1).")


def test_a_rule_that_is_gone_is_found_where_the_rule_above_it_points_to():
    found = {(edge.earlier, edge.later): edge for edge in step(OLD, POINTING)}
    edge = found["301.1a", "300.1a"]
    assert (edge.kind, edge.doubtful, edge.note) == ("merged", False, "301.1 cites 300.1 now")


def test_without_the_pointer_it_is_a_look_alike_of_another_section():
    assert ("301.1a", "300.1a") not in edges(OLD, harbours([], TOLL))


def test_a_citation_that_was_there_before_proves_nothing():
    old, new = AlignedEdition(POINTING), AlignedEdition(POINTING)
    pointers = Pointers(match(Pair(old, new)))
    assert not any(pointers.lead(one, other) for one in range(len(old)) for other in range(len(new)))


BERTH = "To give up a berth is to cast off every rope and to leave it to whoever comes next with a permit."
LEAVING = "To give up a berth or a mooring means to leave it to whoever comes next. A berth that is given up is swept."


def berths(other, pointer):
    """A section that says what giving up a berth means, with a pointer to another that says it too."""
    return book(
        ("300", "Berths"), ("300.1", f"{LEAVING} {pointer}"), ("300.2", OWL),
        ("301", "Permits"), *(("301.1", each) for each in other), ("301.2", BELL), ("301.3", TOLL),
    )  # fmt: skip


def test_a_rule_that_is_gone_and_cited_no_more_is_found_where_it_was_cited():
    old = berths([BERTH], "See rule 301.1, with the permits.")
    found = {(edge.earlier, edge.later): edge for edge in step(old, berths([], ""))}
    edge = found["301.1", "300.1"]
    assert (edge.kind, edge.note) == ("merged", "300.1 cites 301.1 no longer")
    assert ("301.1", "300.1") not in edges(berths([BERTH], ""), berths([], ""))
