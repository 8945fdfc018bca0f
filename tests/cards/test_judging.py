"""The labelled queries of the shelf are well formed, and a place is counted as a reader would."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.cards import judging

ANSWERS = [("card", "", "Wagon Moth"), ("ruling", "", "If you scry, look."), ("cr", "701.18a", "701.18a Scry")]


def test_queries_are_of_every_kind_and_quote_no_more_than_eight_words_of_a_ruling():
    rows = judging.queries()
    assert len(rows) == 120
    assert min(Counter(row["kind"] for row in rows).values()) >= 20
    assert len({row["q"] for row in rows}) == 120
    labels = [label for row in rows for label in (*row["first"], *row.get("within", ()))]
    assert max(len(label.split()) for label in labels if label.startswith("ruling:")) <= 8


@pytest.mark.parametrize(
    ("label", "at"),
    [
        ("card:Wagon Moth", (1, 1)),
        ("ruling:If you scry", (2, 1)),
        ("701.18*", (3, 1)),
        ("701.18", (None, None)),
        ("mtr:Scry", (None, None)),
    ],
)
def test_an_answer_has_its_place_on_the_page_and_among_its_kind(label, at):
    assert judging.place({"first": [label]}, ANSWERS) == at
