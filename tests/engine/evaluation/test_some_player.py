"""A condition on "an opponent" or "a player" is true if it is of any of them: nobody chooses whom it looks at."""

import pytest
from table import put, start


def ghoul(condition, players=("Ann", "Bob", "Cid")):
    game = start(players=players)
    put(game, "Ann", "Ghoul", "Creature 2/2", text=f"As long as {condition}, Ghoul has flying.")
    return game


@pytest.mark.parametrize("who", ["Bob", "Cid"])
def test_the_cards_of_any_opponent_count_and_not_yours(who):
    game = ghoul("an opponent has three or more cards in their graveyard")
    for nth in range(3):
        put(game, "Ann", f"Own {nth}", "Creature 1/1", zone="graveyard")
    assert not game.has_keyword("Ghoul", "flying")
    for nth in range(3):
        put(game, who, f"Card {nth}", "Creature 1/1", zone="graveyard")
    assert game.has_keyword("Ghoul", "flying")


def test_what_is_asked_of_one_player_is_not_met_by_several_together():
    game = ghoul("an opponent has three or more cards in their graveyard")
    for who in ("Bob", "Bob", "Cid", "Cid"):
        put(game, who, f"{who}'s card", "Creature 1/1", zone="graveyard")
    assert not game.has_keyword("Ghoul", "flying")


@pytest.mark.parametrize("who", ["Bob", "Cid"])
def test_an_opponent_is_held_against_you(who):
    game = ghoul("an opponent controls more creatures than you")
    put(game, who, "Elk", "Creature 1/1")
    assert not game.has_keyword("Ghoul", "flying")
    put(game, who, "Ape", "Creature 1/1")
    assert game.has_keyword("Ghoul", "flying")


def test_a_player_may_be_you():
    game = ghoul("a player has no cards in hand")
    for who in ("Ann", "Bob", "Cid"):
        put(game, who, f"{who}'s Elk", "Creature 1/1", zone="hand")
    assert not game.has_keyword("Ghoul", "flying")
    game = ghoul("a player has no cards in hand")
    put(game, "Bob", "Elk", "Creature 1/1", zone="hand")
    put(game, "Cid", "Ape", "Creature 1/1", zone="hand")
    assert game.has_keyword("Ghoul", "flying")
