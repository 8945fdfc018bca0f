"""Planeswalkers: how loyalty is written and when it is used; what they do is played in the scenarios."""

from __future__ import annotations

import pytest
from table import put, start

from rulesite.engine.card_reader import card
from rulesite.engine.state.choices import IllegalAction, NotModelled

LINE = "Legendary Planeswalker - Jace, loyalty 3"
TEXT = "+1: Draw a card.\n−2: You gain 5 life."


def walker(game, line=LINE, zone="hand", player="Ann", text=TEXT):
    return put(game, player, "Jace", line, text, zone)


@pytest.mark.parametrize("line", [LINE, "Legendary Planeswalker — Jace (Loyalty: 3)"])
def test_the_type_line_says_the_loyalty(line):
    made = card("Jace", line)
    assert (made.loyalty, made.subtypes) == (3, ("Jace",))


def test_a_loyalty_that_is_no_number_is_not_modelled():
    game = start()
    with pytest.raises(NotModelled, match="loyalty"):
        walker(game, "Legendary Planeswalker - Nissa", "battlefield")


@pytest.mark.parametrize(("date", "rule"), [("2008-02-01", "212.9f"), ("2009-07-11", "306.7"), ("2024-06-07", "606.3")])
def test_only_when_a_sorcery_could_be_played(date, rule):
    game = start(date)
    walker(game, zone="battlefield")
    game.to_step("end of turn")
    with pytest.raises(IllegalAction) as refused:
        game.activate("Ann", "Jace", 1)
    assert refused.value.rule == rule
