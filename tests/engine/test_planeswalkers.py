"""Planeswalkers: loyalty, what it is paid with and when; what is not modelled says so."""

from __future__ import annotations

import pytest
from table import cast, put, start

from rulesite.engine.card_reader import card
from rulesite.engine.cardtext import queries
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
    assert queries.is_mana_ability(held, date) == mana
    game.activate("Ann", "Jace", 1)
    assert (game.mana_pool("Ann") == "{R}") == mana
    assert bool(game.stack()) != mana


def attacked(name="Bear", text="", stats="2/2", players=("Ann", "Bob"), **more):
    """A game in which Ann attacks Bob's Jace with one creature, and nobody blocks."""
    game = start(players=players, **more)
    put(game, "Ann", name, f"Creature {stats}", text)
    walker(game, zone="battlefield", player="Bob")
    game.attack("Ann", {name: "Jace"})
    return game


def test_what_is_not_blocked_deals_its_damage_to_the_planeswalker_that_it_attacks():
    game = attacked()
    game.block("Bob", {})
    game.to_step("end of combat")
    assert (game.counters("Jace", "loyalty"), game.life("Bob")) == (1, 20)


def test_what_tramples_over_a_blocker_tramples_onto_the_planeswalker():
    game = attacked(text="Trample", stats="4/4")
    put(game, "Bob", "Ox", "Creature 2/2")
    game.block("Bob", {"Ox": "Bear"})
    game.assign("Bear", {"Ox": 2, "Jace": 2})
    game.to_step("end of combat")
    assert (game.counters("Jace", "loyalty"), game.life("Bob")) == (1, 20)


@pytest.mark.parametrize("gone", ["destroyed", "stolen", "no planeswalker"])
def test_what_attacked_a_planeswalker_that_is_gone_attacks_nothing(gone):
    words = {
        "destroyed": "Destroy target planeswalker.",
        "stolen": "Gain control of target planeswalker.",
        "no planeswalker": "Target planeswalker becomes an artifact until end of turn.",
    }[gone]
    game = attacked()
    put(game, "Ann", "Bolt", "Instant", words, zone="hand")
    cast(game, "Ann", "Bolt", "Jace")
    game.block("Bob", {})
    game.to_step("end of combat")
    assert game.life("Bob") == 20
    assert gone == "destroyed" or game.counters("Jace", "loyalty") == 3


def test_a_tax_for_attacking_a_player_is_not_asked_for_attacking_a_planeswalker():
    game = start()
    put(game, "Ann", "Bear", "Creature 2/2")
    text = (
        "Creatures can't attack you unless their controller pays {2} for each creature he or she controls that's"
        " attacking you."
    )
    put(game, "Bob", "Propaganda", "Enchantment", text)
    walker(game, zone="battlefield", player="Bob")
    assert game.is_legal(lambda g: g.attack("Ann", {"Bear": "Jace"}))
    assert not game.is_legal(lambda g: g.attack("Ann", ["Bear"]))


def test_one_s_own_planeswalker_and_what_is_none_are_not_attacked():
    game = start()
    put(game, "Ann", "Bear", "Creature 2/2")
    put(game, "Bob", "Ox", "Creature 2/2")
    walker(game, zone="battlefield")
    for whom in ("Jace", "Ox"):
        refused = game.why_illegal(lambda g, whom=whom: g.attack("Ann", {"Bear": whom}))
        assert refused is not None
    assert game.is_legal(lambda g: g.attack("Ann", ["Bear"]))


def test_whatever_attacks_you_does_not_attack_your_planeswalker():
    game = start()
    put(game, "Ann", "Bear", "Creature 2/2")
    put(game, "Bob", "Font", "Enchantment", "Whenever a creature attacks you, you gain 1 life.")
    walker(game, zone="battlefield", player="Bob")
    game.attack("Ann", {"Bear": "Jace"})
    assert game.times_triggered("Font") == 0


def test_it_enters_anew_with_its_printed_loyalty():
    game = start()
    put(game, "Ann", "Jace", LINE, TEXT, counters={"loyalty": 7})
    put(game, "Ann", "Back", "Sorcery", "Return target planeswalker to its owner's hand.", "hand")
    cast(game, "Ann", "Back", "Jace")
    assert game.counters("Jace", "loyalty") == 0
    cast(game, "Ann", "Jace")
    assert game.counters("Jace", "loyalty") == 3
