"""Votes: each player chooses a word, and what follows counts them."""

from __future__ import annotations

import pytest
from printed import put, start

from rulesite.engine.game import Game
from rulesite.engine.state.choices import EngineError

TODAY = "2021-11-19"
VOTE = "Starting with you, each player votes for grace or ruin."


def table() -> Game:
    game = Game(TODAY, players=("Ann", "Bob", "Cid"))
    for player in ("Ann", "Bob", "Cid"):
        game.fill_library(player, 5)
    return game


def cast(game: Game, text: str, *votes: str) -> None:
    put(game, "Ann", "Council", "Sorcery", text, zone="hand")
    game.play("Ann", "Council")
    for player, word in zip(("Ann", "Bob", "Cid"), votes, strict=False):
        game.will("vote", word, player=player)
    game.resolve_all()


@pytest.mark.parametrize(
    ("votes", "life"), [(("grace", "grace", "ruin"), 25), (("grace", "ruin", "ruin"), 18)], ids=["grace", "ruin"]
)
def test_the_word_with_more_votes_decides(votes: tuple[str, ...], life: int) -> None:
    game = table()
    text = f"{VOTE} If grace gets more votes, you gain 5 life. If ruin gets more votes or the vote is tied, you lose 2"
    cast(game, f"{text} life.", *votes)
    assert game.life("Ann") == life


def test_a_tied_vote_is_for_the_word_that_says_so() -> None:
    game = start(TODAY)
    text = f"{VOTE} If grace gets more votes, you gain 5 life. If ruin gets more votes or the vote is tied, you lose 2"
    cast(game, f"{text} life.", "grace", "ruin")
    assert game.life("Ann") == 18


def test_each_vote_counts() -> None:
    game = table()
    cast(
        game,
        f"{VOTE} You gain 3 life for each grace vote. You lose 1 life for each ruin vote.",
        "grace",
        "grace",
        "ruin",
    )
    assert game.life("Ann") == 25


def test_votes_that_nobody_cast_are_named() -> None:
    game = table()
    with pytest.raises(EngineError, match="votes for grace"):
        cast(game, "You gain 3 life for each grace vote.")
