""" "The rest" of the cards looked at are all the others, also those that could not be chosen."""

from table import put, start

LOOK = (
    "Look at the top three cards of your library. You may reveal a creature card from among them and put it into your "
    "hand. Put the rest on the bottom of your library in a random order."
)


def test_the_rest_are_also_the_cards_of_other_kinds():
    game = start()
    for name, line in (("Hill", "Land"), ("Song", "Sorcery"), ("Bear", "Creature 2/2")):
        put(game, "Ann", name, line, zone="library", position=0)
    put(game, "Ann", "Search", "Sorcery", LOOK, zone="hand")
    game.play("Ann", "Search")
    game.will("may", True)
    game.resolve_all()
    assert "Bear" in game.hand("Ann")
    assert set(game.cards_in("library", "Ann")[-2:]) == {"Hill", "Song"}


def test_what_an_earlier_choice_took_is_not_left():
    game = start()
    for name, line in (("Hill", "Land"), ("Song", "Sorcery"), ("Bear", "Creature 2/2")):
        put(game, "Ann", name, line, zone="library", position=0)
    text = LOOK.replace("a creature card", "a creature card and a land card").replace("put it", "put them")
    put(game, "Ann", "Search", "Sorcery", text, zone="hand")
    game.play("Ann", "Search")
    game.will("may", True)
    game.resolve_all()
    assert set(game.hand("Ann")) == {"Bear", "Hill"}
    assert game.cards_in("library", "Ann")[-1] == "Song"
