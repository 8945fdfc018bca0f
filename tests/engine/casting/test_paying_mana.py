"""Which mana a permanent could produce, and how a cost is paid that can be paid in several ways."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from rulesite.engine.casting.mana_pool import enough, ways
from tests.engine.table import put, start

SYMBOLS = st.sampled_from(["W", "U", "C", "1", "2", "G/W", "W/U", "W/P", "U/P", "2/B", "2/W"])
POOLS = st.dictionaries(st.sampled_from("WUBGC"), st.integers(0, 3))


@given(POOLS, st.lists(SYMBOLS, max_size=4), st.integers(0, 5))
def test_a_cost_can_be_paid_if_some_choice_of_its_halves_can(
    pool: dict[str, int], symbols: list[str], life: int
) -> None:
    def plain(choice: tuple[str, ...]) -> bool:
        coloured = {each: choice.count(each) for each in "WUBGC"}
        generic = sum(int(each) for each in choice if each.isdigit())
        return (
            all(pool.get(each, 0) >= count for each, count in coloured.items())
            and 2 * choice.count("P") <= life
            and sum(pool.values()) - sum(coloured.values()) >= generic
        )

    some = any(plain(choice) for choice in product(*(ways(symbol) for symbol in symbols)))
    assert enough(pool, symbols, life) == some


@given(st.integers(1, 4), st.integers(1, 4), st.booleans(), st.booleans())
def test_lands_that_look_at_each_other_make_what_any_of_them_could(
    mine: int, theirs: int, forest: bool, island: bool
) -> None:
    game = start("2026-06-19")
    words = "{T}: Add one mana of any color that a land an opponent controls could produce."
    for player, number in (("Ann", mine), ("Bob", theirs)):
        for each in range(number):
            put(game, player, f"{player}'s Orchard {each}", "Land", words)
    if forest:
        put(game, "Ann", "Forest", "Basic Land - Forest")
    if island:
        put(game, "Bob", "Island", "Basic Land - Island")
    wanted = {"G"} if forest else set()
    wanted |= {"U"} if island else set()
    game.will("mana", "{G}" if forest else "{U}")
    game.activate("Ann", "Ann's Orchard 0")
    assert set(game.state.players["Ann"].mana) == ({"G"} if forest else wanted)
