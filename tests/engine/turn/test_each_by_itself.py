"""State-based actions that hit one permanent at the same time, and loops that nothing can stop."""

from __future__ import annotations

import pytest

from tests.engine.table import cast, put, start

TWO = "{T}: Nimble deals 2 damage to itself."


def hurt(game, name, amount, zone="battlefield"):
    game.state.things[game.id(name)].damage = amount
    game.state.touch()


@pytest.mark.parametrize("saved", ["Indestructible", ""])
def test_the_legend_rule_applies_to_what_is_saved_from_lethal_damage(saved):
    game = start()
    put(game, "Ann", "Godo", "Legendary Creature 2/2", saved, label="Old")
    put(game, "Ann", "Godo", "Legendary Creature 2/2", saved, label="Young")
    hurt(game, "Old", 2)
    game.will("legend", "Young")
    put(game, "Ann", "Wait", "Instant", "You gain 1 life.", "hand")
    cast(game, "Ann", "Wait")
    assert (game.zone_of("Old"), game.zone_of("Young")) == ("graveyard", "battlefield")


def test_a_planeswalker_without_loyalty_is_not_saved_by_being_indestructible():
    game = start()
    put(game, "Ann", "Gideon", "Planeswalker Creature - Gideon 4/4, loyalty 3", "Indestructible")
    game.state.things[game.id("Gideon")].counters["loyalty"] = 0
    hurt(game, "Gideon", 4)
    put(game, "Ann", "Wait", "Instant", "You gain 1 life.", "hand")
    cast(game, "Ann", "Wait")
    assert game.zone_of("Gideon") == "graveyard"


def test_what_dies_for_two_reasons_dies_once():
    game = start()
    put(game, "Ann", "Bell", "Artifact", "Whenever a creature dies, you gain 1 life.")
    put(game, "Ann", "Godo", "Legendary Creature 2/2", label="Old")
    put(game, "Ann", "Godo", "Legendary Creature 2/2", label="Young")
    hurt(game, "Old", 2)
    game.will("legend", "Young")
    put(game, "Ann", "Wait", "Instant", "You gain 1 life.", "hand")
    cast(game, "Ann", "Wait")
    assert game.times_triggered("Bell") == 1


def test_what_leaves_for_two_reasons_has_its_way_chosen_once():
    game = start()
    put(game, "Bob", "Void", "Enchantment", "If a creature would die, exile it instead.")
    put(game, "Bob", "Tide", "Enchantment", "If a creature would die, return it to its owner's hand instead.")
    put(game, "Ann", "Godo", "Legendary Creature 2/2", label="Old")
    put(game, "Ann", "Godo", "Legendary Creature 2/2", label="Young")
    hurt(game, "Old", 2)
    game.will("legend", "Young")
    game.will("replacement", "Tide", player="Ann")
    put(game, "Ann", "Wait", "Instant", "You gain 1 life.", "hand")
    cast(game, "Ann", "Wait")
    assert game.zone_of("Old") == "hand"


RING = (
    "When Ring enters the battlefield, exile another target nonland permanent.\n"
    "When Ring leaves the battlefield, return the exiled card to the battlefield under its owner's control."
)


def test_three_rings_that_exile_each_other_for_ever_make_the_game_a_draw():
    game = start()
    for name in ("First", "Second"):
        put(game, "Ann", name, "Enchantment", RING.replace("Ring", name), "hand")
    put(game, "Ann", "Third", "Enchantment", RING.replace("Ring", "Third"), "hand")
    cast(game, "Ann", "First")
    for name in ("Second", "Third"):
        cast(game, "Ann", name)
        game.resolve_all()
    assert game.state.over
    assert not game.winner()


ECHO = "Whenever you gain life, Source deals 1 damage to you.\nWhenever Source deals damage to you, you gain 1 life."


def test_a_loop_that_comes_round_to_where_it_was_is_a_draw():
    game = start()
    put(game, "Ann", "Source", "Enchantment", ECHO)
    put(game, "Ann", "Sip", "Instant", "You gain 1 life.", "hand")
    cast(game, "Ann", "Sip")
    game.resolve_all()
    assert game.state.over
    assert not game.winner()


def test_what_a_player_does_again_and_again_is_no_loop():
    game = start()
    put(game, "Ann", "Rock", "Artifact", "{0}: You gain 1 life.\n{0}: You lose 1 life.")
    put(game, "Ann", "Sip", "Instant", "You gain 1 life.", "hand")
    game.play("Ann", "Sip")
    for _ in range(30):
        for ability in (1, 2):
            game.activate("Ann", "Rock", ability)
            game.all_pass()
    assert not game.state.over


@pytest.mark.parametrize("date", ["1999-04-23", "2001-07-23"])
def test_of_two_legends_the_oldest_stays_in_the_rules_of_1999_whoever_plays_the_other(date):
    game = start(date)
    put(game, "Ann", "Godo", "Legendary Creature 2/2", label="Old")
    put(game, "Bob", "Godo", "Legendary Creature 2/2", label="Young", zone="hand")
    game.set_turn("Bob")
    cast(game, "Bob", "Young")
    assert (game.zone_of("Old"), game.zone_of("Young")) == ("battlefield", "graveyard")
