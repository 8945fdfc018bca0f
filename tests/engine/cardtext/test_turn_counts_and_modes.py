"""Slots that are as wide as the language: what is counted of a turn, what is watched for, which modes: small games."""

from __future__ import annotations

import pytest
from printed import play, put, start

from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import EXACT, NOT_READ, compare
from rulesite.engine.eras.ruleset import Ruleset

TODAY = "2021-11-19"


@pytest.mark.parametrize(
    ("text", "life"),
    [
        ("You gain X life, where X is the total life lost by your opponents this turn.", 25),
        ("You gain X life, where X is the total amount of life your opponents lost this turn.", 25),
        ("You gain 2 life for each 1 life your opponents have lost this turn.", 30),
        ("You gain 1 life for each 1 life you lost this turn.", 20),
        ("You gain X life, where X is the total life gained by your opponents this turn.", 21),
    ],
)
def test_life_lost_or_gained_by_several(text: str, life: int) -> None:
    game = start(TODAY, players=("Ann", "Bob", "Cid"))
    play(game, "Drain", "Target player loses 3 life.", targets=["Bob"])
    play(game, "Bite", "Target player loses 2 life.", targets=["Cid"])
    play(game, "Sip", "Target player gains 1 life.", targets=["Cid"])
    play(game, "Reap", text)
    assert game.life("Ann") == life


@pytest.mark.parametrize("word", ["when", "whenever"])
def test_either_of_two_events_each_with_its_word(word: str) -> None:
    game = start(TODAY)
    text = f"{word.title()} Cow dies or {word} you discard it, you gain 1 life."
    put(game, "Ann", "Cow", "Creature 2/2", text)
    play(game, "Kill", "Destroy target creature.", targets=["Cow"])
    assert game.life("Ann") == 21
    put(game, "Ann", "Second Cow", "Creature 2/2", text.replace("Cow", "Second Cow"), zone="hand")
    play(game, "Rot", "Discard a card.")
    assert game.life("Ann") == 22


def test_any_number_of_modes() -> None:
    text = "Choose any number —\n• You gain 1 life.\n• You gain 5 life.\n• Draw a card."
    game = start(TODAY)
    play(game, "Prank", text, modes=[1, 2])
    assert game.life("Ann") == 26
    game.will("mode", 0)
    play(game, "No Prank", text)
    assert game.life("Ann") == 26


@pytest.mark.parametrize(("modes", "life"), [([1, 2], 26), ([2, 0], 25), ([0], 20)])
def test_any_number_of_modes_of_an_ability_that_triggers(modes: list[int], life: int) -> None:
    game = start(TODAY)
    text = "Whenever you draw a card, choose up to two —\n• You gain 1 life.\n• You gain 5 life.\n• You lose 1 life."
    put(game, "Ann", "Clerk", "Creature 2/2", text)
    for mode in modes:
        game.will("mode", mode)
    play(game, "Peek", "Draw a card.")
    assert game.life("Ann") == life


@pytest.mark.parametrize(("line", "size"), [("Land — Island", 3), ("Creature — Merfolk 1/1", 3), ("Land", 2)])
def test_another_of_one_kind_or_one_of_another(line: str, size: int) -> None:
    game = start(TODAY)
    text = "Speaker gets +1/+1 as long as you control another Merfolk or an Island."
    put(game, "Ann", "Speaker", "Creature — Merfolk 2/2", text)
    assert game.power_toughness("Speaker") == (2, 2)
    put(game, "Ann", "One", line)
    assert game.power_toughness("Speaker") == (size, size)


@pytest.mark.parametrize(
    "text",
    [
        "Each opponent loses life equal to the life they lost this turn.",
        "You gain life equal to the total amount of life your opponents lost this turn.",
        "You gain 2 life for each 1 life your opponents have lost this turn.",
        "You gain X life, where X is the total life lost by your opponents this turn.",
    ],
)
def test_so_much_life_prints_back_as_it_was_read(text: str) -> None:
    assert compare(text, Host.parse("Sorcery"), Ruleset.on(TODAY)).verdict == EXACT


@pytest.mark.parametrize(
    "done", ["sacrificed three or more Clues", "discarded two cards", "created two or more tokens"]
)
def test_how_often_something_was_done_is_not_left_out(done: str) -> None:
    text = f"If you {done} this turn, draw a card."
    found = compare(text, Host.parse("Sorcery"), Ruleset.on(TODAY))
    assert found.verdict in (EXACT, NOT_READ)


def test_one_that_was_sacrificed_is_still_spoken_of() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2")
    play(game, "Feed", "Sacrifice a creature.")
    play(game, "Reap", "If you sacrificed one or more creatures this turn, you gain 1 life.")
    play(game, "Sow", "If you sacrificed a creature this turn, you gain 2 life.")
    assert game.life("Ann") == 23
