"""A table to play at: players with libraries, and cards that are free to play."""

from __future__ import annotations

from rulesite.engine.game import Game

TODAY = "2024-06-07"


def start(date=TODAY, players=("Ann", "Bob"), **more):
    """A game under the rules of a day; nobody loses by drawing."""
    game = Game(date, players, **more)
    for player in players:
        game.fill_library(player, 20)
    return game


def put(game, player, name, line, text="", zone="battlefield", **more):
    """A card that is free to play."""
    printed = {"cost": "{0}"} if zone == "hand" else {}
    return game.put(game.card(name, line, text=text, **printed), player, zone, **more)


def cast(game, player, name, *targets, **more):
    """Play a card and let it resolve."""
    game.play(player, name, targets=list(targets) or None, **more)
    game.all_pass()
