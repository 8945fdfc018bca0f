"""Which mana a permanent could produce, and how a cost is paid that can be paid in several ways."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.engine.casting.mana_pool import enough, ways
from rulesite.engine.state.choices import IllegalAction
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


@pytest.mark.slow
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


def pool_of_both(words: str):
    """Two mana that may be spent on certain things only, and one that may be spent on anything."""
    game = start("2026-06-19")
    put(game, "Ann", "Cavern", "Land", f"{{T}}: Add {{G}}{{G}}. {words}")
    game.activate("Ann", "Cavern")
    game.add_mana("Ann", "{G}")
    return game


def test_mana_for_creature_spells_pays_for_these_alone() -> None:
    game = pool_of_both("Spend this mana only to cast creature spells.")
    game.put(game.card("Bear", "Creature 2/2", cost="{1}{G}"), "Ann", "hand")
    game.put(game.card("Rite", "Sorcery", cost="{1}{G}", text="You gain 1 life."), "Ann", "hand")
    with pytest.raises(IllegalAction, match="to spend on it"):
        game.play("Ann", "Rite")
    game.play("Ann", "Bear")
    assert game.mana_pool("Ann") == "{G}"
    game.all_pass()
    game.put(game.card("Ritual", "Sorcery", cost="{G}", text="You gain 1 life."), "Ann", "hand")
    game.play("Ann", "Ritual")
    assert game.mana_pool("Ann") == ""


def test_mana_for_abilities_pays_for_no_spell_and_no_ability_of_another_kind() -> None:
    game = pool_of_both("Spend this mana only to activate abilities of artifacts.")
    put(game, "Ann", "Font", "Artifact", "{G}{G}: You gain 1 life.")
    put(game, "Ann", "Well", "Enchantment", "{G}{G}: You gain 1 life.")
    game.put(game.card("Bear", "Creature 2/2", cost="{G}{G}"), "Ann", "hand")
    assert not game.is_legal(lambda g: g.play("Ann", "Bear"))
    assert not game.is_legal(lambda g: g.activate("Ann", "Well"))
    game.activate("Ann", "Font")
    assert game.mana_pool("Ann") == "{G}"


def test_mana_that_is_for_spells_pays_nothing_that_an_effect_asks() -> None:
    game = pool_of_both("Spend this mana only to cast creature spells.")
    put(game, "Ann", "Toll", "Enchantment", "At the beginning of your end step, sacrifice ~ unless you pay {G}{G}.")
    put(game, "Ann", "Bank", "Enchantment", "{0}: You may pay {G}{G}. If you do, you gain 3 life.")
    game.activate("Ann", "Bank")
    game.all_pass()
    assert game.life("Ann") == 20


def test_mana_that_is_bound_is_lost_with_the_rest() -> None:
    game = pool_of_both("Spend this mana only to cast creature spells.")
    game.to_step("combat")
    assert game.state.players["Ann"].bound_mana == []


@pytest.mark.parametrize("words", ["mana in your mana pool", "unspent mana you have"])
def test_what_is_added_by_doubling_may_be_spent_on_anything(words: str) -> None:
    game = pool_of_both("Spend this mana only to cast creature spells.")
    put(game, "Ann", "Cube", "Artifact", f"{{T}}: Double the amount of each type of {words}.")
    game.activate("Ann", "Cube")
    assert game.mana_pool("Ann") == "{G}" * 6
    game.put(game.card("Rite", "Sorcery", cost="{G}{G}{G}{G}", text="You gain 1 life."), "Ann", "hand")
    game.play("Ann", "Rite")
    assert game.mana_pool("Ann") == "{G}" * 2
    assert len(game.state.players["Ann"].bound_mana) == 2


def test_only_mana_of_a_snow_source_pays_for_a_snow_symbol():
    """What is kept of such mana in part is counted as none where that is not known."""
    game = start()
    put(game, "Ann", "Wyrm", "Snow Creature 5/5", "{S}: ~ gets +1/+0 until end of turn.")
    put(game, "Ann", "Rime", "Snow Land", "{T}: Add {R}.")
    game.add_mana("Ann", "{R}")
    with pytest.raises(IllegalAction, match="too little of it from snow sources"):
        game.activate("Ann", "Wyrm")
    game.activate("Ann", "Rime")
    game.activate("Ann", "Wyrm")
    assert game.mana_pool("Ann") == "{R}"
    with pytest.raises(IllegalAction, match="too little of it from snow sources"):
        game.activate("Ann", "Wyrm")
    ann = game.state.players["Ann"]
    ann.mana, ann.snow_mana = {"R": 3}, {"R": 2}
    ann.empty_pool({"R": 1})
    assert ann.snow_mana["R"] == 0
    ann.mana, ann.snow_mana = {"R": 3}, {"R": 2}
    ann.empty_pool({"R": 2})
    assert ann.snow_mana["R"] == 1
