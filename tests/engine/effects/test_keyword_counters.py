"""Counters that give a keyword (122.1b of 2020-04-17), each kind by the time of its youngest (613.7c)."""

import pytest
from printed import put, start

from rulesite.engine.state.characteristics import keywords

FROG = (
    "Until end of turn, target creature loses all abilities and becomes a blue Frog with base power and toughness 1/1."
)


@pytest.mark.parametrize(("date", "flies"), [("2019-08-23", 0), ("2020-04-17", 1)])
def test_a_flying_counter_says_something_since_2020(date, flies):
    game = start(date)
    put(game, "Ann", "Bear", "Creature 2/2", counters={"flying": 1})
    assert list(keywords(game.characteristics("Bear"))).count("flying") == flies


def test_a_younger_counter_wakes_the_older_of_its_kind():
    game = start("2026-06-19")
    put(game, "Ann", "Bear", "Creature 2/2", counters={"flying": 1})
    put(game, "Ann", "Shrink", "Instant", FROG, zone="hand")
    put(game, "Ann", "Wing", "Instant", "Put a flying counter on target creature.", zone="hand")
    game.play("Ann", "Shrink", targets=["Bear"])
    game.all_pass()
    assert not keywords(game.characteristics("Bear"))
    game.play("Ann", "Wing", targets=["Bear"])
    game.all_pass()
    assert [held.ability.keyword for held in game.characteristics("Bear").abilities] == ["flying", "flying"]
