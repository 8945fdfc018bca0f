"""Several witnesses of one edition become one book; the better-ranked one is believed, and disagreement is kept."""

import itertools

from ingest.parsing.merge import merge
from tests.ingest.small import read

FIRST = "402. Abilities\n402.1. One.\nExample: A case.\n402.3. Three.\n"
SECOND = "402.1. One!\nExample: A case.\n402.2. Two.\n402.3. Other words.\n402.3a More.\n"
THIRD = "402.3a More.\n402.4. Four.\n"


def merged(*texts):
    return merge([read(text) for text in texts])


def test_the_book_holds_what_any_witness_has_in_the_order_of_the_numbers():
    assert [item.provision.key for item in merged(FIRST, SECOND, THIRD).provisions] == [
        "402", "402.1", "402.2", "402.3", "402.3a", "402.4",
    ]  # fmt: skip


def test_every_order_of_the_witnesses_gives_the_same_provisions():
    books = [merged(*order) for order in itertools.permutations([FIRST, SECOND, THIRD])]
    assert len({tuple(sorted(item.provision.key for item in book.provisions)) for book in books}) == 1
    assert {tuple(item.provision.key for item in book.provisions) for book in books} == {
        ("402", "402.1", "402.2", "402.3", "402.3a", "402.4")
    }


def test_the_first_witness_is_believed_and_the_other_is_kept_as_disagreeing():
    rule = next(item for item in merged(FIRST, SECOND).provisions if item.provision.key == "402.3")
    assert rule.provision.text == "Three."
    assert [(one.reading, one.agrees) for one in rule.testimonies] == [(0, True), (1, False)]
    other = next(item for item in merged(SECOND, FIRST).provisions if item.provision.key == "402.3")
    assert other.provision.text == "Other words."


def test_typography_is_no_disagreement_and_a_missing_example_is():
    quoted = merged("402.1. It’s “so”.\n", '402.1. It\'s "so".\n').provisions[0]
    assert [one.agrees for one in quoted.testimonies] == [True, True]
    short = merged("402.1. One.\nExample: A case.\n", "402.1. One.\n").provisions[0]
    assert [one.agrees for one in short.testimonies] == [True, False]


def test_a_fragment_finds_its_parent_in_the_other_witness():
    parents = {item.provision.key: item.provision.parent for item in merged(THIRD, FIRST).provisions}
    assert parents["402.4"] == "402"
    assert parents["402.3a"] == "402.3"
