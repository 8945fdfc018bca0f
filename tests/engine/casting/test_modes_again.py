"""A mode that is chosen more than once: it is there so many times, each time with targets of its own (700.2d)."""

from __future__ import annotations

import pytest
from printed import creatures, put, start

from rulesite.engine.game import Game

TEXT = (
    "Choose three. You may choose the same mode more than once.\n• Tap target creature.\n• Target player draws a card.\n"
    "• You gain 3 life."
)


def table() -> Game:
    game = start("2024-06-07")
    creatures(game, "Bob", Ox="3/3", Elk="3/3", Rat="1/1")
    put(game, "Ann", "Talks", "Sorcery", TEXT, zone="hand")
    return game


@pytest.mark.parametrize(
    ("modes", "targets", "tapped", "cards"),
    [
        ([1, 1, 3], ["Ox", "Elk"], {"Ox", "Elk"}, 0),
        ([1, 1, 1], ["Ox", "Elk", "Rat"], {"Ox", "Elk", "Rat"}, 0),
        ([1, 1, 3], ["Ox", "Ox"], {"Ox"}, 0),
        ([1, 2, 2], ["Ox", "Bob", "Bob"], {"Ox"}, 2),
    ],
)
def test_each_time_has_its_own_target(modes: list[int], targets: list[str], tapped: set[str], cards: int) -> None:
    game = table()
    game.play("Ann", "Talks", modes=modes, targets=targets)
    game.resolve_all()
    assert {name for name in ("Ox", "Elk", "Rat") if game.is_tapped(name)} == tapped
    assert len(game.hand("Bob")) == cards


def test_a_target_is_needed_each_time() -> None:
    game = table()
    assert not game.is_legal(lambda g: g.play("Ann", "Talks", modes=[1, 1, 3], targets=["Ox"]))
    assert not game.is_legal(lambda g: g.play("Ann", "Talks", modes=[1, 3, 3], targets=["Ox", "Elk"]))


def test_a_copy_may_have_other_targets_each_time() -> None:
    game = table()
    put(game, "Bob", "Mirror", "Instant", "Copy target spell. You may choose new targets for the copy.", zone="hand")
    game.play("Ann", "Talks", modes=[1, 1, 3], targets=["Ox", "Ox"])
    game.pass_priority("Ann")
    game.play("Bob", "Mirror", targets=["Talks"])
    for name in ("Elk", "Rat"):
        game.will("target", name)
    game.will("may", True)
    game.resolve_all()
    assert all(game.is_tapped(name) for name in ("Ox", "Elk", "Rat"))
