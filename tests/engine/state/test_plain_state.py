"""The state is plain data, nothing is lost in a move, and the same script gives the same trace."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stock import BOLT, FONT, FOREST, MURDER, PURGE, UNSUMMON, keyword, vanilla

from rulesite.engine.casting.mana_pool import enough
from rulesite.engine.casting.total_cost import reduced
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.events.triggers import Moment
from rulesite.engine.game import Game
from rulesite.engine.state.game_state import State
from rulesite.engine.state.objects import mana_value

CARDS = [
    vanilla(),
    vanilla("Bird", "Creature 1/1, blue", keyword("flying")),
    FONT,
    PURGE,
    FOREST,
    BOLT,
    UNSUMMON,
    MURDER,
]
DATES = ["2001-07-23", "2006-10-01", "2009-07-11", "2018-01-19", "2026-06-19"]
setups = st.lists(
    st.tuples(
        st.integers(0, len(CARDS) - 1),
        st.sampled_from(["Ann", "Bob"]),
        st.sampled_from(["battlefield", "hand", "graveyard", "library"]),
    ),
    min_size=1,
    max_size=9,
)
moves = st.lists(st.integers(0, 6), max_size=10)


def random_game(date, cards, script):
    """A game of legal actions picked by numbers; illegal ones are simply undone."""
    game = Game(date)
    for number, owner, zone in cards:
        permanent = not {"instant", "sorcery"} & set(CARDS[number].types)
        game.put(CARDS[number], owner, zone if permanent or zone != "battlefield" else "hand")
    game.add_mana("Ann", "{R}{R}")
    for step in script:
        spells = [name for name in game.hand("Ann") if name.split()[0] in ("Purge", "Bolt", "Unsummon", "Murder")]
        targets = [label for label in game.cards_in("battlefield") if label.split()[0] in ("Bear", "Bird")]
        try:
            if step < 3 and spells:
                name = spells[step % len(spells)]
                game.play("Ann", name, targets=targets[:1] if not name.startswith("Purge") else None)
            elif step == 3:
                game.to_step("end")
            else:
                game.all_pass()
        except Exception as error:
            if type(error).__name__ not in ("IllegalAction", "NoLegalTarget", "UnknownName", "UnscriptedChoice"):
                raise
        if game.winner():
            break
    return game


def test_legal_actions_of_a_random_game_are_done():
    game = random_game("2006-10-01", [(0, "Bob", "battlefield"), (5, "Ann", "hand")], [0, 4])
    assert game.hand("Ann") == []
    assert [name for name in game.cards_in("battlefield") if name.startswith("Bear")] == []


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(DATES), setups, moves)
def test_a_state_goes_through_json_and_comes_back_equal(date, cards, script):
    game = random_game(date, cards, script)
    text = game.to_json()
    assert State.from_json(text) == game.state
    assert State.from_json(text).to_json() == text
    json.loads(text)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(DATES), setups, moves)
def test_no_card_is_lost_or_doubled_by_any_play(date, cards, script):
    game = random_game(date, cards, script)
    things = [thing for thing in game.state.things.values() if thing.kind == "card"]
    assert len(things) == len(cards)
    in_zones = [each for ids in game.state.zones.values() for each in ids]
    assert sorted(in_zones) == sorted(game.state.things)
    for key, ids in game.state.zones.items():
        for each in ids:
            thing = game.state.things[each]
            assert key in (thing.zone, f"{thing.zone} of {thing.owner}")


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.sampled_from(DATES), setups, moves)
def test_the_same_script_gives_the_same_trace_and_the_same_state(date, cards, script):
    first, second = random_game(date, cards, script), random_game(date, cards, script)
    assert str(first.trace) == str(second.trace)
    assert first.to_json() == second.to_json()


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(setups, moves)
def test_asking_whether_something_is_legal_changes_nothing(cards, script):
    game = random_game("2006-10-01", cards, script)
    before, steps = game.to_json(), str(game.trace)
    spells = [name for name in game.hand("Ann") if name.split()[0] == "Purge"]
    if spells:
        game.is_legal(lambda g: g.play("Ann", spells[0]))
        plain = json.loads(before)
        after = json.loads(game.to_json())
        plain.pop("version")
        after.pop("version")
        assert after == plain
        assert str(game.trace) == steps


@given(
    st.lists(st.sampled_from(["1", "2", "W", "U", "B", "R", "G"]), max_size=6),
    st.lists(st.sampled_from(["1", "2", "W", "B"]), max_size=4),
)
def test_a_reduction_never_makes_a_cost_larger_or_negative(cost, less):
    after = reduced(cost, less)
    assert 0 <= mana_value(tuple(after)) <= mana_value(tuple(cost))
    assert mana_value(tuple(after)) >= mana_value(tuple(cost)) - mana_value(tuple(less))


@given(st.dictionaries(st.sampled_from("CWUBRG"), st.integers(1, 4)), st.lists(st.sampled_from(["1", "3", "B", "G"])))
def test_a_pool_that_is_enough_stays_enough_with_more_mana(pool, cost):
    if enough(pool, cost):
        assert enough({**pool, "W": pool.get("W", 0) + 1}, cost)


@given(st.dates(min_value=__import__("datetime").date(1999, 4, 23)))
def test_every_day_since_1999_has_a_ruleset(day):
    assert Ruleset.on(day.isoformat()).date == day.isoformat()


def test_looking_at_a_moment_does_not_change_it():
    game = random_game("2006-10-01", [(2, "Ann", "battlefield"), (0, "Bob", "battlefield")], [])
    before = game.to_json()
    Moment.now(game.kernel)
    assert game.to_json() == before
