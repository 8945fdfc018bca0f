"""Who attacks now, and what happened in this combat, are not what happened earlier in the turn."""

import pytest
from table import cast, put, start

WINDOW = "Creatures attacking you get -1/-0."
GUARD = "At end of combat, if ~ attacked or blocked this combat, put a -0/-1 counter on ~."
AGAIN = "After this main phase, there is an additional combat phase followed by an additional main phase."


def test_a_creature_removed_from_combat_attacks_nobody():
    game = start()
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Bob", "Window", "Artifact", WINDOW)
    put(game, "Bob", "Lull", "Instant", "Remove target creature from combat.", zone="hand")
    game.attack("Ann", ["Ox"])
    assert game.power_toughness("Ox") == (1, 2)
    game.pass_priority("Ann")
    cast(game, "Bob", "Lull", "Ox")
    assert game.power_toughness("Ox") == (2, 2)


def test_nobody_attacks_after_combat():
    game = start()
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Bob", "Mercy", "Instant", "You gain 3 life for each creature attacking you.", zone="hand")
    game.attack("Ann", ["Ox"])
    game.to_step("postcombat main")
    game.pass_priority("Ann")
    cast(game, "Bob", "Mercy")
    assert game.life("Bob") == 18


def test_a_token_put_onto_the_battlefield_attacking_attacks_too():
    game = start()
    text = "Whenever ~ attacks, create a 1/1 red Goblin creature token that's tapped and attacking."
    put(game, "Ann", "Chief", "Creature 3/3", text)
    put(game, "Bob", "Window", "Artifact", WINDOW)
    game.attack("Ann", ["Chief"])
    game.resolve_all()
    assert game.power_toughness("Goblin") == (0, 1)


def test_who_attacks_a_planeswalker_does_not_attack_its_controller():
    game = start()
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Bob", "Window", "Artifact", WINDOW)
    put(game, "Bob", "Jace", "Planeswalker - Jace, loyalty 5")
    game.attack("Ann", {"Ox": "Jace"})
    assert game.power_toughness("Ox") == (2, 2)


@pytest.mark.parametrize(("attacks_again", "counters"), [(False, 1), (True, 2)])
def test_this_combat_is_not_the_one_before_it_in_the_turn(attacks_again, counters):
    game = start()
    put(game, "Ann", "Guard", "Creature 1/6", GUARD + "\nVigilance")
    put(game, "Ann", "Again", "Sorcery", AGAIN, zone="hand")
    game.attack("Ann", ["Guard"])
    game.to_step("postcombat main")
    cast(game, "Ann", "Again")
    game.to_step("declare attackers")
    if attacks_again:
        game.attack("Ann", ["Guard"])
    game.to_step("postcombat main")
    assert game.counters("Guard", "-0/-1") == counters
