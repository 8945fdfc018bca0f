"""Planeswalkers: loyalty, what it is paid with and when; what is not modelled says so."""

from __future__ import annotations

import pytest
from table import cast, put, start

from rulesite.engine.cardtext import questions
from rulesite.engine.printed_cards import card
from rulesite.engine.state.choices import IllegalAction, NotModelled

LINE = "Legendary Planeswalker - Jace, loyalty 3"
TEXT = "+1: Draw a card.\n−2: You gain 5 life."


def walker(game, line=LINE, zone="hand", player="Ann", text=TEXT):
    return put(game, player, "Jace", line, text, zone)


@pytest.mark.parametrize("line", [LINE, "Legendary Planeswalker — Jace (Loyalty: 3)"])
def test_the_type_line_says_the_loyalty(line):
    made = card("Jace", line)
    assert (made.loyalty, made.subtypes) == (3, ("Jace",))


def test_a_planeswalker_enters_with_its_printed_loyalty():
    game = start()
    walker(game)
    cast(game, "Ann", "Jace")
    assert game.counters("Jace", "loyalty") == 3
    assert game.zone_of("Jace") == "battlefield"


def test_without_its_loyalty_it_would_die():
    game = start(without={"loyalty_counters"})
    walker(game)
    cast(game, "Ann", "Jace")
    assert game.zone_of("Jace") == "graveyard"


def test_a_loyalty_that_is_no_number_is_not_modelled():
    game = start()
    with pytest.raises(NotModelled, match="loyalty"):
        walker(game, "Legendary Planeswalker - Nissa", "battlefield")


def test_one_loyalty_ability_a_turn():
    game = start()
    walker(game, zone="battlefield")
    game.activate("Ann", "Jace", 1)
    game.all_pass()
    assert game.counters("Jace", "loyalty") == 4
    with pytest.raises(IllegalAction) as refused:
        game.activate("Ann", "Jace", 2)
    assert (refused.value.concept, refused.value.rule) == ("loyalty_timing", "606.3")
    game.to_step("upkeep", "Bob")
    game.to_step("precombat main", "Ann")
    game.activate("Ann", "Jace", 2)
    game.all_pass()
    assert (game.counters("Jace", "loyalty"), game.life("Ann")) == (2, 25)


@pytest.mark.parametrize(("date", "rule"), [("2008-02-01", "212.9f"), ("2009-07-11", "306.7"), ("2024-06-07", "606.3")])
def test_only_when_a_sorcery_could_be_played(date, rule):
    game = start(date)
    walker(game, zone="battlefield")
    game.to_step("end of turn")
    with pytest.raises(IllegalAction) as refused:
        game.activate("Ann", "Jace", 1)
    assert refused.value.rule == rule


def test_not_more_loyalty_than_there_is():
    game = start()
    walker(game, zone="battlefield", text="−4: You gain 5 life.")
    assert not game.is_legal(lambda g: g.activate("Ann", "Jace"))


def test_without_its_timing_it_is_played_like_any_ability():
    game = start(without={"loyalty_timing"})
    walker(game, zone="battlefield")
    for _ in range(2):
        game.activate("Ann", "Jace", 1)
    assert game.counters("Jace", "loyalty") == 5


@pytest.mark.parametrize(("date", "mana"), [("2009-07-11", True), ("2011-02-04", False), ("2024-06-07", False)])
def test_a_loyalty_ability_that_adds_mana(date, mana):
    """The reader's answer, the game's and the pages' are one."""
    game = start(date)
    walker(game, zone="battlefield", text="+1: Add {R}.")
    (held,) = game.state.things[game.id("Jace")].card.abilities
    assert questions.is_mana_ability(held, date) == mana
    game.activate("Ann", "Jace", 1)
    assert (game.mana_pool("Ann") == "{R}") == mana
    assert bool(game.stack()) != mana


def test_a_planeswalker_that_is_attacked_is_not_modelled():
    game = start()
    put(game, "Ann", "Bear", "Creature 2/2")
    walker(game, zone="battlefield", player="Bob")
    with pytest.raises(NotModelled, match="Jace"):
        game.attack("Ann", {"Bear": "Jace"})


def test_it_enters_anew_with_its_printed_loyalty():
    game = start()
    put(game, "Ann", "Jace", LINE, TEXT, counters={"loyalty": 7})
    put(game, "Ann", "Back", "Sorcery", "Return target planeswalker to its owner's hand.", "hand")
    cast(game, "Ann", "Back", "Jace")
    assert game.counters("Jace", "loyalty") == 0
    cast(game, "Ann", "Jace")
    assert game.counters("Jace", "loyalty") == 3
