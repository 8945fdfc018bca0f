"""What objects are like is worked out once for as long as nothing happens, and anew as soon as something does."""

from tests.engine.table import put, start


def test_nothing_is_worked_out_again_because_players_pass():
    game = start()
    put(game, "Ann", "Bear", "Creature 2/2")
    put(game, "Ann", "Anthem", "Enchantment", "Creatures you control get +1/+1.")
    assert game.power_toughness("Bear") == (3, 3)
    before = game.state.version
    game.pass_priority("Ann")
    assert game.state.version == before


def test_what_happened_counts_as_soon_as_it_has_happened():
    game = start()
    text = "This creature gets +2/+2 as long as you gained life this turn."
    put(game, "Ann", "Bear", "Creature 2/2", text)
    put(game, "Ann", "Balm", "Instant", "You gain 3 life.", "hand")
    game.play("Ann", "Balm")
    assert game.power_toughness("Bear") == (2, 2)
    game.all_pass()
    assert game.power_toughness("Bear") == (4, 4)
    game.to_step("upkeep", "Bob")
    assert game.power_toughness("Bear") == (2, 2)
