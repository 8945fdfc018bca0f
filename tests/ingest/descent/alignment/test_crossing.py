"""Rules that are said nearly twice: each stays in its own section, whatever the other says now."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.descent.alignment.edges import EdgeAssertions
from tests.harbour import BELL, FERRY, OWL, STAR, TOLL
from tests.ingest.descent.alignment.test_steps import book, edges

FINE = "The first time a skipper comes home late, the warden takes seven copper rings of him and not six rings."
LATER = "The first time a skipper comes home late, the warden takes as many copper rings of him as he took before."
LONGER = f"{FINE} Guests have other fines."


def towns(fine, guests):
    """Two sections, each with a rule on fines between rules that stay."""
    return book(
        ("300", "Skippers"), ("300.1", FERRY), ("300.2", fine), ("300.3", TOLL),
        ("301", "Guests"), ("301.1", OWL), ("301.2", guests), ("301.3", BELL), ("301.4", STAR),
    )  # fmt: skip


def test_two_rules_stay_where_they_are_though_one_says_now_what_the_other_said():
    found = edges(towns(FINE, LONGER), towns(LATER, FINE))
    assert {("300.2", "300.2"), ("301.2", "301.2")} <= found.keys()
    assert not {("300.2", "301.2"), ("301.2", "300.2")} & found.keys()


def test_two_rules_that_change_places_word_for_word_have_crossed():
    found = edges(towns(FERRY.replace("ferry", "barge"), BELL.replace("bell", "gong")), towns(FINE, LONGER))
    assert ("300.2", "300.2") not in found
    crossed = edges(towns(STAR.replace("star", "lamp"), FINE), towns(FINE, STAR.replace("star", "lamp")))
    assert {("300.2", "301.2"), ("301.2", "300.2")} <= crossed.keys()


def test_nobody_is_given_an_heir_that_people_forbid():
    found = edges(towns(FINE, LONGER), towns(LATER, FINE), EdgeAssertions(forbidden=frozenset({("300.2", "300.2")})))
    assert ("300.2", "300.2") not in found


@pytest.mark.slow
@given(st.permutations([FERRY, TOLL, OWL, BELL, STAR, FINE]))
def test_rules_unlike_each_other_keep_their_words_in_any_order(order):
    old = book(("300", "A"), *((f"300.{nth}", text) for nth, text in enumerate(order[:3], start=1)),
               ("301", "B"), *((f"301.{nth}", text) for nth, text in enumerate(order[3:], start=1)))  # fmt: skip
    new = book(("300", "A"), *((f"300.{nth}", text) for nth, text in enumerate(order[3:], start=1)),
               ("301", "B"), *((f"301.{nth}", text) for nth, text in enumerate(order[:3], start=1)))  # fmt: skip
    words = {each.key: each.text for each in old}, {each.key: each.text for each in new}
    assert all(words[0][one] == words[1][other] for one, other in edges(old, new) if "." in one)
