"""What a permanent is as it enters, by the words of the effect that puts it there."""

from __future__ import annotations

import pytest
from printed import put, start


def returned(words: str):
    """A creature card put onto the battlefield from a hand, with something that watches for white creatures."""
    game = start("2026-06-19")
    watching = "Whenever a white creature enters the battlefield, you gain 1 life."
    put(game, "Ann", "Watcher", "Artifact", watching)
    put(game, "Ann", "Ox", "Creature 2/2", zone="hand")
    put(game, "Ann", "Door", "Artifact", f"{{0}}: Put a creature card from your hand onto the battlefield. {words}")
    game.will("put", ["Ox"], times=0)
    game.activate("Ann", "Door")
    game.resolve_all()
    return game


@pytest.mark.parametrize(
    ("words", "gained"),
    [
        ("It's white in addition to its other colors.", 1),
        ("That creature is white in addition to its other colors.", 1),
        ("It becomes white in addition to its other colors.", 0),
        ("You draw a card.", 0),
    ],
)
def test_what_it_is_it_is_as_it_enters_and_what_it_becomes_comes_after(words, gained):
    game = returned(words)
    assert game.life("Ann") == 20 + gained
    assert ("white" in game.characteristics("Ox").colours) is ("white" in words)


def test_such_an_effect_begins_once():
    game = returned("It's white in addition to its other colors.")
    assert len(game.state.effects) == 1
