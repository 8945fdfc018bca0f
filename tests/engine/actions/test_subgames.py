"""Games within a game: what they begin with, what comes back, and what the main game makes of them."""

from __future__ import annotations

import pytest
from printed import put

from rulesite.engine.game import Game
from rulesite.engine.seating.variants import agreed
from rulesite.engine.state.choices import IllegalAction, NotModelled

TODAY = "2026-06-19"
PLAY = "Players play a Magic subgame, using their libraries as their decks."
WISH = "Put a creature card you own from outside the game into your hand."


def table(date: str = TODAY, **cards: int) -> Game:
    """A game in which Ann has Shahrazad in hand, and each player a library of so many Forests."""
    game = Game(date, ("Ann", "Bob"))
    for name in ("Ann", "Bob"):
        for number in range(cards.get(name, 10)):
            put(game, name, f"Forest {number}", "Land", zone="library")
    text = f"{PLAY} Each player who doesn't win the subgame loses half their life, rounded up."
    put(game, "Ann", "Shahrazad", "Sorcery", text, zone="hand")
    return game


def begin(game: Game, first: str = "Ann") -> None:
    game.play("Ann", "Shahrazad")
    game.will("at random", first)
    game.all_pass()


def test_a_subgame_is_a_game_of_its_own_with_the_libraries_as_decks() -> None:
    game = table()
    put(game, "Ann", "Ox", "Creature 3/3")
    game.state.players["Bob"].counters["poison"] = 4
    begin(game, "Bob")
    assert [len(game.cards_in("hand", name)) for name in ("Ann", "Bob")] == [7, 7]
    assert (game.cards_in("battlefield"), game.zone_of("Ox")) == ([], "outside")
    assert (game.state.active, game.life("Bob"), game.state.players["Bob"].counters) == ("Bob", 20, {})
    game.concede("Ann")
    assert (game.life("Ann"), game.life("Bob"), game.state.players["Bob"].counters) == (10, 20, {"poison": 4})
    assert (game.zone_of("Ox"), game.zone_of("Shahrazad")) == ("battlefield", "graveyard")
    assert len(game.cards_in("library", "Ann")) == 10


@pytest.mark.parametrize(("ann", "bob", "lives"), [(6, 10, (10, 20)), (10, 6, (20, 10)), (6, 6, (10, 10))])
def test_who_has_fewer_than_seven_cards_loses_at_once(ann: int, bob: int, lives: tuple[int, int]) -> None:
    game = table(Ann=ann, Bob=bob)
    begin(game)
    assert (game.life("Ann"), game.life("Bob")) == lives
    assert game.state.main is None
    assert not game.state.over


def test_what_leaves_the_main_game_triggers_there_when_that_goes_on() -> None:
    game = table(Ann=6)
    put(game, "Ann", "Ox", "Creature 3/3")
    put(game, "Ann", "Watch", "Enchantment", "Whenever a creature leaves the battlefield, you gain 1 life.")
    put(game, "Ann", "Wish", "Sorcery", WISH, zone="library")
    begin(game)
    game.to_step("precombat main")
    game.play("Ann", "Wish")
    game.will("object", "Ox")
    game.resolve_all()
    assert (game.zone_of("Ox"), game.stack()) == ("hand", [])
    game.concede("Bob")
    assert (game.zone_of("Ox"), len(game.stack())) == ("library", 1)
    game.all_pass()
    assert (game.life("Ann"), game.life("Bob")) == (21, 10)


def test_the_spell_that_created_a_subgame_may_be_brought_into_it() -> None:
    game = table(Ann=6)
    text = "Put a sorcery card you own from outside the game into your hand."
    put(game, "Ann", "Wish", "Instant", text, zone="library")
    begin(game)
    game.play("Ann", "Wish")
    game.resolve_all()
    assert game.zone_of("Shahrazad") == "hand"
    game.concede("Bob")
    assert (game.zone_of("Shahrazad"), game.life("Bob")) == ("library", 10)


def test_a_subgame_can_be_created_within_a_subgame() -> None:
    game = table(Ann=13, Bob=14)
    text = f"{PLAY} Each player who wins the subgame gains 3 life."
    twin = put(game, "Ann", "Twin", "Sorcery", text, zone="library")
    library = game.state.zone("library", "Ann")
    library.insert(0, library.pop(library.index(twin)))
    begin(game)
    game.to_step("precombat main")
    game.play("Ann", "Twin")
    game.will("at random", "Bob")
    game.all_pass()
    assert game.state.main is not None
    assert game.state.main.state.main is not None
    assert [len(game.cards_in("library", name)) for name in ("Ann", "Bob")] == [0, 0]
    game.concede("Bob")
    assert (game.life("Ann"), game.zone_of("Twin"), len(game.cards_in("hand", "Ann"))) == (23, "graveyard", 6)
    game.concede("Ann")
    assert (game.life("Ann"), game.life("Bob"), game.zone_of("Twin")) == (10, 20, "library")


def test_a_subgame_is_plain_data_and_what_is_illegal_in_it_is_undone() -> None:
    game = table()
    begin(game)
    with pytest.raises(IllegalAction):
        game.play_land("Bob", game.state.zone("hand", "Bob")[0])
    again = Game.from_json(game.to_json())
    again.concede("Bob")
    assert (again.life("Ann"), again.life("Bob")) == (20, 10)


def test_nobody_passes_into_a_subgame_without_noticing() -> None:
    game = table()
    game.play("Ann", "Shahrazad")
    game.will("at random", "Ann")
    with pytest.raises(IllegalAction, match="a subgame began"):
        game.to_step("end")


def test_a_subgame_of_a_game_with_teams_is_refused_by_name() -> None:
    names = ("Ann", "Bob", "Cid", "Dora")
    game = Game(TODAY, names, options=agreed(names, variant="Two-Headed Giant", teams=[names[:2], names[2:]]))
    put(game, "Ann", "Shahrazad", "Sorcery", PLAY, zone="hand")
    game.play("Ann", "Shahrazad")
    with pytest.raises(NotModelled, match="teams"):
        game.all_pass()
