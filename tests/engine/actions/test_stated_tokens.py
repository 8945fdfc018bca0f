"""What a sentence says that a token "has" is part of the token, which copies have too and effects take away."""

import pytest
from table import put, start

SPAWN = 'Create a 0/1 colorless Eldrazi Spawn creature token. It has "Sacrifice this creature: Add {C}."'
BIG = "Create a black Vampire creature token. Its power is equal to the number of lands you control and its toughness is equal to the number of creatures you control."  # fmt: skip


def created(text, *others):
    game = start()
    for name, line, words in others:
        put(game, "Ann", name, line, words)
    put(game, "Ann", "Spell", "Sorcery", text, zone="hand")
    game.play("Ann", "Spell")
    game.resolve_all()
    return game


def test_a_copy_has_it_too():
    game = created(SPAWN)
    put(game, "Ann", "Mirror", "Instant", "Create a token that's a copy of target creature.", zone="hand")
    game.play("Ann", "Mirror", targets=["Eldrazi Spawn"])
    game.resolve_all()
    assert [len(game.characteristics(name).abilities) for name in ("Eldrazi Spawn", "Eldrazi Spawn 2")] == [1, 1]


@pytest.mark.parametrize(("says", "left"), [("has", 0), ("gains", 1)])
def test_what_takes_abilities_away_took_effect_before(says, left):
    """What a token "gains" afterwards has a later timestamp; what it has, it has from the beginning."""
    text = SPAWN.replace("It has", f"It {says}")
    game = created(text, ("Calm", "Enchantment", "All creatures lose all abilities."))
    assert len(game.characteristics("Eldrazi Spawn").abilities) == left


def test_its_size_is_stated():
    game = created(BIG, ("Hill", "Land", ""), ("Moor", "Land", ""), ("Bear", "Creature 2/2", ""))
    assert game.power_toughness("Vampire") == (2, 1)
