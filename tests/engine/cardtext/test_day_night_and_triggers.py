"""Day and night, what triggers again or not at all, and how often: small games with printed words."""

from __future__ import annotations

import pytest
from printed import put, start

from rulesite.engine.game import Game
from rulesite.engine.state.choices import IllegalAction

TODAY = "2022-04-29"
AS_IT_ENTERS = "If it's neither day nor night, it becomes day as Guard enters the battlefield."
TURNS = "Whenever day becomes night or night becomes day, you gain 2 life."


def play(game: Game, name: str, line: str, text: str, **more: object) -> None:
    put(game, "Ann", name, line, text, zone="hand")
    game.play("Ann", name, **more)
    game.resolve_all()


def test_it_becomes_day_as_something_enters_and_that_is_no_change_from_night() -> None:
    game = start(TODAY)
    play(game, "Guard", "Creature 2/2", f"{AS_IT_ENTERS}\n{TURNS}")
    assert (game.state.daytime, game.life("Ann")) == ("day", 20)
    game.to_step("upkeep", "Bob")
    game.to_step("upkeep", "Ann")  # nobody cast a spell in Bob's turn
    game.resolve_all()
    assert (game.state.daytime, game.life("Ann")) == ("night", 22)


@pytest.mark.parametrize(("word", "life"), [("day", 20), ("night", 21)])
def test_whether_it_is_night(word: str, life: int) -> None:
    game = start(TODAY)
    game.state.daytime = word
    play(game, "Moon", "Instant", "If it's night, you gain 1 life.")
    assert game.life("Ann") == life


def test_it_becomes_night_by_a_spell() -> None:
    game = start(TODAY)
    play(game, "Moon", "Instant", "It becomes night.")
    assert game.state.daytime == "night"


AGAIN = (
    "If a creature entering the battlefield causes a triggered ability of a permanent you control to trigger, that "
    "ability triggers an additional time."
)


@pytest.mark.parametrize(
    ("owner", "line", "life"), [("Ann", "Creature 1/1", 22), ("Ann", "Artifact", 21), ("Bob", "Creature 1/1", 21)]
)
def test_an_ability_of_yours_triggers_an_additional_time(owner: str, line: str, life: int) -> None:
    game = start(TODAY)
    put(game, owner, "Harmonicon", "Artifact", AGAIN)
    put(game, "Ann", "Shrine", "Enchantment", "Whenever a permanent enters the battlefield, you gain 1 life.")
    play(game, "Pup", line, "")
    assert game.life("Ann") == life


def test_creatures_that_enter_make_nothing_trigger() -> None:
    game = start(TODAY)
    text = "Creatures entering the battlefield don't cause abilities to trigger."
    put(game, "Bob", "Orb", "Artifact", text)
    put(game, "Ann", "Shrine", "Enchantment", "Whenever a permanent enters the battlefield, you gain 1 life.")
    for line, life in (("Creature 1/1", 20), ("Artifact", 21)):
        play(game, f"New {line.split()[0]}", line, "")
        assert game.life("Ann") == life


@pytest.mark.parametrize("artifacts", [0, 1])
def test_both_modes_may_be_chosen_if_it_is_so_as_the_spell_is_cast(artifacts: int) -> None:
    game = start(TODAY)
    for _ in range(artifacts):
        put(game, "Ann", "Wheel", "Artifact")
    text = "Choose one. If you control an artifact as you cast this spell, you may choose both.\n• You gain 1 life.\n"
    put(game, "Ann", "Will", "Instant", f"{text}• You gain 2 life.", zone="hand")
    if artifacts:
        game.play("Ann", "Will", modes=[1, 2])
        game.resolve_all()
        assert game.life("Ann") == 23
    else:
        with pytest.raises(IllegalAction):
            game.play("Ann", "Will", modes=[1, 2])


def test_no_more_than_twice_each_turn() -> None:
    game = start(TODAY)
    text = "{0}: Bat gets +1/+0 until end of turn. Activate no more than twice each turn."
    put(game, "Ann", "Bat", "Creature 0/1", text)
    for _ in range(2):
        game.activate("Ann", "Bat")
        game.resolve_all()
    with pytest.raises(IllegalAction):
        game.activate("Ann", "Bat")
    assert game.power_toughness("Bat") == (2, 1)
