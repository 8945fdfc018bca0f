"""What players can't do, what cannot be done to them, and what happens instead."""

import pytest

from tests.engine.table import cast, put, start


@pytest.mark.parametrize(
    ("text", "ann", "bob"),
    [
        ("You have shroud.", False, False),
        ("You have hexproof.", False, True),
        ("You have protection from red.", False, False),
        ("You have protection from blue.", True, True),
        ("You can't be the target of spells or abilities your opponents control.", False, True),
    ],
)
def test_a_player_who_may_not_be_targeted_is_no_legal_target(text, ann, bob):
    game = start()
    put(game, "Bob", "Guard", "Enchantment", text)
    for player in ("Ann", "Bob"):
        put(game, player, "Bolt", "Instant, red", "Bolt deals 3 damage to any target.", "hand")
    assert game.is_legal(lambda g: g.play("Ann", "Bolt", targets=["Bob"])) is ann
    game.set_turn("Bob")
    assert game.is_legal(lambda g: g.play("Bob", "Bolt", targets=["Bob"])) is bob


def test_damage_to_a_player_with_protection_from_its_source_is_prevented():
    game = start()
    put(game, "Bob", "Guard", "Enchantment", "You have protection from red.")
    put(game, "Ann", "Quake", "Sorcery, red", "Quake deals 2 damage to each player.", "hand")
    cast(game, "Ann", "Quake")
    assert (game.life("Ann"), game.life("Bob")) == (18, 20)


def test_each_player_is_dealt_damage_for_his_own_lands():
    game = start()
    for player, count in (("Ann", 1), ("Bob", 3)):
        for _ in range(count):
            put(game, player, "Forest", "Basic Land - Forest")
    text = "Toll deals 2 damage to each player for each land that player controls."
    put(game, "Ann", "Toll", "Sorcery", text, "hand")
    cast(game, "Ann", "Toll")
    assert (game.life("Ann"), game.life("Bob")) == (18, 14)


@pytest.mark.parametrize(("copies", "drawn"), [(1, 2), (2, 4)])
def test_what_replaces_a_draw_with_two_does_not_replace_these_again(copies, drawn):
    game = start()
    for number in range(copies):
        put(game, "Ann", f"Thought {'AB'[number]}", "Enchantment", "If you would draw a card, draw two cards instead.")
    put(game, "Ann", "Study", "Instant", "Draw a card.", "hand")
    game.will("replacement", "Thought A", times=0)
    cast(game, "Ann", "Study")
    assert len(game.hand("Ann")) == drawn


def test_what_doubles_a_gain_doubles_it_once():
    game = start()
    put(game, "Ann", "Boon", "Enchantment", "If you would gain life, you gain twice that much life instead.")
    put(game, "Ann", "Rest", "Instant", "You gain 3 life.", "hand")
    cast(game, "Ann", "Rest")
    assert game.life("Ann") == 26


def test_two_sources_with_lifelink_make_two_gains_of_life():
    game = start()
    for name in ("Cat", "Lynx"):
        put(game, "Ann", name, "Creature 2/2", "Lifelink")
    put(game, "Ann", "Choir", "Enchantment", "Whenever you gain life, draw a card.")
    game.attack("Ann", ["Cat", "Lynx"])
    game.block("Bob", {})
    game.will("order", ["Choir", "Choir 2"])
    game.to_step("combat damage")
    assert game.life("Ann") == 24
    assert game.times_triggered("Choir") == 2


def test_cards_for_an_opponents_graveyard_go_where_the_replacement_says():
    game = start()
    text = "If a card would be put into an opponent's graveyard from anywhere, exile it instead."
    put(game, "Ann", "Void", "Enchantment", text)
    put(game, "Ann", "Kill", "Instant", "Destroy target creature.", "hand")
    put(game, "Bob", "Bear", "Creature 2/2")
    cast(game, "Ann", "Kill", "Bear")
    assert (game.zone_of("Bear"), game.zone_of("Kill")) == ("exile", "graveyard")


def test_no_more_than_one_card_is_drawn_each_turn_where_an_effect_says_so():
    game = start()
    put(game, "Bob", "Spirit", "Creature 1/1", "Each player can't draw more than one card each turn.")
    put(game, "Ann", "Study", "Instant", "Draw two cards.", "hand")
    cast(game, "Ann", "Study")
    assert len(game.hand("Ann")) == 1


def test_the_active_player_chooses_the_one_land_that_untaps():
    game = start()
    put(game, "Bob", "Orb", "Artifact", "Players can't untap more than one land during their untap steps.")
    put(game, "Ann", "Forest", "Basic Land - Forest", tapped=True)
    put(game, "Ann", "Swamp", "Basic Land - Swamp", tapped=True)
    put(game, "Ann", "Bear", "Creature 2/2", tapped=True)
    game.set_turn("Bob")
    game.will("untap", ["Swamp"])
    game.to_step("upkeep", "Ann")
    assert [game.is_tapped(each) for each in ("Forest", "Swamp", "Bear")] == [True, False, False]


def test_a_land_that_enters_tapped_unless_life_is_paid():
    text = "As Crypt enters, you may pay 2 life. If you don't, it enters tapped."
    for pays, life in ((True, 18), (False, 20)):
        game = start()
        put(game, "Ann", "Crypt", "Land", text, "hand")
        game.play_land("Ann", "Crypt", choices={"may": pays})
        assert (game.is_tapped("Crypt"), game.life("Ann")) == (not pays, life)


def test_a_spell_keeps_a_player_from_playing_lands_for_the_turn():
    game = start()
    put(game, "Ann", "Ban", "Sorcery", "You can't play lands this turn.", "hand")
    put(game, "Ann", "Forest", "Basic Land - Forest", zone="hand")
    cast(game, "Ann", "Ban")
    assert not game.is_legal(lambda g: g.play_land("Ann", "Forest"))
    game.to_step("precombat main", "Bob")
    game.to_step("precombat main", "Ann")
    assert game.is_legal(lambda g: g.play_land("Ann", "Forest"))
