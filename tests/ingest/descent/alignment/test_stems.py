"""Words without their endings, for rules that were written anew."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.descent.alignment.edges import step
from ingest.descent.alignment.editions import AlignedEdition, Pair, overlap
from ingest.descent.alignment.stems import Stemmed
from rulesite.text.stemming import stem
from tests.harbour import BELL, FERRY, OWL, STAR, TOLL
from tests.ingest.descent.alignment.test_steps import book, edges

BARGES = (
    "Barges that were mended carry marks of two yards. "
    "Mended barges may only be moored as guests. They may not be leased."
)
SLOOPS = (
    "Sloops that were mended answer to captains and to yards. "
    "Mended sloops may only be moored as guests. They may not be leased."
)
MENDED = "A vessel mended elsewhere (for example, a mended barge) may only be moored as a guest. It may not be leased."


@pytest.mark.parametrize(("one", "other"), [("land", "lands"), ("activate", "activating"), ("cast", "casts")])
def test_the_endings_of_a_word_do_not_count(one, other):
    assert stem(one) == stem(other)


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz", max_size=12))
def test_a_stem_is_never_longer_than_its_word(word):
    assert len(stem(word)) <= len(word) + 1


def test_two_books_share_more_stems_than_words():
    one, other = book(("300", "Quay"), ("300.1", BARGES)), book(("300", "Quay"), ("300.1", MENDED))
    pair = Pair(AlignedEdition(one), AlignedEdition(other))
    stems = Stemmed(pair, [1], [1])
    shared = overlap(stems.old(1), stems.new(1)) / sum(stems.new(1).values())
    assert shared > pair.shared(1, 1) / pair.new[1].total


def harbour(barges, sloops, vessels):
    """Sections on two sorts of vessels and on all; of those rules that are not said, nothing is."""
    return book(
        ("300", "All vessels"), ("300.1", OWL), *(("300.2", each) for each in vessels),
        ("301", "Barges"), ("301.1", FERRY), *(("301.2", each) for each in barges), ("301.3", BELL),
        ("302", "Sloops"), ("302.1", TOLL), *(("302.2", each) for each in sloops), ("302.3", STAR),
    )  # fmt: skip


def test_rules_of_two_sections_that_became_one_elsewhere_are_merged():
    found = {
        (edge.earlier, edge.later): edge for edge in step(harbour([BARGES], [SLOOPS], []), harbour([], [], [MENDED]))
    }
    assert {("301.2", "300.2"), ("302.2", "300.2")} <= found.keys()
    assert found["302.2", "300.2"].kind == "merged"
    assert not any(found[key, "300.2"].doubtful for key in ("301.2", "302.2"))


def test_one_of_them_alone_proves_nothing():
    assert ("301.2", "300.2") not in edges(harbour([BARGES], [], []), harbour([], [], [MENDED]))
