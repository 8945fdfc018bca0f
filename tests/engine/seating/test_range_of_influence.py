"""Who is within whose range of influence, at tables of any size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.engine.card_reader import card
from rulesite.engine.game import Game
from rulesite.engine.seating.range_of_influence import in_range, player_in_range
from rulesite.engine.seating.seats import apart, beside
from rulesite.engine.seating.variants import agreed, range_by_seat, why_not_seated

NAMES = ["Ann", "Bob", "Cid", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo"]
tables = st.integers(2, len(NAMES)).map(lambda size: NAMES[:size])


@given(tables, st.data())
def test_two_players_are_as_far_from_each_other_one_way_as_the_other(players, data):
    one, other = data.draw(st.sampled_from(players)), data.draw(st.sampled_from(players))
    assert apart(players, one, other) == apart(players, other, one)
    steps = apart(players, one, other)
    assert other in (beside(players, one, steps), beside(players, one, -steps))


@given(tables, st.integers(1, 5))
def test_with_one_range_for_all_being_in_range_goes_both_ways(players, seats):
    kernel = Game("2026-06-19", players, options=agreed(players, ranges=seats)).kernel
    for one in players:
        assert player_in_range(kernel, one, one)
        for other in players:
            assert player_in_range(kernel, one, other) == player_in_range(kernel, other, one)
            assert player_in_range(kernel, one, other) == (apart(players, one, other) <= seats)


@given(tables)
def test_half_the_table_is_everybody(players):
    kernel = Game("2026-06-19", players, options=agreed(players, ranges=len(players) // 2)).kernel
    assert all(player_in_range(kernel, one, other) for one in players for other in players)


@given(tables, st.integers(1, 3), st.data())
def test_an_object_is_in_range_with_its_controller(players, seats, data):
    game = Game("2026-06-19", players, options=agreed(players, ranges=seats))
    owner, controller = data.draw(st.sampled_from(players)), data.draw(st.sampled_from(players))
    bear = game.put(card("Bear", "Creature 2/2, green"), owner, controller=controller)
    for player in players:
        assert in_range(game.kernel, player, f"object {bear}") == player_in_range(game.kernel, player, controller)


@given(st.integers(3, 5), st.integers(2, 3))
def test_emperors_reach_two_generals_and_generals_one(size, sides):
    teams = [[f"{chr(65 + team)}{seat}" for seat in range(size)] for team in range(sides)]
    players = [name for team in teams for name in team]
    options = agreed(players, "Emperor", teams)
    for player in players:
        foes = [name for name in players if name not in options.team_of(player)]
        near = [name for name in foes if apart(players, player, name) <= options.ranges[player]]
        nearer = [name for name in foes if apart(players, player, name) <= options.ranges[player] - 1]
        wanted = 2 if player == players[players.index(player) // size * size + (size - 1) // 2] else 1
        assert len(near) >= wanted > len(nearer)
        assert options.ranges[player] == range_by_seat(players, options, player)


@given(st.integers(2, 4), st.integers(2, 4))
def test_alternating_teams_sit_in_turn_around_the_table_and_no_other_way(sides, size):
    teams = [[f"{chr(65 + team)}{seat}" for seat in range(size)] for team in range(sides)]
    players = [teams[team][seat] for seat in range(size) for team in range(sides)]
    assert not why_not_seated(players, agreed(players, "Alternating Teams", teams))
    if sides > 2 or size > 2:
        swapped = [players[1], players[0], *players[2:]]
        assert why_not_seated(swapped, agreed(swapped, "Alternating Teams", teams))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"variant": "Chess"}, "no variant is called 'Chess'"),
        ({"variant": "Emperor"}, "played in teams"),
        ({"teams": [["Ann", "Bob"], ["Bob", "Cid"]]}, "look at Bob"),
        ({"teams": [["Ann", "Bob"]]}, "look at Cid"),
        ({"ranges": 0}, "at least 1 seat"),
        ({"ranges": {"Zoe": 1}}, "Zoe"),
        ({"attack": "up"}, "nobody attacks 'up'"),
    ],
)
def test_what_no_game_has_is_refused_by_name(said, words):
    with pytest.raises(ValueError, match=words):
        agreed(["Ann", "Bob", "Cid"], **said)
