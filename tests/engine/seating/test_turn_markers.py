"""Turn markers of Grand Melee: how many there are, how far apart, and what a departure does to them."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulesite.engine.game import Game
from rulesite.engine.seating.turn_markers import begin, marker_of, turn_over, turn_to
from rulesite.engine.seating.variants import agreed

NAMES = [f"P{number}" for number in range(20)]
tables = st.integers(4, len(NAMES)).map(lambda size: NAMES[:size])


def melee(players):
    return Game("2026-06-19", players, options=agreed(players, "Grand Melee"))


def left_of(seated, one, other):
    """How many seats to the left of one player another sits."""
    return (seated.index(other) - seated.index(one)) % len(seated)


@given(tables)
def test_there_is_a_marker_for_each_full_four_players_four_seats_apart(players):
    state = melee(players).state
    assert [each.holder for each in state.markers] == players[: len(players) // 4 * 4 : 4]


@pytest.mark.slow
@settings(max_examples=60)
@given(tables, st.lists(st.tuples(st.booleans(), st.integers(0, 40)), max_size=25))
@example(NAMES[:14], [(True, 0), (False, 0), (True, 36), (True, 10), (True, 10)])  # a marker comes to one with a turn
def test_turns_taken_at_one_time_are_four_seats_apart_and_markers_leave_with_players(players, moves):
    game = melee(players)
    kernel, state = game.kernel, game.state
    for leaves, which in moves:
        seated = state.turn_order()
        if leaves and len(seated) > 4:
            game.concede(seated[which % len(seated)])
        else:
            taking = [each for each in kernel.state.markers if each.taking]
            if not taking:
                break
            turn_to(kernel, taking[which % len(taking)])
            marker, begun = turn_over(kernel)
            if marker is not None and not begun:
                kernel.state.active = begin(kernel, marker)
        state = kernel.state
        seated = state.turn_order()
        holders = [each.holder for each in state.markers if each.taking]
        assert len(set(holders)) == len(holders)
        assert all(each.taking or each.holder in seated for each in state.markers)
        assert sum(1 - each.removals for each in state.markers) == len(seated) // 4
        active = [each.holder for each in state.markers if each.taking and each.holder in seated]
        if len(seated) == len(players):
            assert all(left_of(seated, one, other) >= 4 for one in active for other in active if one != other)


def test_a_turn_set_aside_is_gone_on_with_as_it_stood():
    game = melee(NAMES[:8])
    game.to_step("end")
    game.go_on_with("P4")
    assert (game.state.active, game.state.step) == ("P4", "untap")
    game.to_step("upkeep")
    assert marker_of(game.state, "P0") is not None
    game.go_on_with("P0")
    assert (game.state.active, game.state.step, game.state.turn) == ("P0", "end", 1)
    game.go_on_with("P4")
    assert (game.state.active, game.state.step, game.state.turn) == ("P4", "upkeep", 2)


def test_who_has_no_marker_and_who_has_to_wait_takes_no_turn():
    game = melee(NAMES[:8])
    assert "no turn marker" in str(game.why_illegal(lambda g: g.go_on_with("P1")))
    game.to_step("upkeep", "P4")
    assert "waits" in str(game.why_illegal(lambda g: g.go_on_with("P1")))
