"""The mana value of what has {X} in its cost: what was chosen counts on the stack and nowhere else (202.3e)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.engine.state.choices import UnscriptedChoice
from tests.engine.table import start


@given(st.integers(0, 9), st.sampled_from(["{X}{G}", "{X}{X}{G}", "{1}{X}{G}"]))
def test_the_chosen_number_counts_for_each_x_of_a_spell(number: int, cost: str) -> None:
    game = start("2026-06-19")
    words = "Hydra enters with X +1/+1 counters on it."
    game.put(game.card("Hydra", "Creature 0/0", text=words, cost=cost), "Ann", "hand")
    game.add_mana("Ann", "{G}" * 20)
    elsewhere = game.characteristics("Hydra").mana_value
    game.play("Ann", "Hydra", x=number)
    assert game.characteristics("Hydra").mana_value == elsewhere + number * cost.count("X")


@pytest.mark.parametrize("day", ["2006-10-01", "2026-06-19"])
def test_in_play_it_is_nothing_again(day: str) -> None:
    game = start(day)
    game.put(game.card("Hydra", "Creature 1/1", cost="{X}{G}"), "Ann", "hand")
    game.add_mana("Ann", "{3}{G}")
    game.play("Ann", "Hydra", x=3)
    assert game.characteristics("Hydra").mana_value == 4
    game.all_pass()
    assert game.characteristics("Hydra").mana_value == 1


@pytest.mark.parametrize("day", ["2006-10-01", "2026-06-19"])
@pytest.mark.parametrize("number", [0, 2])
def test_the_number_is_asked_for_where_an_ability_has_x_in_its_cost(day: str, number: int) -> None:
    game = start(day)
    game.put(game.card("Elf", "Creature 1/1", text="{X}: Elf gets +X/+0 until end of turn."), "Ann", "battlefield")
    game.add_mana("Ann", "{3}")
    with pytest.raises(UnscriptedChoice, match="the value of X"):
        game.activate("Ann", "Elf")
    game.activate("Ann", "Elf", choices={"X": number})
    assert sum(game.state.players["Ann"].mana.values()) == 3 - number
    game.all_pass()
    assert game.characteristics("Elf").power == 1 + number
