"""The first and second main phase of each turn, and effects until the end of a player's next turn."""

import pytest
from table import cast, put, start


@pytest.mark.parametrize(
    ("which", "lives"),
    [("first", [21, 21, 22, 22]), ("second", [20, 21, 21, 22])],
)
def test_a_main_phase_is_counted_in_its_turn(which, lives):
    game = start()
    put(game, "Ann", "Well", "Enchantment", f"At the beginning of your {which} main phase, you gain 1 life.")
    game.set_turn("Bob", "end")
    found = []
    for step, player in (
        ("beginning of combat", "Ann"),
        ("end", "Ann"),
        ("beginning of combat", "Ann"),
        ("end", "Ann"),
    ):
        if (step, len(found)) == ("beginning of combat", 2):
            game.to_step("end", "Bob")
        game.to_step(step, player)
        found.append(game.life("Ann"))
    assert found == lives


def test_until_the_end_of_your_next_turn_is_over_with_that_turn():
    game = start()
    put(game, "Ann", "Song", "Sorcery", "You gain 1 life.", zone="library", position=0)
    text = "Exile the top card of your library. Until the end of your next turn, you may play that card."
    put(game, "Ann", "Dig", "Sorcery", text, zone="hand")
    cast(game, "Ann", "Dig")
    legal = []
    for _ in range(3):
        legal.append(game.is_legal(lambda each: each.play("Ann", "Song")))
        game.to_step("precombat main", "Bob")
        game.to_step("precombat main", "Ann")
    assert legal == [True, True, False]
