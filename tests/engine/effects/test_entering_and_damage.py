"""What cannot enter, what enters under another's control, and how far damage reduces a life total."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.table import cast, put, start

WORSHIP = "If you control a creature, damage that would reduce your life total to less than 1 reduces it to 1 instead."


@pytest.mark.slow
@given(st.integers(1, 30), st.integers(0, 30), st.booleans())
def test_damage_leaves_one_life_and_is_dealt_in_full(life: int, damage: int, guarded: bool) -> None:
    game = start("2026-06-19")
    game.state.players["Bob"].life = life
    put(game, "Bob", "Worship", "Enchantment", WORSHIP)
    if guarded:
        put(game, "Bob", "Ox", "Creature 3/3")
    put(game, "Ann", "Bolt", "Instant", f"Bolt deals {damage} damage to target player.", "hand")
    cast(game, "Ann", "Bolt", "Bob")
    assert game.life("Bob") == (max(1, life - damage) if guarded else life - damage)
    dealt = game.happened("damage")
    assert [each["amount"] for each in dealt] == ([damage] if damage else [])


@pytest.mark.parametrize("day", ["2009-07-11", "2013-05-01", "2017-08-25", "2026-06-19"])
def test_what_cannot_enter_stays_where_it_is(day: str) -> None:
    """What others forbid counts also while only its own abilities are looked at (614.12 from 2008 to 2017)."""
    game = start(day)
    put(game, "Bob", "Worms", "Enchantment", "Creatures can't enter the battlefield.")
    put(game, "Ann", "Raise", "Sorcery", "Return target creature card from your graveyard to the battlefield.", "hand")
    put(game, "Ann", "Ox", "Creature 3/3", zone="graveyard")
    cast(game, "Ann", "Raise", "Ox")
    assert game.zone_of("Ox") == "graveyard"


def test_a_token_that_cannot_enter_is_not_made() -> None:
    game = start("2026-06-19")
    put(game, "Bob", "Worms", "Enchantment", "Creatures can't enter the battlefield.")
    put(game, "Ann", "Muster", "Sorcery", "Create a 1/1 white Soldier creature token.", "hand")
    cast(game, "Ann", "Muster")
    assert not game.exists("Soldier")


def test_damage_that_cannot_be_prevented_is_dealt_through_protection() -> None:
    game = start("2026-06-19")
    put(game, "Bob", "Ox", "Creature 1/1", "Protection from red")
    words = "Damage can't be prevented this turn. Fire deals 2 damage to each creature."
    game.put(game.card("Fire", "Sorcery, red", text=words, cost="{0}"), "Ann", "hand")
    cast(game, "Ann", "Fire")
    assert game.zone_of("Ox") == "graveyard"
